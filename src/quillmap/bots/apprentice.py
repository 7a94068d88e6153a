"""The apprentice: considers a few drawings, thinks only of the present season, and forgets about monsters."""

from typing import Final

from quillmap.bots.bot import Bot
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.evolve import with_drawing
from quillmap.rules.moves import Answer, Declare, Draw
from quillmap.rules.options import Options
from quillmap.rules.scoring import score
from quillmap.rules.sheet import Sheet, struck

PLACES_SEEN: Final = 12
"""How many drawings it considers."""


class ApprenticeBot(Bot):
    """Plays plausibly and not too well: a child can beat it."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return the best of a few drawings; anything else at random."""
        if options.ask is Ask.DECLARE:
            return Declare(options.seat, use=False)
        if options.ask is Ask.AMBUSH:
            return options.drawings.pick(self.random.randrange)
        if options.ask is not Ask.DRAW:
            return self.random.choice(list(options))
        seen = [options.drawings.pick(self.random.randrange) for _ in range(PLACES_SEEN)]
        return max(seen, key=lambda move: self._stars(view, move))

    def _stars(self, view: View, move: Draw) -> int:
        """Return what the present season's edicts would give."""
        sheet: Sheet = struck(with_drawing(view.seats[move.seat].sheet, move.spaces, move.terrain))
        edicts = [view.edicts[place] for place in view.season_card.edicts]
        return sum(score(card, sheet, view.setup.rulebook) for card in edicts)
