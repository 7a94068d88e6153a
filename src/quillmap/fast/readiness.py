"""Whether compiled code can be used now, and getting it ready.

The first time on a machine, compiling takes half a minute; later the code is loaded from the cache in a second. A
program that must not wait, like a server, compiles in the background, and its bots play in plain Python meanwhile.
Python in a browser compiles nothing: it is given kernels that are ready (``use_kernels``).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quillmap.fast import progress

if TYPE_CHECKING:
    from quillmap.fast.wasm_kernels import Kernels


def is_possible() -> bool:
    """Return whether there can be compiled rules: numba and numpy are installed, or this is a browser's Python."""
    return browser_kernels() is not None or (find_spec("numba") is not None and find_spec("numpy") is not None)


def is_native() -> bool:
    """Return whether they are those of numba."""
    return is_possible() and browser_kernels() is None


class _Readiness:
    """The state of the compiled code in this process."""

    def __init__(self) -> None:
        self.may_wait = True
        self.is_ready = False
        self.kernels: Kernels | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def warm_up(self) -> None:
        """Compile everything, or load it from the cache."""
        with self._lock:
            if not self.is_ready:
                from quillmap.fast.native_search import compile_all  # noqa: PLC0415  # needs numba

                compile_all()
                progress.finish()
                self.is_ready = True
                _mark().touch()

    def warm_up_in_background(self) -> None:
        """Start to compile in a thread, once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self.warm_up, name="quillmap-compile", daemon=True)
            self._thread.start()


_readiness = _Readiness()


def use_kernels(kernels: "Kernels | None") -> None:
    """From now on let bots use these kernels; None takes them away."""
    _readiness.kernels, _readiness.is_ready = kernels, kernels is not None


def browser_kernels() -> "Kernels | None":
    """Return the kernels of a browser; None outside a browser, where native code is used."""
    return _readiness.kernels


def _mark() -> Path:
    """Return the file that says that everything bots need is kept."""
    from quillmap.fast.compiler.cache import cache_folder  # noqa: PLC0415  # needs numba

    return cache_folder() / "bots"


def is_kept() -> bool:
    """Return whether what bots need was compiled before, so that it has only to be loaded."""
    return _readiness.kernels is not None or (is_native() and _mark().exists())


def warm_up() -> None:
    """Compile everything, or load it from the cache; return when it is done."""
    _readiness.warm_up()


def warm_up_all() -> None:
    """Also compile what only learners need; return when it is done."""
    _readiness.warm_up()
    from quillmap.fast import solo_games, table_games  # noqa: PLC0415  # need numba

    solo_games.compile_all()
    table_games.compile_all()
    progress.finish()


def never_wait() -> None:
    """From now on let ``is_ready`` begin to compile in the background, without a word, instead of waiting for it."""
    _readiness.may_wait = False
    progress.be_quiet()


@contextmanager
def without_waiting() -> Iterator[None]:
    """Let ``is_ready`` wait for nothing in this block; what has to be compiled is compiled in the background."""
    before = _readiness.may_wait
    _readiness.may_wait = False
    if not is_kept():
        progress.be_quiet()
    try:
        yield
    finally:
        _readiness.may_wait = before


def is_ready() -> bool:
    """Return whether the compiled rules can be used now, after compiling them if this process may wait."""
    if not _readiness.is_ready and is_possible():
        if _readiness.may_wait:
            _readiness.warm_up()
        else:
            _readiness.warm_up_in_background()
    return _readiness.is_ready
