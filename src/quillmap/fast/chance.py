"""Random numbers for compiled games: a splitmix64 generator whose state is one number of the game's row."""

import numpy as np

from quillmap.fast.cards import Ints
from quillmap.fast.compile import part
from quillmap.fast.layout import CHANCE

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32))


@part
def below(game: Ints, limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    mixed = np.uint64(game[CHANCE]) + _STEP
    game[CHANCE] = np.int64(mixed)
    mixed = (mixed ^ (mixed >> _SHIFTS[0])) * _FIRST
    mixed = (mixed ^ (mixed >> _SHIFTS[1])) * _SECOND
    mixed = mixed ^ (mixed >> _SHIFTS[2])
    drawn: int = np.int64(((mixed >> _SHIFTS[3]) * np.uint64(limit)) >> _SHIFTS[3])  # type: ignore[assignment]  # so numba sees it
    return drawn
