"""What the learned value leaves out at each moment of the year: the level that all positions of that moment share.

The value was learned from differences between drawings, so it ranks drawings of one moment well and says nothing about
the level: early in the year it is far from what a map will bring. Two cards of different length lead to different
moments, so without the level neither luck nor a curve over the year would mean anything.

Years played by the surveyor give it: from one moment to the next, value and level together must neither rise nor fall
on average. Time only runs forward, so the levels follow one from the other, back from the end of the year. It is done
in whole numbers: the same on every machine.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from quillmap.analysis.parts import NOTHING, Worth, add, subtract
from quillmap.rules.seasons import YEAR


class Waypoint(NamedTuple):
    """A moment of a year that was played, and what the value said then; after winter what the year brought."""

    season: int
    left: int
    worth: Worth

    @property
    def time(self) -> tuple[int, int]:
        """Its place in the year; the smallest comes last."""
        return YEAR - self.season, self.left


class Levels:
    """The level of every moment, by part."""

    def __init__(self, known: Mapping[tuple[int, int], Worth]) -> None:
        self._known = known

    def at(self, season: int, left: int) -> Worth:
        """Return the level of a moment; of the nearest one of its season, if no year came by there."""
        if season >= YEAR:
            return NOTHING
        near = [time for time in self._known if time[0] == YEAR - season]
        if not near:
            return NOTHING
        return self._known[min(near, key=lambda time: (abs(time[1] - left), time))]


NO_LEVELS: Final = Levels({})


def learn_levels(years: Sequence[Sequence[Waypoint]]) -> Levels:
    """Return the levels at which *years* neither gain nor lose on average from any moment to the next."""
    steps: dict[tuple[int, int], list[tuple[Waypoint, Waypoint]]] = defaultdict(list)
    for year in years:
        for before, after in pairwise(year[1:]):  # the value was never learned on the blank map
            steps[before.time].append((before, after))
    known: dict[tuple[int, int], Worth] = {}
    for time in sorted(steps):
        level = _level(time, steps[time], known)
        if level is not None:
            known[time] = level
    return Levels(known)


def _level(
    time: tuple[int, int], steps: list[tuple[Waypoint, Waypoint]], known: Mapping[tuple[int, int], Worth]
) -> Worth | None:
    """Return the level of a moment, given those of all later ones; None if no step leads away from it."""
    total, away = NOTHING, 0
    for before, after in steps:
        total = add(total, subtract(after.worth, before.worth))
        if after.time != time:  # some cards take no time
            away += 1
            total = add(total, known.get(after.time, NOTHING))
    return tuple(round(part / away) for part in total) if away else None
