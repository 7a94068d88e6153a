"""Candidates that race on the same deals."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from quillmap.bots import racing
from quillmap.bots.racing import FEWEST, HEAD_START
from quillmap.bots.steps import finish


def _nothing(_candidate: int) -> int:
    return 0


class Track:
    """Deals on which every candidate has its worth, more or less, and luck that all share."""

    def __init__(self, worths: Sequence[int], spread: int = 1000) -> None:
        self.deals: Counter[int] = Counter()
        self._worths = worths
        self._spread = spread
        self._chance = Random("track")

    def play(self, candidates: Sequence[int]) -> list[int]:
        """Play one more deal."""
        self.deals.update(candidates)
        shared = self._chance.randrange(-9000, 9000)
        return [
            self._worths[each] + shared + self._chance.randrange(-self._spread, self._spread + 1) for each in candidates
        ]


def race(
    candidates: Sequence[int],
    known: Callable[[int], int],
    play: Callable[[Sequence[int]], list[int]],
    goes_on: Callable[[int], bool],
) -> int:
    """Take all steps of a race."""
    return finish(racing.race(candidates, known, lambda which: partial(play, which), goes_on))


def test_the_best_wins_though_luck_is_greater_than_the_differences() -> None:
    """What is the same for all on a deal does not count."""
    track = Track([0, 300, 900, 600])
    assert race(range(4), _nothing, track.play, lambda played: played < 400) == 2


def test_whoever_is_clearly_behind_drops_out_early() -> None:
    """They get the fewest deals that anybody gets; those that are close get most."""
    track = Track([10_000, 9_900, 0, -5_000])
    race(range(4), _nothing, track.play, lambda played: played < 100)
    assert track.deals[2] == track.deals[3] == FEWEST
    assert track.deals[0] == track.deals[1] > 10 * FEWEST


def test_it_ends_when_one_is_left() -> None:
    """A clear choice does not use up the budget."""
    track = Track([10_000, 0])
    assert race(range(2), _nothing, track.play, lambda _played: True) == 0
    assert sum(track.deals.values()) == 2 * FEWEST


def test_a_few_deals_alike_prove_nothing() -> None:
    """Somebody a little behind on every deal so far stays in: that may still change."""
    track = Track([100, 0], spread=0)
    race(range(2), _nothing, track.play, lambda played: played < 40)
    assert track.deals[1] == 20


def test_what_was_known_before_counts_as_some_deals() -> None:
    """It decides where the deals don't, and is outweighed where they do."""
    assert race([0, 1], [0, 500].__getitem__, Track([0, 0], spread=0).play, lambda played: played < 40) == 1
    lead = 500 * HEAD_START
    assert race([0, 1], [0, 500].__getitem__, Track([lead, 0], spread=0).play, lambda played: played < 40) == 0


def test_without_a_deal_the_most_promising_wins() -> None:
    """A budget of nothing, or only one candidate: nobody is played."""
    track = Track([5, 3, 4])
    assert race([0, 1, 2], [1, 3, 2].__getitem__, track.play, lambda _played: False) == 1
    assert race([2], _nothing, track.play, lambda _played: True) == 2
    assert not track.deals
