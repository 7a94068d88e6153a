"""Random numbers for compiled games: a generator whose state is one number of the game's row.

It multiplies and adds, and a number is drawn by the uppermost bits of its state: few steps, because the interpreter
takes them too. Two neighbouring states go on alike for a while, so a game begins with a ``sown`` one.
"""

from typing import Final

import numpy as np

from quillmap.fast.cards import Ints
from quillmap.fast.compile import part
from quillmap.fast.layout import CHANCE, MULTIPLIER
from quillmap.fast.u128 import high64, u128

_MULTIPLIER: Final = np.uint64(MULTIPLIER)
_ONE: Final = np.uint64(1)
_ZERO: Final = np.uint64(0)


@part
def below(game: Ints, limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    state = np.uint64(game[CHANCE]) * _MULTIPLIER + _ONE
    game[CHANCE] = np.int64(state)
    drawn: int = high64(u128(state, _ZERO) * u128(np.uint64(limit), _ZERO))  # type: ignore[arg-type]  # as numba sees them
    return drawn
