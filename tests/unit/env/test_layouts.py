"""Layouts of observations, lists of legal actions, cut-off games, set-ups, other autoresets, copies."""

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test

from quillmap.env import SOLO, SoloEnv, SoloVectorEnv, TableEnv, covered_spaces, padded_actions
from quillmap.env.settings import Layout
from quillmap.fast.layout.actions import ACTIONS, WAIT, action_number, action_parts, answer_of
from quillmap.fast.layout.observation import PLANES
from quillmap.rules import CARDS, Draw, Seat

LAYOUTS: tuple[Layout, ...] = ("flat", "classic")


def _random(env: SoloVectorEnv, steps: int) -> list[Any]:
    return [env.step(env.sample_actions()) for _ in range(steps)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_suites_accept_other_layouts(layout: Layout) -> None:
    """Alone, at a table and vectorised, whatever is seen is in its space."""
    check_env(SoloEnv("mixed", layout=layout), skip_render_check=True)
    parallel_api_test(TableEnv("base seats=3", layout=layout), num_cycles=40)
    env = SoloVectorEnv(3, "heroes", layout=layout)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    for seen, _, ends, _, infos in _random(env, 40):
        assert seen in env.observation_space
        for number in np.flatnonzero(ends):
            assert infos["final_obs"][number] in env.single_observation_space


def test_the_classic_layout_has_the_mask_beside_the_vector() -> None:
    """As in PettingZoo's classic games, where learners look for it."""
    env = TableEnv(layout="classic")
    seen, infos = env.reset(seed=1)
    for agent in env.agents:
        assert seen[agent].keys() == {"observation", "action_mask"}
        assert np.array_equal(seen[agent]["action_mask"], infos[agent]["action_mask"])
        assert np.array_equal(env.action_mask(agent), infos[agent]["action_mask"] != 0)
    assert env.state().shape == (2 * len(seen["seat_0"]["observation"]),)


def test_one_vector_says_what_the_parts_say() -> None:
    """Numbers are one-hot, planes as they are, stars divided by a hundred; alone and vectorised alike."""
    plain, flat = SoloEnv("mixed"), SoloEnv("mixed", layout="flat")
    parts, _ = plain.reset(seed=5)
    vector, _ = flat.reset(seed=5)
    first = 0
    for name, space in plain.observation_space.spaces.items():  # type: ignore[attr-defined]
        one: Any = gymnasium.spaces.flatten(space, parts[name])
        assert np.allclose(vector[first : first + len(one)], one * (0.01 if name == "scores" else 1))
        first += len(one)
    assert first == len(vector)


def test_illegal_actions_in_a_row_end_a_game() -> None:
    """After as many as was said the game is cut off, not over; a legal one in between begins the count again."""
    env = SoloEnv(most_illegal=3)
    _, info = env.reset(seed=1)
    legal, wrong = int(env.action_masks().argmax()), WAIT
    cuts = [env.step(action)[3] for action in (wrong, wrong, legal, wrong, wrong, wrong)]
    assert cuts == [False] * 5 + [True]
    env.reset(seed=1)
    assert env.step(wrong)[3] is False
    table = TableEnv(most_illegal=2)
    table.reset(seed=1)
    legal = int(table.action_mask("seat_0").argmax())
    assert table.step({"seat_0": legal, "seat_1": WAIT})[3] == {"seat_0": False, "seat_1": False}
    assert table.step({"seat_0": WAIT, "seat_1": WAIT})[3] == {"seat_0": True, "seat_1": True}
    assert table.agents == []
    assert info["action_mask"].dtype == np.int8


def test_illegal_actions_end_games_of_a_batch() -> None:
    """Only where they were taken; the next game begins there."""
    env = SoloVectorEnv(2, most_illegal=2)
    env.reset(seed=1)
    for place in range(2):
        actions = env.sample_actions()
        actions[1] = WAIT
        _, rewards, ends, cuts, infos = env.step(actions)
        assert (rewards[1], cuts.tolist(), ends.tolist()) == (-1, [False, place == 1], [False, False])
    assert infos["_final_obs"].tolist() == [False, True]
    actions = env.sample_actions()
    actions[1] = WAIT
    assert not env.step(actions)[3].any()


def test_masks_have_the_form_that_learners_look_for() -> None:
    """A method that returns bools, of one game or of many."""
    env = SoloEnv()
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"] != 0)
    many = SoloVectorEnv(2)
    _, infos = many.reset(seed=1)
    assert np.array_equal(many.action_masks(), infos["action_mask"] != 0)
    *_, infos = many.step(many.sample_actions())
    assert all(infos[f"_{key}"].all() for key in ("action_mask", "illegal", "total"))


def test_next_step_shows_the_end_and_then_begins() -> None:
    """The step after the last of a game ignores its action, gives nothing, and shows the next game."""
    env = SoloVectorEnv(4, autoreset_mode="NextStep")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.reset(seed=2)
    ended = np.zeros(4, dtype=np.bool_)
    seen_ends = 0
    for _ in range(80):
        actions = env.sample_actions()
        actions[ended] = 0
        seen, rewards, over, cut, infos = env.step(actions)
        assert (seen["season"][over] == 4).all()
        assert (seen["season"][ended] == 0).all()
        assert (rewards[ended] == 0).all()
        assert not (over & ended).any()
        assert not infos["illegal"][ended].any()
        assert "final_obs" not in infos
        ended = over | cut
        seen_ends += int(ended.sum())
    assert seen_ends >= 8


def test_wrappers_of_gymnasium_take_the_next_step_mode() -> None:
    """They count episodes right, which they can't in the other mode."""
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(SoloVectorEnv(2, autoreset_mode=AutoresetMode.NEXT_STEP))
    env.reset(seed=1)
    found = 0
    for _ in range(60):
        *_, over, _, infos = env.step(env.unwrapped.sample_actions())  # type: ignore[attr-defined]
        found += int(over.sum())
        for number in np.flatnonzero(over):
            assert infos["episode"]["r"][number] == infos["total"][number]
    assert found


def test_without_autoreset_games_wait_for_a_mask() -> None:
    """A game that is over stays so until it is named; the others go on."""
    env = SoloVectorEnv(3, autoreset_mode="Disabled")
    env.reset(seed=3)
    over = np.zeros(3, dtype=np.bool_)
    while not over.any():
        _, _, over, _, _ = env.step(env.sample_actions())
    _, rewards, again, _, _ = env.step(env.sample_actions())
    assert again[over].all()
    assert (rewards[over] == 0).all()
    seen, _ = env.reset(options={"reset_mask": over})
    assert (seen["season"][over] == 0).all()
    assert (seen["season"][~over] > 0).all()
    assert not env.step(env.sample_actions())[2][over].any()
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(3, dtype=np.bool_)})


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
def test_a_batch_can_be_kept_and_goes_on_alike(way: str) -> None:
    """A copy in the middle of games plays the same games from there."""
    env = SoloVectorEnv(3, "mixed")
    env.reset(seed=4)
    _random(env, 9)
    other = pickle.loads(pickle.dumps(env)) if way == "pickle" else copy.deepcopy(env)
    for mine, its in zip(_random(env, 30), _random(other, 30), strict=True):
        assert np.array_equal(mine[1], its[1])
        assert np.array_equal(mine[0]["map"], its[0]["map"])


