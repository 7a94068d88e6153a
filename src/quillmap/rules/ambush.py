"""Where an ambush goes without a neighbour (RULES 8.2)."""

from functools import lru_cache

from quillmap.rules.cards import AmbushCard, Corner
from quillmap.rules.shapes import anchors, reach
from quillmap.rules.spaces import SIZE, Mask, Space, space_at


@lru_cache(maxsize=256)
def walk(height: int, width: int, corner: Corner, clockwise: bool) -> tuple[Space, ...]:
    """Return the places of an outline's top-left space, ring after ring from the *corner* inwards."""
    places: dict[Space, None] = {}
    for ring in range(SIZE):
        bottom, right = SIZE - ring - height, SIZE - ring - width
        if bottom < ring or right < ring:
            break
        places.update(dict.fromkeys(_rim(ring, bottom, right, corner, clockwise)))
    return tuple(places)


def _rim(ring: int, bottom: int, right: int, corner: Corner, clockwise: bool) -> list[Space]:
    """Return the way once round the rectangle from (ring, ring) to (bottom, right), corners first."""
    round_trip = [
        *(space_at(ring, column) for column in range(ring, right + 1)),
        *(space_at(row, right) for row in range(ring + 1, bottom + 1)),
        *(space_at(bottom, column) for column in range(right - 1, ring - 1, -1)),
        *(space_at(row, ring) for row in range(bottom - 1, ring, -1)),
    ]
    if not clockwise:
        round_trip.reverse()
    start = round_trip.index(
        {
            Corner.TOP_LEFT: space_at(ring, ring),
            Corner.TOP_RIGHT: space_at(ring, right),
            Corner.BOTTOM_RIGHT: space_at(bottom, right),
            Corner.BOTTOM_LEFT: space_at(bottom, ring),
        }[corner]
    )
    return round_trip[start:] + round_trip[:start]


def slide(card: AmbushCard, free: Mask) -> Mask:
    """Return the first place of the monster, neither turned nor flipped; no spaces if it fits nowhere."""
    printed = card.shape.orientations[0]
    possible = anchors(printed, free)
    for place in walk(printed.height, printed.width, card.corner, card.clockwise):
        if possible >> place & 1:
            return printed.mask << place
    return 0


def first_to_cover(card: AmbushCard, free: Mask) -> Mask:
    """Return the first space, going round, that the turned or flipped monster can cover (``cover``)."""
    for space in walk(1, 1, card.corner, card.clockwise):
        single = 1 << space
        if any(anchors(each, free) & reach(each, single) for each in card.shape.orientations):
            return single
    return 0
