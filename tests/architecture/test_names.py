"""Names lead to one thing: no two classes share one."""

import ast
from collections import defaultdict

from architecture.modules import read_modules


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads a name, searches for it or sees it in a message finds one class."""
    found = defaultdict(list)
    for module, tree in read_modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}
