"""The entry point: finds the command, runs it, and turns errors into one line and an exit code.

Only the module of the command that is asked for is imported, so that each starts fast.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO, cast

from quillmap.cli.errors import CommandError
from quillmap.cli.output import printable

COMMANDS: Final = (
    *("score", "simulate", "replay", "review", "analyse", "puzzles", "cards", "bots", "play"),
    *("serve", "backup", "move-data", "export-site", "warmup", "bench", "train"),
)
"""Every command; its module in ``commands`` has the same name, and ``command.about.<name>`` says what it does."""

WRONG: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""Exit codes: an error, Ctrl-C, and what shells report of a program whose output is no longer read."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with *argv*, by default the process's own arguments; return the exit code."""
    _make_robust()
    try:
        code: int = _part("dispatch").run(sys.argv[1:] if argv is None else list(argv), COMMANDS)
        sys.stdout.flush()
    except CommandError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _close_output()
        return PIPE_CLOSED
    except OSError as error:  # a full disk under the output, and the like
        _close_output()
        return _complain(_part("files").reason(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        _complain(_part("language").say("interrupted"))
        return INTERRUPTED
    return code


def _make_robust() -> None:
    """Keep going where the terminal lacks a character, and where a stream was closed before the start."""
    if sys.stdin is None:
        sys.stdin = _nothing("r")
    if sys.stdout is None:
        sys.stdout = _nothing("w")
    if sys.stderr is None:
        sys.stderr = _nothing("w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _nothing(mode: str) -> TextIO:
    """Return a stream with nothing in it, open as long as the process is."""
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def _part(name: str) -> Any:
    """Return a module of the command line, imported only now, so that errors while importing are caught."""
    return import_module(f"quillmap.cli.{name}")


def _complain(message: str) -> int:
    """Write the error as one line, if there is still somewhere to write it."""
    with suppress(OSError):
        print(f"quillmap: {printable(' '.join(message.split()))}", file=sys.stderr)
    return WRONG


def _close_output() -> None:
    """Write nothing more once the reader of the output has gone, not even when the interpreter ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
