"""Skills in the environments: what their actions come to is what the rules allow, neither more nor less."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

from helpers.maps import full_but
from helpers.tables import table_with_skill
from quillmap.env import SoloEnv, SoloVectorEnv, TableEnv
from quillmap.env.answering import ACTIONS_WITH_SKILLS, Answering
from quillmap.env.observation import SKILLS, Plan
from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, WAIT
from quillmap.play.game import Game
from quillmap.play.verify import verify
from quillmap.rules import Options, Seat, Setup, Skill
from quillmap.rules.moves import Draw
from quillmap.rules.skills import COST
from quillmap.rules.state import State

DRAWN = Setup(skills="drawn")
OWNER = Seat(0)


def _reached(answering: Answering, state: State, action: int) -> Iterator[Draw]:
    """Yield every drawing to which an action leads."""
    following = deepcopy(answering)
    answer = following.take(state, action)
    if isinstance(answer, Draw):
        yield answer
        return
    for then in np.flatnonzero(following.mask(state)):
        yield from _reached(following, state, int(then))


@pytest.mark.parametrize("skill", [skill for skill in Skill if skill is not Skill.ACROBATICS])
@pytest.mark.parametrize("card", ["great-river", "rift-lands", "temple-ruins hamlet"])
def test_actions_reach_every_drawing_with_a_skill(skill: Skill, card: str) -> None:
    """The skill, then the shape, then what is added: all ways together are the drawings of the rules (9)."""
    sheet = full_but("A1 A2 A3 B1 B2 C1 C2 C3 D1 K9 K10 K11 J11 F6 F7")
    state = table_with_skill(str(skill), card, sheet, coins=COST[skill] + 1).state
    answering = Answering(OWNER, DRAWN)
    action = ACTIONS + SKILLS.index(skill)
    wanted = set(Options(state, OWNER).with_skill(skill))
    assert bool(answering.mask(state)[action]) == bool(wanted)
    if wanted:
        assert set(_reached(answering, state, action)) == wanted
    assert answering.plan == Plan()


def _likely(mask: Any, chance: random.Random) -> int:
    """Return a legal action, a skill more often than by chance."""
    legal = np.flatnonzero(mask).tolist()
    skilled = [action for action in legal if action >= ACTIONS]
    return chance.choice(skilled if skilled and chance.random() < 0.7 else legal)


def test_games_with_skills_are_games() -> None:
    """Alone: all that is seen is in its space, all that is allowed is legal, and the record is honest."""
    env, chance, used = SoloEnv("mixed skills=drawn"), random.Random(1), set()
    assert env.action_space == Discrete(ACTIONS_WITH_SKILLS)
    for seed in range(8):
        seen, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            assert seen in env.observation_space
            seen, _, is_over, _, info = env.step(_likely(info["action_mask"], chance))
            assert not info["illegal"]
        assert env.game is not None
        assert verify(env.game).is_honest
        used |= {getattr(event, "skill", None) for event in env.game.log}
    assert len(used) > 4


def test_a_table_plays_with_skills() -> None:
    """Several seats, Acrobatics among the skills: who does not use it takes the action that otherwise waits."""
    env, chance = TableEnv(Setup(seats=3, skills=(Skill.ACROBATICS, Skill.SEARCH, Skill.LORE))), random.Random(2)
    declared = set()
    for seed in range(12):
        _, infos = env.reset(seed=seed)
        while env.agents:
            actions = {agent: _likely(infos[agent]["action_mask"], chance) for agent in env.agents}
            assert env.game is not None
            if env.game.state.ask == "declare":
                declared |= {actions[f"seat_{seat}"] for seat in env.game.waiting()}
            _, _, _, _, infos = env.step(actions)
            assert not any(info["illegal"] for info in infos.values())
        assert env.game is not None
        assert verify(env.game).is_honest
    assert declared == {WAIT, ACTIONS + SKILLS.index(Skill.ACROBATICS)}


@pytest.mark.parametrize("layout", ["dict", "flat", "classic"])
def test_the_suites_accept_skills(layout: Any) -> None:
    """In every layout."""
    check_env(SoloEnv(DRAWN, layout=layout), skip_render_check=True)
    parallel_api_test(TableEnv(Setup(seats=2, skills="drawn"), layout=layout), num_cycles=30)


def test_what_has_other_actions_is_another_environment() -> None:
    """Compiled games know no skills, and the spaces of an environment don't change."""
    with pytest.raises(BadArgument, match="SoloEnv or TableEnv"):
        SoloVectorEnv(2, DRAWN)
    with pytest.raises(BadArgument, match="another environment"):
        SoloEnv().reset(options={"setup": {"skills": "drawn"}})
    assert SoloEnv().action_space == Discrete(ACTIONS)
    assert Game(DRAWN).state.skills
