"""Many games step by step: both backends do the same, and games begin anew."""

import numpy as np
import pytest

from fast.kinds import SOLO, table
from quillmap.fast.backends import COMPILED, PURE, backend
from quillmap.fast.many import ILLEGAL, Many, Seen, deal_stock


def _assert_same(one: Seen, other: Seen) -> None:
    assert np.array_equal(one.planes, other.planes)
    assert np.array_equal(one.deck, other.deck)
    assert np.array_equal(one.numbers, other.numbers)


@pytest.mark.parametrize("kind", SOLO)
def test_backends_step_alike(kind: str) -> None:
    """Rows, masks, what is seen, values, rewards and ends are equal in every step, with illegal answers too."""
    stock = deal_stock([table(kind, str(number)) for number in range(4)])
    compiled, pure = (Many(stock, 3, 1, backend(name)) for name in (COMPILED, PURE))
    ended = 0
    for number in range(60):
        assert (compiled.rows == pure.rows).all()
        assert (compiled.masks == pure.masks).all()
        assert (compiled.counts == compiled.masks.sum(axis=1)).all()
        _assert_same(compiled.observe(), pure.observe())
        if number % 12 == 0:
            assert (compiled.evaluate() == pure.evaluate()).all()
        actions = compiled.sample().copy()
        assert (actions == pure.sample()).all()
        assert compiled.masks[np.arange(3), actions].all()
        if number % 10 == 0:
            actions[0] = -1
        stepped, last = compiled.step(actions, final=True)
        other_step, other_last = pure.step(actions, final=True)
        for one, other in zip(stepped, other_step, strict=True):
            assert (one == other).all()
        assert bool(stepped.wrong[0]) == (number % 10 == 0)
        assert stepped.rewards[0] == ILLEGAL or not stepped.wrong[0]
        assert (last is None) == (not stepped.overs.any())
        if last is not None and other_last is not None:
            ended += 1
            _assert_same(last, other_last)
    assert ended


def test_rewards_add_up_to_the_stars() -> None:
    """All rewards of a game are its total."""
    games = Many(deal_stock([table("solo", "rewards")]), 8, 2, backend(COMPILED))
    sums = np.zeros(8, dtype=np.int64)
    for _ in range(60):
        stepped, _ = games.step(games.sample())
        sums += stepped.rewards
        assert (sums[stepped.overs] == stepped.totals[stepped.overs]).all()
        sums[stepped.overs] = 0
