"""Shapes, and where they can be drawn.

A shape is pushed into the top-left corner of the sheet, once for each way of turning and flipping it. Where it
fits is found by erosion: a place is an **anchor** of an orientation if every space of the shape, moved there,
is free; the anchors of all places at once are the AND of the free set shifted back by each space of the shape.
A gap in a shape costs nothing, and nothing is ever tested by its outline (RULES, Pitfalls).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from quillmap.rules.spaces import (
    BOARD,
    NOWHERE,
    SIZE,
    Mask,
    SpaceSet,
    singles,
    space_at,
)

Cells: TypeAlias = tuple[tuple[int, int], ...]
"""Spaces as (row, column) from the top-left corner of their outline."""


class Orientation(NamedTuple):
    """A shape turned and flipped one way, pushed into the top-left corner."""

    mask: Mask
    height: int
    width: int
    steps: Sequence[int]
    """The numbers of its spaces."""
    room: Mask
    """The anchors at which the outline stays on the sheet."""


class ShapeName(StrEnum):
    """Which shape was drawn."""

    FIRST = "shape-1"
    SECOND = "shape-2"
    SINGLE = "single"
    """The 1×1 when nothing else fits (4.3, 5.2)."""
    PAIR = "pair"
    """The 1×2 of Acrobatics."""
    SQUARE = "square"
    """The 2×2 of Negotiation."""


FIRST_SHAPE: Final = ShapeName.FIRST
SINGLE_SHAPE: Final = ShapeName.SINGLE
"""Names that are quick to look up: every drawing is compared with them."""


class Shape(NamedTuple):
    """A shape of a card."""

    rows: tuple[str, ...]
    """As printed: ``#`` is a space of the shape."""
    coin: bool
    orientations: tuple[Orientation, ...]
    """Every distinct way to turn and flip it, the printed one first."""

    everywhere: frozenset[Mask]
    """All its places on an empty sheet."""
    size: int
    """How many spaces it has."""


def shape(*rows: str, coin: bool = False) -> Shape:
    """Return the shape drawn in *rows*."""
    cells = tuple(
        (row, column) for row, line in enumerate(rows) for column, character in enumerate(line) if character == "#"
    )
    turned = [_orientation(each) for each in turns_and_flips(cells)]
    everywhere = frozenset(place for each in turned for place in _places(each, BOARD))
    return Shape(rows, coin, tuple(turned), everywhere, len(cells))


def turns_and_flips(cells: Cells) -> tuple[Cells, ...]:
    """Return the distinct turns and flips of *cells*, the given one first, each pushed to the top left."""
    found: dict[Cells, None] = {}
    for flipped in (cells, tuple((row, -column) for row, column in cells)):
        turned = flipped
        for _ in range(4):
            found[_pushed(turned)] = None
            turned = tuple((column, -row) for row, column in turned)
    return tuple(found)


def _pushed(cells: Cells) -> Cells:
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def _orientation(cells: Cells) -> Orientation:
    height = 1 + max(row for row, _ in cells)
    width = 1 + max(column for _, column in cells)
    steps = tuple(space_at(row, column) for row, column in cells)
    room = sum(1 << space_at(row, column) for row in range(SIZE - height + 1) for column in range(SIZE - width + 1))
    mask = SpaceSet(sum(1 << step for step in steps))
    return Orientation(mask, height, width, steps, SpaceSet(room))


def anchors(orientation: Orientation, free: Mask) -> Mask:
    """Return every anchor at which all spaces of *orientation* are in *free*."""
    places: Mask = orientation.room
    for step in orientation.steps:
        places = places & free >> step
    return places


def reach(orientation: Orientation, wanted: Mask) -> Mask:
    """Return the anchors at which *orientation* covers at least one of *wanted*, free or not."""
    places: Mask = NOWHERE
    for step in orientation.steps:
        places = places | wanted >> step
    return places


def covered(orientation: Orientation, places: Mask) -> Mask:
    """Return every space that *orientation* covers at one of the anchors *places*."""
    spaces: Mask = NOWHERE
    for step in orientation.steps:
        spaces = spaces | places << step
    return spaces & BOARD


def fits(shape: Shape, free: Mask) -> bool:
    """Return whether *shape* can be drawn anywhere on *free*."""
    return any(anchors(orientation, free) for orientation in shape.orientations)


def covers(shape: Shape, spaces: Mask) -> bool:
    """Return whether *spaces* are *shape*, somewhere, turned and flipped somehow."""
    return spaces in shape.everywhere


def placements(shape: Shape, free: Mask) -> Iterator[Mask]:
    """Yield every set of spaces of *free* that *shape* can cover, each once."""
    for orientation in shape.orientations:
        yield from _places(orientation, free)


def _places(orientation: Orientation, free: Mask) -> Iterator[Mask]:
    for anchor in singles(anchors(orientation, free)):
        yield orientation.mask * anchor


def hanging(shape: Shape) -> frozenset[Mask]:
    """Return the part of *shape* that is on the sheet, for every way it can hang over the edge (9.3 Stealth)."""
    return _hanging(shape.rows)


@cache
def _hanging(rows: tuple[str, ...]) -> frozenset[Mask]:
    found = set()
    for orientation in shape(*rows).orientations:
        cells = [divmod(step, SIZE) for step in orientation.steps]
        for down in range(1 - orientation.height, SIZE):
            for right in range(1 - orientation.width, SIZE):
                inside = [
                    space_at(row + down, column + right)
                    for row, column in cells
                    if 0 <= row + down < SIZE and 0 <= column + right < SIZE
                ]
                if 0 < len(inside) < len(cells):
                    found.add(sum(1 << space for space in inside))
    return frozenset(found)


SINGLE: Final = shape("#")
PAIR: Final = shape("##")
SQUARE: Final = shape("##", "##")
