"""Where an ambush goes when no neighbour draws it (RULES 8.2)."""

from collections.abc import Iterable
from functools import lru_cache

from quillmap.rules.cards import AmbushCard, Corner
from quillmap.rules.shapes import anchors, covered
from quillmap.rules.spaces import ONE, SIZE, Mask, Space, space_at


@lru_cache(maxsize=256)
def walk(height: int, width: int, corner: Corner, clockwise: bool) -> tuple[Space, ...]:
    """Return the places of an outline's top-left space, ring after ring from the *corner* inwards."""
    places: dict[Space, None] = {}
    rings = (SIZE - max(height, width)) // 2 + 1
    for ring in range(rings):
        bottom, right = SIZE - ring - height, SIZE - ring - width
        places.update(dict.fromkeys(_rim(ring, bottom, right, corner, clockwise)))
    return tuple(places)


def _rim(ring: int, bottom: int, right: int, corner: Corner, clockwise: bool) -> list[Space]:
    """Return the spaces once round the rectangle from (ring, ring) to (bottom, right), starting at *corner*."""
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


def first_of(places: Mask, order: Iterable[Space]) -> Space:
    """Return the first space in *order* that is one of *places*, or -1."""
    for place in order:
        if places >> place & ONE:
            return place
    return -1


def slide(card: AmbushCard, free: Mask) -> Mask:
    """Return the first place of the monster, neither turned nor flipped; no spaces if it fits nowhere."""
    printed = card.shape.orientations[0]
    order = walk(printed.height, printed.width, card.corner, card.clockwise)
    place = first_of(anchors(printed, free), order)
    return printed.mask << place if place >= 0 else 0


def places_tried(card: AmbushCard, spaces: Mask) -> tuple[Space, ...]:
    """Return the places of the outline's top-left space on its way to *spaces*, where ``slide`` has put it."""
    printed = card.shape.orientations[0]
    order = walk(printed.height, printed.width, card.corner, card.clockwise)
    place = spaces.bit_length() - printed.mask.bit_length()
    return order[: order.index(Space(place)) + 1]


def first_to_cover(card: AmbushCard, free: Mask) -> Mask:
    """Return the first space, going round, that the turned or flipped monster can cover (``cover``)."""
    coverable = 0
    for orientation in card.shape.orientations:
        coverable |= covered(orientation, anchors(orientation, free))
    space = first_of(coverable, walk(1, 1, card.corner, card.clockwise))
    return 1 << space if space >= 0 else 0
