"""End what the programs that we run have left behind: servers, databases and browsers that a test forgot.

Each of them has our output as its own, so whoever reads that to its end would wait for them, too. On Linux they become
our children when those who started them have ended; elsewhere nothing is found.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

PR_SET_CHILD_SUBREAPER: Final = 36
"""The number that Linux has for it (prctl.h)."""
PROCESSES: Final = Path("/proc")
ENDED: Final = "Z"
"""The state of a process that has ended, until its parent takes note of it."""
SECONDS_TO_END: Final = 5.0
"""How long those that end by themselves have, such as workers of a server that was killed."""
PAUSE: Final = 0.1


def adopt() -> None:
    """Become the parent of everything whose parent ends before it, whoever of ours started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans() -> list[str]:
    """End all children there still are, and theirs; return the command lines of those that did not end by themselves.

    Whoever still waits for a child of their own must not call this.
    """
    until = time.monotonic() + SECONDS_TO_END
    while _children() and time.monotonic() < until:
        _bury()
        time.sleep(PAUSE)
    ended: list[str] = []
    _bury()
    while children := _children():  # with every one that is killed, its own become ours
        for child in children:
            ended.append(_command(child))
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        time.sleep(PAUSE)
        _bury()
    return ended


def _children() -> list[int]:
    """Return the numbers of our children that have not ended."""
    return [int(each.name) for each in PROCESSES.glob("[0-9]*") if _parent(each) == os.getpid()]


def _parent(process: Path) -> int:
    """Return whose child a process is; 0 if it has ended."""
    with suppress(OSError):
        state, parent, *_ = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()
        return 0 if state == ENDED else int(parent)
    return 0


def _bury() -> None:
    """Take note of all children that have ended, so that they are gone."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _command(child: int) -> str:
    """Return the command line of a process, as far as it fits a line."""
    with suppress(OSError):
        words = (PROCESSES / str(child) / "cmdline").read_bytes().replace(b"\0", b" ")
        return words.decode(errors="replace").strip()[:200]
    return f"process {child}"
