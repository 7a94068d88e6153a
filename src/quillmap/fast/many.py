"""Many solo games at once, played step by step: what a learner needs.

Every game stops when its seat is asked, takes the number of an answer (``actions``), and goes on. A game that is over
begins anew in the same step.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.actions import ACTIONS
from quillmap.fast.backends import COMPILED, Backend, backend
from quillmap.fast.cards import SPACES, Ints
from quillmap.fast.layout import CHANCE, SEATS, TABLE_SIZE, new_game, row_size, sown, table_row
from quillmap.fast.seen import NO_CARD, PLANES, SEEN_SIZE, Bytes
from quillmap.rules.dealing import begin
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE


class Stock(NamedTuple):
    """Tables dealt by the rules, and the blank map of each in a row of a game."""

    tables: Ints
    blanks: Ints


class Seen(NamedTuple):
    """What the seats see; a row a game."""

    planes: Bytes
    """The sets in ``seen.PLANES``, each a plane of 11 × 11."""
    deck: Bytes
    """Per card, whether it may still come."""
    numbers: Ints
    """See ``seen.SEEN_ASK`` and those after it."""


class Stepped(NamedTuple):
    """What a step did."""

    rewards: Ints
    """The stars of the seasons scored in it; ``ILLEGAL`` for an answer that is not allowed."""
    overs: NDArray[np.bool_]
    """Which games ended; they have begun anew."""
    wrong: NDArray[np.bool_]
    """Which answers were not allowed, and changed nothing."""
    totals: Ints
    """The stars of the games that ended; of the others, those so far."""


ILLEGAL: Final = -1
"""The reward for an answer that is not allowed."""


def deal_stock(setups: list[Setup]) -> Stock:
    """Return the tables of these set-ups."""
    begun = [begin(setup) for setup in setups]
    blanks = [Sheet(mountain=each.mountains, ruins=each.ruins, wasteland=each.wasteland) for each in begun]
    return Stock(
        np.array([table_row(each.setup, each.edicts) for each in begun]),
        np.array([new_game(blank, [0], 0) for blank in blanks]),
    )


class Many:
    """Solo games that go on together."""

    def __init__(self, stock: Stock, count: int, seed: int, by: Backend | None = None) -> None:
        self.count = count
        self.backend = by or backend()
        rows = np.zeros((count, row_size(1)), dtype=np.int64)
        rows[:, SEATS] = 1
        rows[:, CHANCE] = [sown(seed * count + number) for number in range(count)]
        self._stepping = self.backend.stepping
        self._games = self.backend.games(rows)
        self._stock = self.backend.numbers(stock.tables)
        self._blanks = self.backend.games(stock.blanks)
        self._tables = self._zeros(TABLE_SIZE)
        self._diaries = self._zeros(1)
        self._masks, self._next_masks = (self.backend.marks(count, ACTIONS) for _ in range(2))
        self._counts, self._totals = self._zeros(), self._zeros()
        self._overs, self._wrong = self.backend.marks(count, 0), self.backend.marks(count, 0)
        self._begin(np.ones(count, dtype=np.int8))
        self._allow()

    def _zeros(self, size: int = 0) -> Any:
        return self.backend.numbers(np.zeros((self.count, size) if size else self.count, dtype=np.int64))

    def _begin(self, which: Bytes) -> None:
        self._stepping.begin(self._stock, self._blanks, self._tables, self._games, which)
        self._stepping.settle(self._tables, self._games, self._diaries, self._totals, self._overs)

    def _allow(self) -> None:
        self._masks, self._next_masks = self._next_masks, self._masks
        self._stepping.allow_batch(self._tables, self._games, self._masks, self._counts)

    @property
    def masks(self) -> Bytes:
        """Which answers are allowed, by their numbers; a row a game. The step after the next overwrites it."""
        return self.backend.array(self._masks)

    @property
    def counts(self) -> Ints:
        """How many answers are allowed."""
        return self.backend.array(self._counts)

    @property
    def rows(self) -> Ints:
        """The games themselves (``layout``)."""
        return self.backend.rows(self._games)

    def step(self, actions: Ints, *, final: bool = False) -> tuple[Stepped, Seen | None]:
        """Answer in every game; with *final*, also return what was seen at the end of the games that ended."""
        before = np.array(self._totals)
        given = self.backend.numbers(np.asarray(actions, dtype=np.int64))
        self._stepping.answer(self._tables, self._games, self._masks, given, self._wrong)
        self._stepping.settle(self._tables, self._games, self._diaries, self._totals, self._overs)
        totals = np.array(self._totals)
        overs, wrong = (np.array(self.backend.array(each), dtype=np.bool_) for each in (self._overs, self._wrong))
        rewards = np.where(wrong, ILLEGAL, totals - before)
        last = None
        if overs.any():
            if final:
                tables, games = (self.backend.chosen(each, overs) for each in (self._tables, self._games))
                last = self._observe(tables, games, len(games))
            self._begin(overs.astype(np.int8))
        self._allow()
        return Stepped(rewards, overs, wrong, totals), last

    def sample(self) -> Ints:
        """Return an allowed answer for every game, each as likely as the others."""
        actions = self._zeros()
        self._stepping.sample(self._games, self._masks, self._counts, actions)
        return self.backend.array(actions)

    def evaluate(self) -> Ints:
        """Return what every answer is worth by the edicts still to come; very little if it is not allowed."""
        values = self._zeros(ACTIONS)
        self._stepping.evaluate(self._tables, self._games, self._masks, values)
        return self.backend.array(values)

    def observe(self) -> Seen:
        """Return what is seen in every game."""
        return self._observe(self._tables, self._games, self.count)

    def _observe(self, tables: Any, games: Any, count: int) -> Seen:
        planes = self.backend.marks(count, len(PLANES) * SPACES)
        deck = self.backend.marks(count, NO_CARD)
        numbers = self.backend.numbers(np.zeros((count, SEEN_SIZE), dtype=np.int64))
        self.backend.observing.observe(tables, games, planes, deck, numbers)
        shaped = self.backend.array(planes).reshape(count, len(PLANES), SIZE, SIZE)
        return Seen(shaped, self.backend.array(deck), self.backend.array(numbers))


def compile_all() -> None:
    """Call every kernel once, so that it is compiled or loaded."""
    games = Many(deal_stock([Setup(seed="compile")]), 1, 0, backend(COMPILED))
    games.evaluate()
    games.step(games.sample())
    games.observe()
