"""Kernels for looking ahead: value every drawing of a card, and what comes next; play the best some cards further."""

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.layout.card_tables import CARD_TIME, TERRAINS, Ints
from quillmap.fast.layout.rows import (
    CARD,
    CHANCE,
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    DRAWING,
    IS_DEALT,
    LEARNED,
    POLICY,
    RUINS_PENDING,
    SEASON,
    SEAT,
    STAGE,
    THRESHOLDS,
    TIME,
    TURN,
)
from quillmap.fast.layout.sheets import MONSTER_SET, copy, get, load, put, sheet_at
from quillmap.fast.play.changes import after_drawing, draw
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.drawings import drawing_places, wanted_on
from quillmap.fast.play.flow import total_of
from quillmap.fast.play.policies import WORST, moment_of, plain_gain
from quillmap.fast.play.whole_games import play_glancing
from quillmap.fast.value.compiled_value import STAR, TIMES, edicts_worth, value
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import BOARD


@kernel
def appraise(table: Ints, game: Ints, spaces: Ints, ways: Ints, values: Ints) -> int:
    """Write every drawing of an explore card by the first seat and what it is worth; return how many there are.

    *spaces* gets the sets, *ways* the set drawn on and the shape's coin.
    """
    sheet = load(game, 0)
    free = empty(sheet)
    moment = moment_of(table, game, game[SEAT + POLICY])
    count = 0
    for place, row, _, coin in drawing_places(table, game, free, wanted_on(table, game, 0, free), game[:0]):
        plain = 0
        for choice in range(TERRAINS[row, 0]):
            field = TERRAINS[row, choice + 1]
            after = after_drawing(sheet, place, field, -1)
            if choice == 0 or field == MONSTER_SET:
                plain = plain_gain(table, sheet, after, moment, coin)
            put(spaces, 2 * count, place)
            ways[2 * count] = field
            ways[2 * count + 1] = coin
            values[count] = edicts_worth(table, moment, after) + plain
            count += 1
    return count


@inlined
def draw_chosen(game: Ints, spaces: Ints, ways: Ints, chosen: int) -> None:
    """Let the first seat draw one of the drawings that ``appraise`` wrote; that ends the stage for it."""
    draw(game, 0, get(spaces, 2 * chosen), ways[2 * chosen], -1, ways[2 * chosen + 1])
    game[TURN] = 1


@inlined
def time_left(table: Ints, game: Ints) -> int:
    """Return how much of the season is left; all of it before its deck is dealt."""
    spent = game[TIME] if game[IS_DEALT] else 0
    return table[THRESHOLDS + game[SEASON]] - spent


@inlined
def prospect(table: Ints, game: Ints) -> int:
    """Return what the first seat has, and expects by the learned policy, in thousandths of a star."""
    total = STAR * total_of(game, 0)
    season = game[SEASON]
    if season < YEAR and game[SEAT + POLICY] == LEARNED:
        total += value(table, season, time_left(table, game), load(game, 0))
        total += STAR * (YEAR - season) * game[SEAT + COINS]
    return total


@inlined
def lift(game: Ints, turn: int) -> None:
    """Put one of the cards in the deck on top, each of them in turn."""
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
    """Write the learned value of sheets, each a row of thirty numbers."""
    for number in range(len(sheets)):
        found[number] = value(table, season, left, sheet_at(sheets[number], 0))


@inlined
def best_gain(table: Ints, game: Ints, sheet: Sheet, moment: int) -> int:
    """Return what the best drawing of the revealed card makes of a sheet with room on it."""
    best = WORST
    for place, row, _, coin in drawing_places(table, game, empty(sheet), BOARD, game[:0]):
        plain = 0
        for choice in range(TERRAINS[row, 0]):
            field = TERRAINS[row, choice + 1]
            after = after_drawing(sheet, place, field, -1)
            if choice == 0 or field == MONSTER_SET:
                plain = plain_gain(table, sheet, after, moment, coin)
            best = max(best, edicts_worth(table, moment, after) + plain)
    return best


@kernel
def next_values(table: Ints, game: Ints, season: int, left: int, sheets: Ints, cards: Ints, found: Ints) -> None:
    """Write what sheets are worth once one of *cards* has been drawn on them, the best they make of it; the sum of all.

    *left* is the time before that card. *game* is scratch space. A sheet without room is worth what it is.
    """
    game[STAGE], game[RUINS_PENDING] = DRAWING, 0
    for number in range(len(sheets)):
        sheet = sheet_at(sheets[number], 0)
        found[number] = 0
        for place in range(len(cards)):
            game[CARD] = cards[place]
            rest = max(left - CARD_TIME[cards[place]], 0)
            if empty(sheet):
                found[number] += best_gain(table, game, sheet, YEAR + TIMES * season + rest)
            else:
                found[number] += value(table, season, rest, sheet)


@kernel
def rollouts(
    table: Ints,
    start: Ints,
    work: Ints,
    spaces: Ints,
    ways: Ints,
    which: Ints,
    glances: Ints,
    deals: Ints,
    draws: int,
    totals: Ints,
) -> None:
    """Add to *totals* what each drawing in *which* leads to after *draws* more cards, once for each of *deals*.

    All drawings meet the same deals: each of *deals* is the seed of one. The cards take turns to come first. Each of
    *which* has a row in *glances*, the places that are looked at after it.
    """
    diary = start[:1]  # too short to be written into
    for place in range(len(which)):
        chosen = which[place]
        glance = glances[place]
        for number_of_deal in range(len(deals)):
            copy(start, work)
            work[CHANCE] = deals[number_of_deal]
            redeal(table, work)
            lift(work, deals[0] + number_of_deal)
            draw_chosen(work, spaces, ways, chosen)
            play_glancing(table, work, diary, glance, draws)
            totals[chosen] += prospect(table, work)
