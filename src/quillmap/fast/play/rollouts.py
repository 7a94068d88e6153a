"""Kernels for looking ahead: value every drawing of a card, and play the best of them some cards further."""

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.layout.card_tables import ANY_TERRAIN, TERRAINS, Ints
from quillmap.fast.layout.rows import (
    CHANCE,
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    FALLBACK_ANY,
    IS_DEALT,
    LEARNED,
    RUINS_PENDING,
    SEASON,
    SEAT,
    THRESHOLDS,
    TIME,
)
from quillmap.fast.layout.sheets import copy, get, load, put, sheet_at
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.flow import total_of
from quillmap.fast.play.play_symbol import play
from quillmap.fast.play.policies import after_drawing, candidates, gain, moment_of
from quillmap.fast.play.turns import become, policy_of
from quillmap.fast.value.compiled_value import STAR, value
from quillmap.rules.setup import YEAR
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import BOARD, Mask


@inlined
def appraise_place(
    table: Ints,
    moment: int,
    sheet: Sheet,
    place: Mask,
    coin: int,
    row: int,
    spaces: Ints,
    ways: Ints,
    values: Ints,
    count: int,
) -> int:
    """Write what a place is worth with each of a row of terrains; return how many drawings there are now."""
    for choice in range(TERRAINS[row, 0]):
        field = TERRAINS[row, choice + 1]
        put(spaces, 2 * count, place)
        ways[2 * count] = field
        ways[2 * count + 1] = coin
        values[count] = gain(table, sheet, after_drawing(sheet, place, field, -1), moment, coin)
        count += 1
    return count


@kernel
def appraise(table: Ints, game: Ints, card: int, spaces: Ints, ways: Ints, values: Ints) -> int:
    """Write every drawing of an explore card by the first seat and what it is worth; return how many there are.

    *spaces* gets the sets, *ways* the set drawn on and the shape's coin. The 1×1 of 4.3 is there if nothing else is.
    """
    sheet = load(game, 0)
    free = empty(sheet)
    wanted = sheet.ruins & free if game[RUINS_PENDING] else BOARD
    moment = moment_of(table, game, policy_of(game, 0))
    count = 0
    for place, coin in candidates(card, free, wanted):
        count = appraise_place(table, moment, sheet, place, coin, card, spaces, ways, values, count)
    if count == 0:
        row = ANY_TERRAIN if table[FALLBACK_ANY] or game[RUINS_PENDING] else card
        while free:
            place = free & -free
            free = free ^ place
            count = appraise_place(table, moment, sheet, place, 0, row, spaces, ways, values, count)
    return count


@inlined
def time_left(table: Ints, game: Ints) -> int:
    """Return how much of the season is left; all of it before its deck is dealt."""
    spent = game[TIME] if game[IS_DEALT] else 0
    return table[THRESHOLDS + game[SEASON]] - spent


@inlined
def prospect(table: Ints, game: Ints) -> int:
    """Return what the first seat has and will get, in thousandths of a star; by its value if the game goes on."""
    total = STAR * total_of(game, 0)
    season = game[SEASON]
    if season < YEAR and policy_of(game, 0) == LEARNED:
        total += value(table, season, time_left(table, game), load(game, 0))
        total += STAR * (YEAR - season) * game[SEAT + COINS]
    return total


@inlined
def lift(game: Ints, turn: int) -> None:
    """Put one of the cards in the deck on top: over many turns each of them as often as the others."""
    first = DECK + game[DECK_TOP]
    size = game[DECK_SIZE] - game[DECK_TOP]
    if not game[IS_DEALT] or size <= 0:
        return
    rank = abs(turn) % size
    for place in range(first, first + size):
        before = 0
        for other in range(first, first + size):
            before += 1 if game[other] < game[place] else 0
        if before == rank:
            game[first], game[place] = game[place], game[first]
            return


@kernel
def values(table: Ints, season: int, left: int, sheets: Ints, found: Ints) -> None:
    """Write what sheets are worth by the learned value, each a row of thirty numbers."""
    for number in range(len(sheets)):
        found[number] = value(table, season, left, sheet_at(sheets[number], 0))


@kernel
def rollouts(
    table: Ints, start: Ints, work: Ints, spaces: Ints, ways: Ints, which: Ints, deals: Ints, draws: int, totals: Ints
) -> None:
    """Add to *totals* what each drawing in *which* leads to after some more draws, once for every one of *deals*.

    All drawings meet the same deals: each of *deals* is the chance of one. The cards take turns to come first.
    """
    diary = start[:1]  # too short to be written into
    for place in range(len(which)):
        chosen = which[place]
        for number_of_deal in range(len(deals)):
            copy(start, work)
            work[CHANCE] = deals[number_of_deal]
            redeal(table, work)
            lift(work, deals[0] + number_of_deal)
            sheet = load(work, 0)
            after = after_drawing(sheet, get(spaces, 2 * chosen), ways[2 * chosen], -1)
            become(work, 0, sheet, after, ways[2 * chosen + 1])
            work[RUINS_PENDING] = 0
            play(table, work, diary, draws)
            totals[chosen] += prospect(table, work)
