"""How compiled seats decide: at random, or greedily by what the edicts still to come would give."""

from collections.abc import Iterator
from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import first_number
from quillmap.fast.layout.card_tables import (
    FIRST_PATH,
    FIRST_PLACEMENT,
    FIRST_TURN,
    LETTER,
    PATH,
    PLACEMENT,
    PLACEMENT_COIN,
    SPACES,
    TERRAINS,
    TURN_COIN,
    TURN_MASK,
    TURN_ROOM,
    TURN_SIZE,
    TURN_STEPS,
    Ints,
)
from quillmap.fast.layout.rows import GREEDY, LEARNED, RANDOM, ROOM, SEASON, THRESHOLDS, TIME, TRIES
from quillmap.fast.layout.sheets import entry, inked
from quillmap.fast.play.chance import below
from quillmap.fast.value.compiled_value import STAR, TIMES, appraised
from quillmap.rules.setup import YEAR
from quillmap.rules.shapes import Orientation, anchors, reach
from quillmap.rules.sheet import Sheet, coins_between, destroy, empty, strike
from quillmap.rules.spaces import BOARD, NOWHERE, ONE, Mask

__all__ = ["GREEDY", "LEARNED", "RANDOM"]

MONSTER: Final = 4
WORST: Final = -1_000_000_000


@inlined
def turned(turn: int) -> Orientation:
    """Return a turn of a shape as the rules know it."""
    steps: Any = TURN_STEPS[turn, : TURN_SIZE[turn]]
    return Orientation(entry(TURN_MASK, turn), 0, 0, steps, entry(TURN_ROOM, turn))


@inlined
def places_of(turn: int, free: Mask, wanted: Mask) -> Mask:
    """Return where a turn can be drawn on *free*, covering one of *wanted*; the whole board asks for nothing."""
    orientation = turned(turn)
    places = anchors(orientation, free)
    if wanted != BOARD:
        places = places & reach(orientation, wanted)
    return places


@inlined
def candidates(card: int, free: Mask, wanted: Mask) -> Iterator[tuple[Mask, int]]:
    """Yield the spaces of every place of a card's shapes, and the coin that its shape gives."""
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        places = places_of(turn, free, wanted)
        mask = entry(TURN_MASK, turn)
        coin = TURN_COIN[turn]
        while places:
            anchor = places & -places
            places = places ^ anchor
            yield mask * anchor, coin


@inlined
def random_place(game: Ints, card: int, free: Mask, wanted: Mask) -> tuple[Mask, int]:
    """Return a place of a card's shapes, each as likely as the others; none if there is none."""
    if wanted == 0:
        return NOWHERE, 0
    first = FIRST_PLACEMENT[card]
    count = FIRST_PLACEMENT[card + 1] - first
    tries = TRIES if wanted == BOARD and free.bit_count() >= ROOM else 0
    for _ in range(tries):
        placement = first + below(game, count)
        spaces = entry(PLACEMENT, placement)
        if spaces & ~free == 0:
            return spaces, PLACEMENT_COIN[placement]
    total = 0
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        total += places_of(turn, free, wanted).bit_count()
    if total == 0:
        return NOWHERE, 0
    index = below(game, total)
    chosen = FIRST_TURN[card] - 1
    places: Mask = NOWHERE
    while index >= places.bit_count():
        index -= places.bit_count()
        chosen += 1
        places = places_of(chosen, free, wanted)
    return entry(TURN_MASK, chosen) * nth(places, index), TURN_COIN[chosen]


@inlined
def nth(spaces: Mask, index: int) -> Mask:
    """Return the space of a set with this many before it."""
    for _ in range(index):
        spaces = spaces & (spaces - ONE)
    return spaces & -spaces


@inlined
def random_field(game: Ints, row: int) -> int:
    """Return one of a row of terrains."""
    count = TERRAINS[row, 0]
    return TERRAINS[row, 1] if count == 1 else TERRAINS[row, 1 + below(game, count)]


@inlined
def random_space(game: Ints, spaces: Mask) -> Mask:
    """Return one of *spaces*, which must not be empty."""
    return nth(spaces, below(game, spaces.bit_count()))


@inlined
def moment_of(table: Ints, game: Ints, policy: int) -> int:
    """Return the season; for the learned policy, 4 and more: the season and what is left of it."""
    season = game[SEASON]
    if policy != LEARNED:
        return season
    return YEAR + TIMES * season + max(table[THRESHOLDS + season] - game[TIME], 0)


@inlined
def coming_season(table: Ints, game: Ints, policy: int) -> int:
    """Return the moment in which the season after this one begins."""
    season = game[SEASON] + 1
    return season if policy != LEARNED else YEAR + TIMES * season + table[THRESHOLDS + season]


