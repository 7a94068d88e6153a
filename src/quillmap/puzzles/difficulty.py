"""How difficult a puzzle is: by how many levels of play miss it, and how often."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Solver(StrEnum):
    """Who tries, the weakest first."""

    APPRENTICE = "apprentice"
    SEASON = "season"
    """Counts the edicts of the present season alone, as if it ended now."""
    YEAR = "year"
    """Counts all edicts, as often as they will still be scored."""
    SURVEYOR = "surveyor"
    MASTER = "master"
    """With few playouts."""


class Difficulty(StrEnum):
    """How difficult a puzzle is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


WHOLE: Final = 100
"""A level that always fails."""
MEDIUM_FROM: Final = 190
HARD_FROM: Final = 250
"""The sum of all failures, in per cent, from which a puzzle is no longer easy, and from which it is hard."""


def difficulty_of(failures: Mapping[Solver, int]) -> Difficulty:
    """Return how difficult a puzzle is that the levels miss this often, in per cent."""
    total = sum(failures.values())
    if total < MEDIUM_FROM:
        return Difficulty.EASY
    return Difficulty.MEDIUM if total < HARD_FROM else Difficulty.HARD
