"""A race: candidates are played on the same deals, and whoever is clearly behind drops out.

A deal that is good for one candidate is good for the others, so their differences deal by deal soon tell most of them
apart. The playouts that are saved go to the few that are close. Whole numbers all the way: the same results on every
machine.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from quillmap.bots.steps import Step, Steps

FEWEST: Final = 4
"""How many deals are played before anybody may drop out."""
STEP: Final = 2
"""How many deals are played between two looks at the standings."""
STANDARD_ERRORS: Final = 2
"""Somebody drops out who is so many of them behind."""
HEAD_START: Final = 2
"""What was known of the candidates before the race counts as this many deals."""
CLOSEST: Final = 500
"""Differences are taken to vary at least by this much from deal to deal: a few alike prove nothing."""

Play = Callable[[Sequence[int]], Step]
"""Returns the step that plays candidates on one more deal, the same for all, and returns what each leads to."""


class _Runner:
    """A candidate in the race."""

    def __init__(self, candidate: int, before: int) -> None:
        self.candidate = candidate
        self.results: list[int] = []
        self.total = HEAD_START * before

    def add(self, result: int) -> None:
        self.results.append(result)
        self.total += result

    def is_behind(self, leader: "_Runner") -> bool:
        """Return whether the leader's lead is more than chance."""
        lead = leader.total - self.total
        count = len(self.results)
        leads = [one - other for one, other in zip(leader.results, self.results, strict=True)]
        # count² (count − 1) times the squared standard error of the mean lead
        spread = count * sum(each * each + CLOSEST * CLOSEST for each in leads) - sum(leads) ** 2
        return lead * lead * (count - 1) > STANDARD_ERRORS**2 * spread


def race(
    candidates: Sequence[int], known: Callable[[int], int], play: Play, goes_on: Callable[[int], bool]
) -> Steps[int]:
    """Return the candidate that is best in the end; every deal is a step.

    *known* is what a candidate is worth before the race; *goes_on* is asked with the number of playouts so far.
    """
    field = [_Runner(candidate, known(candidate)) for candidate in candidates]
    played = 0
    while len(field) > 1 and goes_on(played):
        results: Sequence[int] = yield play([runner.candidate for runner in field])
        for runner, result in zip(field, results, strict=True):
            runner.add(result)
        played += len(field)
        deals = len(field[0].results)
        if deals >= FEWEST and deals % STEP == 0:
            field = _left(field)
    return _leader(field).candidate


def _leader(field: Iterable[_Runner]) -> _Runner:
    return max(field, key=lambda runner: runner.total)


def _left(field: list[_Runner]) -> list[_Runner]:
    """Return those who are not clearly behind."""
    leader = _leader(field)
    return [runner for runner in field if runner is leader or not runner.is_behind(leader)]
