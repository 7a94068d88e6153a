"""Looking ahead from a view by native code: the value of all drawings, and the best of them played further."""

from functools import lru_cache
from typing import Final

import numpy as np

from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import new_game, no_diary, table_row
from quillmap.fast.layout.plain_rows import drawing_game, resting_game, sheet_numbers
from quillmap.fast.layout.rows import GLANCE_SIZE, RANDOM, row_size
from quillmap.fast.play import glances, playouts, rollouts
from quillmap.fast.value.weights import weights_of
from quillmap.play.view import View
from quillmap.rules.dealing import begin
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.terrain import Terrain

SHEET_SIZE: Final = 2 * len(Sheet._fields)
MOST_DRAWINGS: Final = 6000
"""More than there are of any card: 1 144 places at most, five terrains for the 1×1 only."""


@lru_cache(maxsize=64)
def learned_table(setup: Setup, edicts: tuple[CardId, ...]) -> Ints:
    """Return the row of a table with the learned weights in it, read-only."""
    return weighed_table(setup, edicts, weights_of(edicts, setup.ambush_by == "automatic"))


def weighed_table(setup: Setup, edicts: tuple[CardId, ...], weights: tuple[int, ...]) -> Ints:
    """Return the row of a table with these weights in it, read-only."""
    row = np.concatenate([table_row(setup, edicts), np.array(weights, dtype=np.int64)])
    row.setflags(write=False)
    return row


class Search:
    """The drawings of one seat for the revealed explore card. It knows what the view knows, and no more."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat = seat
        self._table = learned_table(view.setup, view.edicts)
        self._start = np.array(drawing_game(view, seat), dtype=np.int64)
        self._spaces = np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
        self._ways = np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
        values = np.empty(MOST_DRAWINGS, dtype=np.int64)
        count = rollouts.appraise(self._table, self._start, self._spaces, self._ways, values)
        self.values: Ints = values[:count]
        """What each drawing is worth by the learned value."""
        self.totals: Ints = np.zeros(count, dtype=np.int64)
        """What each drawing led to, the sum of all deals."""
        self._glances: dict[int, Ints] = {}

    def best(self, most: int) -> list[int]:
        """Return the numbers of the drawings worth most, the best first."""
        return [int(number) for number in np.argsort(-self.values, kind="stable")[:most]]

    def look_ahead(self, which: list[int], deals: list[int], draws: int, *, is_glancing: bool = False) -> None:
        """Play the drawings in *which* some draws further, each on the same *deals*."""
        seen = np.array([self._glance(each) for each in which]) if is_glancing else everywhere(len(which))
        chosen, chances = np.array(which, dtype=np.int64), np.array(deals, dtype=np.int64)
        drawings = (self._table, self._start, self._start.copy(), self._spaces, self._ways, chosen)
        rollouts.rollouts(*drawings, seen, chances, draws, self.totals)

    def _glance(self, drawing: int) -> Ints:
        """Return which places are worth a look after a drawing."""
        if drawing not in self._glances:
            found, room = np.empty(GLANCE_SIZE, dtype=np.int64), np.empty(MOST_DRAWINGS, dtype=np.int64)
            start = (self._table, self._start, self._start.copy(), self._spaces, self._ways)
            glances.glance_after(*start, drawing, room, found)
            self._glances[drawing] = found
        return self._glances[drawing]

    def drawing(self, number: int) -> Draw:
        """Return a drawing by its number."""
        low, high = (int(half) & (2**64 - 1) for half in self._spaces[2 * number : 2 * number + 2])
        return Draw(self.seat, low | high << 64, Terrain(Sheet._fields[self._ways[2 * number]]))


def everywhere(drawings: int) -> Ints:
    """Return glances that say nothing, for so many drawings: all places are looked at."""
    return np.empty((drawings, 0), dtype=np.int64)


class Continuation:
    """A game of one seat, before its next card, that is played further on several deals."""

    def __init__(self, position: View) -> None:
        self._table = learned_table(position.setup, position.edicts)
        self._start = np.array(resting_game(position), dtype=np.int64)
        self._work = self._start.copy()
        self._nothing, self._first = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self._glance = np.empty((1, GLANCE_SIZE), dtype=np.int64)
        room = np.empty(MOST_DRAWINGS, dtype=np.int64)
        start = (self._table, self._start, self._work, self._nothing, self._nothing)
        glances.glance_after(*start, 0, room, self._glance[0])

    def leads_to(self, deal: int, draws: int) -> int:
        """Return what it leads to after *draws* more cards of a deal."""
        total, chances = np.zeros(1, dtype=np.int64), np.array([deal], dtype=np.int64)
        start = (self._table, self._start, self._work, self._nothing, self._nothing, self._first)
        rollouts.rollouts(*start, self._glance, chances, draws, total)
        return int(total[0])


def values_of(setup: Setup, edicts: tuple[CardId, ...], season: int, left: int, sheets: list[Sheet]) -> list[int]:
    """Return what sheets are worth by the learned value, coins aside, with some time left in a season."""
    return values_at(learned_table(setup, edicts), season, left, sheets)


def values_at(table: Ints, season: int, left: int, sheets: list[Sheet]) -> list[int]:
    """Return what sheets are worth by the weights in the row of a table."""
    values = np.empty(len(sheets), dtype=np.int64)
    rollouts.values(table, season, left, _rows(sheets), values)
    found: list[int] = values.tolist()
    return found


def next_values_at(table: Ints, season: int, left: int, sheets: list[Sheet], cards: list[CardId]) -> list[int]:
    """Return what sheets are worth after the best drawing of a next card, the sum of all *cards*."""
    numbers = np.array([NUMBER[card] for card in cards], dtype=np.int64)
    values = np.empty(len(sheets), dtype=np.int64)
    rollouts.next_values(table, np.zeros(row_size(1), dtype=np.int64), season, left, _rows(sheets), numbers, values)
    found: list[int] = values.tolist()
    return found


def _rows(sheets: list[Sheet]) -> Ints:
    return np.array([sheet_numbers(sheet) for sheet in sheets], dtype=np.int64).reshape(-1, SHEET_SIZE)


def compile_all() -> None:
    """Call every kernel once, so that it is compiled or loaded."""
    setup = Setup(seed="compile")
    began = begin(setup)
    table = learned_table(setup, began.edicts)
    blank = Sheet(mountain=began.mountains)
    game = new_game(blank, [RANDOM], 1)
    spaces, ways = np.empty(2 * MOST_DRAWINGS, dtype=np.int64), np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
    values, totals = np.empty(MOST_DRAWINGS, dtype=np.int64), np.zeros((1, 1), dtype=np.int64)
    one = np.zeros(1, dtype=np.int64)
    playouts.playouts(table, game.copy(), game.copy(), no_diary(), totals)
    rollouts.appraise(table, game, spaces, ways, values)
    rollouts.rollouts(table, game, game.copy(), spaces, ways, one, everywhere(1), one, 0, values)
    glances.glance_after(table, game, game.copy(), spaces, ways, 0, values, np.empty(GLANCE_SIZE, dtype=np.int64))
    values_of(setup, began.edicts, 0, 1, [blank])
    next_values_at(table, 0, 1, [blank], [])
