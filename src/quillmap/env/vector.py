"""A vectorised solo environment for Gymnasium, on the compiled games."""

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quillmap.env.gym_spaces import action_space, as_observations, observation_space
from quillmap.env.layouts import laid_out_batch, space_of
from quillmap.env.picture import picture
from quillmap.env.settings import MOST_ILLEGAL, Layout, check_settings, checked, chosen
from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, WAIT
from quillmap.fast.layout.conversion import sheet_of
from quillmap.fast.layout.observation import Observations
from quillmap.fast.solo_games import SoloGames, Stepped, Stock, checked_actions, deal_stock
from quillmap.play.tables import SetupLike
from quillmap.rules.setup import Setup

Array = NDArray[Any]
Flags = NDArray[np.bool_]
_CHANCE = 2**62
_MASK = "reset_mask"


class SoloVectorEnv(VectorEnv[Any, Array, Array]):
    """``num_envs`` solo games side by side, with the spaces of ``quillmap/Solo-v0``.

    What happens when a game ends is up to *autoreset_mode*, as in Gymnasium: in ``SAME_STEP`` the next one begins at
    once, and ``infos["final_obs"]`` and ``infos["final_info"]`` describe the end; in ``NEXT_STEP`` it begins with the
    next step, whose action is ignored; when ``DISABLED``, ``reset(options={"reset_mask": …})`` begins it. Edicts and
    maps come from a stock of tables, dealt at ``reset`` with a seed; every game shuffles its own decks.
    ``infos["action_mask"]`` is overwritten by the step after the next: copy it to keep it longer.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["rgb_array"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        setup: SetupLike = None,
        render_mode: str | None = None,
        tables: int = 512,
        layout: Layout = "dict",
        most_illegal: int | None = MOST_ILLEGAL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        if num_envs < 1 or tables < 1:
            raise BadArgument("there has to be at least one game, and one table")
        check_settings(layout, most_illegal, render_mode, self.metadata["render_modes"])
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.setup = checked(setup, solo=True, compiled=True)
        self.layout = layout
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode}
        self.single_action_space = action_space()
        self.single_observation_space = space_of(observation_space(), layout)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._parts = observation_space()
        self._tables = tables
        self._most_illegal = most_illegal
        self._illegal = np.zeros(num_envs, dtype=np.int64)
        self._ended: Flags = np.zeros(num_envs, dtype=np.bool_)
        self._all: Flags = np.ones(num_envs, dtype=np.bool_)
        self._stock: Stock | None = None
        self._games: SoloGames | None = None

    @property
    def games(self) -> SoloGames:
        """The games; only after ``reset``."""
        if self._games is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._games

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those in ``options["reset_mask"]``; a seed or another set-up deals new tables first."""
        if isinstance(seed, list):
            raise BadArgument("all games share their chance: give one seed, not a list")
        super().reset(seed=seed)
        if options and _MASK in options:
            return self._reset_some(options)
        setup = chosen(self.setup, options, solo=True, compiled=True, known=(_MASK,))
        if self._stock is None or seed is not None or options:
            self._stock = self._deal(setup)
        self._games = SoloGames(self._stock, self.num_envs, int(self.np_random.integers(_CHANCE)))
        self._illegal[:] = 0
        self._ended[:] = False
        return self._seen(), self._mask_info()

    def _reset_some(self, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        which = np.asarray(options[_MASK])
        if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any() or len(options) > 1:
            raise BadArgument(f"options['{_MASK}'] is an array of {self.num_envs} bools, and the only option")
        self.games.begin(which)
        self.games.allow()
        self._illegal[which] = 0
        self._ended &= ~which
        return self._seen(), self._mask_info()

    def _deal(self, setup: Setup) -> Stock:
        if setup.seed:
            return deal_stock([setup])
        return deal_stock([replace(setup, seed=self.np_random.bytes(16).hex()) for _ in range(self._tables)])

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Answer in every game."""
        before = self._ended
        given = checked_actions(actions, self.num_envs)
        stepped = self.games.answer(np.where(before, WAIT, given) if before.any() else given)
        over, cut = self._ends(stepped, before)
        rewards = stepped.rewards.astype(np.float64)
        infos: dict[str, Any] = {"illegal": stepped.wrong, "_illegal": self._all}
        totals = stepped.totals
        ended = over | cut
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if ended.any():
                infos |= self._final(self.games.observe(ended), ended, totals)
                self._begin(ended)
            totals = np.where(ended, 0, totals)
        else:
            rewards[before] = 0
            if self.autoreset_mode is AutoresetMode.NEXT_STEP and before.any():
                self._begin(before)
                over, cut = over & ~before, cut & ~before
                totals = np.where(before, 0, totals)
            self._ended = over | cut
        self.games.allow()
        infos |= {"total": totals, "_total": self._all, **self._mask_info()}
        return self._seen(), rewards, over, cut, infos

    def _ends(self, stepped: Stepped, before: Flags) -> tuple[Flags, Flags]:
        """Return which games are over, and which are cut off after too many illegal actions."""
        self._illegal = np.where(stepped.wrong & ~before, self._illegal + 1, np.where(before, self._illegal, 0))
        if self._most_illegal is None:
            return stepped.overs, np.zeros(self.num_envs, dtype=np.bool_)
        return stepped.overs, self._illegal >= self._most_illegal

    def _begin(self, which: Flags) -> None:
        self.games.begin(which)
        self._illegal[which] = 0

    def _seen(self) -> Any:
        seen = as_observations(self.games.observe())
        return laid_out_batch(self._parts, self.layout, seen, self.games.masks)

    def _mask_info(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks, "_action_mask": self._all}

    def _final(self, final: Observations, ended: Flags, totals: Array) -> dict[str, Any]:
        """Return what Gymnasium's vector environments report about games that ended."""
        masks = np.zeros((len(final.numbers), ACTIONS), dtype=np.int8)
        masks[:, WAIT] = 1
        rows = laid_out_batch(self._parts, self.layout, as_observations(final), masks)
        ends = np.full(self.num_envs, None, dtype=object)
        for place, number in enumerate(np.flatnonzero(ended)):
            ends[number] = {name: each[place] for name, each in rows.items()} if isinstance(rows, dict) else rows[place]
        return {
            "final_obs": ends,
            "_final_obs": ended,
            "final_info": {"total": np.where(ended, totals, 0), "_total": ended},
            "_final_info": ended,
        }

    def action_masks(self) -> Flags:
        """Return which actions are legal, a row a game."""
        return self.games.masks.astype(np.bool_)

    def sample_actions(self) -> Array:
        """Return an allowed action for every game, each as likely as the others."""
        return self.games.sample()

    def render(self) -> Any:
        """Return a picture of every map."""
        if self.render_mode is None:
            return None
        return tuple(picture(sheet_of(row, 0)) for row in self.games.rows)
