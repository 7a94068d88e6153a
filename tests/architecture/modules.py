"""The modules of the package and what each imports, read from their source without running it."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src"
PACKAGE: Final = "quillmap"


def module_name(path: Path) -> str:
    """Return the dotted name of the module in the file *path*."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_modules() -> dict[str, ast.Module]:
    """Return every module of the package by its name, parsed."""
    return {
        module_name(path): ast.parse(path.read_text(encoding="utf-8"), str(path))
        for path in sorted((SOURCE / PACKAGE).rglob("*.py"))
    }


def imported_names(tree: ast.AST, importer: str, *, is_package: bool) -> Iterator[str]:
    """Yield the dotted name of everything imported, wherever in the module; ``from a import b`` gives ``a.b``."""
    for node in ast.walk(tree):
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


class _WithoutTypes(ast.NodeTransformer):
    """Leaves out what is imported for type checkers only, and so never run."""

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return ast.Pass()
        return self.generic_visit(node)


def without_types(modules: Mapping[str, ast.Module]) -> dict[str, ast.Module]:
    """Return *modules* as they run: without what stands under ``if TYPE_CHECKING``."""
    copies = {name: ast.parse(ast.unparse(tree)) for name, tree in modules.items()}
    for tree in copies.values():
        _WithoutTypes().visit(tree)
    return copies


def import_graph(modules: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Return for every module the modules among these that it imports."""
    packages = {name for name in modules if any(other.startswith(f"{name}.") for other in modules)}
    graph: dict[str, set[str]] = {}
    for name, tree in modules.items():
        found = imported_names(tree, name, is_package=name in packages)
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
