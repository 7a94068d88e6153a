"""Spaces as they are written on the sheet: row letter and column number, ``A1`` to ``K11``; edicts by their letter."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from quillmap.errors import BadArgument, shown
from quillmap.rules.spaces import SIZE, Mask, numbers

ROW_LETTERS: Final = "ABCDEFGHIJK"
EDICT_LETTERS: Final = "ABCD"
"""By place, 0 to 3."""

NAMES: Final = tuple(f"{ROW_LETTERS[row]}{column + 1}" for row in range(SIZE) for column in range(SIZE))
"""The name of every space by its number."""


_SPACES: Final = {name: 1 << number for number, name in enumerate(NAMES)}


def space_names(spaces: Mask) -> list[str]:
    """Return the names of *spaces* in reading order."""
    if not isinstance(spaces, int):
        raise BadArgument(f"a set of spaces is a number, as read_spaces('C4 C5') makes it, not {shown(spaces)}")
    return list(_names(spaces))


@lru_cache(maxsize=4096)  # what somebody draws is written several times: answered, told, drawn
def _names(spaces: Mask) -> tuple[str, ...]:
    return tuple([NAMES[number] for number in numbers(spaces)])


def to_hex(spaces: Mask) -> str:
    """Return *spaces* as a hex string: bit 11 × row + column."""
    return f"{spaces:x}"


def read_space(name: str) -> Mask:
    """Return the space called *name*, or raise ``BadArgument``."""
    space = _SPACES.get(name)
    if space is None:
        raise BadArgument(f"{shown(name)} is not a space: write a row A to K and a column 1 to 11, such as C4")
    return space


def read_spaces(names: Iterable[str]) -> Mask:
    """Return the set of the spaces called *names*; a text may hold several: ``"C4 C5"``."""
    if isinstance(names, str):
        names = names.split()
    mask = 0
    for name in names:
        mask |= read_space(name)
    return mask
