"""What a learner is shown of a game: the order of planes and numbers."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.cards import KIND
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
