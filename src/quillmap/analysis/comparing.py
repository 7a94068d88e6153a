"""Several things on the same deals: their means, and how far to trust the differences.

A deal that is good for one answer is good for the others, so the differences on each deal vary far less than what the
answers lead to. Their standard error says what the search can tell apart.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Final

from quillmap.analysis.parts import Worth

STANDARD_ERRORS: Final = 2
"""How many of them a margin is: a difference within it may be chance."""


def total(worths: Sequence[Worth]) -> int:
    """Return the sum of everything."""
    return sum(map(sum, worths))


def margin(first: Sequence[Worth], second: Sequence[Worth]) -> int:
    """Return the margin of the mean difference of two on the same deals; 0 if they never differ.

    Whole numbers all the way: the result is the same on every machine.
    """
    differences = [sum(one) - sum(other) for one, other in zip(first, second, strict=True)]
    size = len(differences)
    if size < 2:
        return 0
    # size² (size − 1) times the squared standard error of the mean
    spread = size * sum(each * each for each in differences) - sum(differences) ** 2
    return isqrt(STANDARD_ERRORS**2 * spread // (size * size * (size - 1)))
