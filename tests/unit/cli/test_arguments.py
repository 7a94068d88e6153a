"""argparse's own words, in five languages."""

import argparse
import ast
from pathlib import Path
from typing import Final

import pytest

from quillmap.cli.arguments import TRANSLATED, translated_argparse
from quillmap.locales import catalogue, languages
from unit.cli.conftest import Run

NEVER_SAID: Final = {
    # Mistakes of the program, which would show in any test.
    "%r is not callable",
    "'required' is an invalid argument for positionals",
    ".__call__() not defined",
    "cannot have multiple subparser arguments",
    "cannot merge actions - two groups are named %r",
    "conflicting option string: %s",
    "conflicting subparser alias: %s",
    "conflicting subparser: %s",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "mutually exclusive arguments must be optional",
    "unexpected option string: %s",
    "unknown parser %(parser_name)r (choices: %(choices)s)",
    # Things of argparse that no command uses: files, abbreviations, groups, numbers of values, deprecation.
    'argument "-" with mode %r',
    "can't open '%(filename)s': %(error)s",
    "ambiguous option: %(option)s could match %(matches)s",
    "not allowed with argument %s",
    "one of the arguments %s is required",
    "expected %s argument",
    "expected at least one argument",
    "expected at most one argument",
    "%(prog)s: warning: %(message)s\n",
    "argument '%(argument_name)s' is deprecated",
    "command '%(parser_name)s' is deprecated",
    "option '%(option)s' is deprecated",
    "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)",
    "subcommands",
    " (default: %(default)s)",
    # Replaced by our own: values are read by ``whole_number`` and the like, errors are raised, help has its words.
    "invalid %(type)s value: %(value)r",
    "%(prog)s: error: %(message)s\n",
    "show this help message and exit",
    "show program's version number and exit",
    # No words in it.
    "%(heading)s:",
}
"""Messages of argparse in Python 3.11 to 3.14 that this command line never says, or that need no translation."""


def messages() -> set[str]:
    """Return what the argparse of this Python looks up in gettext."""
    tree = ast.parse(Path(argparse.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    first = [node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext")]
    return {each.value for each in first if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def test_every_message_is_translated_or_never_said() -> None:
    """A new Python with other messages is noticed here."""
    found = messages()
    assert len(found) > 20
    assert found - NEVER_SAID - TRANSLATED.keys() == set()
    assert TRANSLATED.keys() <= found
    assert not TRANSLATED.keys() & NEVER_SAID


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("arguments", "key", "params"),
    [
        (["score", "-", "--depth"], "unknown-arguments.text", {"words": "--depth"}),
        (["replay"], "arguments-missing.text", {"words": "RECORD"}),
        (["dance"], "unknown-command.text", {"command": "dance"}),
        (["cards", "--json=yes"], "value-unwanted.text", {"value": "'yes'"}),
        (["score", "-", "--cards"], "value-missing.text", {}),
    ],
)
def test_what_is_wrong_is_said_in_the_language(
    run: Run, language: str, arguments: list[str], key: str, params: dict[str, str]
) -> None:
    """One line, exit code 2, no English of argparse's own."""
    option = {"value-unwanted.text": "--json: ", "value-missing.text": "--cards: "}.get(key, "")
    said = catalogue(language).text(f"command.trouble.{key}", **params)
    outcome = run("--lang", language, *arguments)
    assert (outcome.code, outcome.err) == (2, f"quillmap: {option}{said}\n")


@pytest.mark.parametrize("language", languages())
def test_the_headings_of_the_help(run: Run, language: str) -> None:
    """Usage, arguments and options are headed in the language."""
    out = run("--lang", language, "score", "--help").out
    words = catalogue(language)
    assert out.startswith(f"{words.text('command.help.usage')}: quillmap score")
    for heading in ("arguments", "options"):
        assert f"\n{words.text(f'command.help.{heading}')}:\n" in out


def test_argparse_is_left_as_it_was() -> None:
    """Whoever else uses argparse in this process gets its own words again."""
    before = vars(argparse)["_"]
    with translated_argparse():
        assert vars(argparse)["_"] is not before
    assert vars(argparse)["_"] is before
