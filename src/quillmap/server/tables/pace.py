"""How long everybody at a table has for an answer: the limits, what the page offers, and what is stored.

``CLOCK_LIMITS`` is the only place for the limits; bodies, errors, the page and a test of the docs read it.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

PaceKind: TypeAlias = Literal["none", "seconds", "days"]
Timeout: TypeAlias = Literal["wait", "bot", "skip"]
"""What happens when the time is up: everybody waits, a bot answers, or the smallest legal answer is taken."""


class ClockLimits(NamedTuple):
    """The least and the most that may be asked for."""

    least: int
    most: int


CLOCK_LIMITS: Final[dict[PaceKind, ClockLimits]] = {
    "none": ClockLimits(0, 0),
    "seconds": ClockLimits(10, 600),
    "days": ClockLimits(1, 14),
}
LARGEST_AMOUNT: Final = max(limits.most for limits in CLOCK_LIMITS.values())
LIMIT_PARAMS: Final = {
    "shortest": CLOCK_LIMITS["seconds"].least,
    "longest": CLOCK_LIMITS["seconds"].most,
    "fewest": CLOCK_LIMITS["days"].least,
    "most": CLOCK_LIMITS["days"].most,
}
"""The limits as the sentence of the error ``bad-pace`` names them, in every language."""
OFFERED: Final[tuple[tuple[PaceKind, int], ...]] = (
    ("none", 0),
    ("seconds", 30),
    ("seconds", 45),
    ("seconds", 60),
    ("seconds", 90),
    ("days", 1),
)
"""What the page offers; others can be asked for over HTTP."""
COUNT_SECONDS: Final = 20.0
"""How long everybody may look at the count of a season before the clock of the next question begins to run."""
_SECONDS: Final = {"seconds": 1.0, "days": 86400.0}


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long everybody has for an answer, and what happens when the time is up."""

    kind: PaceKind = "none"
    amount: int = 0
    timeout: Timeout = "wait"

    @property
    def seconds(self) -> float | None:
        """How long an answer may take, or None."""
        return _SECONDS[self.kind] * self.amount if self.kind != "none" else None


def count_seconds(pace: Pace) -> float:
    """Return how long the clock stands still while a season is counted; who has days needs no more time."""
    return COUNT_SECONDS if pace.kind == "seconds" else 0.0
