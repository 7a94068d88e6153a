"""From the arguments to the command that runs."""

import argparse
import os
from collections.abc import Sequence
from importlib import import_module

from quillmap import __version__
from quillmap.cli.arguments import COMMAND, Parser, translated_argparse
from quillmap.cli.errors import CommandError
from quillmap.cli.language import OPTION, say, speak_as_asked, trouble
from quillmap.fast import progress


def run(argv: Sequence[str], names: Sequence[str]) -> int:
    """Run the command of *names* that *argv* asks for; return its exit code."""
    speak_as_asked(argv, os.environ)
    progress.speak(say)
    with translated_argparse():
        parser = _parser(names, _asked(argv))
        try:
            args = parser.parse_args(argv)
        except SystemExit as done:  # --help and --version have printed what they had to
            return int(done.code or 0)
        except argparse.ArgumentError as error:
            is_command = error.argument_name == COMMAND
            raise CommandError(error.message if is_command else str(error)) from None
    if not hasattr(args, "run"):
        raise trouble("no-command", commands=", ".join(names))
    code: int = args.run(args)
    return code


def _parser(names: Sequence[str], asked: str | None) -> Parser:
    """Return the parser of all commands; only the one *asked* for has its options."""
    parser = Parser(prog="quillmap", description=say("about.text"))
    parser.add_argument("--version", action="version", version=f"quillmap {__version__}", help=say("help.version"))
    commands = parser.add_subparsers(metavar=COMMAND, parser_class=Parser)
    for name in names:
        about = say(f"about.{name}")
        added = commands.add_parser(name, help=about, description=about)
        if name == asked:
            module = import_module(f"quillmap.cli.commands.{name.replace('-', '_')}")
            module.add_arguments(added)
            added.set_defaults(run=module.run)
    return parser


def _asked(argv: Sequence[str]) -> str | None:
    """Return the first word that is no option and not the language."""
    before = ["", *argv]
    return next(
        (word for word, last in zip(argv, before, strict=False) if not word.startswith("-") and last != OPTION), None
    )
