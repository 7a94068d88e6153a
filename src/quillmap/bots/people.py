"""The levels between apprentice and surveyor: they judge maps as the surveyor does, but see less.

They look at some drawings only, with a shorter sight and blind spots, on good days at more than on bad ones
(``levels.Attention``). Among what they see they always take the best.
"""

import random
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from quillmap.bots.levels import LEAST_SEEN, LEVELS, Attention
from quillmap.bots.ranking import Ranked, everything, is_hostile, ranked
from quillmap.bots.surveyor import SurveyorBot
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Declare, Draw
from quillmap.rules.options import Options

_T = TypeVar("_T")


class PersonBot(SurveyorBot):
    """Somebody who sees less than the surveyor.

    *day* decides whether it is a good day, the same for a whole game; without it, chance does.
    """

    level: ClassVar[str]

    def __init__(self, seed: str = "", *, style: str = "", day: str = "") -> None:
        super().__init__(seed, style=style)
        self.sight = self.style.seen_by(self.attention.sight)
        chance = random.Random(day) if day else self.random
        self._seen = max(LEAST_SEEN, self.attention.seen * chance.choice(self.attention.days) // 100)

    @property
    def attention(self) -> Attention:
        """How much this level looks at."""
        found = LEVELS[self.level].attention
        assert found is not None
        return found

    def choose(self, view: View, options: Options) -> Answer:
        """Return the best of the answers that are looked at."""
        if options.ask is Ask.DRAW:
            return self.draw(view, options)
        if options.ask is Ask.DECLARE:
            return super().choose(view, options) if self.attention.has_skills else Declare(options.seat, use=False)
        if not is_hostile(view, options.ask):
            return ranked(view, options, self.sight, self._look)[0].move
        look = everything if self.style.is_cruel else self._look_for_harm
        return ranked(view, options, self.sight, look)[0].move

    def draw(self, view: View, options: Options) -> Draw:
        """Return the best drawing of those that are looked at, with a skill if that is clearly better."""
        found = ranked(view, options, self.sight, self._look)
        if self.attention.has_skills:
            return self.best_drawing(view, options, found)
        assert isinstance(found[0].move, Draw)
        return found[0].move

    def _best(self, found: Sequence[Ranked]) -> Ranked:
        """Return the best answer; chance has already decided what was looked at."""
        return found[0]

    def _look(self, every: list[_T], /) -> list[_T]:
        return self._some(every, self._seen)

    def _look_for_harm(self, every: list[_T], /) -> list[_T]:
        return self._some(every, self.attention.harm)

    def _some(self, every: list[_T], most: int) -> list[_T]:
        return self.random.sample(every, most) if most < len(every) else every


class CopyistBot(PersonBot):
    """Draws for the season at hand, and forgets about monsters and coins."""

    level = "copyist"


class WandererBot(PersonBot):
    """Knows all four edicts, and notices monsters late."""

    level = "wanderer"


class ScribeBot(PersonBot):
    """Begins to think ahead."""

    level = "scribe"


class PathfinderBot(PersonBot):
    """Sees what a map promises, but not every place."""

    level = "pathfinder"


class NavigatorBot(PersonBot):
    """Has nearly all of a map's promise in view."""

    level = "navigator"


class GeographerBot(PersonBot):
    """Judges like the surveyor, and overlooks a place now and then."""

    level = "geographer"
