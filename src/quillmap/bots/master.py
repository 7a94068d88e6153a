"""The master: plays the most promising drawings a few cards further, again and again, and keeps the best.

Successive halving: all candidates get a few deals, the same for each; the better half gets more, and so on. After some
more cards, drawn by the surveyor's value, that value says what the rest of the year will bring. What nobody has seen is
dealt anew every time, so the bot knows nothing that its seat does not know. Where numba is missing, or as long as the
rules are being compiled, it plays as the surveyor does.
"""

from importlib import import_module
from typing import Any, Final

from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options

ROUNDS: Final = ((20, 3), (10, 6), (5, 12), (3, 20))
"""How many drawings are left, and how many more deals each of them gets."""
DRAWS: Final = 3
"""How many cards further every deal is played."""


class MasterBot(SurveyorBot):
    """Looks some cards ahead."""

    def draw(self, view: View, options: Options) -> Draw:
        """Return the drawing that led furthest; a skill if the surveyor would use one."""
        if not readiness.is_ready():
            return super().draw(view, options)
        if options.skills:
            choice = super().draw(view, options)
            if choice.skill is not None:
                return choice
        return self._look_ahead(view, options)

    def _look_ahead(self, view: View, options: Options) -> Draw:
        module: Any = import_module("quillmap.fast.search")
        search = module.Search(view, options.seat)
        left: list[int] = search.best(ROUNDS[0][0])
        for most, deals in ROUNDS:
            left = sorted(left, key=lambda number: -search.totals[number])[:most]
            if len(left) == 1:
                break
            search.look_ahead(left, [self.random.getrandbits(62) for _ in range(deals)], DRAWS)
        best: Draw = search.drawing(max(left, key=lambda number: int(search.totals[number])))
        return best
