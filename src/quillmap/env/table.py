"""A table of several seats for PettingZoo, all answering at the same time."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from quillmap.env.answering import Answering, action_count, has_skills
from quillmap.env.gym_spaces import action_space, table_observation_space
from quillmap.env.layouts import flattened, laid_out, space_of
from quillmap.env.observation import action_of, is_allowed, table_observation
from quillmap.env.picture import picture, text
from quillmap.env.settings import MOST_ILLEGAL, Layout, check_settings, checked, chosen, with_seed
from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ILLEGAL_REWARD
from quillmap.play.game import Game
from quillmap.play.tables import SetupLike
from quillmap.rules.counting import total_of
from quillmap.rules.ids import Seat
from quillmap.rules.state import State

Agent = str
ByAgent = dict[Agent, Any]
Actions = Mapping[Agent, int | np.integer[Any]]


class TableEnv(ParallelEnv[Agent, Any, int]):
    """A game of several seats. Those that are not asked wait: their only action is the last one.

    An action is the number of an answer; ``infos[agent]["action_mask"]`` says which are allowed. The reward is what a
    season scores. An action that is not allowed costs one, and the seat is asked again while the others wait; after
    *most_illegal* of them in a row the game is cut off. With ``layout="classic"`` an observation is a vector and the
    mask beside it, as in PettingZoo's classic games and as tianshou expects it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
        "name": "quillmap_table_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        setup: SetupLike = "base seats=2",
        render_mode: str | None = None,
        layout: Layout = "dict",
        most_illegal: int | None = MOST_ILLEGAL,
    ) -> None:
        check_settings(layout, most_illegal, render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.setup = checked("base seats=2" if setup is None else setup, solo=False)
        self.layout = layout
        self._most_illegal = most_illegal
        self._illegal: dict[Agent, int] = {}
        self._parts = table_observation_space(self.setup.seats, has_skills=has_skills(self.setup))
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[Agent] = []
        count = action_count(self.setup)
        self._actions = {agent: action_space(count) for agent in self.possible_agents}
        self._observations = {agent: space_of(self._parts, layout, count) for agent in self.possible_agents}
        self._answering: dict[Agent, Answering] = {}
        self._random: np.random.Generator | None = None
        self.game: Game | None = None
        self._masks: ByAgent = {}

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return what a seat sees: all maps from its own on, and the table."""
        return self._observations[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the numbers of all answers."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[ByAgent, ByAgent]:
        """Begin a game; ``options["setup"]`` is another set-up for as many seats, or some fields of one."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        setup = chosen(self.setup, options, solo=False, known=("options",))  # by which PettingZoo's suite tries it
        if setup.seats != self.setup.seats:
            raise BadArgument(f"this environment has {self.setup.seats} seats, not {setup.seats}")
        self.game = Game(with_seed(setup, self._random))
        self.agents = list(self.possible_agents)
        self._illegal = dict.fromkeys(self.agents, 0)
        self._answering = {agent: Answering(Seat(seat), setup) for seat, agent in enumerate(self.agents)}
        infos = self._infos(set())
        return self._seen(), infos

    def step(self, actions: Actions) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Let every seat answer, or wait."""
        game = self._present()
        numbers = self._numbers(actions)
        before, asked = self._totals(), game.state
        illegal: set[Agent] = set()
        for agent in self.agents:
            action = numbers[agent]
            if not is_allowed(self._masks[agent], action):
                illegal.add(agent)
            elif (answer := self._answering[agent].take(asked, action)) is not None:
                game.play(answer)
        after = self._totals()
        rewards = {
            agent: float(ILLEGAL_REWARD if agent in illegal else after[agent] - before[agent]) for agent in self.agents
        }
        ends = dict.fromkeys(self.agents, game.is_over)
        self._illegal = {agent: self._illegal[agent] + 1 if agent in illegal else 0 for agent in self.agents}
        is_cut = self._most_illegal is not None and max(self._illegal.values()) >= self._most_illegal
        cuts = dict.fromkeys(self.agents, is_cut)
        infos = self._infos(illegal)
        seen = self._seen()
        if game.is_over or is_cut:
            self.agents = []
        return seen, rewards, ends, cuts, infos

    def _numbers(self, actions: Actions) -> dict[Agent, int]:
        """Return the actions of all agents that play; raise ``BadArgument`` before anything is played."""
        if set(actions) != set(self.agents):
            raise BadArgument(f"actions are wanted of {', '.join(self.agents) or 'nobody'}: this is a dict by agent")
        return {agent: action_of(action) for agent, action in actions.items()}

    def render(self) -> Any:
        """Return all maps, as text or as one picture, side by side."""
        state = self._present().state
        if self.render_mode == "ansi":
            return "\n".join(f"{agent}\n{text(state, Seat(seat))}" for seat, agent in enumerate(self.possible_agents))
        if self.render_mode == "rgb_array":
            return np.concatenate([picture(seat.sheet) for seat in state.seats], axis=1)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def state(self) -> np.ndarray[Any, Any]:
        """Return everything that is seen at the table as one vector: what each seat sees, one after the other."""
        state = self._present().state
        seen = [self._observed(state, agent) for agent in self.possible_agents]
        return flattened(self._parts, {name: np.stack([each[name] for each in seen]) for name in seen[0]}).reshape(-1)

    def action_mask(self, agent: Agent) -> np.ndarray[Any, Any]:
        """Return which actions of an agent are legal."""
        self._present()
        mask: np.ndarray[Any, Any] = self._masks[agent].astype(np.bool_)
        return mask

    def redeal(self, seed: int | None = None) -> None:
        """Deal again what nobody has seen, so that a search that steps a copy knows no more than it may."""
        self.game = self._present().redeal(seed)

    def _present(self) -> Game:
        if self.game is None:
            raise ResetNeeded("call reset() first")
        return self.game

    def _totals(self) -> dict[Agent, int]:
        seats = self._present().state.seats
        return {agent: total_of(seat) for agent, seat in zip(self.possible_agents, seats, strict=True)}

    def _seen(self) -> ByAgent:
        state = self._present().state
        seen = {agent: self._observed(state, agent) for agent in self.agents}
        return {agent: laid_out(self._parts, self.layout, seen[agent], self._masks[agent]) for agent in self.agents}

    def _observed(self, state: State, agent: Agent) -> ByAgent:
        answering = self._answering[agent]
        return table_observation(state, answering.seat) | answering.seen(state)

    def _infos(self, illegal: set[Agent]) -> ByAgent:
        state, totals = self._present().state, self._totals()
        self._masks = {agent: self._answering[agent].mask(state) for agent in self.agents}
        return {
            agent: {"action_mask": self._masks[agent], "illegal": agent in illegal, "total": totals[agent]}
            for agent in self.agents
        }
