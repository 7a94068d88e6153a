"""The features of a sheet that its value is made of: the ground, and an outlook for each of the 32 scoring cards.

They are plain functions on sets of spaces, which also compile unchanged.

| module | job |
|---|---|
| ``register`` | the register of outlooks |
| ``forest``, ``village``, ``farm_water``, ``spatial`` | the outlooks of the cards of a suit |
| ``ground`` | what matters whatever the edicts: room, monsters, coins |
| ``patterns`` | counting neighbours, lines, squares and rings of spaces |
"""

from typing import Final

from quillmap.fast.value.features import farm_water, forest, spatial, village
from quillmap.fast.value.features.ground import ROOM, ground
from quillmap.fast.value.features.register import OUTLOOKS, Outlook
from quillmap.rules.scoring import SCORING
from quillmap.rules.sheet import Sheet

__all__ = ["GROUND", "OUTLOOKS", "ROOM", "SIZES", "WIDTH", "Outlook", "ground"]

_FILES = (forest, village, farm_water, spatial)  # importing them registers their outlooks

SIZES: Final = {card: len(OUTLOOKS[card](Sheet())) if card in OUTLOOKS else 1 for card in SCORING}
"""How many numbers the outlook of every card has; a card without one has its points alone."""
WIDTH: Final = 12
"""How many it has at most."""
GROUND: Final = len(ground(Sheet()))
"""How many numbers ``ground`` has."""
