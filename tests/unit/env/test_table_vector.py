"""Many tables at once: they show and allow what the environment on the events shows and allows."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from fast.kinds import KINDS, table
from quillmap.env import TableEnv, TableVectorEnv
from quillmap.env.gym_spaces import numbers_seen
from quillmap.env.observation import action_mask, table_observation
from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, WAIT
from quillmap.fast.layout.conversion import standing_row, table_row
from quillmap.fast.layout.rows import TURN
from quillmap.fast.play.stepping import allow_batch
from quillmap.fast.table_games import observe_rows
from quillmap.rules.ids import Seat
from quillmap.rules.state import State

TABLES = tuple(kind for kind, options in KINDS.items() if options.get("seats") in (2, 3))


def _kernels_see(state: State, seat: Seat) -> tuple[dict[str, Any], Any]:
    """Return what the kernels show a seat of a state, and what they allow."""
    games, tables = standing_row(state, 0, 0)[None], table_row(state.setup, state.edicts)[None]
    games[0, TURN] = seat
    mask, count = np.zeros((1, ACTIONS), dtype=np.int8), np.zeros(1, dtype=np.int64)
    allow_batch(tables, games, mask, count)
    seen, targets = observe_rows(tables, games, np.array([seat]))
    shown = numbers_seen(seen) | {"maps": seen.planes, "target": targets}
    return {name: values[0] for name, values in shown.items()}, mask[0]


@pytest.mark.parametrize("kind", TABLES)
def test_every_seat_sees_what_it_sees_in_the_other_environment(kind: str) -> None:
    """At every question of a whole game, before anybody has answered."""
    env, chance = TableEnv(table(kind, "seen")), np.random.default_rng(3)
    _, infos = env.reset(seed=1)
    questions = 0
    while env.agents:
        assert env.game is not None
        state = env.game.state
        for seat in sorted(state.waiting):
            shown, mask = _kernels_see(state, seat)
            wanted = table_observation(state, seat)
            assert shown.keys() == wanted.keys()
            for name, value in wanted.items():
                assert np.array_equal(shown[name], value), name
            assert np.array_equal(mask, action_mask(state, seat))
            questions += 1
        actions = {agent: int(chance.choice(np.flatnonzero(infos[agent]["action_mask"]))) for agent in env.agents}
        _, _, _, _, infos = env.step(actions)
    assert questions > 30


@pytest.mark.parametrize("setup", ["base seats=2", "heroes seats=3", "mixed seats=4"])
@pytest.mark.parametrize("layout", ["dict", "flat", "classic"])
def test_tables_are_played_to_their_ends(setup: str, layout: Any) -> None:
    """All that is seen is in its space; rewards add up to the stars of every seat; seats take turns."""
    env = TableVectorEnv(3, setup, tables=4, layout=layout)
    seen, infos = env.reset(seed=2)
    sums = np.zeros((3, env.seats))
    ended, asked = 0, set()
    for _ in range(130 * env.seats // 2):
        assert seen in env.observation_space
        asked |= set(infos["seat"].tolist())
        actions = env.sample_actions()
        assert env.action_masks()[np.arange(3), actions].all()
        seen, rewards, over, cut, infos = env.step(actions)
        sums += rewards
        assert not cut.any()
        assert not infos["illegal"].any()
        for game in np.flatnonzero(over):
            ended += 1
            assert (infos["final_info"]["total"][game] == sums[game]).all()
            sums[game] = 0
        assert (infos["total"] == sums).all()
    assert ended >= 3
    assert asked == set(range(env.seats))


def test_nobody_sees_what_others_answer_to_the_same_question() -> None:
    """While the seats answer one question, the maps stay as they were."""
    env = TableVectorEnv(1, "base seats=3 ambushes=none", tables=1)
    seen, infos = env.reset(seed=4)
    changes = 0
    for _ in range(40):
        before, seat = seen["maps"][0], int(infos["seat"][0])
        seen, _, over, _, infos = env.step(env.sample_actions())
        after, following = seen["maps"][0], int(infos["seat"][0])
        if over.any():
            break
        if following > seat:
            assert np.array_equal(np.roll(before, seat, axis=0), np.roll(after, following, axis=0))
        else:
            changes += not np.array_equal(np.roll(before, seat, axis=0), np.roll(after, following, axis=0))
    assert changes > 5


def test_what_is_not_allowed_changes_nothing() -> None:
    """It costs the seat that is asked one, and the game is cut off after some."""
    env = TableVectorEnv(2, "base seats=2", most_illegal=3)
    _, infos = env.reset(seed=1)
    for number in range(3):
        _, rewards, over, cut, infos = env.step(np.array([WAIT, int(infos["action_mask"][1].argmax())]))
        assert rewards[0].tolist() == [-1, 0]
        assert (bool(infos["illegal"][0]), bool(infos["illegal"][1])) == (True, False)
        assert cut.tolist() == [number == 2, False]
        assert not over.any()


def test_the_seed_repeats_and_a_copy_goes_on_alike() -> None:
    """In the middle of games, however it was copied."""
    env = TableVectorEnv(3, "base seats=2", tables=5)
    runs = []
    for _ in range(2):
        env.reset(seed=9)
        runs.append([env.step(env.sample_actions())[1].tolist() for _ in range(50)])
    assert runs[0] == runs[1]
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        again = copy.deepcopy(env)
        ends = [[each.step(each.sample_actions())[1].tolist() for _ in range(50)] for each in (again, other)]
        assert ends[0] == ends[1]


def test_other_tables_are_refused() -> None:
    """Alone, five, skills, and games that were not begun."""
    for setup, problem in (
        ("base", "SoloVectorEnv"),
        ("base seats=5", "2 to 4"),
        ("base seats=2 skills=drawn", "skills"),
    ):
        with pytest.raises(BadArgument, match=problem):
            TableVectorEnv(1, setup)
    env = TableVectorEnv(2)
    with pytest.raises(Exception, match=r"reset\(\) first"):
        env.step(np.zeros(2, dtype=int))
    env.reset(seed=1)
    with pytest.raises(BadArgument, match="2 seats, not 3"):
        env.reset(options={"setup": {"seats": 3}})
    with pytest.raises(BadArgument, match="actions are 2 numbers"):
        env.step(np.zeros(3, dtype=int))
