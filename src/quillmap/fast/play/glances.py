"""Kernel: which places of every card are worth a look after a drawing.

Nearly all the time of a playout is spent on places that are far from the best. So every explore card is tried once on
the map from which playouts begin, and they look only at places that came close to the best of their card there: some
twenty of two hundred. What is drawn in between changes little elsewhere. Chance makes a search err more than that does
(``docs/bots.md``).
"""

from typing import Final

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.layout.card_tables import CARD_TIME, EXPLORE, FIRST_TURN, KIND, TERRAINS, Ints
from quillmap.fast.layout.rows import CARD, DRAWING, RUINS_PENDING, SEASON, SEASON_CARDS, STAGE, THRESHOLDS
from quillmap.fast.layout.sheets import clear, copy, load, put
from quillmap.fast.play.changes import after_drawing
from quillmap.fast.play.drawings import drawing_places, places_of
from quillmap.fast.play.policies import WORST, plain_gain
from quillmap.fast.play.rollouts import draw_chosen, time_left
from quillmap.fast.value.compiled_value import STAR, TIMES, edicts_worth
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import BOARD, NOWHERE

CLOSE: Final = 2 * STAR
"""How much worse than the best place of its card a place may be and still be looked at."""


@inlined
def promises(table: Ints, game: Ints, sheet: Sheet, moment: int, values: Ints) -> int:
    """Write what the best drawing at each place of the revealed card is worth; return the most."""
    most = WORST
    for number, (spaces, row, _, coin) in enumerate(drawing_places(table, game, empty(sheet), BOARD, game[:0])):
        plain, best = 0, WORST
        for choice in range(TERRAINS[row, 0]):
            after = after_drawing(sheet, spaces, TERRAINS[row, choice + 1], -1)
            if choice == 0:
                plain = plain_gain(table, sheet, after, moment, coin)
            best = max(best, edicts_worth(table, moment, after) + plain)
        values[number] = best
        most = max(most, best)
    return most


@inlined
def note_places(game: Ints, sheet: Sheet, least: int, values: Ints, glance: Ints) -> None:
    """Note the places of the revealed card that are worth at least so much, by what ``promises`` wrote."""
    card, free = game[CARD], empty(sheet)
    count = 0
    for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
        rest, close = places_of(turn, free, BOARD), NOWHERE
        while rest:
            anchor = rest & -rest
            rest = rest ^ anchor
            if values[count] >= least:
                close = close | anchor
            count += 1
        put(glance, 2 * turn, close)


@kernel
def glance_after(
    table: Ints, start: Ints, work: Ints, spaces: Ints, ways: Ints, chosen: int, values: Ints, glance: Ints
) -> None:
    """Write the places that are worth a look after one of the drawings that ``appraise`` wrote.

    *work* is scratch space for a game, *values* for the places of a card.
    """
    clear(glance)
    copy(start, work)
    draw_chosen(work, spaces, ways, chosen)
    season, left = work[SEASON], time_left(table, work)
    if left <= 0:
        season += 1
        if season == YEAR:
            return
        left = table[THRESHOLDS + season]
    sheet = load(work, 0)
    work[STAGE], work[RUINS_PENDING] = DRAWING, 0
    for place in range(SEASON_CARDS + 1, SEASON_CARDS + 1 + table[SEASON_CARDS]):
        card = table[place]
        if KIND[card] == EXPLORE:
            work[CARD] = card
            moment = YEAR + TIMES * season + max(left - CARD_TIME[card], 0)
            least = promises(table, work, sheet, moment, values) - CLOSE
            note_places(work, sheet, least, values, glance)
