"""The environments pass the suites of Gymnasium and PettingZoo."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils import parallel_to_aec

from quillmap.env import SOLO, SoloVectorEnv, TableEnv
from quillmap.rules import Setup

TABLES = {
    "base": Setup(seats=2),
    "heroes": Setup.of_box("heroes", seats=3),
    "automatic": Setup.of_box("mixed", seats=2, rulebook="de", ambush_by="automatic"),
}


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array", None])
def test_gymnasium_accepts_the_solo_environment(box: str, mode: str | None) -> None:
    """``check_env`` has nothing to say."""
    env = gymnasium.make(SOLO, setup=Setup.of_box(box), render_mode=mode)
    check_env(env.unwrapped, skip_render_check=mode is None)


@pytest.mark.parametrize("kind", TABLES)
def test_pettingzoo_accepts_a_table(kind: str) -> None:
    """All its suites pass, in turns too. It would like arrays for observations; ours have names."""
    setup = TABLES[kind]
    parallel_api_test(TableEnv(setup), num_cycles=60)
    parallel_seed_test(lambda: TableEnv(setup), num_cycles=20)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent)")
        api_test(parallel_to_aec(TableEnv(setup)), num_cycles=60)


def test_vector_environment_keeps_to_its_spaces() -> None:
    """Whatever is seen is in the observation space, at the end of a game too; rewards and flags are arrays."""
    env = gymnasium.make_vec(SOLO, num_envs=3, setup=Setup.of_box("mixed"))
    assert isinstance(env, SoloVectorEnv)
    seen, infos = env.reset(seed=1)
    ended = 0
    for _ in range(70):
        assert seen in env.observation_space
        actions = env.sample_actions()
        assert actions in env.action_space
        assert infos["action_mask"][np.arange(3), actions].all()
        seen, rewards, ends, cuts, infos = env.step(actions)
        assert (rewards.shape, ends.shape, cuts.any()) == ((3,), (3,), np.False_)
        for number in np.flatnonzero(ends):
            ended += 1
            assert infos["final_obs"][number] in env.single_observation_space
            assert infos["final_obs"][number]["season"] == 4
            assert seen["season"][number] == 0
    assert ended


def test_a_table_has_to_be_reset_first() -> None:
    """As the other environments say it."""
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        TableEnv().step({})
