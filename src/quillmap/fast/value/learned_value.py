"""The learned value of sheets in plain Python, for bots without numba.

``compiled_value`` is the same value compiled; a test holds the two together.
"""

from collections.abc import Sequence

from quillmap.fast.value.features import OUTLOOKS, WIDTH, ground
from quillmap.fast.value.weights import ROW, STAR, TIMES, weights_of
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import score
from quillmap.rules.seasons import SEASONS, YEAR, edicts_of, scorings_left
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet, haunted


class LearnedValue:
    """What sheets are worth at one table."""

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...]) -> None:
        self._rulebook = setup.rulebook
        self.has_any_fallback = RULEBOOKS[setup.rulebook].fallback_any
        """Whether the 1×1 of a card that fits nowhere may be of any terrain."""
        self._edicts = edicts
        self.times = [season.time for season in SEASONS[setup.seasons]]
        """How long the seasons last."""
        self._weights = weights_of(edicts, setup.ambush_by == "automatic")

    def of(self, sheet: Sheet, season: int, left: int) -> int:
        """Return the value of a sheet, coins aside, with some time left in a season."""
        total = 0
        if left <= 0:
            points = sum(self._points(sheet, edict) for edict in edicts_of(season))
            total = STAR * (points - haunted(sheet).bit_count())
            season += 1
            if season >= YEAR:
                return total
            left = self.times[season]
        first = ROW * (TIMES * season + left)
        for edict, card in enumerate(self._edicts):
            if scorings_left(edict, season):
                seen = OUTLOOKS[card](sheet) if card in OUTLOOKS else (self._points(sheet, edict),)
                total += self._weigh(seen, first + WIDTH * edict)
        return total + self._weigh(ground(sheet), first + WIDTH * YEAR)

    def _points(self, sheet: Sheet, edict: int) -> int:
        return score(self._edicts[edict], sheet, self._rulebook)

    def _weigh(self, numbers: Sequence[int], first: int) -> int:
        return sum(number * self._weights[first + place] for place, number in enumerate(numbers))
