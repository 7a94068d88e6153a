"""Functions that are compiled once, by themselves, and called by symbol.

Inlined into their callers, they would be optimised again for each of them, which takes minutes.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from llvmlite import binding
from numba import types
from numba.core.ccallback import CFunc
from numba.core.sigutils import normalize_signature

from quillmap.fast.compiler.cache import cache_folder
from quillmap.fast.compiler.function_cache import SharedCache
from quillmap.fast.compiler.libraries import OuterCompiler

__all__ = ["load_written", "symbol", "types"]

_compiled: Final[list[Any]] = []
"""The functions behind the symbols: they must stay alive."""


def load_written(name: str, source: str) -> ModuleType:
    """Write *source* into the cache folder, where numba can find it again, unless it is there; return the module."""
    path = cache_folder() / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(path)  # two processes may start at once
    return _load(f"quillmap_{name}", path)


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # or numba can't find it again when it loads the cached code
    spec.loader.exec_module(module)
    return module


def symbol(name: str, function: Any, signature: Any) -> Any:
    """Compile *function*, or take it from the cache, and return what compiled code calls."""
    # What ``numba.cfunc`` does, with a cache of our own.
    options = {"error_model": "numpy", "_nrt": False}
    compiled: Any = CFunc(function, normalize_signature(signature), {}, options, pipeline_class=OuterCompiler)
    compiled._cache = SharedCache(function)
    compiled.compile()
    _compiled.append(compiled)
    binding.add_symbol(f"quillmap_{name}", compiled.address)
    return types.ExternalFunction(f"quillmap_{name}", signature)
