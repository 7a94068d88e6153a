"""The master: plays the most promising drawings out to the end of the game, again and again, and keeps the best.

Successive halving: all candidates get a few playouts on the same deals, the better half gets more, and so on.
What nobody has seen is dealt anew for every playout, so the bot knows nothing that its seat does not know.
Where numba is missing, or as long as the rules are being compiled, it plays as the surveyor does.
"""

from importlib import import_module
from typing import Final

from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options

ROUNDS: Final = ((24, 3), (12, 4), (6, 6), (3, 10))
"""How many drawings are left, and how many more playouts each of them gets."""


class MasterBot(SurveyorBot):
    """Looks ahead to the end of the year."""

    def draw(self, view: View, options: Options) -> Draw:
        """Return the drawing whose playouts went best; a skill if the surveyor would use one."""
        if not readiness.is_ready():
            return super().draw(view, options)
        if options.skills:
            choice = super().draw(view, options)
            if choice.skill is not None:
                return choice
        return self._look_ahead(view, options)

    def _look_ahead(self, view: View, options: Options) -> Draw:
        search = import_module("quillmap.fast.search").Search(view, options.seat)
        left: list[int] = [int(number) for number in search.best(ROUNDS[0][0])]
        for most, playouts in ROUNDS:
            left = sorted(left, key=lambda number: -search.totals[number])[:most]
            if len(left) == 1:
                break
            search.play_out(left, [self.random.getrandbits(62) for _ in range(playouts)])
        best: Draw = search.drawing(max(left, key=lambda number: int(search.totals[number])))
        return best
