"""The solo environments: alone and vectorised they show and allow the same, and their games are games."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from fast.kinds import SOLO as KINDS
from fast.kinds import table
from quillmap.env import SOLO, SoloEnv, SoloVectorEnv, TableEnv
from quillmap.env.gym_spaces import as_observations
from quillmap.env.observation import solo_observation
from quillmap.fast.layout.actions import ACTIONS, WAIT
from quillmap.fast.layout.card_tables import SPACES
from quillmap.fast.layout.conversion import standing_row, table_row
from quillmap.fast.layout.observation import NO_CARD, PLANES, SEEN_SIZE, Observations
from quillmap.fast.play.observing import observe
from quillmap.fast.play.stepping import allow_batch
from quillmap.play.record import write_record
from quillmap.rules import Setup
from quillmap.rules.spaces import SIZE
from quillmap.rules.state import State


def _solo(**options: Any) -> SoloEnv:
    env = gymnasium.make(SOLO, **options).unwrapped
    assert isinstance(env, SoloEnv)
    return env


def _play(env: SoloEnv, seed: int) -> list[float]:
    """Play a whole game at random and return the rewards."""
    chance = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards, is_over = [], False
    while not is_over:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, is_over, _, info = env.step(action)
        rewards.append(reward)
    assert np.flatnonzero(info["action_mask"]).tolist() == [WAIT]
    assert sum(rewards) == info["total"]
    return rewards


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
def test_game_of_the_environment_is_a_game(box: str) -> None:
    """Its log is a record, its rewards are its stars, and the seed repeats it."""
    env = _solo(setup=Setup.of_box(box))
    rewards = _play(env, 3)
    assert env.game is not None
    first = write_record(env.game.log)
    assert env.game.state.result is not None
    assert env.game.state.result.totals == (sum(rewards),)
    assert _play(env, 3) == rewards
    assert write_record(env.game.log) == first
    assert _play(env, 4) != rewards


def test_illegal_action_changes_nothing() -> None:
    """It costs one and is told."""
    env = _solo()
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, is_over, _, info = env.step(wrong)
    assert (reward, is_over, info["illegal"]) == (-1.0, False, True)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_number_that_is_no_action_changes_nothing() -> None:
    """Counted from the end a negative number could be the place of an allowed action; it is none, and costs one."""
    env = _solo()
    _, info = env.reset(seed=1)
    assert env.game is not None
    before = env.game.state
    allowed = int(np.flatnonzero(info["action_mask"])[0])
    for number in (allowed - ACTIONS, -1, ACTIONS, 10**9, -(10**9)):
        _, reward, is_over, _, info = env.step(number)
        assert (reward, is_over, info["illegal"]) == (-1.0, False, True)
    assert env.game.state is before
    table = TableEnv()
    table.reset(seed=1)
    _, rewards, _, _, _ = table.step({"seat_0": allowed - ACTIONS, "seat_1": ACTIONS})
    assert rewards == {"seat_0": -1.0, "seat_1": -1.0}


def test_setup_and_seed_come_as_options() -> None:
    """A set-up with a seed is dealt exactly; fields can be changed one by one."""
    env = _solo()
    env.reset(options={"setup": Setup(map="B", seed="exactly this")})
    assert env.game is not None
    assert env.game.state.setup == Setup(map="B", seed="exactly this")
    env.reset(options={"setup": {"map": "B"}})
    assert env.game.state.setup.map == "B"


@pytest.mark.parametrize(
    ("setup", "message"),
    [(Setup(seats=2), "one seat"), (Setup.of_box("heroes", skills="drawn"), "skills")],
)
def test_tables_that_do_not_fit_are_refused(setup: Setup, message: str) -> None:
    """One seat, and no skills where games are compiled."""
    with pytest.raises(ValueError, match=message):
        SoloVectorEnv(2, setup)
    if message == "one seat":
        with pytest.raises(ValueError, match=message):
            SoloEnv(setup)


def test_pictures() -> None:
    """The map is drawn as text and as colours."""
    env = _solo(render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render().splitlines()) == 12
    env = _solo(render_mode="rgb_array")
    env.reset(seed=1)
    blank = env.render()
    _play(env, 1)
    assert blank.shape == (220, 220, 3)
    assert (env.render() != blank).any()


def _kernels_see(state: State) -> tuple[dict[str, Any], Any]:
    """Return what the batch kernels show of a state, and what they allow."""
    games = standing_row(state, 0, 0)[None]
    tables = table_row(state.setup, state.edicts)[None]
    planes, deck, mask = (np.zeros((1, size), dtype=np.int8) for size in (len(PLANES) * SPACES, NO_CARD, ACTIONS))
    numbers, count = np.zeros((1, SEEN_SIZE), dtype=np.int64), np.zeros(1, dtype=np.int64)
    observe(tables, games, planes, deck, numbers)
    allow_batch(tables, games, mask, count)
    seen = as_observations(Observations(planes.reshape(1, len(PLANES), SIZE, SIZE), deck, numbers))
    return {name: values[0] for name, values in seen.items()}, mask[0]


@pytest.mark.parametrize("kind", KINDS)
def test_vector_environment_shows_what_the_other_does(kind: str) -> None:
    """Of any state, the kernels show and allow what the environment on the events shows and allows."""
    env, chance = _solo(), np.random.default_rng(5)
    for number in range(3):
        _, info = env.reset(options={"setup": table(kind, f"shown {number}")})
        assert env.game is not None
        is_over = False
        while not is_over:
            seen, mask = _kernels_see(env.game.state)
            shown = solo_observation(env.game.state)
            assert seen.keys() == shown.keys()
            assert [each for each in shown if not np.array_equal(seen[each], shown[each])] == []
            assert np.array_equal(mask, info["action_mask"])
            _, _, is_over, _, info = env.step(chance.choice(np.flatnonzero(mask)))


_WITHOUT_NUMBA = """
import importlib.util, sys
sys.modules["numba"] = None
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else real(name, *rest)
from quillmap.env import SoloEnv, TableEnv
from quillmap.bots.registry import bot_maker
from quillmap.bots.bot_game import play_game
from quillmap.rules.setup import Setup
env = SoloEnv()
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
TableEnv().reset(seed=1)
play_game(Setup(seed="1", seats=2), [bot_maker(name)("1") for name in ("surveyor", "master")])
try:
    from quillmap.env import SoloVectorEnv
