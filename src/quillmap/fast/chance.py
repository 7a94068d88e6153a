"""Random numbers for compiled games: a splitmix64 generator whose state is an array of one number."""

import numpy as np

from quillmap.fast.cards import Halves
from quillmap.fast.compile import part

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@part
def below(chance: Halves, limit: int) -> int:
    """Return a number from 0 to *limit* - 1."""
    chance[0] += _STEP
    mixed = chance[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))
