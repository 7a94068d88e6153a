"""The modules that are compiled, once more, for the interpreter.

Every rule of a compiled game is written once. Here the very same source files are run without numba, as twins of the
modules that are compiled: what they import from this package are twins too, or stand-ins (``interpreted``). Numbers
take the place of names that stand for them, and an index that of a call that only looks something up.
"""

import ast
import builtins
import threading
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

import numpy as np

from quillmap.fast.interpreted import BY_HAND, INDEXING, STAND_INS, table

_PACKAGE: Final = "quillmap.fast."
_AS_THEY_ARE: Final = frozenset(_PACKAGE + name for name in ("actions", "layout", "seen"))
"""They hold nothing but numbers."""
_twins: Final[dict[str, Any]] = dict(STAND_INS)
_lock: Final = threading.RLock()


def _import(name: str, *where: Any) -> Any:
    if name.startswith(_PACKAGE) and name not in _AS_THEY_ARE:
        return _twin(name)
    return builtins.__import__(name, *where)


def twin(name: str) -> Any:
    """Return the module of this package called *name*, run without numba."""
    with _lock:
        return _twin(_PACKAGE + name)


def _twin(name: str) -> Any:
    if name not in _twins:
        spec = find_spec(name)
        assert spec is not None
        loader: Any = spec.loader
        module = ModuleType(f"{name} (interpreted)")
        # An import in a module calls whatever its built-ins have under this name.
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": _import}
        exec(loader.get_code(name), vars(module))
        direct = _Direct(vars(module)).visit(ast.parse(loader.get_source(name)))
        exec(compile(direct, str(spec.origin), "exec"), vars(module))
        for each, value in list(vars(module).items()):
            if isinstance(value, np.ndarray):
                setattr(module, each, table(value))
        vars(module).update(BY_HAND.get(name, {}))
        _twins[name] = module
    return _twins[name]


class _Direct(ast.NodeTransformer):
    """Puts numbers for names of numbers, ``row[place]`` for ``get(row, place)``, and so on."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Put a number for a name that always means it."""
        value = self._names.get(node.id)
        if node.id.isupper() and isinstance(node.ctx, ast.Load) and isinstance(value, int):
            return ast.copy_location(ast.Constant(int(value)), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Put an index for a call that looks up something."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in INDEXING:
            row, place = node.args
            return ast.copy_location(ast.Subscript(row, place, ast.Load()), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Put an assignment for a call that only writes something into a row."""
        self.generic_visit(node)
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "put":
            row, place, spaces = call.args
            target = ast.Subscript(row, place, ast.Store())
            return ast.fix_missing_locations(ast.copy_location(ast.Assign([target], spaces), node))
        return node
