"""The language of the command line. Everything people read goes through here; JSON has no language."""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Final

from quillmap.cli.errors import CommandError
from quillmap.locales import Catalogue, best_language, catalogue, languages

OPTION: Final = "--lang"
_SPOKEN: Final[ContextVar[str]] = ContextVar("language of the command line", default="en")


def words() -> Catalogue:
    """Return the catalogue of the language that is spoken."""
    return catalogue(_SPOKEN.get())


def speak(language: str) -> None:
    """From now on speak *language*, one of those there are."""
    _SPOKEN.set(language)


def speak_as_asked(argv: Sequence[str], environ: Mapping[str, str]) -> None:
    """Speak the language of ``--lang`` in *argv*, or else the one the terminal is set to."""
    speak(terminal_language(environ))
    asked = _asked(argv)
    if asked is None:
        return
    language = asked.replace("_", "-").partition("-")[0].lower()
    if language not in languages():
        raise trouble("unknown-language", language=asked, languages=", ".join(languages()))
    speak(language)


def terminal_language(environ: Mapping[str, str]) -> str:
    """Return the language that *environ* asks for: ``LANGUAGE`` first, then ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``.

    As in gettext, ``LANGUAGE`` is ignored in the locale C, which means English.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return best_language("")
    return best_language(environ.get("LANGUAGE") or locale)


def _asked(argv: Sequence[str]) -> str | None:
    """Return what follows ``--lang``; the parser judges whether it is well-formed."""
    for place, word in enumerate(argv):
        if word == "--":
            break
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2]
        if word == OPTION and place + 1 < len(argv):
            return argv[place + 1]
    return None


def say(key: str, /, **params: object) -> str:
    """Return a text of ``command.json``."""
    return words().text(f"command.{key}", **params)


def trouble(key: str, /, **params: object) -> CommandError:
    """Return an error with a text of ``command.json``, to be raised."""
    return CommandError(say(f"trouble.{key}.text", **params))


def unknown_card(kind: str, card: str, known: Iterable[str]) -> CommandError:
    """Return that there is no such ``card`` or ``scoring-card``, and which of those *known* may be meant."""
    from difflib import get_close_matches  # noqa: PLC0415  # only needed to complain

    near = get_close_matches(card, list(known), n=1)
    return trouble(f"near-{kind}", card=card, near=near[0]) if near else trouble(f"unknown-{kind}", card=card)


def name_of(card: str) -> str:
    """Return the name of a card or skill."""
    return words().text(f"cards.{card}.name")


def term(group: str, thing: str) -> str:
    """Return a term: a terrain, a suit, a season, a title."""
    return words().text(f"terms.{group}.{thing}")


def terrain_name(terrain: str) -> str:
    """Return a terrain as it stands in a sentence."""
    return words().text(f"terms.terrain.{terrain}.in-sentence")


def coins(number: int) -> str:
    """Return a number of coins: ``1 coin``, ``3 coins``."""
    return words().text("terms.coins", count=number)


def figure(number: float, digits: int = 0, *, is_signed: bool = False) -> str:
    """Return *number* as the language writes it, with a true minus sign, and with a plus sign if wanted."""
    written = f"{abs(number):.{digits}f}"
    if "." in written:
        whole, part = written.split(".")
        written = say("number", whole=whole, part=part)
    if number < 0 and any(digit in "123456789" for digit in written):
        return f"−{written}"
    return f"+{written}" if is_signed else written