def test_setups_are_described_and_wrong_options_refused() -> None:
    """A line or a dict will do; an option that there is not is no longer ignored."""
    assert SoloEnv("base map=B").setup.map == "B"
    assert SoloVectorEnv(1, {"box": "heroes"}).setup.explore == "heroes"
    assert TableEnv("base seats=4").possible_agents[-1] == "seat_3"
    assert gymnasium.make(SOLO, setup="heroes map=D").unwrapped.setup.map == "D"  # type: ignore[attr-defined]
    for env in (SoloEnv(), SoloVectorEnv(1), TableEnv()):
        with pytest.raises(ValueError, match="no option 'map'"):
            env.reset(options={"map": "B"})
    with pytest.raises(ValueError, match="no layout"):
        SoloEnv(layout="round")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="most_illegal"):
        SoloEnv(most_illegal=0)


def test_a_copy_that_is_dealt_again_knows_no_more() -> None:
    """The copy's next card is not always the true one, and the original goes on with its own."""
    env = SoloEnv()
    env.reset(seed=1)
    assert env.game is not None
    truth = env.game.state.deck
    decks = set()
    for number in range(8):
        other = copy.deepcopy(env)
        other.redeal(number)
        assert other.game is not None
        decks.add(other.game.state.deck)
        other.step(int(other.action_masks().argmax()))
    assert len(decks) > 4
    assert env.game.state.deck == truth


def test_legal_actions_come_as_padded_lists() -> None:
    """In ascending order, the rest filled up; a width that is too small is refused."""
    masks = np.zeros((3, ACTIONS), dtype=np.int8)
    masks[0, [5, 7]] = masks[1, WAIT] = 1
    masks[2, [1, 2, 3]] = 1
    found = padded_actions(masks)
    assert found.actions.tolist() == [[5, 7, -1], [WAIT, -1, -1], [1, 2, 3]]
    assert found.counts.tolist() == [2, 1, 3]
    assert padded_actions(masks[0], 4).actions.tolist() == [[5, 7, -1, -1]]
    with pytest.raises(ValueError, match="more than 2"):
        padded_actions(masks, 2)


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_the_table_of_spaces_is_what_moves_draw(box: str) -> None:
    """For every legal action of some games the row has the spaces of its move."""
    env, chance = SoloEnv(box), np.random.default_rng(1)
    seen, info = env.reset(seed=3)
    over = False
    while not over:
        assert env.game is not None
        table = covered_spaces(int(seen["card"]))
        legal = np.flatnonzero(info["action_mask"])
        for action in chance.choice(legal, min(len(legal), 12), replace=False):
            move = answer_of(env.game.state, Seat(0), int(action))
            spaces = move.spaces if isinstance(move, Draw) else move.space  # type: ignore[union-attr]
            if env.game.state.ask in ("draw", "ambush", "hero"):
                assert sum(1 << int(space) for space in np.flatnonzero(table[action])) == spaces
        seen, _, over, _, info = env.step(int(chance.choice(legal)))
    assert covered_spaces(next(iter(CARDS))).shape == (ACTIONS, 121)


def test_the_number_of_an_action_is_made_of_its_parts() -> None:
    """Each number but the last, for seats that wait, is taken apart and put together again."""
    assert all(action_number(*action_parts(action)) == action for action in range(WAIT))


def test_the_page_has_the_planes_in_their_order() -> None:
    """Whoever builds a network reads them there."""
    text = (Path(__file__).parents[3] / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `([a-z]+)` \|", text, re.MULTILINE)
    assert rows == [(str(place), name) for place, name in enumerate(PLANES)]
