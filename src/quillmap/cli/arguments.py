"""Arguments in five languages: the parser of every command, and the kinds of values that options take."""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from quillmap.cli.errors import CommandError
from quillmap.cli.language import OPTION, say, trouble
from quillmap.locales import languages

_HEADINGS: Final = {"positional arguments": "help.arguments", "options": "help.options"}

_COMPLAINTS: Final = (
    (re.compile(r"unrecognized arguments: (?P<words>.*)", re.DOTALL), "unknown-arguments"),
    (re.compile(r"the following arguments are required: (?P<words>.*)", re.DOTALL), "arguments-missing"),
    (re.compile(r"argument (?P<option>[^:]*): expected (?:one|at least one|\d+) arguments?"), "value-missing"),
    (re.compile(r"argument (?P<option>[^:]*): ignored explicit argument (?P<value>.*)", re.DOTALL), "value-unwanted"),
    (re.compile(r"argument COMMAND: invalid choice: '(?P<command>.*)' \(.*", re.DOTALL), "unknown-command"),
)
"""What argparse says in English, and the trouble that says the same; it has no other way to be told its words."""


class Formatter(argparse.HelpFormatter):
    """Help with headings in the language that is spoken."""

    def start_section(self, heading: str | None) -> None:
        """Begin a section under its heading."""
        key = _HEADINGS.get(heading or "")
        super().start_section(heading if key is None else say(key))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Say how the command is used."""
        super().add_usage(usage, actions, groups, f"{say('help.usage')}: " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """An argument parser whose trouble is one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False, add_help=False, formatter_class=Formatter)
        self.add_argument("-h", "--help", action="help", help=say("help.show"))
        # It has been obeyed before there was a parser, and may stand before the command or after it.
        self.add_argument(
            OPTION, metavar="L", default=argparse.SUPPRESS, help=say("help.lang", languages=", ".join(languages()))
        )

    def error(self, message: str) -> NoReturn:
        """Raise the trouble instead of printing how to use the command."""
        for pattern, key in _COMPLAINTS:
            if match := pattern.fullmatch(message):
                raise trouble(key, **match.groupdict())
        raise CommandError(message.removeprefix("argument "))


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
