"""How compiled functions are kept: one process compiles while others wait, and equal environments share.

numba's own cache goes by the place and the time of a source file, so that every environment compiles for itself. Ours
is in a folder named after what was compiled (``cache``), so the names of module and function are enough.
"""

import sys
from pathlib import Path
from typing import Any, BinaryIO, Final

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from quillmap.fast import progress
from quillmap.fast.compiler.cache import cache_folder

_STAMP: Final = "the folder is named after the sources"


class SharedLocator(_CacheLocator):
    """Finds the file of a function by its names alone."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def get_cache_path(self) -> str:
        """Return the folder of the function's module."""
        return str(cache_folder() / self._function.__module__)

    def get_source_stamp(self) -> str:
        """Return the same for all: other sources have another folder."""
        return _STAMP

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart: there are none in a module."""
        return "0"

    @classmethod
    def from_function(cls, function: Any, _file: str) -> "SharedLocator":
        """Return the locator of a function."""
        return cls(function)


class _SharedFiles(CompileResultCacheImpl):
    _locator_classes: Any = (SharedLocator,)

    def reduce(self, cres: Any) -> Any:
        """Return what is kept of a compiled function: not its source with the types of everything, which takes long."""
        return super().reduce(cres._replace(type_annotation=""))


class SharedCache(FunctionCache):
    """The cache of one function. Who does not find it there takes the lock, looks again, and compiles."""

    _impl_class = _SharedFiles

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._lock: BinaryIO | None = None
        self._is_busy = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function, or None if this process has to compile it now."""
        found = super().load_overload(sig, target_context)
        if found is not None:
            return found
        progress.begin()
        self._is_busy = True
        self._lock = _locked(cache_folder() / "compiling")
        found = super().load_overload(sig, target_context)
        if found is not None:
            self._release()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled function, and let others go on."""
        try:
            super().save_overload(sig, data)
        finally:
            self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._is_busy:
            self._is_busy = False
            progress.end()


def _locked(path: Path) -> BinaryIO | None:
    """Return the file at *path* when nobody else has it locked; closing it ends the lock, so does the process."""
    try:
        file = path.open("ab")
    except OSError:  # where nothing can be written every process compiles
        return None
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  # only on Windows

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl  # noqa: PLC0415  # everywhere else

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                progress.wait()
                fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:  # a file system without locks, or ten seconds have passed on Windows: compile without
        pass
    return file