@inlined
def after_drawing(sheet: Sheet, spaces: Mask, field: int, letter: int) -> Sheet:
    """Return *sheet* with a drawing on it, monsters on attack paths destroyed."""
    after = inked(sheet, spaces, field)
    if letter >= 0:
        after = inked(after, spaces, letter)
    struck = strike(after)
    if struck:
        after = destroy(after, struck)
    return after


@inlined
def gain(table: Ints, before: Sheet, after: Sheet, moment: int, coin: int) -> int:
    """Return the worth of *after* at a moment, and of the coins on the way there."""
    season, star = moment, 1
    if moment >= YEAR:
        season, star = (moment - YEAR) // TIMES, STAR
    return appraised(table, moment, after) + star * (YEAR - season) * (coin + coins_between(before, after))


@inlined
def greedy_drawing(table: Ints, sheet: Sheet, card: int, moment: int, wanted: Mask) -> tuple[Mask, int, int]:
    """Return the drawing of an explore card that is worth most: spaces, set, coin."""
    best, best_spaces, best_field, best_coin = WORST, NOWHERE, 0, 0
    for spaces, coin in candidates(card, empty(sheet), wanted):
        for choice in range(TERRAINS[card, 0]):
            field = TERRAINS[card, choice + 1]
            value = gain(table, sheet, after_drawing(sheet, spaces, field, -1), moment, coin)
            if value > best:
                best, best_spaces, best_field, best_coin = value, spaces, field, coin
    return best_spaces, best_field, best_coin


@inlined
def greedy_single(table: Ints, sheet: Sheet, moment: int, row: int, sign: int) -> tuple[Mask, int]:
    """Return the best 1×1 (or, with *sign* -1, the worst) and the set it is drawn on, from a row of terrains."""
    best, best_space, best_field = WORST, NOWHERE, 0
    rest = empty(sheet)
    while rest:
        space = rest & -rest
        rest = rest ^ space
        for choice in range(TERRAINS[row, 0]):
            field = TERRAINS[row, choice + 1]
            value = sign * gain(table, sheet, after_drawing(sheet, space, field, -1), moment, 0)
            if value > best:
                best, best_space, best_field = value, space, field
    return best_space, best_field


@inlined
def greedy_ambush(table: Ints, sheet: Sheet, card: int, moment: int, wanted: Mask, sign: int) -> Mask:
    """Return the place of a monster that helps the map's owner most, or least with *sign* -1."""
    best, best_spaces = WORST, NOWHERE
    for spaces, _ in candidates(card, empty(sheet), wanted):
        after = after_drawing(sheet, spaces, MONSTER, LETTER[card])
        value = sign * gain(table, sheet, after, moment, 0)
        if value > best:
            best, best_spaces = value, spaces
    return best_spaces


@inlined
def after_hero(sheet: Sheet, space: Mask, path: Mask) -> Sheet:
    """Return *sheet* with a hero, its path, and what that destroys."""
    after = inked(inked(sheet, space, 5), path, 10)
    return destroy(after, strike(after))


@inlined
def greedy_hero(table: Ints, sheet: Sheet, card: int, moment: int) -> tuple[Mask, Mask]:
    """Return where a hero is worth most, and its path."""
    best, best_space, best_path = WORST, NOWHERE, NOWHERE
    rest = empty(sheet)
    while rest:
        space = rest & -rest
        rest = rest ^ space
        row = card * SPACES + first_number(space)
        for number in range(FIRST_PATH[row], FIRST_PATH[row + 1]):
            path = entry(PATH, number)
            value = gain(table, sheet, after_hero(sheet, space, path), moment, 0)
            if value > best:
                best, best_space, best_path = value, space, path
    return best_space, best_path


@inlined
def random_hero(game: Ints, sheet: Sheet, card: int) -> tuple[Mask, Mask]:
    """Return a space for a hero and one of its paths there."""
    space = random_space(game, empty(sheet))
    row = card * SPACES + first_number(space)
    first = FIRST_PATH[row]
    return space, entry(PATH, first + below(game, FIRST_PATH[row + 1] - first))


@inlined
def greedy_target(table: Ints, sheet: Sheet, targets: Mask, moment: int, sign: int) -> Mask:
    """Return the space to destroy that helps the map's owner most, or least with *sign* -1."""
    best, best_space = WORST, NOWHERE
    rest = targets
    while rest:
        space = rest & -rest
        rest = rest ^ space
        value = sign * gain(table, sheet, destroy(sheet, space), moment, 0)
        if value > best:
            best, best_space = value, space
    return best_space
