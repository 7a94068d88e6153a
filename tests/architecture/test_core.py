"""The core of the server imports nothing that is not there in a browser; ``tests/offline`` tries it in Pyodide."""

import ast
from functools import cache

import pytest

from architecture.core import MISSING, ON_A_DEVICE, reached
from architecture.modules import PACKAGE, import_graph, imported_names, read_modules


def importing(modules: dict[str, ast.Module]) -> dict[str, ast.Module]:
    """Return *modules* without their functions: what these import, they import when they are called."""

    class WithoutFunctions(ast.NodeTransformer):
        def visit_FunctionDef(self, _node: ast.FunctionDef) -> None:
            return None

        def visit_AsyncFunctionDef(self, _node: ast.AsyncFunctionDef) -> None:
            return None

    return {name: WithoutFunctions().visit(ast.parse(ast.unparse(tree))) for name, tree in modules.items()}


@cache
def loaded() -> dict[str, ast.Module]:
    """Return all modules as they are when they are imported."""
    return importing(read_modules())


@cache
def graph() -> dict[str, set[str]]:
    """Return what every module imports when it is imported."""
    return import_graph(loaded(), are_types_read=False)


def foreign(module: str) -> set[str]:
    """Return the packages that are not ours and that importing *module* needs, with all that it imports."""
    names = {
        name.partition(".")[0]
        for each in reached(module, graph())
        for name in imported_names(loaded()[each], each, is_package=True, are_types_read=False)
    }
    return names - {PACKAGE}


@pytest.mark.parametrize("name", ON_A_DEVICE)
def test_the_core_runs_in_a_browser(name: str) -> None:
    """Nothing that the core imports needs sockets, databases, processes or compiled packages."""
    assert not foreign(name) & MISSING


def test_the_server_around_it_does_not() -> None:
    """The test above would find a socket, a database and a process, if they were there."""
    assert {"starlette", "sqlite3", "subprocess"} <= foreign(f"{PACKAGE}.server.http.app")
