"""Names lead to one thing: no two classes share one, and the table of the server's modules names all of them."""

import ast
from collections import defaultdict

from architecture.modules import module_files, read_modules


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads a name, searches for it or sees it in a message finds one class."""
    found = defaultdict(list)
    for module, tree in read_modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def test_the_table_of_the_servers_modules_names_all_of_them() -> None:
    """A new module gets its line."""
    package = "quillmap.server"
    text = ast.get_docstring(read_modules()[package]) or ""
    inside = [name.rpartition(".")[2] for name in module_files() if name.startswith(package + ".")]
    assert len(inside) > 40
    assert [name for name in inside if f"``{name}``" not in text and f"``{name}/``" not in text] == []
