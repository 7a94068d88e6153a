"""Arguments in five languages: the parser of every command, and the kinds of values that options take."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from quillmap.cli.errors import CommandError
from quillmap.cli.language import OPTION, say
from quillmap.locales import languages

COMMAND: Final = "COMMAND"
"""What the help calls the name of a command."""


def _unknown_command() -> str:
    """Return our words for a wrong choice: only commands have choices, options read theirs by ``one_of``."""
    return say("trouble.unknown-command.text", command="%(value)s")


TRANSLATED: Final[Mapping[str, Callable[[], str]]] = {
    "usage: ": lambda: f"{say('help.usage')}: ",
    "positional arguments": lambda: say("help.arguments"),
    "options": lambda: say("help.options"),
    "argument %(argument_name)s: %(message)s": lambda: "%(argument_name)s: %(message)s",
    "unrecognized arguments: %s": lambda: say("trouble.unknown-arguments.text", words="%s"),
    "the following arguments are required: %s": lambda: say("trouble.arguments-missing.text", words="%s"),
    "expected one argument": lambda: say("trouble.value-missing.text"),
    "ignored explicit argument %r": lambda: say("trouble.value-unwanted.text", value="%r"),
    "invalid choice: %(value)r (choose from %(choices)s)": _unknown_command,
}
"""Our words for argparse's own, by its message. No other message of argparse can come up here."""


@contextmanager
def translated_argparse() -> Iterator[None]:
    """Let argparse speak the language of the command line: it looks its words up with gettext, which this replaces."""
    names = vars(argparse)
    gettext: Callable[[str], str] = names["_"]

    def translate(message: str) -> str:
        ours = TRANSLATED.get(message)
        return gettext(message) if ours is None else ours()

    names["_"] = translate
    try:
        yield
    finally:
        names["_"] = gettext


class Parser(argparse.ArgumentParser):
    """An argument parser that raises ``CommandError`` instead of printing how to use the command."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False, add_help=False, exit_on_error=False)
        self.add_argument("-h", "--help", action="help", help=say("help.show"))
        # It was handled before there was a parser, and may stand before the command or after it.
        self.add_argument(
            OPTION, metavar="L", default=argparse.SUPPRESS, help=say("help.lang", languages=", ".join(languages()))
        )

    def error(self, message: str) -> NoReturn:
        """Raise *message*, which argparse has made without an ``ArgumentError``."""
        raise CommandError(message)


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("trouble.not-a-number.text", value=text)) from None


def any_number(text: str) -> float:
    """Read a number, whole or not."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("trouble.not-a-figure.text", value=text)) from None


def in_own_words(parser: argparse.ArgumentParser, keys: Mapping[str, str]) -> None:
    """Explain the options that another module has given *parser*, in the language that is spoken.

    The text of an option is called after it, or as *keys* say.
    """
    for action in parser._actions:  # argparse has no other way to go through them
        if action.dest not in ("help", "lang"):
            action.help = say("option." + keys.get(action.dest, action.dest.replace("_", "-")))
        if action.type is int:
            action.type = whole_number
        elif action.type is float:
            action.type = any_number


def at_least_one(text: str) -> int:
    """Read a whole number from 1 on."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(say("trouble.too-few.text"))
    return number


def one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Return what reads one of some words."""

    def read(text: str) -> str:
        if text not in choices:
            raise argparse.ArgumentTypeError(say("trouble.no-choice.text", value=text, choices=", ".join(choices)))
        return text

    return read
