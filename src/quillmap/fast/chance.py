"""Random numbers for compiled games: a generator whose state is one number of the game's row.

It multiplies and adds, and gives the upper half of its state: few steps, because the interpreter takes them too. Two
neighbouring states go on alike for a while, so a game begins with a ``sown`` one.
"""

from typing import Final

import numpy as np

from quillmap.fast.cards import Ints
from quillmap.fast.compile import part
from quillmap.fast.layout import CHANCE, MULTIPLIER

_MULTIPLIER: Final = np.uint64(MULTIPLIER)
_ONE: Final = np.uint64(1)
_HALF: Final = np.uint64(32)


@part
def below(game: Ints, limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    state = np.uint64(game[CHANCE]) * _MULTIPLIER + _ONE
    game[CHANCE] = np.int64(state)
    drawn: int = np.int64(((state >> _HALF) * np.uint64(limit)) >> _HALF)  # type: ignore[assignment]  # so numba sees it
    return drawn
