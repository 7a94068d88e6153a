"""The modules of the package and what each imports, read from their source without running it."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src"
PACKAGE: Final = "quillmap"


def module_name(path: Path) -> str:
    """Return the dotted name of the module in the file *path*."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module_files() -> dict[str, Path]:
    """Return the file of every module of the package by the module's name."""
    return {module_name(path): path for path in sorted((SOURCE / PACKAGE).rglob("*.py"))}


@cache
def read_modules() -> dict[str, ast.Module]:
    """Return every module of the package by its name, parsed."""
    return {name: ast.parse(path.read_text(encoding="utf-8"), str(path)) for name, path in module_files().items()}


def statements(tree: ast.AST, *, are_types_read: bool = True) -> Iterator[ast.AST]:
    """Yield all statements, however deep; without those under ``if TYPE_CHECKING``, which never run, if told."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            if are_types_read or not is_for_types:
                yield node
                yield from statements(node, are_types_read=are_types_read)


def imported_names(tree: ast.AST, importer: str, *, is_package: bool, are_types_read: bool = True) -> Iterator[str]:
    """Yield the dotted name of everything imported, wherever in the module; ``from a import b`` gives ``a.b``."""
    for node in statements(tree, are_types_read=are_types_read):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = _start(node, importer, is_package=is_package)
            yield from (f"{start}.{alias.name}" for alias in node.names)


def _start(node: ast.ImportFrom, importer: str, *, is_package: bool) -> str:
    """Return from where *node* imports; dots count from the importer's own package."""
    if node.level == 0:
        return node.module or ""
    own = importer.split(".") if is_package else importer.split(".")[:-1]
    kept = own[: len(own) - node.level + 1]
    return ".".join([*kept, node.module] if node.module else kept)


def import_graph(modules: Mapping[str, ast.Module], *, are_types_read: bool = True) -> dict[str, set[str]]:
    """Return for every module the modules among these that it imports, those only type checkers read if told."""
    packages = {name.rpartition(".")[0] for name in modules}
    graph: dict[str, set[str]] = {}
    for name, tree in modules.items():
        found = imported_names(tree, name, is_package=name in packages, are_types_read=are_types_read)
        graph[name] = {module for each in found if (module := _nearest(each, modules)) is not None} - {name}
    return graph


def _nearest(name: str, modules: Mapping[str, ast.Module]) -> str | None:
    """Return the module that *name* is, or is in."""
    while name not in modules:
        if "." not in name:
            return None
        name = name.rpartition(".")[0]
    return name


def find_cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle, the first one again at the end; nothing if there are none."""
    done: set[str] = set()

    def search(way: list[str]) -> list[str]:
        here = way[-1]
        for there in sorted(graph.get(here, ())):
            if there in way:
                return [*way[way.index(there) :], there]
            if there not in done and (found := search([*way, there])):
                return found
        done.add(here)
        return []

    for start in sorted(graph):
        if start not in done and (found := search([start])):
            return found
    return []
