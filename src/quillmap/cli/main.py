"""The way in: finds the command, runs it, and turns trouble into one line and an exit code.

A command is a module with ``add_arguments(parser)`` and ``run(args) -> int``. Only the module of the command that is
asked for is imported, so that each starts as fast as it can.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn, TextIO, cast

from quillmap import __version__
from quillmap.cli.trouble import CommandError, printable

COMMANDS: Final = {
    "score": "count a map under scoring cards",
    "simulate": "let bots play many games",
    "replay": "tell a recorded game, and check that it was honest",
    "cards": "show the cards",
    "play": "play a solo game here",
    "serve": "serve tables to browsers",
    "backup": "copy the games of a server, also while it runs",
    "warmup": "compile the rules now, so that bots need not wait",
    "bench": "measure the speed of the engine",
}
"""Every command and what it does; its module has the same name."""

TEXT: Final = {
    "about": "Cartographers and Cartographers Heroes: count, play, simulate, check. An unofficial fan implementation.",
    "interrupted": "interrupted",
    "no-command": "say what to do: {commands} (quillmap --help tells more)",
}

WRONG: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""Exit codes: trouble, Ctrl-C, and what shells report of a program whose reader has gone."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose trouble is one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the trouble instead of printing how to use the command."""
        raise CommandError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with *argv*, by default the process's own arguments; return the exit code."""
    _make_robust()
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except CommandError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _close_output()
        return PIPE_CLOSED
    except OSError as error:  # a full disk under the output, and the like
        _close_output()
        return _complain(error.strerror or str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        _complain(TEXT["interrupted"])
        return INTERRUPTED
    return code


def _make_robust() -> None:
    """Go on where the terminal has no letter for something, and where a stream was closed before the start."""
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


def _run(argv: list[str]) -> int:
    name = next((word for word in argv if not word.startswith("-")), None)
    parser = Parser(prog="quillmap", description=TEXT["about"], allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"quillmap {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for command, about in COMMANDS.items():
        added = commands.add_parser(command, help=about, description=about, allow_abbrev=False)
        if command == name:
            module = import_module(f"quillmap.cli.{command}")
            module.add_arguments(added)
            added.set_defaults(run=module.run)
    try:
        args = parser.parse_args(argv)
    except SystemExit as done:  # --help and --version have said what they had to say
        return int(done.code or 0)
    if not hasattr(args, "run"):
        raise CommandError(TEXT["no-command"].format(commands=", ".join(COMMANDS)))
    code: int = args.run(args)
    return code


def _complain(message: str) -> int:
    """Write one line of trouble."""
    with suppress(BrokenPipeError):
        print(f"quillmap: {printable(' '.join(message.split()))}", file=sys.stderr)
    return WRONG


def _close_output() -> None:
    """Let nothing more be written to a reader who has gone, not even when the interpreter ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
