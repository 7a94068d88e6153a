"""What a position leads to, played by compiled code."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from quillmap.analysis.foresight import CARDS_AHEAD, Foresight, Method
from quillmap.analysis.levels import NO_LEVELS, Levels, Waypoint
from quillmap.analysis.parts import COINS as COIN_PART
from quillmap.analysis.parts import MONSTERS, Worth, part_weights, scored
from quillmap.analysis.parts import SIZE as PARTS
from quillmap.bots.positions import is_over
from quillmap.fast.layout.card_tables import EXPLORE, KIND, RUINS, Ints
from quillmap.fast.layout.conversion import game_row, table_row
from quillmap.fast.layout.plain_rows import resting_game
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
    THRESHOLDS,
    TIME,
)
from quillmap.fast.native_search import SHEET_SIZE, everywhere, learned_table
from quillmap.fast.play import rollouts
from quillmap.fast.value.weights import STAR
from quillmap.play.view import View
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import YEAR, edicts_of
from quillmap.rules.setup import Setup

_NO_DRAWING: Final = np.zeros(2, dtype=np.int64)
_FIRST: Final = np.zeros(1, dtype=np.int64)
_EVERYWHERE: Final = everywhere(1)


@lru_cache(maxsize=64)
def _part_tables(setup: Setup, edicts: tuple[CardId, ...]) -> tuple[Ints, ...]:
    """Return the row of a table once for every part, with the weights of that part alone."""
    row = table_row(setup, edicts)
    weights = part_weights(edicts, setup.ambush_by == "automatic")
    tables = tuple(np.concatenate([row, np.array(each, dtype=np.int64)]) for each in weights)
    for table in tables:
        table.setflags(write=False)  # as ``learned_table`` is: kernels are compiled for that
    return tables


class CompiledForesight(Foresight):
    """Playouts by the surveyor's value: some cards further, or to the end of the year."""

    method = Method.LOOK_AHEAD

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...], levels: Levels = NO_LEVELS) -> None:
        self._made_of = setup, edicts, levels
        self._levels = levels
        self._table = learned_table(setup, edicts)
        self._parts = _part_tables(setup, edicts)

    def __reduce__(self) -> tuple[type["CompiledForesight"], tuple[Setup, tuple[CardId, ...], Levels]]:
        """Go to another process as what it was made of: there it has tables that the kernels are compiled for."""
        return type(self), self._made_of

    def look(self, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return what *position* leads to after some more cards on each of *deals*."""
        if is_over(position):
            return [scored(position.seats[0].scores)] * len(deals)
        start = np.array(resting_game(position), dtype=np.int64)
        ends = np.empty((len(deals), len(start)), dtype=np.int64)
        total = np.zeros(1, dtype=np.int64)
        for number, deal in enumerate(deals):
            chances = np.array([deal], dtype=np.int64)
            game = (self._table, start, ends[number], _NO_DRAWING, _NO_DRAWING, _FIRST)
            rollouts.rollouts(*game, _EVERYWHERE, chances, CARDS_AHEAD, total)
        return self._worths(position, int(start[SEASON]), ends, self._levels)

    def years(self, position: View, deals: Sequence[int]) -> list[list[Waypoint]]:
        """Play on to the end of the year once for each of *deals*; return every moment on the way, without levels."""
        return [self._year(position, deal) for deal in deals]

    def _year(self, position: View, deal: int) -> list[Waypoint]:
        chance = random.Random(deal)
        row = game_row(position, [Seat(0)], [LEARNED], 0)
        first = int(row[SEASON])
        rows = [row]
        total = np.zeros(1, dtype=np.int64)
        while row[SEASON] < YEAR:
            row, start = row.copy(), _concealed(row)
            chances = np.array([chance.getrandbits(62)], dtype=np.int64)
            game = (self._table, start, row, _NO_DRAWING, _NO_DRAWING, _FIRST)
            rollouts.rollouts(*game, _EVERYWHERE, chances, 1, total)
            rows.append(row)
        ends = np.array(rows)
        worths = self._worths(position, first, ends, NO_LEVELS)
        moments = zip(ends[:, SEASON].tolist(), self._left(ends).tolist(), worths, strict=True)
        return [Waypoint(*each) for each in moments]

    def _left(self, ends: Ints) -> Ints:
        """Return the time left in the season of each game; 0 after the year."""
        spent = np.where(ends[:, IS_DEALT] == 1, ends[:, TIME], 0)
        thresholds = np.append(self._table[THRESHOLDS : THRESHOLDS + YEAR], 0)[ends[:, SEASON]]
        return np.where(ends[:, SEASON] == YEAR, 0, thresholds - spent)

    def _worths(self, position: View, season: int, ends: Ints, levels: Levels) -> list[Worth]:
        """Return what each of the games in *ends*, begun in *season*, has scored and is still worth."""
        found = np.zeros((len(ends), PARTS), dtype=np.int64)
        scores = STAR * ends[:, SEAT + SCORES : SEAT + SCORES + 4 * YEAR].reshape(-1, YEAR, 4)
        for each in range(YEAR):
            for place, edict in enumerate(edicts_of(each)):
                found[:, edict] += scores[:, each, place]
        found[:, COIN_PART] += scores[:, :, 2].sum(axis=1)
        found[:, MONSTERS] -= scores[:, :, 3].sum(axis=1)
        self._add_future(ends, found, levels)
        # Compiled games know only the coin track, of which the spent coins are a part.
        found[:, COIN_PART] -= STAR * (YEAR - season) * position.seats[0].spent
        return [tuple(row) for row in found.tolist()]

    def _add_future(self, ends: Ints, found: Ints, levels: Levels) -> None:
        """Add what the learned value expects of games that are not over, moment by moment."""
        lefts = self._left(ends)
        for season, left in sorted(set(zip(ends[:, SEASON].tolist(), lefts.tolist(), strict=True))):
            if season == YEAR:
                continue
            which = np.flatnonzero((ends[:, SEASON] == season) & (lefts == left))
            found[which, COIN_PART] += STAR * (YEAR - season) * ends[which, SEAT + COINS]
            sheets = np.ascontiguousarray(ends[which, SEAT + SHEET : SEAT + SHEET + SHEET_SIZE])
            for part, table in enumerate(self._parts):
                values = np.empty(len(which), dtype=np.int64)
                rollouts.values(table, season, left, sheets, values)
                found[which, part] += values
            found[which] += np.array(levels.at(season, left), dtype=np.int64)


def _concealed(row: Ints) -> Ints:
    """Return a game as its table knows it, ready to be dealt again: hidden ambushes and heroes left out of the deck."""
    start = row.copy()
    deck = row[DECK + row[DECK_TOP] : DECK + row[DECK_SIZE]] if row[IS_DEALT] else row[:0]
    kept = deck[(KIND[deck] == EXPLORE) | (KIND[deck] == RUINS)]
    start[DECK : DECK + len(kept)] = kept
    start[DECK_SIZE], start[DECK_TOP] = len(kept), 0
    start[STAGE] = PLACING
    return start
