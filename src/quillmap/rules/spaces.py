"""Sets of spaces: one bit per space of the 11 × 11 sheet, as a plain ``int``.

Bit ``11 * row + column`` stands for the space in that row and column, both from 0. Every function here works on
Python ints and compiles unchanged for 128-bit machine integers, so it uses only ``& | ^ ~ << >>``, unary minus,
comparison and ``bit_count``; whatever is shifted left is masked. ``~`` needs a mask after it for the same reason.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

SIZE: Final = 11
"""Rows and columns of a sheet."""


class SpaceSet(int):
    """A constant set of spaces: an ``int`` that compiled code knows to be 128 bits wide."""

    __slots__ = ()


Mask: TypeAlias = int
"""A set of spaces."""

Space: TypeAlias = int
"""The number of one space: 11 * row + column."""


def space_at(row: int, column: int) -> Space:
    """Return the number of the space in *row* and *column*, both from 0."""
    return SIZE * row + column


NOWHERE: Final[Mask] = SpaceSet(0)
BOARD: Final = SpaceSet((1 << SIZE * SIZE) - 1)
ONE: Final = SpaceSet(1)
ROWS: Final = tuple(SpaceSet(((1 << SIZE) - 1) << SIZE * row) for row in range(SIZE))
COLUMNS: Final = tuple(SpaceSet(sum(1 << space_at(row, column) for row in range(SIZE))) for column in range(SIZE))
EDGE: Final = SpaceSet(ROWS[0] | ROWS[-1] | COLUMNS[0] | COLUMNS[-1])
DIAGONALS: Final = tuple(
    SpaceSet(sum(1 << space_at(row + step, step) for step in range(SIZE - row))) for row in range(SIZE)
)
"""The eleven diagonals that run down-right from the left edge to the bottom edge (RULES 11, Broken Road)."""

_NOT_LEFT: Final = SpaceSet(BOARD & ~COLUMNS[0])
_NOT_RIGHT: Final = SpaceSet(BOARD & ~COLUMNS[-1])


def above(spaces: Mask) -> Mask:
    """Return the spaces directly above *spaces*."""
    return spaces >> SIZE


def below(spaces: Mask) -> Mask:
    """Return the spaces directly below *spaces*."""
    return (spaces << SIZE) & BOARD


def left_of(spaces: Mask) -> Mask:
    """Return the spaces directly to the left of *spaces*."""
    return (spaces & _NOT_LEFT) >> 1


def right_of(spaces: Mask) -> Mask:
    """Return the spaces directly to the right of *spaces*."""
    return (spaces & _NOT_RIGHT) << 1


def beside(spaces: Mask) -> Mask:
    """Return every space that shares a side with one of *spaces*, those inside the set included."""
    return spaces >> SIZE | (spaces << SIZE) & BOARD | (spaces & _NOT_LEFT) >> 1 | (spaces & _NOT_RIGHT) << 1


def neighbours(spaces: Mask) -> Mask:
    """Return every space outside *spaces* that shares a side with one of them."""
    return beside(spaces) & ~spaces


def enclosed(spaces: Mask, walls: Mask) -> Mask:
    """Return those of *spaces* whose neighbours all lie in *walls*; the edge of the map is a wall."""
    return spaces & ~beside(BOARD & ~walls)


def cluster_of(seed: Mask, spaces: Mask) -> Mask:
    """Return the part of *spaces* connected with *seed*."""
    cluster: Mask = NOWHERE
    grown = seed & spaces
    while grown != cluster:
        cluster = grown
        tall = cluster | (cluster >> SIZE | cluster << SIZE) & spaces
        grown = tall | ((tall & _NOT_LEFT) >> 1 | (tall & _NOT_RIGHT) << 1) & spaces
    return cluster


def clusters(spaces: Mask) -> Iterator[Mask]:
    """Yield the connected groups of *spaces*, in the order of their first space."""
    rest = spaces
    while rest:
        cluster = cluster_of(rest & -rest, rest)
        rest = rest & ~cluster
        yield cluster


def touches(spaces: Mask, others: Mask) -> bool:
    """Return whether a space of one set shares a side with a space of the other."""
    return beside(spaces) & others != 0


def singles(spaces: Mask) -> Iterator[Mask]:
    """Yield each of *spaces* as a set of one, in reading order."""
    rest = spaces
    while rest:
        single = rest & -rest
        rest = rest ^ single
        yield single


def numbers(spaces: Mask) -> Iterator[Space]:
    """Yield the number of each of *spaces*, in reading order."""
    for single in singles(spaces):
        yield single.bit_length() - 1
