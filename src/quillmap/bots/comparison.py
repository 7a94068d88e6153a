"""Two sides on the same deals: by how much one beats the other, and how far to trust that.

A deal that is good for one side is good for the other, so the difference on a deal varies far less than the points do:
a few hundred deals show what thousands of separate games would hide.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from quillmap.bots.distribution import Distribution
from quillmap.bots.tally import TOTAL, Subject, interval, rounded
from quillmap.errors import QuillmapError, shown
from quillmap.rules.seasons import SEASON_IDS


class Pair(NamedTuple):
    """Who is compared with whom, by the numbers of the contenders."""

    of: tuple[int, ...]
    to: tuple[int, ...]


class Difference:
    """By how much one side beat the other, deal by deal.

    If a side plays a deal several times, in other seats or with several bots, its mean counts.
    """

    __slots__ = ("counts", "weight")

    def __init__(self) -> None:
        self.counts: dict[Subject, Counter[int]] = {}
        self.weight = 1
        """Differences are counted in units of one divided by this, which makes them whole numbers."""

    def __repr__(self) -> str:
        return f"<Difference: {self.of(TOTAL)!r}>" if self.counts else "<Difference: empty>"

    @property
    def total(self) -> Distribution:
        """The differences in stars."""
        return self.of(TOTAL)

    def to_dict(self, of: str = "", to: str = "") -> dict[str, Any]:
        """Return the figures as a JSON object; at least one deal must have been counted."""
        return self.summary(of, to)

    def add(self, of: Sequence[dict[Subject, int]], to: Sequence[dict[Subject, int]]) -> None:
        """Count a deal: the accounts of both sides, the same number of them for every deal."""
        self.weight = len(of) * len(to)
        for subject in of[0]:
            ours = sum(each[subject] for each in of) * len(to)
            theirs = sum(each[subject] for each in to) * len(of)
            self.counts.setdefault(subject, Counter())[ours - theirs] += 1

    def merge(self, other: "Difference") -> None:
        """Add what *other* counted."""
        self.weight = other.weight
        for subject, counts in other.counts.items():
            self.counts.setdefault(subject, Counter()).update(counts)

    def reversed(self) -> "Difference":
        """Return by how much the other side beat the one."""
        other = Difference()
        other.weight = self.weight
        other.counts = {
            subject: Counter({-value: count for value, count in counts.items()})
            for subject, counts in self.counts.items()
        }
        return other

    def of(self, subject: Subject) -> Distribution:
        """Return the differences in one subject."""
        return Distribution(self.counts[subject], 1 / self.weight)

    def summary(self, of: str, to: str) -> dict[str, Any]:
        """Return the figures as a JSON object; at least one deal must have been counted."""
        total = self.of(TOTAL)
        return {
            "of": of,
            "to": to,
            "deals": total.size,
            "mean": rounded(total.mean),
            "sd": rounded(total.deviation),
            "interval": interval(total),
            "seasons": self._by_season("season"),
            "coins": self._by_season("coins"),
            "monsters": self._by_season("monsters"),
            "cards": {
                subject.id: {"deals": self.of(subject).size, **self._figures(subject)}
                for subject in sorted(self.counts)
                if subject.kind == "card"
            },
        }

    def _by_season(self, kind: str) -> list[dict[str, Any]]:
        return [self._figures(Subject(kind, season)) for season in SEASON_IDS]

    def _figures(self, subject: Subject) -> dict[str, Any]:
        found = self.of(subject)
        return {"mean": rounded(found.mean), "interval": interval(found)}


class UnknownPair(QuillmapError, KeyError):
    """These two were not compared; the message lists who was."""

    def __str__(self) -> str:
        return str(self.args[0])


class Differences(dict[tuple[str, str], Difference]):
    """Differences by the names of both sides; asked for the other way round, one has its sign changed."""

    def __missing__(self, pair: tuple[str, str]) -> Difference:
        """Return the difference of a pair in the other order."""
        if isinstance(pair, tuple) and pair[::-1] in self:
            return self[pair[::-1]].reversed()
        there = ", ".join(map(str, self)) or "none, since bots are compared with rotate, against or solo"
        raise UnknownPair(f"there is no difference of {shown(pair)}; there are {there}")
