"""From losses in stars to classes, accuracy and levels. Every threshold is here, and nowhere else.

The levels were measured: ``benchmarks/review_checks.py`` does it again, and ``docs/review.md`` has the figures.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import exp, log
from typing import Final

from quillmap.analysis.parts import Worth
from quillmap.fast.value.weights import STAR


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GRADES: Final = (
    (STAR, Grade.GOOD),
    (2 * STAR, Grade.SLIP),
    (4 * STAR, Grade.MISTAKE),
)
"""Up to which loss each class goes; what loses more is a blunder. The best is what is within the margin of the best."""

DECAY: Final = 0.25
"""Accuracy is 100 e^(−this × stars lost in a decision on average)."""

LEVELS: Final = {
    "random": 5.1,
    "apprentice": 3.5,
    "copyist": 2.3,
    "wanderer": 2.1,
    "scribe": 1.4,
    "pathfinder": 0.82,
    "navigator": 0.50,
    "geographer": 0.26,
    "surveyor": 0.18,
    "master": 0.04,
}
"""Stars that bots lose in a decision on average, the weakest first: ``review_checks.py scale`` prints them."""

LOOKING_AHEAD: Final = {"base": 4_000, "heroes": 10_000, "mixed": 8_000}
"""What a player who never loses a star has more than the surveyor, by the box of the scoring cards; both is mixed.

It evens out the accounts of the surveyor on average (``docs/review.md``).
"""


def grade_of(loss: int) -> Grade:
    """Return the class of a decision that loses this many thousandths of a star, more than its margin."""
    if loss <= 0:
        return Grade.BEST
    return next((grade for most, grade in GRADES if loss < most), Grade.BLUNDER)


def is_at_least(grade: Grade, least: Grade) -> bool:
    """Return whether a decision was as bad as *least*, or worse."""
    return list(Grade).index(grade) >= list(Grade).index(least)


def mean_loss(losses: Sequence[int]) -> float:
    """Return the stars lost in a decision on average."""
    return sum(losses) / STAR / len(losses) if losses else 0.0


def accuracy_of(losses: Sequence[int]) -> float:
    """Return the accuracy of a game, from 0 to 100."""
    return 100 * exp(-DECAY * mean_loss(losses))


def strength_of(losses: Sequence[int]) -> float:
    """Return where a game stands between the bots: 0 is the first of ``LEVELS``, 1 the second, and so on."""
    marks = [log(each) for each in LEVELS.values()]
    mark = log(max(mean_loss(losses), 1e-9))
    if mark >= marks[0]:
        return 0.0
    for place in range(len(marks) - 1):
        if mark >= marks[place + 1]:
            return place + (marks[place] - mark) / (marks[place] - marks[place + 1])
    return len(marks) - 1.0


def level_of(losses: Sequence[int]) -> str:
    """Return the bot that draws most nearly like this."""
    return list(LEVELS)[round(strength_of(losses))]


def looking_ahead(pool: str) -> int:
    """Return what a player without a loss has more than the surveyor over a year, by the pool of scoring cards."""
    return LOOKING_AHEAD["mixed" if pool == "both" else pool]


def with_looking_ahead(expected: Worth, pool: str) -> Worth:
    """Return what the surveyor can expect, raised to what a player without a loss can; the edicts share it."""
    extra = looking_ahead(pool)
    share = extra // 4
    return (expected[0] + extra - 3 * share, *(part + share for part in expected[1:4]), *expected[4:])
