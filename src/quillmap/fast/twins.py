"""The modules that are compiled, once more, for the interpreter.

Every rule of a compiled game is written once. Here the very same source files are run without numba, as twins of the
modules that are compiled: what they import from this package are twins too, or stand-ins (``interpreted``).
"""

import builtins
import threading
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

import numpy as np

from quillmap.fast.interpreted import BY_HAND, STAND_INS, table

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
        for each, value in list(vars(module).items()):
            if isinstance(value, np.ndarray):
                setattr(module, each, table(value))
        vars(module).update(BY_HAND.get(name, {}))
        _twins[name] = module
    return _twins[name]
