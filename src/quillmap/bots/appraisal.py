"""What a sheet is worth by the edicts still to come: the eyes of every bot that looks at the map.

``quillmap.fast.choices.worth`` is the same thing compiled; a test holds them together.
"""

from quillmap.play.view import View
from quillmap.rules.scoring import score
from quillmap.rules.sheet import Sheet, coins_between, destroy, haunted, strike, with_letter, with_terrain
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain

SEASONS_OF_A_YEAR = 4


def scorings_left(edict: int, season: int) -> int:
    """Return how often an edict is still scored: in its own season and the one before (2.3)."""
    return int(season <= edict) + int(season <= (edict + 3) % 4)


class Appraisal:
    """What things are worth at one moment of a game."""

    def __init__(self, view: View) -> None:
        self._rulebook = view.setup.rulebook
        self.seasons_left = SEASONS_OF_A_YEAR - view.season
        """How often coins and monsters still count, the present season included."""
        self._edicts = [
            (card, times) for edict, card in enumerate(view.edicts) if (times := scorings_left(edict, view.season))
        ]

    def worth(self, sheet: Sheet) -> int:
        """Return what a sheet would give if nothing changed until the end, coins aside."""
        stars = sum(times * score(card, sheet, self._rulebook) for card, times in self._edicts)
        return stars - self.seasons_left * haunted(sheet).bit_count()

    def gain(self, before: Sheet, after: Sheet, coins: int = 0) -> int:
        """Return the worth of *after*, and of the coins on the way there."""
        return self.worth(after) + self.seasons_left * (coins + coins_between(before, after))


def drawn_on(sheet: Sheet, spaces: Mask, terrain: Terrain, letter: str | None = None) -> Sheet:
    """Return *sheet* with a drawing on it, monsters on attack paths destroyed."""
    sheet = with_terrain(sheet, spaces, terrain)
    if letter is not None:
        sheet = with_letter(sheet, spaces, letter)
    struck = strike(sheet)
    return destroy(sheet, struck) if struck else sheet
