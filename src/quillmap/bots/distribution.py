"""Counted whole numbers: their mean, and how far to trust it."""

from collections import Counter
from collections.abc import Mapping
from math import pi, sqrt, tan
from typing import Any, Final

_NORMAL: Final = 1.959963984540054
"""How many standard errors to each side hold 95 % of a normal distribution."""


class Distribution:
    """Numbers with their frequencies; all are whole multiples of one unit, so that nothing is rounded."""

    __slots__ = ("counts", "groups", "unit")

    def __init__(
        self, counts: Mapping[int, int] | None = None, unit: float = 1, groups: Mapping[int, int] | None = None
    ) -> None:
        self.counts: Counter[int] = Counter(counts or {})
        self.unit = unit
        self.groups: Counter[int] = Counter(groups or {})
        """The sums of numbers that belong together, if some do: equally many each, such as one deal in all seatings."""

    def __repr__(self) -> str:
        if not self.counts:
            return "<Distribution: empty>"
        margin = "" if self.margin is None else f" ± {self.margin:.1f}"
        return f"<Distribution: mean {self.mean:.1f}{margin}, deviation {self.deviation:.1f}, of {self.size}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the figures and all numbers with their frequencies, for JSON."""
        values = {f"{value * self.unit:g}": self.counts[value] for value in sorted(self.counts)}
        if not self.counts:
            return {"size": 0, "values": values}
        return {
            "size": self.size,
            "mean": self.mean,
            "margin": self.margin,
            "sd": self.deviation,
            "median": self.median,
            "values": values,
        }

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean; there must be some."""
        return sum(value * count for value, count in self.counts.items()) / self.size * self.unit

    @property
    def deviation(self) -> float:
        """Their sample standard deviation; 0 for a single one."""
        size = self.size
        if size < 2:
            return 0.0
        total = sum(value * count for value, count in self.counts.items())
        squares = sum(value * value * count for value, count in self.counts.items())
        return sqrt((size * squares - total * total) / (size * (size - 1))) * self.unit

    @property
    def margin(self) -> float | None:
        """How far to each side of the mean the 95 % confidence interval reaches; None if there are fewer than two.

        Numbers that belong together are no evidence of their own: where there are groups, their means count.
        """
        if self.groups:
            return Distribution(self.groups, self.unit * self.groups.total() / self.size).margin
        size = self.size
        return student(size - 1) * self.deviation / sqrt(size) if size > 1 else None

    @property
    def median(self) -> float:
        """The one in the middle, or the mean of the two in the middle."""
        return (self._at((self.size - 1) // 2) + self._at(self.size // 2)) / 2 * self.unit

    def _at(self, place: int) -> int:
        for value in sorted(self.counts):
            place -= self.counts[value]
            if place < 0:
                return value
        raise IndexError(place)


def student(freedom: int) -> float:
    """Return how many standard errors to each side of a mean hold 95 %, by Student's distribution.

    Exact for one and two degrees of freedom; from three on by the expansion in their inverse, right to 0.01.
    """
    if freedom == 1:
        return 1 / tan(0.025 * pi)
    if freedom == 2:
        inside = 0.95
        return inside * sqrt(2 / (1 - inside * inside))
    z = _NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
