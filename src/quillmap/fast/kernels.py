"""The compiled entry points. Each takes arrays, lets other threads run, and is cached on disk."""

from quillmap.fast.cards import ANY_TERRAIN, TERRAINS, Ints
from quillmap.fast.choices import after_drawing, candidates, gain
from quillmap.fast.compile import kernel, part
from quillmap.fast.deal import redeal
from quillmap.fast.games import finish, total_of
from quillmap.fast.layout import CHANCE, FALLBACK_ANY, RUINS_PENDING, SEASON, SEATS
from quillmap.fast.rounds import become
from quillmap.fast.sheets import get, load, put
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import BOARD, Mask


@kernel
def playouts(table: Ints, start: Ints, work: Ints, diary: Ints, totals: Ints) -> None:
    """Play *start* to its end once for every row of *totals*, everything unseen dealt anew each time.

    *work* is room for one game; after the call it holds the last one. The chance of *start* goes on.
    """
    for number in range(len(totals)):
        for place in range(len(start)):
            work[place] = start[place]
        redeal(table, work)
        finish(table, work, diary)
        start[CHANCE] = work[CHANCE]
        for seat in range(work[SEATS]):
            totals[number, seat] = total_of(work, seat)


@part
def appraise_place(
    table: Ints,
    game: Ints,
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
        values[count] = gain(table, sheet, after_drawing(sheet, place, field, -1), game[SEASON], coin)
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
    count = 0
    for place, coin in candidates(card, free, wanted):
        count = appraise_place(table, game, sheet, place, coin, card, spaces, ways, values, count)
    if count == 0:
        row = ANY_TERRAIN if table[FALLBACK_ANY] or game[RUINS_PENDING] else card
        while free:
            place = free & -free
            free = free ^ place
            count = appraise_place(table, game, sheet, place, 0, row, spaces, ways, values, count)
    return count


@kernel
def rollouts(
    table: Ints, start: Ints, work: Ints, spaces: Ints, ways: Ints, which: Ints, deals: Ints, totals: Ints
) -> None:
    """Add to *totals* what each drawing in *which* brings by the end of the game, once for every one of *deals*.

    All drawings meet the same deals: each of *deals* is the chance of one.
    """
    diary = start[:1]  # too short to be written into
    for place in range(len(which)):
        chosen = which[place]
        for deal in deals:
            for number in range(len(start)):
                work[number] = start[number]
            work[CHANCE] = deal
            redeal(table, work)
            sheet = load(work, 0)
            after = after_drawing(sheet, get(spaces, 2 * chosen), ways[2 * chosen], -1)
            become(work, 0, sheet, after, ways[2 * chosen + 1])
            work[RUINS_PENDING] = 0
            finish(table, work, diary)
            totals[chosen] += total_of(work, 0)
