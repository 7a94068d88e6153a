"""Spaces of the sheet, shapes in every turn and flip, and the walks of RULES 8.2."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

Space = tuple[int, int]
Spaces = frozenset[Space]

SIZE = 11
ALL_SPACES: Spaces = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))

PAIR: Spaces = frozenset({(0, 0), (0, 1)})
SQUARE: Spaces = frozenset({(0, 0), (0, 1), (1, 0), (1, 1)})

_STEPS = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
# The sides to walk, in order, from each corner (8.2: "in the arrow's direction").
_CLOCKWISE = {
    "top-left": ("right", "down", "left", "up"),
    "top-right": ("down", "left", "up", "right"),
    "bottom-right": ("left", "up", "right", "down"),
    "bottom-left": ("up", "right", "down", "left"),
}
_COUNTERCLOCKWISE = {
    "top-left": ("down", "right", "up", "left"),
    "bottom-left": ("right", "up", "left", "down"),
    "bottom-right": ("up", "left", "down", "right"),
    "top-right": ("left", "down", "right", "up"),
}
EDGE: Spaces = frozenset(space for space in ALL_SPACES if 0 in space or SIZE - 1 in space)


def parse_space(text: str) -> Space | None:
    """Return the space written as row letter and column number, or None if there is none."""
    return _BY_NAME.get(text)


def name_space(space: Space) -> str:
    """Return how a space is written on the sheet, `A1` to `K11`."""
    return "ABCDEFGHIJK"[space[0]] + str(space[1] + 1)


_BY_NAME = {name_space(space): space for space in ALL_SPACES}
ALL_NAMES = [name_space(space) for space in sorted(ALL_SPACES)]


def _neighbours(space: Space) -> tuple[Space, ...]:
    row, column = space
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return tuple(other for other in around if other in ALL_SPACES)


NEIGHBOURS: Mapping[Space, tuple[Space, ...]] = {space: _neighbours(space) for space in ALL_SPACES}


def beside(spaces: Iterable[Space]) -> set[Space]:
    """Return every space that shares a side with at least one of these."""
    return {other for space in spaces for other in NEIGHBOURS[space]}


def normalise(spaces: Iterable[Space]) -> Spaces:
    """Return the shape pushed into the top left corner."""
    cells = list(spaces)
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def turn_and_flip(offsets: Iterable[Space]) -> Iterator[Spaces]:
    """Yield the eight turns and flips of some offsets about (0, 0); equal ones repeat."""
    cells = frozenset(offsets)
    for _ in range(4):
        cells = frozenset((column, -row) for row, column in cells)
        yield cells
        yield frozenset((row, -column) for row, column in cells)


@cache
def orientations(shape: Spaces) -> frozenset[Spaces]:
    """Return the distinct turns and flips of a shape."""
    return frozenset(normalise(turned) for turned in turn_and_flip(shape))


def _shifted(shape: Spaces, row: int, column: int) -> Spaces:
    return frozenset((row + r, column + c) for r, c in shape)


@cache
def placements(shape: Spaces) -> frozenset[Spaces]:
    """Return every way to lay a shape, turned and flipped, wholly on the map (4.1)."""
    found = set()
    for turned in orientations(shape):
        for row, column in ALL_SPACES:
            laid = _shifted(turned, row, column)
            if laid <= ALL_SPACES:
                found.add(laid)
    return frozenset(found)


@cache
def overhanging(shape: Spaces) -> frozenset[Spaces]:
    """Return the parts on the map of every way to let a shape hang over the edge (Stealth)."""
    found = set()
    for turned in orientations(shape):
        for row in range(-SIZE, SIZE):
            for column in range(-SIZE, SIZE):
                laid = _shifted(turned, row, column)
                inside = laid & ALL_SPACES
                if inside and inside != laid:
                    found.add(inside)
    return frozenset(found)


@cache
def placements_over(shape: Spaces, space: Space) -> frozenset[Spaces]:
    """Return the placements of a shape that cover a space."""
    return frozenset(laid for laid in placements(shape) if space in laid)


def walk_rim(top: int, left: int, bottom: int, right: int, *, corner: str, arrow: str) -> Iterator[Space]:
    """Yield the rim of a rectangle, each place once, from a corner in the arrow's direction."""
    row = top if corner.startswith("top") else bottom
    column = left if corner.endswith("left") else right
    sides = {"clockwise": _CLOCKWISE, "counterclockwise": _COUNTERCLOCKWISE}[arrow][corner]
    seen = {(row, column)}
    yield row, column
    for side in sides:
        down, across = _STEPS[side]
        while top <= row + down <= bottom and left <= column + across <= right:
            row, column = row + down, column + across
            if (row, column) not in seen:
                seen.add((row, column))
                yield row, column


@cache
def ring_order(height: int, width: int, corner: str, arrow: str) -> tuple[Space, ...]:
    """Return where the top left corner of a box goes, ring after ring inwards (8.2)."""
    places: list[Space] = []
    for ring in range(SIZE):
        bottom, right = SIZE - ring - height, SIZE - ring - width
        if bottom >= ring and right >= ring:
            places.extend(walk_rim(ring, ring, bottom, right, corner=corner, arrow=arrow))
    return tuple(places)


@cache
def slide_order(shape: Spaces, corner: str, arrow: str) -> tuple[Spaces, ...]:
    """Return the placements of an unturned shape in the order in which 8.2 tries them."""
    height = 1 + max(row for row, _ in shape)
    width = 1 + max(column for _, column in shape)
    return tuple(_shifted(shape, row, column) for row, column in ring_order(height, width, corner, arrow))


@cache
def attack_paths(offsets: Spaces, hero: Space) -> frozenset[Spaces]:
    """Return the paths a hero on a space may mark, each cut off at the edge (6.1)."""
    return frozenset(_shifted(turned, hero[0], hero[1]) & ALL_SPACES for turned in turn_and_flip(offsets))
