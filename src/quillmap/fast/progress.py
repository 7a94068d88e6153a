"""Says on standard error that the rules are being compiled, as soon as it takes longer than a second.

Compiling is done where it is needed, so nobody knows beforehand how many functions there will be: the bar shows how
many of all functions of the package are done. It goes when nothing has been compiled for a moment.
"""

import atexit
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Final

FUNCTIONS: Final = 86
"""How many functions the package has compiled when everything is: a test counts them."""
_PATIENCE: Final = 1.0
"""Seconds until anything is said, and after which silence means that it is over."""
_TICK: Final = 0.25
_BAR: Final = 24


def _english(key: str, **params: object) -> str:
    text: str = import_module("quillmap.locales").catalogue("en").text(f"command.{key}", **params)
    return text


class _Progress:
    """What is known of the compiling in this process."""

    def __init__(self) -> None:
        self.say: Callable[..., str] = _english
        self.is_quiet = False
        self.done = 0
        self._active = 0
        self._began = self._last = 0.0
        self._is_waiting = False
        self._is_finished = False
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._active += 1
        self._last = time.monotonic()
        if self._thread is None and not self.is_quiet:
            self._began = self._last
            self._is_finished = False
            atexit.register(self.finish)
            self._thread = threading.Thread(target=self._watch, name="quillmap-progress", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        self._is_waiting = True

    def end(self) -> None:
        self._active -= 1
        self._is_waiting = False
        self.done += 1
        self._last = time.monotonic()

    def finish(self) -> None:
        """Say at once that it is over, unless something is being compiled, so that the next output has its own line."""
        thread = self._thread
        if thread is not None and not self._active:
            self._is_finished = True
            thread.join(timeout=2)

    def _watch(self) -> None:
        """Show what is going on until nothing does any more."""
        is_shown = False
        while self._active or not (self._is_finished or time.monotonic() - self._last >= _PATIENCE):
            time.sleep(_TICK)
            if time.monotonic() - self._began >= _PATIENCE and self._active:
                self._show(is_first=not is_shown)
                is_shown = True
        self._thread = None
        if is_shown:
            seconds = f"{self._last - self._began:.0f}"
            _write(("\r\x1b[K" if _is_terminal() else "") + self.say("compiling.done.text", seconds=seconds) + "\n")

    def _show(self, *, is_first: bool) -> None:
        if is_first:
            _write(self.say("compiling.waiting" if self._is_waiting else "compiling.begun") + "\n")
        if _is_terminal():
            bar = "#" * (_BAR * min(self.done, FUNCTIONS) // FUNCTIONS)
            _write(f"\r[{bar:{_BAR}}] {self.done}/{FUNCTIONS}\x1b[K")


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()


_progress: Final = _Progress()
begin: Final = _progress.begin
"""Say that a function is to be compiled, here or in another process."""
wait: Final = _progress.wait
"""Say that another process is compiling, and this one waits for it."""
end: Final = _progress.end
"""Say that the function is there."""
finish: Final = _progress.finish
"""Say that all functions are there."""


def be_quiet() -> None:
    """Say nothing in this process: somebody else does, or nobody would read it."""
    _progress.is_quiet = True


def speak(say: Callable[..., str]) -> None:
    """Let *say* give the texts, called ``compiling.begun`` and so on."""
    _progress.say = say
