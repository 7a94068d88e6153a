"""The learned value, interpreted: ``quillmap.fast.value`` is the same thing compiled, and a test holds them together.

Its names are those of that module, for interpreted games; ``LearnedValue`` needs no row of numbers.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from quillmap.fast.features import OUTLOOKS, WIDTH, ground
from quillmap.fast.weights import ROW, SEASONS, STAR, TIMES, is_scored, weights_of
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, VARIANTS, score
from quillmap.rules.seasons import SEASONS as YEARS
from quillmap.rules.setup import YEAR, Setup
from quillmap.rules.sheet import Sheet, haunted

__all__ = ["STAR", "TIMES", "YEAR", "LearnedValue", "appraised"]

_IDS: Final = (*((card, "standard") for card in SCORING), *VARIANTS)
"""The card and the rulebook behind every number of ``quillmap.fast.cards``."""
_THRESHOLDS: Final = 4
_TABLE_SIZE: Final = 48
"""As in ``quillmap.fast.layout``, which needs numpy; a test holds them together."""


def appraised(table: Sequence[int], moment: int, sheet: Sheet) -> int:
    """Return what a sheet is worth at a moment, coins aside, by the numbers in a table's row."""
    edicts = [_IDS[number] for number in table[:SEASONS]]

    def points(edict: int) -> int:
        return score(edicts[edict][0], sheet, edicts[edict][1])

    if moment < SEASONS:
        total = -(SEASONS - moment) * haunted(sheet).bit_count()
        for edict in range(SEASONS):
            scorings = int(moment <= edict) + int(moment <= (edict + 3) % SEASONS)
            if scorings:
                total += scorings * points(edict)
        return total
    season, left = divmod(moment - SEASONS, TIMES)
    times = table[_THRESHOLDS : _THRESHOLDS + SEASONS]
    return _value([card for card, _ in edicts], points, times, table[_TABLE_SIZE:], sheet, season, left)


class LearnedValue:
    """What sheets are worth at one table."""

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...]) -> None:
        self._rulebook = setup.rulebook
        self._edicts = edicts
        self.times = [season.time for season in YEARS[setup.seasons]]
        """How long the seasons last."""
        self._weights = weights_of(edicts, setup.ambush_by == "automatic")

    def of(self, sheet: Sheet, season: int, left: int) -> int:
        """Return the value of a sheet, coins aside, with some time left in a season."""

        def points(edict: int) -> int:
            return score(self._edicts[edict], sheet, self._rulebook)

        return _value(self._edicts, points, self.times, self._weights, sheet, season, left)


def _value(
    edicts: Sequence[CardId],
    points: Callable[[int], int],
    times: Sequence[int],
    weights: Sequence[int],
    sheet: Sheet,
    season: int,
    left: int,
) -> int:
    total = 0
    if left <= 0:
        total = STAR * (points(season) + points((season + 1) % SEASONS) - haunted(sheet).bit_count())
        season += 1
        if season >= SEASONS:
            return total
        left = times[season]
    first = ROW * (TIMES * season + left)
    for edict, card in enumerate(edicts):
        if is_scored(edict, season):
            total += _weigh(OUTLOOKS[card](sheet), weights, first + WIDTH * edict)
    return total + _weigh(ground(sheet), weights, first + WIDTH * SEASONS)


def _weigh(numbers: tuple[int, ...], weights: Any, first: int) -> int:
    return sum(number * weights[first + place] for place, number in enumerate(numbers))
