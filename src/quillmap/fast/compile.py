"""Compiling the rules as they are, and where the result is kept.

Every function of the listed rule modules is made known to numba; compiled code then calls it, while interpreted
callers keep the plain one. The cache folder is named after a hash of all sources that are compiled, because
numba itself looks only at the file of the outermost function.
"""

import atexit
import hashlib
import inspect
import logging
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

import numba
from numba import njit
from numba.extending import register_jitable

from quillmap.fast import u128 as _u128  # noqa: F401  # importing it teaches numba the type

RULE_MODULES: Final = (
    "quillmap.rules.spaces",
    "quillmap.rules.sheet",
    "quillmap.rules.scoring.forest",
    "quillmap.rules.scoring.village",
    "quillmap.rules.scoring.farm_water",
    "quillmap.rules.scoring.spatial",
    "quillmap.fast.features.patterns",
    "quillmap.fast.features.ground",
    "quillmap.fast.features.forest",
    "quillmap.fast.features.village",
    "quillmap.fast.features.farm_water",
    "quillmap.fast.features.spatial",
)
RULE_FUNCTIONS: Final = (
    ("quillmap.rules.shapes", "anchors"),
    ("quillmap.rules.shapes", "reach"),
    ("quillmap.rules.shapes", "covered"),
    ("quillmap.rules.ambush", "first_of"),
)
INTERPRETED_FILES: Final = frozenset(
    f"{name}.py"
    for name in ("__init__", "backends", "batch", "interpreted", "many", "readiness", "search", "standing", "twins")
)
"""What is never compiled, so that a change there leaves the compiled code as it is."""
Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Final[Any] = njit
_jitable: Final[Any] = register_jitable
_INSIDE: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What is called by compiled code alone needs no ways in from elsewhere, which would be compiled too."""
_settings: Final[Any] = numba.config
_log = logging.getLogger("quillmap.fast")
# Without its counting of references (_nrt) compiled code is smaller and faster; it makes no arrays of its own.


@cache
def cache_folder() -> Path:
    """Return the folder for compiled code of this very version of the sources.

    It is the user's; where that can't be written, one that lasts as long as this process.
    """
    try:
        folder = _users_folder() / _sources_hash()
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    except (OSError, RuntimeError):  # it can't be made, or the user has no home
        pass
    _log.warning("there is no folder to keep compiled code in: it is made anew by every process (QUILLMAP_CACHE)")
    lent = TemporaryDirectory(prefix="quillmap-", ignore_cleanup_errors=True)
    atexit.register(lent.cleanup)
    return Path(lent.name)


def _users_folder() -> Path:
    override = os.environ.get("QUILLMAP_CACHE")
    if override:
        return Path(override)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "quillmap" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "quillmap"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "quillmap"


def _sources_hash() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for package in ("quillmap.rules", "quillmap.rules.scoring", "quillmap.fast", "quillmap.fast.features"):
        folder = resources.files(package)
        for source in sorted(folder.iterdir(), key=lambda each: each.name):
            if source.name.endswith(".py") and source.name not in INTERPRETED_FILES:
                digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _register_rules() -> None:
    for name in RULE_MODULES:
        module = import_module(name)
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == name:
                _jitable(**_INSIDE)(function)
    for name, function_name in RULE_FUNCTIONS:
        _jitable(**_INSIDE)(getattr(import_module(name), function_name))


def part(function: Function) -> Function:
    """Let compiled code call *function*; it is compiled into whatever calls it."""
    registered: Function = _jitable(forceinline=True, _nrt=False, **_INSIDE)(function)
    return registered


def kernel(function: Function) -> Function:
    """Compile *function* as an entry point: its code is cached, and it lets other threads run."""
    compiled: Function = _njit(nogil=True, cache=True, error_model="numpy", _nrt=False)(function)
    return compiled


_settings.CACHE_DIR = str(cache_folder())
_register_rules()
