"""What a learner observes: the order of planes and numbers."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.layout.card_tables import KIND, Ints
from quillmap.rules.sheet import Sheet

Bytes: TypeAlias = NDArray[np.int8]

PLANES: Final = (*Sheet._fields, "free", "wanted")
"""The sets of spaces in the order of the planes: those of a sheet, the empty spaces, and empty ruins to be covered."""
NO_CARD: Final = len(KIND)
"""Stands for the card when the game is over."""

SEEN_ASK, SEEN_SEASON, SEEN_TIME, SEEN_LEFT, SEEN_COINS, SEEN_CARD, SEEN_RUINS = range(7)
SEEN_EDICTS: Final = 7
SEEN_SCORES: Final = SEEN_EDICTS + 4
SEEN_SIZE: Final = SEEN_SCORES + 16
"""The numbers: what is asked, season, time, time left, coins, card, ruins pending, edicts, score sheet."""


class Observations(NamedTuple):
    """What the seats of many games see; a row a game."""

    planes: Bytes
    """The sets in ``PLANES``, each a plane of 11 × 11."""
    deck: Bytes
    """Per card, whether it may still come."""
    numbers: Ints
    """See ``SEEN_ASK`` and those after it."""
