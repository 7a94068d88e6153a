"""The master: plays the most promising answers a few cards further, many times, and keeps the best.

Drawings go through successive halving: all candidates are tried on the same few deals, the better half on more, and so
on. Answers to any other question race (``racing``). The budget is a number of playouts or a time:
``master@playouts=960``, ``master@milliseconds=500``. A playout draws some more cards by the surveyor's value, and that
value then stands for the rest of the year. Every playout deals the unseen cards again, so the bot knows nothing that
its seat does not know. Without numba it can only play like the surveyor: it says so, and comparisons refuse it. On a
server it plays so, too, in the minute in which the rules are being compiled.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import count
from math import lcm
from time import perf_counter
from typing import Final

from quillmap.bots.answer_playouts import AnswerPlayouts
from quillmap.bots.racing import race
from quillmap.bots.ranking import ranked
from quillmap.bots.steps import Step, Steps, finish
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.layout.rows import MOST_CARDS
from quillmap.fast.searching import AnySearch, search
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Draw
from quillmap.rules.options import Options

CANDIDATES: Final = (20, 10, 5, 3)
"""How many drawings remain in each round; all rounds get the same share of the budget."""
PLAYOUTS: Final = 1200
"""Under 150 ms a move on one core."""
CONFIDENCE: Final = 6
"""The learned value of a drawing counts as much as this many deals: at first chance would tell more than they do."""
DRAWS: Final = 3
"""How many more cards a playout draws."""
GLANCING_FROM: Final = 6
"""On how many deals playouts look at promising places only: to find those takes as long as five playouts."""
ANSWERS: Final = 16
"""How many answers race where something else than a plain drawing is asked for."""
FEWEST_DEALS: Final = 5
"""Everybody in a race gets this many: with few playouts there are fewer candidates."""
LONGEST: Final = 600_000
"""Milliseconds: nobody waits ten minutes for a move."""
DEALS_BY_CLOCK: Final = 3
"""How many deals are played between two looks at the clock."""
_TURNS: Final = lcm(*range(1, MOST_CARDS + 1))
"""The card that comes first goes by the remainder of a deal's number: this keeps it, however many cards there are."""

_log = logging.getLogger("quillmap.bots")


class MasterBot(SurveyorBot):
    """Looks some cards ahead: *playouts* a move or, if given, for that many *milliseconds*.

    What a *style* likes about a plain drawing is added to what its playouts come to.
    """

    def __init__(self, seed: str = "", *, playouts: int = PLAYOUTS, milliseconds: float = 0, style: str = "") -> None:
        if not (isinstance(playouts, int) and playouts > 0):
            raise ValueError("playouts is a whole number from 1")
        if not (isinstance(milliseconds, int | float) and 0 <= milliseconds <= LONGEST):
            raise ValueError(f"milliseconds is a number from 0 to {LONGEST}")
        super().__init__(seed, style=style)
        self._playouts = playouts
        self._milliseconds = milliseconds
        if self.plays_as() is not None:
            _warn()

    @classmethod
    def plays_as(cls) -> str | None:
        """Return the surveyor where nothing can be compiled."""
        return None if readiness.is_possible() else "surveyor"

    def choose(self, view: View, options: Options) -> Answer:
        """Return the answer with the best playouts."""
        return finish(self.choose_in_steps(view, options))

    def choose_in_steps(self, view: View, options: Options) -> Steps[Answer]:
        """Return the same in steps of some hundredths of a second, between which it may be put aside."""
        if not readiness.is_ready():
            return super().choose(view, options)
        if options.ask is Ask.DRAW and not options.skills:
            return (yield from self._look_ahead(view, options))
        return (yield from self._race(view, options))

    def _race(self, view: View, options: Options) -> Steps[Answer]:
        """Return the best answer to anything but a plain drawing."""
        began, turns = perf_counter(), count()
        most, seconds = self._playouts, self._milliseconds / 1000
        field = ANSWERS if seconds else min(ANSWERS, max(1, most // FEWEST_DEALS))
        found = AnswerPlayouts(view, options.seat, field)

        def play(answers: Sequence[int]) -> Step:
            return partial(found.results, answers, self._deal(next(turns)), DRAWS)

        def goes_on(played: int) -> bool:
            return perf_counter() < began + seconds if seconds else played < most

        return found.answer((yield from race(range(len(found.values)), found.values.__getitem__, play, goes_on)))

    def _look_ahead(self, view: View, options: Options) -> Steps[Draw]:
        began = perf_counter()
        found = search(view, options.seat)
        liking = self._liking(found, view, options)
        left, played = found.best(CANDIDATES[0]), 0
        totals: Counter[int] = Counter()
        if liking:
            left = sorted(range(len(liking)), key=lambda drawing: -(int(found.values[drawing]) + liking[drawing]))

        def worth(drawing: int) -> int:
            liked = (played + CONFIDENCE) * liking[drawing] if liking else 0
            return totals[drawing] + CONFIDENCE * int(found.values[drawing]) + liked

        for number, most in enumerate(CANDIDATES, start=1):
            left = sorted(left, key=lambda drawing: -worth(drawing))[:most]
            if len(left) == 1:
                break
            until = began + self._milliseconds / 1000 * number / len(CANDIDATES)
            for deals in self._deals_until(until) if self._milliseconds else self._deals(most):
                gained: Sequence[int] = yield partial(_led_to, found, left, deals)
                totals.update(dict(zip(left, gained, strict=True)))
                played += len(deals)
        return found.drawing(max(left, key=worth))

    def _liking(self, found: AnySearch, view: View, options: Options) -> list[int]:
        """Return by how much more a style values each drawing than the surveyor does; nothing without a style."""
        if not self.style.id:
            return []
        values = {move: value for value, move in ranked(view, options, self.sight)}
        return [values[found.drawing(drawing)] - int(value) for drawing, value in enumerate(found.values)]

    def _deals(self, candidates: int) -> Iterator[list[int]]:
        """Yield the deals of a round with this many candidates."""
        yield self._chances(max(1, self._playouts // len(CANDIDATES) // candidates))

    def _deals_until(self, until: float) -> Iterator[list[int]]:
        """Yield deals until a moment has passed; at least a few."""
        yield self._chances(DEALS_BY_CLOCK)
        while perf_counter() < until:
            yield self._chances(DEALS_BY_CLOCK)

    def _deal(self, turn: int) -> int:
        """Return the number of a deal of a race; all cards of the deck take turns to come first."""
        return self.random.getrandbits(62) // _TURNS * _TURNS + turn

    def _chances(self, count: int) -> list[int]:
        return [self.random.getrandbits(62) for _ in range(count)]


def _led_to(found: AnySearch, which: list[int], deals: list[int]) -> list[int]:
    """Play some drawings further, and return what each led to, the sum of all *deals*."""
    before = [int(found.totals[each]) for each in which]
    found.look_ahead(which, deals, DRAWS, is_glancing=len(deals) >= GLANCING_FROM)
    return [int(found.totals[each]) - total for each, total in zip(which, before, strict=True)]


@cache
def _warn() -> None:
    """Say once in a process that the bot is weaker than its name; without a set-up of logging, on standard error."""
    _log.warning("without numba the master plays like the surveyor: pip install 'quillmap[fast]'")
