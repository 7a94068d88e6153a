"""The decorators of compiled functions, and the rules made known to numba.

Compiled code can call every function of the listed rule modules; interpreted callers keep the plain function.
"""

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from numba import njit
from numba.extending import register_jitable

from quillmap.fast.compiler import cache as _cache  # noqa: F401  # importing it tells numba where to keep code
from quillmap.fast.compiler import u128 as _u128  # noqa: F401  # importing it teaches numba the type
from quillmap.fast.compiler.function_cache import SharedCache
from quillmap.fast.compiler.libraries import InnerCompiler, OuterCompiler

RULE_MODULES: Final = (
    "quillmap.rules.spaces",
    "quillmap.rules.sheet",
    "quillmap.rules.scoring.forest",
    "quillmap.rules.scoring.village",
    "quillmap.rules.scoring.farm_water",
    "quillmap.rules.scoring.spatial",
    "quillmap.fast.value.features.patterns",
    "quillmap.fast.value.features.ground",
    "quillmap.fast.value.features.forest",
    "quillmap.fast.value.features.village",
    "quillmap.fast.value.features.farm_water",
    "quillmap.fast.value.features.spatial",
)
RULE_FUNCTIONS: Final = (
    ("quillmap.rules.shapes", "anchors"),
    ("quillmap.rules.shapes", "reach"),
    ("quillmap.rules.shapes", "covered"),
    ("quillmap.rules.ambush", "first_of"),
    ("quillmap.rules.seasons", "edicts_of"),
    ("quillmap.rules.seasons", "scorings_left"),
)
Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Final[Any] = njit
_jitable: Final[Any] = register_jitable
_INSIDE: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
"""Only compiled code calls these functions: the wrappers for other callers need not be compiled."""
# Compiled code makes no arrays of its own; without reference counting (_nrt) it is smaller and faster.


def _register_rules() -> None:
    for name in RULE_MODULES:
        module = import_module(name)
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == name:
                _jitable(**_INSIDE)(function)
    for name, function_name in RULE_FUNCTIONS:
        _jitable(**_INSIDE)(getattr(import_module(name), function_name))


def inlined(function: Function) -> Function:
    """Let compiled code call *function*, which is compiled into each of its callers."""
    registered: Function = _jitable(forceinline=True, _nrt=False, **_INSIDE)(function)
    return registered


def kernel(function: Function) -> Function:
    """Compile *function* as an entry point: its code is cached, and it lets other threads run."""
    compiled: Any = _njit(nogil=True, error_model="numpy", _nrt=False, pipeline_class=OuterCompiler)(function)
    compiled._cache = SharedCache(function)
    dispatcher: Function = compiled
    return dispatcher


_register_rules()
