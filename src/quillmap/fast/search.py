"""Looking ahead from a view: all drawings with what they are worth, and playouts of the best of them."""

from typing import Final

import numpy as np

from quillmap.fast import kernels
from quillmap.fast.cards import NUMBER, Ints
from quillmap.fast.choices import GREEDY, RANDOM
from quillmap.fast.layout import HOSTILITY, SEAT, game_row, new_game, no_diary, table_row
from quillmap.play.view import View
from quillmap.rules.dealing import begin
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.terrain import Terrain

MOST_DRAWINGS: Final = 6000
"""More than there are of any card: 1 144 places at most, five terrains for the 1×1 only."""


class Search:
    """The drawings of one seat for the revealed explore card. It knows what the view knows, and no more."""

    def __init__(self, view: View, seat: Seat) -> None:
        assert view.card is not None
        self.seat = seat
        self._table = table_row(view.setup, view.edicts)
        self._start = game_row(view, [seat], [GREEDY], 0)
        self._start[SEAT + HOSTILITY] = RANDOM
        self._work = self._start.copy()
        self._spaces = np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
        self._ways = np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
        values = np.empty(MOST_DRAWINGS, dtype=np.int64)
        count = kernels.appraise(self._table, self._start, NUMBER[view.card], self._spaces, self._ways, values)
        self.values: Ints = values[:count]
        """What each drawing is worth by the edicts still to come."""
        self.totals: Ints = np.zeros(count, dtype=np.int64)
        """The sum of the playouts of each drawing."""

    def best(self, most: int) -> Ints:
        """Return the numbers of the drawings worth most, the best first."""
        return np.argsort(-self.values, kind="stable")[:most]

    def play_out(self, which: list[int], deals: list[int]) -> None:
        """Play the drawings in *which* to the end of the game, each on the same *deals*."""
        chosen, chances = np.array(which, dtype=np.int64), np.array(deals, dtype=np.int64)
        kernels.rollouts(self._table, self._start, self._work, self._spaces, self._ways, chosen, chances, self.totals)

    def drawing(self, number: int) -> Draw:
        """Return a drawing by its number."""
        low, high = (int(half) & (2**64 - 1) for half in self._spaces[2 * number : 2 * number + 2])
        return Draw(self.seat, low | high << 64, Terrain(Sheet._fields[self._ways[2 * number]]))


def compile_all() -> None:
    """Call every kernel once, so that it is compiled or loaded."""
    setup = Setup(seed="compile")
    began = begin(setup)
    table = table_row(setup, began.edicts)
    game = new_game(Sheet(mountain=began.mountains), [RANDOM], 1)
    spaces, ways = np.empty(2 * MOST_DRAWINGS, dtype=np.int64), np.empty(2 * MOST_DRAWINGS, dtype=np.int64)
    values, totals = np.empty(MOST_DRAWINGS, dtype=np.int64), np.zeros((1, 1), dtype=np.int64)
    one = np.zeros(1, dtype=np.int64)
    kernels.playouts(table, game.copy(), game.copy(), no_diary(), totals)
    kernels.appraise(table, game, 0, spaces, ways, values)
    kernels.rollouts(table, game, game.copy(), spaces, ways, one, one, values)
