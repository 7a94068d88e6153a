"""Where compiled code is kept.

The folder is named after a hash of every source that can end up in compiled code, because numba itself looks only at
the file of the outermost function. Those are the rules and all folders of ``quillmap.fast``; the modules beside those
folders only call compiled code, so a change to one of them leaves it valid.
"""

import atexit
import hashlib
import logging
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numba

_PACKAGE: Final = Path(__file__).parents[2]
_settings: Final[Any] = numba.config
_log = logging.getLogger("quillmap.fast")


@cache
def cache_folder() -> Path:
    """Return the folder for code compiled from exactly these sources.

    It is below the user's cache; if that is not writable, a temporary one that lasts as long as this process.
    """
    try:
        folder = _users_folder() / sources_hash(_PACKAGE)
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    except (OSError, RuntimeError):  # it can't be made, or the user has no home
        pass
    _log.warning("there is no folder to keep compiled code in, so every process compiles it again (QUILLMAP_CACHE)")
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


def compiled_sources(package: Path) -> Iterator[Path]:
    """Yield every file of the *package* quillmap whose code or numbers can be compiled, in a fixed order."""
    folders = [package / "rules", *sorted(each for each in (package / "fast").iterdir() if each.is_dir())]
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def sources_hash(package: Path) -> str:
    """Return a hash of the compiled sources and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for source in compiled_sources(package):
        digest.update(source.relative_to(package).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


_settings.CACHE_DIR = str(cache_folder())
