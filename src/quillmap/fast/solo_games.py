"""A batch of solo games played step by step, for learners.

Every game stops when its seat is asked, takes the number of an answer (``actions``), and goes on. When a game ends,
the next one begins in the same step.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, ILLEGAL_REWARD
from quillmap.fast.layout.card_tables import SPACES, Ints
from quillmap.fast.layout.conversion import new_game, table_row
from quillmap.fast.layout.observation import NO_CARD, PLANES, SEEN_SIZE, Bytes, Observations
from quillmap.fast.layout.plain_rows import sown
from quillmap.fast.layout.rows import CHANCE, SEATS, TABLE_SIZE, row_size
from quillmap.fast.play import observing, stepping
from quillmap.rules.dealing import begin
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE


class Stock(NamedTuple):
    """Tables dealt by the rules, and the blank map of each in a row of a game."""

    tables: Ints
    blanks: Ints


class Stepped(NamedTuple):
    """What a step did."""

    rewards: Ints
    """The stars of the seasons scored in it; ``ILLEGAL_REWARD`` for an answer that is not allowed."""
    overs: NDArray[np.bool_]
    """Which games ended; their rows hold the next games."""
    wrong: NDArray[np.bool_]
    """Which answers were not allowed, and changed nothing."""
    totals: Ints
    """The stars of the games that ended; of the others, those so far."""


def deal_stock(setups: list[Setup]) -> Stock:
    """Return the tables of these set-ups."""
    begun = [begin(setup) for setup in setups]
    blanks = [Sheet(mountain=each.mountains, ruins=each.ruins, wasteland=each.wasteland) for each in begun]
    return Stock(
        np.array([table_row(each.setup, each.edicts) for each in begun]),
        np.array([new_game(blank, [0], 0) for blank in blanks]),
    )


def checked_actions(actions: object, count: int) -> Ints:
    """Return *actions* as the kernels want them, which read *count* numbers unchecked; or raise ``BadArgument``."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise BadArgument(f"actions are {count} numbers, one for each game, not an array of the shape {given.shape}")
    if given.dtype.kind not in "iu":
        raise BadArgument(f"actions are whole numbers, not {given.dtype}: convert them, for example astype(int)")
    return given.astype(np.int64, copy=False)


class SoloGames:
    """A batch of solo games."""

    def __init__(self, stock: Stock, count: int, seed: int) -> None:
        self.count = count
        self._stock = stock
        self._games = np.zeros((count, row_size(1)), dtype=np.int64)
        self._games[:, SEATS] = 1
        self._games[:, CHANCE] = [sown(seed * count + number) for number in range(count)]
        self._dice = np.zeros((count, CHANCE + 1), dtype=np.int64)
        """The chance of sampled answers: the games' own deals cards, the same ones whatever is answered."""
        self._dice[:, CHANCE] = [sown(~(seed * count + number)) for number in range(count)]
        self._tables = np.zeros((count, TABLE_SIZE), dtype=np.int64)
        self._diaries = np.zeros((count, 1), dtype=np.int64)
        self._masks, self._next_masks = (np.zeros((count, ACTIONS), dtype=np.int8) for _ in range(2))
        self._counts, self._totals = (np.zeros(count, dtype=np.int64) for _ in range(2))
        self._overs, self._wrong = (np.zeros(count, dtype=np.int8) for _ in range(2))
        self._begin(np.ones(count, dtype=np.int8))
        self._allow()

    def _begin(self, which: Bytes) -> None:
        stepping.begin(self._stock.tables, self._stock.blanks, self._tables, self._games, which)
        self._settle()

    def _settle(self) -> None:
        stepping.settle(self._tables, self._games, self._diaries, self._totals, self._overs)

    def _allow(self) -> None:
        self._masks, self._next_masks = self._next_masks, self._masks
        stepping.allow_batch(self._tables, self._games, self._masks, self._counts)

    @property
    def masks(self) -> Bytes:
        """Which answers are allowed, by their numbers; a row a game. The step after the next overwrites it."""
        return self._masks

    @property
    def counts(self) -> Ints:
        """How many answers are allowed."""
        return self._counts

    @property
    def rows(self) -> Ints:
        """The games themselves (``layout``)."""
        return self._games.copy()

    def step(self, actions: Ints, *, final: bool = False) -> tuple[Stepped, Observations | None]:
        """Answer in every game; with *final*, also return what was seen at the end of the games that ended."""
        stepped = self.answer(actions)
        last = None
        if stepped.overs.any():
            if final:
                last = self.observe(stepped.overs)
            self.begin(stepped.overs)
        self.allow()
        return stepped, last

    def answer(self, actions: Ints) -> Stepped:
        """Answer in every game, and leave those that end at their end; ``begin`` and ``allow`` must follow."""
        given = checked_actions(actions, self.count)
        before = self._totals.copy()
        stepping.answer(self._tables, self._games, self._masks, given, self._wrong)
        self._settle()
        totals = self._totals.copy()
        overs, wrong = self._overs.astype(np.bool_), self._wrong.astype(np.bool_)
        rewards = np.where(wrong, ILLEGAL_REWARD, totals - before)
        return Stepped(rewards, overs, wrong, totals)

    def begin(self, which: NDArray[np.bool_]) -> None:
        """Begin new games in the marked rows; ``allow`` must follow."""
        self._begin(which.astype(np.int8))

    def allow(self) -> None:
        """Work out which answers are allowed now."""
        self._allow()

    def sample(self) -> Ints:
        """Return an allowed answer for every game, each as likely as the others."""
        actions = np.zeros(self.count, dtype=np.int64)
        stepping.sample(self._dice, self._masks, self._counts, actions)
        return actions

    def evaluate(self) -> Ints:
        """Return what every answer is worth by the edicts still to come; a very low number if it is not allowed."""
        values = np.zeros((self.count, ACTIONS), dtype=np.int64)
        stepping.evaluate(self._tables, self._games, self._masks, values)
        return values

    def observe(self, which: NDArray[np.bool_] | None = None) -> Observations:
        """Return what is seen in every game, or in the marked ones."""
        if which is None:
            return _observe(self._tables, self._games)
        return _observe(self._tables[which], self._games[which])


def _observe(tables: Ints, games: Ints) -> Observations:
    count = len(games)
    planes = np.zeros((count, len(PLANES) * SPACES), dtype=np.int8)
    deck = np.zeros((count, NO_CARD), dtype=np.int8)
    numbers = np.zeros((count, SEEN_SIZE), dtype=np.int64)
    observing.observe(tables, games, planes, deck, numbers)
    return Observations(planes.reshape(count, len(PLANES), SIZE, SIZE), deck, numbers)


def compile_all() -> None:
    """Call every kernel once, so that it is compiled or loaded."""
    games = SoloGames(deal_stock([Setup(seed="compile")]), 1, 0)
    games.evaluate()
    games.step(games.sample())
    games.observe()
