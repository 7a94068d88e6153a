"""Run other programs in the project's folder, and end them when this one ends."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SECONDS_TO_STOP = 10
TOOK_TOO_LONG = 124
"""The exit code of what did not end in time."""
YIELDING = ("nice", "-n", "5")


def variables() -> dict[str, str]:
    """Return our environment variables, but let Python cache compiled modules: many processes import the same ones."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(*command: str | Path, quiet: bool = False, folder: Path = ROOT) -> int:
    """Run *command* and return its exit code."""
    output = subprocess.DEVNULL if quiet else None
    parts = [str(part) for part in command]
    return subprocess.run(parts, cwd=folder, env=variables(), stdout=output, check=False).returncode


def must(*command: str | Path, quiet: bool = False, folder: Path = ROOT) -> None:
    """Run *command* and stop if it fails."""
    code = run(*command, quiet=quiet, folder=folder)
    if code:
        sys.exit(code)


def become(*command: str | Path) -> int:
    """Run *command* in place of this process, so that signals reach it; on Windows, which can't, wait for it."""
    if os.name == "posix":
        sys.stdout.flush()
        os.chdir(ROOT)
        parts = [str(part) for part in command]
        os.execve(parts[0], parts, variables())
    return run(*command)


def exit_on_sigterm() -> None:
    """Let SIGTERM end this process as an exception, so that the programs it runs are ended first."""

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, end)


class Background:
    """A program that runs in the background. Its output is kept until it has ended, unless it is *shown* at once.

    One that *yields* computes while the processor has nothing else to do.
    """

    def __init__(self, *command: str | Path, shown: bool = False, yields: bool = False, folder: Path = ROOT) -> None:
        self.seconds = 0.0
        self._began = time.monotonic()
        self._output = None if shown else tempfile.TemporaryFile()  # noqa: SIM115 (finish closes it)
        first = YIELDING if yields and shutil.which(YIELDING[0]) else ()
        self._process = subprocess.Popen(
            [*first, *(str(part) for part in command)],
            cwd=folder,
            env=variables(),
            stdout=self._output,
            stderr=self._output,
        )
        self._watch = threading.Thread(target=self._measure, daemon=True)
        self._watch.start()

    def _measure(self) -> None:
        self._process.wait()
        self.seconds = time.monotonic() - self._began

    def finish(self, within: float | None = None) -> int:
        """Wait for the program to end, print what it has printed, and return its exit code.

        One that has not ended *within* so many seconds is ended, and its code is that of ``timeout``.
        """
        self._watch.join(within)
        is_late = self._watch.is_alive()
        if is_late:
            self.stop()
            self._watch.join()
        if self._output is not None:
            self._output.seek(0)
            print(self._output.read().decode(errors="replace"), end="", flush=True)
            self._output.close()
            self._output = None
        return TOOK_TOO_LONG if is_late else self._process.returncode

    def stop(self) -> None:
        """End the program if it is still running: politely first, so that it can end its own children."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            self._watch.join(SECONDS_TO_STOP)
            self._process.kill()