except ModuleNotFoundError as error:
    print(error)
"""


def test_only_the_vectorised_environment_needs_numba() -> None:
    """Without numba the others and all bots play; the vectorised one says in a sentence what to install."""
    command = [sys.executable, "-c", _WITHOUT_NUMBA]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed == "compiled games need numba: pip install 'quillmap[fast]'\n"


@pytest.mark.parametrize(
    "wrong",
    [[0], [0, 0, 0], [[0], [0]], [0.0, 1.0], [True, False], ["a", "b"], 7, None],
    ids=str,
)
def test_actions_of_another_kind_are_refused(wrong: Any) -> None:
    """Compiled games read as many whole numbers as there are games, whatever lies behind them."""
    env = SoloVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions are"):
        env.step(np.asarray(wrong))
    alone, table = _solo(), TableEnv()
    alone.reset(seed=1)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="whole number"):
        alone.step("a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="whole number"):
        table.step({"seat_0": 1.5, "seat_1": 0})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="seat_0, seat_1"):
        table.step({"seat_0": 0})


def test_masks_are_reached_through_what_gymnasium_makes() -> None:
    """``gymnasium.make`` returns the environment as it is, and wrappers know where to look."""
    env = gymnasium.make(SOLO)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    assert isinstance(env, SoloEnv)
    wrapped = gymnasium.wrappers.RecordEpisodeStatistics(env)
    assert (wrapped.get_wrapper_attr("action_masks")() == env.action_masks()).all()
