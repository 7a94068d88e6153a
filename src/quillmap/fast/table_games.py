"""A batch of games of several seats played step by step, for learners that play against each other.

Every game stops when a seat is asked, takes the number of its answer (``actions``), and goes on to the next seat that
is asked. At a table all answer at once: so what a seat sees is how things stood when the question came, without what
the seats before it have answered meanwhile.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.layout.actions import ACTIONS, ILLEGAL_REWARD
from quillmap.fast.layout.card_tables import SPACES, Ints
from quillmap.fast.layout.observation import NO_CARD, PLANES, SEEN_SIZE, Bytes, Observations
from quillmap.fast.layout.plain_rows import sown
from quillmap.fast.layout.rows import (
    CARD,
    CHANCE,
    DECK_TOP,
    EFFECT,
    GONE,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SEATS,
    STAGE,
    TABLE_SIZE,
    TIME,
    TURN,
    row_size,
)
from quillmap.fast.play import observing_tables, stepping
from quillmap.fast.solo_games import Stock, checked_actions, deal_stock
from quillmap.rules.setup import Setup
from quillmap.rules.spaces import SIZE

_QUESTION: Final = [SEASON, TIME, DECK_TOP, GONE, STAGE, CARD, EFFECT]
"""Numbers of a game that stay the same until all seats have answered."""


class TableStep(NamedTuple):
    """What a step did."""

    rewards: Ints
    """A row a game, a column a seat: the stars of seasons scored in it; for a wrong answer ``ILLEGAL_REWARD``."""
    overs: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    """Which answers were not allowed, and changed nothing."""
    totals: Ints


class TableGames:
    """A batch of games with the same number of seats."""

    def __init__(self, stock: Stock, seats: int, count: int, seed: int) -> None:
        self.count = count
        self.seats = seats
        self._stock = stock
        self._games = np.zeros((count, row_size(seats)), dtype=np.int64)
        self._games[:, SEATS] = seats
        self._games[:, CHANCE] = [sown(seed * count + number) for number in range(count)]
        self._dice = np.zeros((count, CHANCE + 1), dtype=np.int64)
        """The chance of sampled answers: the games' own deals cards, the same ones whatever is answered."""
        self._dice[:, CHANCE] = [sown(~(seed * count + number)) for number in range(count)]
        self._moments = self._games.copy()
        """The games as they were when the present question came."""
        self._tables = np.zeros((count, TABLE_SIZE), dtype=np.int64)
        self._diaries = np.zeros((count, 1), dtype=np.int64)
        self._masks, self._next_masks = (np.zeros((count, ACTIONS), dtype=np.int8) for _ in range(2))
        self._counts, self._firsts = (np.zeros(count, dtype=np.int64) for _ in range(2))
        self._overs, self._wrong = (np.zeros(count, dtype=np.int8) for _ in range(2))
        self.begin(np.ones(count, dtype=np.bool_))
        self.allow()

    @property
    def masks(self) -> Bytes:
        """Which answers are allowed, by their numbers; a row a game. The step after the next overwrites it."""
        return self._masks

    @property
    def asked(self) -> Ints:
        """Which seat is asked in every game; the first of a game that is over."""
        return np.where(self._games[:, TURN] < self.seats, self._games[:, TURN], 0)

    @property
    def totals(self) -> Ints:
        """The stars so far, a row a game, a column a seat."""
        blocks = self._games[:, SEAT:].reshape(self.count, self.seats, SEAT_SIZE)
        scores = blocks[:, :, SCORES : SCORES + 16].reshape(self.count, self.seats, 4, 4)
        return np.asarray((scores[..., :3].sum(axis=-1) - scores[..., 3]).sum(axis=-1))

    def answer(self, actions: Ints) -> TableStep:
        """Answer in every game, and leave those that end at their end; ``begin`` and ``allow`` must follow."""
        given = checked_actions(actions, self.count)
        before, question, asked = self.totals, self._games[:, _QUESTION], self.asked
        stepping.answer(self._tables, self._games, self._masks, given, self._wrong)
        wrong = self._wrong.astype(np.bool_)
        self._settle()
        is_same = (self._games[:, _QUESTION] == question).all(axis=1) & (self._games[:, TURN] > asked)
        self._remember(~is_same & ~wrong)
        totals = self.totals
        rewards = totals - before
        rewards[wrong, asked[wrong]] = ILLEGAL_REWARD
        return TableStep(rewards, self._overs.astype(np.bool_), wrong, totals)

    def begin(self, which: NDArray[np.bool_]) -> None:
        """Begin new games in the marked rows; ``allow`` must follow."""
        stepping.begin(self._stock.tables, self._stock.blanks, self._tables, self._games, which.astype(np.int8))
        self._settle()
        self._remember(which)

    def allow(self) -> None:
        """Work out which answers are allowed now."""
        self._masks, self._next_masks = self._next_masks, self._masks
        stepping.allow_batch(self._tables, self._games, self._masks, self._counts)

    def sample(self) -> Ints:
        """Return an allowed answer for every game, each as likely as the others."""
        actions = np.zeros(self.count, dtype=np.int64)
        stepping.sample(self._dice, self._masks, self._counts, actions)
        return actions

    def observe(self) -> tuple[Observations, Ints]:
        """Return what the asked seat of every game sees, all maps in its planes, and how far off the drawn map is."""
        return observe_rows(self._tables, self._moments, self.asked)

    def _settle(self) -> None:
        stepping.settle(self._tables, self._games, self._diaries, self._firsts, self._overs)

    def _remember(self, which: NDArray[np.bool_]) -> None:
        self._moments[which] = self._games[which]


def observe_rows(tables: Ints, games: Ints, seats: Ints) -> tuple[Observations, Ints]:
    """Return what a seat sees in every row."""
    count, several = len(games), int(games[0, SEATS])
    planes = np.zeros((count, several * len(PLANES) * SPACES), dtype=np.int8)
    deck = np.zeros((count, NO_CARD), dtype=np.int8)
    numbers = np.zeros((count, SEEN_SIZE), dtype=np.int64)
    targets = np.zeros(count, dtype=np.int64)
    observing_tables.observe_seats(tables, games, seats, planes, deck, numbers, targets)
    return Observations(planes.reshape(count, several, len(PLANES), SIZE, SIZE), deck, numbers), targets


def compile_all() -> None:
    """Call every kernel once, so that it is compiled or loaded."""
    games = TableGames(deal_stock([Setup(seats=2, seed="compile")]), 2, 1, 0)
    games.answer(games.sample())
    games.observe()
