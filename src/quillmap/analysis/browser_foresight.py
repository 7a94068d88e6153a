"""What a position leads to, played by the kernels of a browser: what ``compiled_foresight`` does with native code."""

import random
from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from quillmap.analysis.foresight import CARDS_AHEAD, Foresight, Method
from quillmap.analysis.levels import NO_LEVELS, Levels, Waypoint
from quillmap.analysis.parts import COINS as COIN_PART
from quillmap.analysis.parts import MONSTERS, Worth, part_weights, scored
from quillmap.analysis.parts import SIZE as PARTS
from quillmap.bots.positions import is_over
from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.fast.layout.plain_rows import game_numbers, resting_game
from quillmap.fast.layout.rows import (
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    IS_DEALT,
    LEARNED,
    PLACING,
    SCORES,
    SEASON,
    SEAT,
    SHEET,
    STAGE,
    TIME,
)
from quillmap.fast.value.weights import STAR
from quillmap.fast.wasm_kernels import Kernels, Table
from quillmap.fast.wasm_search import learned_table, weighed_table
from quillmap.play.view import View
from quillmap.rules.cards import CARDS, ExploreCard, RuinsCard
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import SEASONS, YEAR, edicts_of
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

_SHEET: Final = slice(SEAT + SHEET, SEAT + SHEET + 2 * len(Sheet._fields))
_SEEN: Final = frozenset(NUMBER[name] for name, card in CARDS.items() if isinstance(card, ExploreCard | RuinsCard))
"""The cards that everybody knows to be in the deck until they come."""


@lru_cache(maxsize=8)
def _tables_of_parts(setup: Setup, edicts: tuple[CardId, ...]) -> tuple[Table, ...]:
    """Return the row of a table once for every part, with the weights of that part alone."""
    weights = part_weights(edicts, setup.ambush_by == "automatic")
    return tuple(weighed_table(setup, edicts, tuple(each)) for each in weights)


class BrowserForesight(Foresight):
    """Playouts by the surveyor's value: some cards further, or to the end of the year."""

    method = Method.LOOK_AHEAD

    def __init__(self, kernels: Kernels, setup: Setup, edicts: tuple[CardId, ...], levels: Levels = NO_LEVELS) -> None:
        self._kernels = kernels
        self._levels = levels
        self._table = learned_table(setup, edicts)
        self._parts = _tables_of_parts(setup, edicts)
        self._times = [season.time for season in SEASONS[setup.seasons]]

    def look(self, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return what *position* leads to after some more cards on each of *deals*."""
        if is_over(position):
            return [scored(position.seats[0].scores)] * len(deals)
        start = resting_game(position)
        ends = [self._kernels.played_on(self._table, start, deal, CARDS_AHEAD) for deal in deals]
        return self._worths(position, start[SEASON], ends, self._levels)

    def years(self, position: View, deals: Sequence[int]) -> list[list[Waypoint]]:
        """Play on to the end of the year once for each of *deals*; return every moment on the way, without levels."""
        return [self._year(position, deal) for deal in deals]

    def _year(self, position: View, deal: int) -> list[Waypoint]:
        chance = random.Random(deal)
        rows = [game_numbers(position, [Seat(0)], [LEARNED], 0)]
        while rows[-1][SEASON] < YEAR:
            rows.append(self._kernels.played_on(self._table, _concealed(rows[-1]), chance.getrandbits(62), 1))
        worths = self._worths(position, rows[0][SEASON], rows, NO_LEVELS)
        return [Waypoint(row[SEASON], self._left(row), worth) for row, worth in zip(rows, worths, strict=True)]

    def _left(self, row: Sequence[int]) -> int:
        """Return the time left in the season of a game; 0 after the year."""
        if row[SEASON] == YEAR:
            return 0
        return self._times[row[SEASON]] - (row[TIME] if row[IS_DEALT] == 1 else 0)

    def _worths(self, position: View, season: int, ends: list[list[int]], levels: Levels) -> list[Worth]:
        """Return what each of the games in *ends*, begun in *season*, has scored and is still worth."""
        found = [_scored_in(end) for end in ends]
        self._add_future(ends, found, levels)
        # Compiled games know only the coin track, of which the spent coins are a part.
        spent = STAR * (YEAR - season) * position.seats[0].spent
        for worth in found:
            worth[COIN_PART] -= spent
        return [tuple(worth) for worth in found]

    def _add_future(self, ends: list[list[int]], found: list[list[int]], levels: Levels) -> None:
        """Add what the learned value expects of games that are not over, moment by moment."""
        moments: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, end in enumerate(ends):
            if (season := end[SEASON]) < YEAR:
                found[number][COIN_PART] += STAR * (YEAR - season) * end[SEAT + COINS]
                moments[season, self._left(end)].append(number)
        for (season, left), which in moments.items():
            sheets = [array("q", ends[number][_SHEET]).tobytes() for number in which]
            level = levels.at(season, left)
            for part, table in enumerate(self._parts):
                values = self._kernels.values(table, season, left, sheets)
                for number, value in zip(which, values, strict=True):
                    found[number][part] += value + level[part]


def _scored_in(end: Sequence[int]) -> list[int]:
    """Return what the seat of a game has scored so far, by part."""
    found = [0] * PARTS
    for season in range(YEAR):
        first = SEAT + SCORES + 4 * season
        for place, edict in enumerate(edicts_of(season)):
            found[edict] += STAR * end[first + place]
        found[COIN_PART] += STAR * end[first + 2]
        found[MONSTERS] -= STAR * end[first + 3]
    return found


def _concealed(row: list[int]) -> list[int]:
    """Return a game as its table knows it, ready to be dealt again: hidden ambushes and heroes left out of the deck."""
    start = row.copy()
    deck = row[DECK + row[DECK_TOP] : DECK + row[DECK_SIZE]] if row[IS_DEALT] else []
    kept = [card for card in deck if card in _SEEN]
    start[DECK : DECK + len(kept)] = kept
    start[DECK_SIZE], start[DECK_TOP] = len(kept), 0
    start[STAGE] = PLACING
    return start
