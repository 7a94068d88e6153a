"""Classes, accuracy and levels."""

from itertools import pairwise

import pytest

from quillmap.bots.registry import BOTS
from quillmap.fast.value.weights import STAR
from quillmap.review.scale import (
    LEVELS,
    Grade,
    accuracy_of,
    grade_of,
    level_of,
    mean_loss,
    strength_of,
    with_looking_ahead,
)


def test_classes_go_by_the_loss() -> None:
    """From nothing to anything, each class begins where the one before ends."""
    grades = [grade_of(loss) for loss in range(0, 20 * STAR, 50)]
    assert list(dict.fromkeys(grades)) == [Grade.BEST, Grade.GOOD, Grade.SLIP, Grade.MISTAKE, Grade.BLUNDER]
    assert grade_of(8 * STAR) is Grade.BLUNDER


def test_accuracy() -> None:
    """A game without a loss has 100; the more is lost, the less it is, and never below 0."""
    assert accuracy_of([]) == accuracy_of([0, 0]) == 100
    assert 100 > accuracy_of([0, STAR]) > accuracy_of([STAR, STAR]) > accuracy_of([90 * STAR]) >= 0


@pytest.mark.parametrize("bot", LEVELS)
def test_each_bot_is_at_its_own_level(bot: str) -> None:
    """The levels are all of the package's bots, in their order."""
    assert list(LEVELS) == list(BOTS)
    losses = [round(LEVELS[bot] * STAR)] * 30
    assert level_of(losses) == bot
    assert strength_of(losses) == pytest.approx(list(LEVELS).index(bot), abs=0.05)


def test_levels_have_clear_gaps() -> None:
    """Each bot loses less than the one before; those that were always there far less, and the new ones in between."""
    assert all(weaker > stronger for weaker, stronger in pairwise(LEVELS.values()))
    old = [LEVELS[bot] for bot in ("random", "apprentice", "surveyor", "master")]
    assert all(weaker > 1.4 * stronger for weaker, stronger in pairwise(old))


def test_between_and_beyond_the_levels() -> None:
    """Strength goes on between two bots, and ends at the first and the last."""
    assert strength_of([]) == len(LEVELS) - 1
    assert strength_of([50 * STAR]) == 0
    between = (LEVELS["apprentice"] * LEVELS["copyist"]) ** 0.5
    assert strength_of([round(between * STAR)]) == pytest.approx(1.5, abs=0.05)
    assert mean_loss([STAR, 0]) == 0.5


def test_looking_ahead_is_shared_by_the_edicts() -> None:
    """All of it, to the last thousandth."""
    before = (1, 2, 3, 4, 5, 6, 7, 8)
    after = with_looking_ahead(before, "both")
    assert after[4:] == before[4:]
    assert sum(after) - sum(before) == sum(with_looking_ahead((0,) * 8, "both"))
