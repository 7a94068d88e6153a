"""Random numbers for compiled games: a generator whose state is one number of the game's row.

The generator multiplies and adds, and the top bits of its state are the number drawn. Two neighbouring states
give similar numbers for a while, so every game begins with a state from ``sown``.
"""

from typing import Final

import numpy as np

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import high64, u128
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import CHANCE, MULTIPLIER

_MULTIPLIER: Final = np.uint64(MULTIPLIER)
_ONE: Final = np.uint64(1)
_ZERO: Final = np.uint64(0)


@inlined
def below(game: Ints, limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    state = np.uint64(game[CHANCE]) * _MULTIPLIER + _ONE
    game[CHANCE] = np.int64(state)
    drawn = high64(u128(state, _ZERO) * u128(np.uint64(limit), _ZERO))  # type: ignore[arg-type]  # as numba sees them
    # Signed like every other number here: an unsigned one added to a signed one would become a float.
    return np.int64(drawn)  # type: ignore[return-value]  # as numba sees it
