"""What a position leads to, played by the kernels of a browser: what ``compiled_foresight`` does with native code."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from quillmap.analysis.foresight import CARDS_AHEAD, Foresight, Method
from quillmap.analysis.parts import COINS as COIN_PART
from quillmap.analysis.parts import MONSTERS, Worth, part_weights, scored
from quillmap.analysis.parts import SIZE as PARTS
from quillmap.analysis.positions import is_over
from quillmap.fast.layout.plain_rows import game_numbers
from quillmap.fast.layout.rows import COINS, IS_DEALT, LEARNED, PLACING, SCORES, SEASON, SEAT, SHEET, STAGE, TIME
from quillmap.fast.value.weights import STAR
from quillmap.fast.wasm_kernels import Kernels, Table
from quillmap.fast.wasm_search import learned_table, weighed_table
from quillmap.play.view import View
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import SEASONS, YEAR, edicts_of
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

_SHEET: slice = slice(SEAT + SHEET, SEAT + SHEET + 2 * len(Sheet._fields))


@lru_cache(maxsize=8)
def _tables_of_parts(setup: Setup, edicts: tuple[CardId, ...]) -> tuple[Table, ...]:
    """Return the row of a table once for every part, with the weights of that part alone."""
    weights = part_weights(edicts, setup.ambush_by == "automatic")
    return tuple(weighed_table(setup, edicts, tuple(each)) for each in weights)


class BrowserForesight(Foresight):
    """Playouts by the surveyor's value, some cards further."""

    method = Method.LOOK_AHEAD

    def __init__(self, kernels: Kernels, setup: Setup, edicts: tuple[CardId, ...]) -> None:
        self._kernels = kernels
        self._table = learned_table(setup, edicts)
        self._parts = _tables_of_parts(setup, edicts)
        self._times = [season.time for season in SEASONS[setup.seasons]]

    def look(self, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return what *position* leads to after some more cards on each of *deals*."""
        if is_over(position):
            return [scored(position.seats[0].scores)] * len(deals)
        start = game_numbers(position, [Seat(0)], [LEARNED], 0)
        start[STAGE] = PLACING
        ends = [self._kernels.played_on(self._table, start, deal, CARDS_AHEAD) for deal in deals]
        found = [_scored_in(end) for end in ends]
        self._add_future(ends, found)
        # Compiled games know only the coin track, of which the spent coins are a part.
        spent = STAR * (YEAR - start[SEASON]) * position.seats[0].spent
        for worth in found:
            worth[COIN_PART] -= spent
        return [tuple(worth) for worth in found]

    def _add_future(self, ends: list[list[int]], found: list[list[int]]) -> None:
        """Add what the learned value expects of games that are not over, moment by moment."""
        moments: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, end in enumerate(ends):
            if (season := end[SEASON]) < YEAR:
                found[number][COIN_PART] += STAR * (YEAR - season) * end[SEAT + COINS]
                spent = end[TIME] if end[IS_DEALT] == 1 else 0
                moments[season, self._times[season] - spent].append(number)
        for (season, left), which in moments.items():
            sheets = [array("q", ends[number][_SHEET]).tobytes() for number in which]
            for part, table in enumerate(self._parts):
                values = self._kernels.values(table, season, left, sheets)
                for number, value in zip(which, values, strict=True):
                    found[number][part] += value


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
