"""What a seat may draw: whose map, which spaces have to be covered, which terrains, and the 1×1 where nothing fits.

Policies, kernels and stepped games all use it (RULES 4.2, 4.3, 5.1, 5.2, 8.2).
"""

from collections.abc import Iterator
from typing import Any

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import single
from quillmap.fast.layout.card_tables import (
    ANY_TERRAIN,
    CLOCKWISE,
    CORNER_WALK,
    FIRST_TURN,
    LETTER,
    ONLY_MONSTER,
    TURN_COIN,
    TURN_MASK,
    TURN_ROOM,
    TURN_SIZE,
    TURN_STEPS,
    Ints,
)
from quillmap.fast.layout.rows import (
    AMBUSHING,
    ANY_SINGLE,
    AUTOMATIC,
    CARD,
    FALLBACK_ANY,
    GAZING,
    GLANCE_SIZE,
    RUINS_MARKS,
    RUINS_PENDING,
    SEAT,
    SEAT_SIZE,
    SEATS,
    STAGE,
)
from quillmap.fast.layout.sheets import entry, get
from quillmap.rules.ambush import first_of
from quillmap.rules.shapes import Orientation, anchors, covered, reach
from quillmap.rules.spaces import BOARD, NOWHERE, Mask


@inlined
def is_hostile(table: Ints, game: Ints) -> bool:
    """Return whether seats now decide about the maps of their neighbours."""
    return not table[AUTOMATIC] and game[STAGE] in (AMBUSHING, GAZING)


@inlined
def neighbour(game: Ints, seat: int, card: int) -> int:
    """Return whose map a seat draws an ambush on (5.1)."""
    seats = game[SEATS]
    return (seat + seats - 1) % seats if CLOCKWISE[card] else (seat + 1) % seats


@inlined
def owner_of(table: Ints, game: Ints, seat: int) -> int:
    """Return whose map a seat decides about now."""
    return neighbour(game, seat, game[CARD]) if is_hostile(table, game) else seat


@inlined
def turned(turn: int) -> Orientation:
    """Return a turn of a shape as the rules know it."""
    steps: Any = TURN_STEPS[turn, : TURN_SIZE[turn]]
    return Orientation(entry(TURN_MASK, turn), 0, 0, steps, entry(TURN_ROOM, turn))


@inlined
def places_of(turn: int, free: Mask, wanted: Mask) -> Mask:
    """Return where a turn can be drawn on *free*, covering one of *wanted*; the whole board means anywhere."""
    orientation = turned(turn)
    places = anchors(orientation, free)
    if wanted != BOARD:
        places = places & reach(orientation, wanted)
    return places


@inlined
def first_to_cover(card: int, free: Mask) -> Mask:
    """Return the first space going round that an ambush can cover (8.2, ``cover``)."""
    coverable = NOWHERE
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        coverable = coverable | covered(turned(turn), places_of(turn, free, BOARD))
    place = first_of(coverable, CORNER_WALK[card])
    if place < 0:
        return NOWHERE
    return single(place)


@inlined
def wanted_on(table: Ints, game: Ints, owner: int, free: Mask) -> Mask:
    """Return the spaces of a map of which a drawing has to cover one; the whole board means anywhere (4.2, 8.2)."""
    if game[STAGE] == AMBUSHING:
        return first_to_cover(game[CARD], free) if table[AUTOMATIC] else BOARD
    if game[RUINS_PENDING]:
        return get(game, SEAT + owner * SEAT_SIZE + RUINS_MARKS) & free
    return BOARD


@inlined
def terrains_row(game: Ints) -> int:
    """Return the row of terrains that the revealed card can be drawn with."""
    return ONLY_MONSTER if game[STAGE] == AMBUSHING else game[CARD]


@inlined
def single_terrains_row(table: Ints, game: Ints) -> int:
    """Return the row of terrains for a 1×1 where no shape fits (4.3, 5.2)."""
    if game[STAGE] == AMBUSHING:
        return ANY_TERRAIN if table[ANY_SINGLE] else ONLY_MONSTER
    return ANY_TERRAIN if table[FALLBACK_ANY] or game[RUINS_PENDING] else game[CARD]


@inlined
def has_glanced_at(game: Ints, glance: Ints, free: Mask, wanted: Mask) -> bool:
    """Return whether the revealed card can be drawn on *free* at a place of the glance, and anywhere is allowed."""
    if len(glance) < GLANCE_SIZE or wanted != BOARD:
        return False
    card = game[CARD]
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        if get(glance, 2 * turn) & places_of(turn, free, wanted):
            return True
    return False


@inlined
def drawing_places(
    table: Ints, game: Ints, free: Mask, wanted: Mask, glance: Ints
) -> Iterator[tuple[Mask, int, int, int]]:
    """Yield where the revealed card can be drawn on *free*: spaces, row of terrains, set of the letter or -1, coin.

    If no shape fits, these are the 1×1. A drawing is such a place with one of the terrains. Callers loop over the row
    themselves: yielding once for every terrain would be slower. Other places than those of a *glance* are left out,
    unless there are only others.
    """
    card = game[CARD]
    row = terrains_row(game)
    is_any = False
    is_glanced_at = has_glanced_at(game, glance, free, wanted)
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        places = places_of(turn, free, wanted)
        if is_glanced_at:
            places = places & get(glance, 2 * turn)
        mask = entry(TURN_MASK, turn)
        while places:
            anchor = places & -places
            places = places ^ anchor
            is_any = True
            yield mask * anchor, row, LETTER[card], TURN_COIN[turn]
    if not is_any:
        row = single_terrains_row(table, game)
        rest = free
        while rest:
            space = rest & -rest
            rest = rest ^ space
            yield space, row, -1, 0
