"""Reading and writing what the user names: a file, or ``-`` for standard input."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from quillmap.cli.errors import CommandError
from quillmap.cli.language import say, trouble

STANDARD_INPUT: Final = "-"
LARGEST_MEGABYTES: Final = 64
"""Of a text, or of a line where lines are read one by one: no game comes near, and /dev/zero never ends."""
_LARGEST: Final = LARGEST_MEGABYTES << 20


def read_text(name: str) -> str:
    """Return the text of the file called *name*."""
    try:
        if name == STANDARD_INPUT:
            return _within_bounds(name, standard_input().read(_LARGEST + 1)).decode("utf-8-sig")
        with Path(name).open("rb") as file:
            return _within_bounds(name, file.read(_LARGEST + 1)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise trouble("not-utf8", name=shown(name)) from None
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        raise unusable(shown(name), error) from None


def lines_of(name: str, file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of *file*, as they come, which is called *name*."""
    while line := file.readline(_LARGEST + 1):
        yield _within_bounds(name, line)


def _within_bounds(name: str, found: bytes) -> bytes:
    if len(found) > _LARGEST:
        raise trouble("too-large", name=shown(name), most=LARGEST_MEGABYTES)
    return found


def write_text(name: str, text: str) -> None:
    """Write *text* to the file called *name*."""
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None


def check_writable(name: str) -> None:
    """Raise now the error that writing the file called *name* would raise after hours of work."""
    file = Path(name)
    try:
        is_there = file.exists()
        file.open("ab").close()
        if not is_there:
            file.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None


def standard_input() -> BinaryIO:
    """Return standard input as bytes."""
    return sys.stdin.buffer


def shown(name: str) -> str:
    """Return what a message calls the file."""
    return say("standard-input") if name == STANDARD_INPUT else name


def unusable(name: object, error: Exception) -> CommandError:
    """Return why a file or folder can't be used, to be raised."""
    return CommandError(f"{name}: {reason(error)}")


def unwritable(name: str | Path, error: Exception) -> CommandError:
    """Return why a file can't be written, to be raised; what is missing then is its folder."""
    if isinstance(error, FileNotFoundError):
        return CommandError(f"{Path(name).parent}: {say('file.no-folder.text')}")
    return unusable(name, error)


def reason(error: Exception) -> str:
    """Return what went wrong, in the language that is spoken if it has the words, or else as the system says it."""
    for kind, key in _REASONS.items():
        if isinstance(error, kind):
            return say(f"file.{key}.text")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_REASONS: Final[dict[type[Exception], str]] = {
    FileNotFoundError: "missing",
    IsADirectoryError: "is-a-folder",
    NotADirectoryError: "not-a-folder",
    PermissionError: "not-allowed",
    FileExistsError: "exists",
}
