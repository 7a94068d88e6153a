"""Spaces as they are written on the sheet: row letter and column number, ``A1`` to ``K11``; edicts by their letter."""

import re
from typing import Final

from quillmap.errors import BadArgument
from quillmap.rules.spaces import SIZE, Mask, numbers, space_at

ROW_LETTERS: Final = "ABCDEFGHIJK"
EDICT_LETTERS: Final = "ABCD"
"""By place, 0 to 3."""
_SPACE: Final = re.compile(r"([A-K])([1-9]|1[01])")

NAMES: Final = tuple(f"{ROW_LETTERS[row]}{column + 1}" for row in range(SIZE) for column in range(SIZE))
"""The name of every space by its number."""


def space_names(spaces: Mask) -> list[str]:
    """Return the names of *spaces* in reading order."""
    return [NAMES[number] for number in numbers(spaces)]


def to_hex(spaces: Mask) -> str:
    """Return *spaces* as a hex string: bit 11 × row + column."""
    return f"{spaces:x}"


def read_space(name: str) -> Mask:
    """Return the space called *name*, or raise ``BadArgument``."""
    match = _SPACE.fullmatch(name)
    if match is None:
        raise BadArgument(f"{name!r} is not a space: write a row A to K and a column 1 to 11, such as C4")
    return 1 << space_at(ROW_LETTERS.index(match[1]), int(match[2]) - 1)


def read_spaces(names: list[str]) -> Mask:
    """Return the set of the spaces called *names*."""
    mask = 0
    for name in names:
        mask |= read_space(name)
    return mask
