"""A vectorised solo environment for Gymnasium, on the compiled games."""

from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quillmap.env.gym_spaces import action_space, as_observations, observation_space
from quillmap.env.picture import picture
from quillmap.env.settings import checked, chosen
from quillmap.fast.layout.conversion import sheet_of
from quillmap.fast.layout.observation import Observations
from quillmap.fast.solo_games import SoloGames, Stock, deal_stock
from quillmap.rules.setup import Setup

Array = NDArray[Any]
_CHANCE = 2**62


class SoloVectorEnv(VectorEnv[dict[str, Any], Array, Array]):
    """``num_envs`` solo games side by side, with the spaces of ``quillmap/Solo-v0``.

    When a game ends, the next one begins in the same step; ``infos["final_obs"]`` and ``infos["final_info"]`` describe
    the end. Edicts and maps come from a stock of tables, dealt at ``reset`` with a seed; every game shuffles its own
    decks. ``infos["action_mask"]`` is overwritten by the step after the next: copy it to keep it longer.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["rgb_array"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        setup: Setup | None = None,
        render_mode: str | None = None,
        tables: int = 512,
    ) -> None:
        if num_envs < 1 or tables < 1:
            raise ValueError("there has to be at least one game, and one table")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: choose rgb_array")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.setup = checked(setup or Setup(), solo=True)
        self.single_action_space = action_space()
        self.single_observation_space = observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._tables = tables
        self._stock: Stock | None = None
        self._games: SoloGames | None = None

    @property
    def games(self) -> SoloGames:
        """The games; only after ``reset``."""
        if self._games is None:
            raise RuntimeError("call reset() first")
        return self._games

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games; with a seed or another set-up, deal a new stock of tables first."""
        super().reset(seed=seed)
        if self._stock is None or seed is not None or options:
            self._stock = self._deal(chosen(self.setup, options, solo=True))
        chance = int(self.np_random.integers(_CHANCE))
        self._games = SoloGames(self._stock, self.num_envs, chance)
        return as_observations(self._games.observe()), {"action_mask": self._games.masks}

    def _deal(self, setup: Setup) -> Stock:
        if setup.seed:
            return deal_stock([setup])
        return deal_stock([replace(setup, seed=self.np_random.bytes(16).hex()) for _ in range(self._tables)])

    def step(self, actions: Array) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        """Answer in every game."""
        stepped, final = self.games.step(np.asarray(actions), final=True)
        infos: dict[str, Any] = {
            "action_mask": self.games.masks,
            "illegal": stepped.wrong,
            "total": np.where(stepped.overs, 0, stepped.totals),
        }
        if final is not None:
            infos |= self._final(final, stepped.overs, stepped.totals)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        observations = as_observations(self.games.observe())
        return observations, stepped.rewards.astype(np.float64), stepped.overs, truncated, infos

    def _final(self, final: Observations, overs: NDArray[np.bool_], totals: Array) -> dict[str, Any]:
        """Return what Gymnasium's vector environments report about games that ended."""
        rows = as_observations(final)
        ends = np.full(self.num_envs, None, dtype=object)
        for place, number in enumerate(np.flatnonzero(overs)):
            ends[number] = {name: values[place] for name, values in rows.items()}
        return {
            "final_obs": ends,
            "_final_obs": overs,
            "final_info": {"total": np.where(overs, totals, 0), "_total": overs},
            "_final_info": overs,
        }

    def sample_actions(self) -> Array:
        """Return an allowed action for every game, each as likely as the others."""
        return self.games.sample()

    def render(self) -> Any:
        """Return a picture of every map."""
        if self.render_mode is None:
            return None
        return tuple(picture(sheet_of(row, 0)) for row in self.games.rows)
