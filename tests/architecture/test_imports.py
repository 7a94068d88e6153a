"""Imports go one way, the rules stand alone, and no file grows out of hand."""

import ast
import sys
from functools import cache
from typing import Final

import pytest

from architecture.modules import (
    PACKAGE,
    SOURCE,
    find_cycle,
    import_graph,
    imported_names,
    module_files,
    read_modules,
)

ORDER: Final = (
    *("display", "errors", "rules", "play", "locales", "reference", "fast", "bots", "analysis", "review"),
    *("puzzles", "env", "server", "device", "cli"),
)
"""A package may import those before it, never those after it."""

DATA: Final = ("web",)
"""Folders that hold nothing that Python runs."""

PURE: Final = frozenset(
    {
        *(
            "abc",
            "bisect",
            "collections",
            "copy",
            "dataclasses",
            "difflib",
            "enum",
            "fractions",
            "functools",
            "hashlib",
            "heapq",
        ),
        *("hmac", "itertools", "math", "operator", "re", "string", "struct", "types", "typing"),
    }
)
"""What the rules may import: nothing that reads, writes, waits or logs, or knows a clock, a language or chance."""

IMPURE_CALLS: Final = frozenset({"open", "print", "input", "eval", "exec", "breakpoint", "__import__"})
LONGEST: Final = 450

MODULES: Final = tuple(module_files())


@cache
def graph() -> dict[str, set[str]]:
    """Return what each module imports."""
    return import_graph(read_modules())


def layer_of(module: str) -> str:
    """Return the package right below the top that *module* is in, or an empty text."""
    return module.split(".")[1] if "." in module else ""


def test_modules_are_found() -> None:
    """There is something to look at, or nothing below would mean anything."""
    assert len(MODULES) > 30
    assert "quillmap.rules.scoring.forest" in graph()["quillmap.rules.scoring"]
    assert "quillmap.rules.advance" in graph()["quillmap.play.game"]


def test_every_package_has_its_place() -> None:
    """A new folder has to be put in the order, or be data."""
    folders = {path.name for path in (SOURCE / PACKAGE).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= {*ORDER, *DATA}
    assert {layer_of(module) for module in MODULES} <= {*ORDER, "", "__main__"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str) -> None:
    """No module imports from a package that stands above its own."""
    layer = layer_of(module)
    if layer in ("", "__main__"):
        return  # ``python -m quillmap`` is the very top, and ``import quillmap`` imports only what is asked for
    allowed = ORDER[: ORDER.index(layer) + 1]
    wrong = {each for each in graph()[module] if layer_of(each) not in ("", *allowed)}
    assert not wrong


def test_the_package_itself_imports_nothing() -> None:
    """``import quillmap`` reads no other module; what it names is for type checkers."""
    modules = dict.fromkeys(MODULES, ast.parse("")) | {PACKAGE: read_modules()[PACKAGE]}
    assert import_graph(modules, are_types_read=False)[PACKAGE] == set()


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) in ("rules", "play")])
def test_core_needs_nothing_installed(module: str) -> None:
    """Rules and play import the standard library and each other, so the core installs without dependencies."""
    names = imported_names(read_modules()[module], module, is_package=True)
    roots = {name.partition(".")[0] for name in names}
    assert roots <= sys.stdlib_module_names | {PACKAGE}


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) == "rules"])
def test_rules_are_pure(module: str) -> None:
    """The rules do no input or output: they import nothing that could, and call nothing that does."""
    tree = read_modules()[module]
    roots = {name.partition(".")[0] for name in imported_names(tree, module, is_package=True)}
    assert roots - {PACKAGE} <= PURE
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not calls & IMPURE_CALLS


@pytest.mark.parametrize("layer", ORDER)
def test_no_circles(layer: str) -> None:
    """Within a package no modules import each other in a circle when they run."""
    inside = {module: tree for module, tree in read_modules().items() if layer_of(module) == layer}
    # Two classes may name each other, for type checkers only.
    assert find_cycle(import_graph(inside, are_types_read=False)) == []


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_it_is(module: str) -> None:
    """Each module opens with a docstring."""
    assert ast.get_docstring(read_modules()[module])


def test_no_file_is_too_long() -> None:
    """A file that has grown beyond one idea is to be divided."""
    files = [path for path in (SOURCE / PACKAGE).rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    lengths = {str(path.relative_to(SOURCE)): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


# -- that the tests above can fail -------------------------------------------------------------------


def test_circles_are_found() -> None:
    """A circle is found wherever it hangs, and a graph without one has none."""
    assert find_cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b"}}) == ["b", "c", "d", "b"]


def test_imports_for_types_make_no_circle() -> None:
    """What only type checkers read is left out, and nothing else."""
    source = (
        "from typing import TYPE_CHECKING\nimport p.b\nif TYPE_CHECKING:\n    import p.c\nif True:\n    import p.d\n"
    )
    modules = {name: ast.parse(source if name == "p.a" else "") for name in ("p.a", "p.b", "p.c", "p.d")}
    assert import_graph(modules)["p.a"] == {"p.b", "p.c", "p.d"}
    assert import_graph(modules, are_types_read=False)["p.a"] == {"p.b", "p.d"}


def test_imports_are_found_everywhere() -> None:
    """Imports inside functions and relative ones count, names of a module lead to the module."""
    sources = {
        "p": "",
        "p.a": "def late():\n    from p.b.deep import thing\n",
        "p.b": "from . import deep\nfrom .deep import thing\n",
        "p.b.deep": "from ..a import late\nimport os.path\n",
    }
    found = import_graph({name: ast.parse(source) for name, source in sources.items()})
    assert found == {"p": set(), "p.a": {"p.b.deep"}, "p.b": {"p.b.deep"}, "p.b.deep": {"p.a"}}
    assert find_cycle(found) == ["p.a", "p.b.deep", "p.a"]
