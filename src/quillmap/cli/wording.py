"""Small things that every command says the same way."""

import json

from quillmap.cli.trouble import CommandError
from quillmap.play.notation import space_names
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.spaces import Mask


def spaces_text(spaces: Mask) -> str:
    """Return *spaces* as on the sheet: ``C4 C5 D5``."""
    return " ".join(space_names(spaces))


def signed(number: int) -> str:
    """Return *number* with its sign, and with a true minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def plain(number: float, digits: int = 0) -> str:
    """Return *number* with a true minus if it is negative."""
    written = f"{abs(number):.{digits}f}"
    return f"−{written}" if number < 0 else written


def counted(number: int, one: str, more: str) -> str:
    """Return a number of things: ``1 coin``, ``3 coins``."""
    return f"{number} {one if number == 1 else more}"


def print_json(value: object) -> None:
    """Print *value* as JSON that people can read too."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def check_rulebook(rulebook: str) -> str:
    """Return *rulebook* if there is one of this name."""
    if rulebook not in RULEBOOKS:
        raise CommandError(f"there is no rulebook {rulebook!r}: choose {', '.join(RULEBOOKS)}")
    return rulebook
