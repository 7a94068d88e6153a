"""Reading what the user names: a file, or ``-`` for standard input."""

import sys
from pathlib import Path
from typing import BinaryIO, Final

from quillmap.cli.trouble import CommandError

STANDARD_INPUT: Final = "-"
TEXT: Final = {
    "standard-input": "standard input",
    "not-text": "{name}: this is not a text in UTF-8",
    "not-readable": "{name}: {reason}",
    "not-writable": "{name}: {reason}",
}


def read_text(name: str) -> str:
    """Return the text of the file called *name*."""
    try:
        found = standard_input().read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return found.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(TEXT["not-text"].format(name=shown(name))) from None
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        raise CommandError(TEXT["not-readable"].format(name=shown(name), reason=reason(error))) from None


def write_text(name: str, text: str) -> None:
    """Write *text* to the file called *name*."""
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise CommandError(TEXT["not-writable"].format(name=name, reason=reason(error))) from None


def standard_input() -> BinaryIO:
    """Return standard input as bytes."""
    return sys.stdin.buffer


def shown(name: str) -> str:
    """Return what a message calls the file."""
    return TEXT["standard-input"] if name == STANDARD_INPUT else name


def reason(error: OSError | ValueError) -> str:
    """Return why a file could not be used."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
