"""A batch of solo games, step by step: what is allowed, illegal answers, and games that follow each other."""

import numpy as np
import pytest

from fast.kinds import SOLO, table
from quillmap.fast.layout.actions import ILLEGAL_REWARD
from quillmap.fast.solo_games import SoloGames, deal_stock


@pytest.mark.parametrize("kind", SOLO)
def test_answers_not_allowed_change_nothing(kind: str) -> None:
    """They cost one, and the game stands where it stood; what is sampled is allowed."""
    games = SoloGames(deal_stock([table(kind, str(number)) for number in range(4)]), 3, 1)
    ended = 0
    for number in range(60):
        assert (games.counts == games.masks.sum(axis=1)).all()
        actions = games.sample()
        assert games.masks[np.arange(3), actions].all()
        before, mask = games.rows[0], games.masks[0].copy()
        is_wrong = number % 10 == 0
        if is_wrong:
            actions[0] = -1
        stepped, last = games.step(actions, final=True)
        assert bool(stepped.wrong[0]) == is_wrong
        if is_wrong:
            assert stepped.rewards[0] == ILLEGAL_REWARD
            assert (games.rows[0] == before).all()
            assert (games.masks[0] == mask).all()
        assert (last is None) == (not stepped.overs.any())
        if last is not None:
            ended += 1
            assert len(last.numbers) == stepped.overs.sum()
    assert ended


def test_rewards_add_up_to_the_stars() -> None:
    """All rewards of a game are its total."""
    games = SoloGames(deal_stock([table("solo", "rewards")]), 8, 2)
    sums = np.zeros(8, dtype=np.int64)
    for _ in range(60):
        stepped, _ = games.step(games.sample())
        sums += stepped.rewards
        assert (sums[stepped.overs] == stepped.totals[stepped.overs]).all()
        sums[stepped.overs] = 0


def test_cards_are_the_same_whatever_is_answered() -> None:
    """Sampling rolls dice of its own, so two ways to play can be compared on the same deals, game after game."""
    stock = deal_stock([table("solo", "paired")])
    sampled, first = (SoloGames(stock, 6, 3) for _ in range(2))
    for _ in range(60):
        for games in (sampled, first):
            assert (games.observe().deck == sampled.observe().deck).all()
        sampled.step(sampled.sample())
        first.sample()
        first.step(first.masks.argmax(axis=1))
    assert (sampled.rows != first.rows).any()
