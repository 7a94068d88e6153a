"""Many tables of several seats side by side, on the compiled games, for learners that play against each other."""

from dataclasses import replace
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quillmap.env.gym_spaces import action_space, numbers_seen, table_observation_space
from quillmap.env.layouts import laid_out_batch, space_of
from quillmap.env.settings import MOST_ILLEGAL, Layout, check_settings, checked, chosen
from quillmap.errors import BadArgument
from quillmap.fast.solo_games import Stock, deal_stock
from quillmap.fast.table_games import TableGames
from quillmap.play.tables import SetupLike
from quillmap.rules.setup import Setup

Array = NDArray[Any]
Flags = NDArray[np.bool_]
_CHANCE: Final = 2**62
MOST_SEATS: Final = 4


class TableVectorEnv:
    """``num_envs`` tables of two to four seats, with the spaces of ``TableEnv``.

    In every game one seat is asked at a time: ``infos["seat"]`` says which, and observation and mask are its own. What
    the seats before it have answered to the same question it does not see, as at a table. ``rewards`` has a row a game
    and a column a seat. When a game ends, the next one begins in the same step, and ``infos["final_info"]["total"]``
    has the stars of all seats. ``infos["action_mask"]`` is overwritten by the step after the next.
    """

    def __init__(
        self,
        num_envs: int = 1,
        setup: SetupLike = "base seats=2",
        tables: int = 512,
        layout: Layout = "dict",
        most_illegal: int | None = MOST_ILLEGAL,
    ) -> None:
        if num_envs < 1 or tables < 1:
            raise BadArgument("there has to be at least one game, and one table")
        check_settings(layout, most_illegal, None, [])
        self.setup = checked("base seats=2" if setup is None else setup, solo=False, compiled=True)
        self.seats = self.setup.seats
        if not 2 <= self.seats <= MOST_SEATS:
            raise BadArgument(f"tables have 2 to {MOST_SEATS} seats here, not {self.seats}: alone, take SoloVectorEnv")
        self.num_envs = num_envs
        self.layout = layout
        self._parts = table_observation_space(self.seats)
        self.single_action_space = action_space()
        self.single_observation_space = space_of(self._parts, layout)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._tables = tables
        self._most_illegal = most_illegal
        self._illegal = np.zeros(num_envs, dtype=np.int64)
        self._random: np.random.Generator | None = None
        self._stock: Stock | None = None
        self._games: TableGames | None = None

    @property
    def games(self) -> TableGames:
        """The games; only after ``reset``."""
        if self._games is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._games

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games; a seed, or another set-up for as many seats in ``options["setup"]``, deals new tables."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        setup = chosen(self.setup, options, solo=False, compiled=True)
        if setup.seats != self.seats:
            raise BadArgument(f"this environment has {self.seats} seats, not {setup.seats}")
        if self._stock is None or seed is not None or options:
            self._stock = self._deal(setup, self._random)
        self._games = TableGames(self._stock, self.seats, self.num_envs, int(self._random.integers(_CHANCE)))
        self._illegal[:] = 0
        return self._seen(), self._infos()

    def _deal(self, setup: Setup, chance: np.random.Generator) -> Stock:
        if setup.seed:
            return deal_stock([setup])
        return deal_stock([replace(setup, seed=chance.bytes(16).hex()) for _ in range(self._tables)])

    def step(self, actions: Array) -> tuple[Any, Array, Flags, Flags, dict[str, Any]]:
        """Answer in every game for the seat that is asked."""
        games = self.games
        stepped = games.answer(actions)
        self._illegal = np.where(stepped.wrong, self._illegal + 1, 0)
        cut = np.zeros(self.num_envs, dtype=np.bool_)
        if self._most_illegal is not None:
            cut = self._illegal >= self._most_illegal
        ended = stepped.overs | cut
        infos: dict[str, Any] = {"illegal": stepped.wrong}
        totals = stepped.totals
        if ended.any():
            infos |= {"final_info": {"total": np.where(ended[:, None], totals, 0)}, "_final_info": ended}
            games.begin(ended)
            self._illegal[ended] = 0
        games.allow()
        infos |= self._infos()
        return self._seen(), stepped.rewards.astype(np.float64), stepped.overs, cut, infos

    def _infos(self) -> dict[str, Any]:
        games = self.games
        return {"seat": games.asked, "total": games.totals, "action_mask": games.masks}

    def _seen(self) -> Any:
        seen, targets = self.games.observe()
        parts = numbers_seen(seen) | {"maps": seen.planes, "target": targets}
        return laid_out_batch(self._parts, self.layout, parts, self.games.masks)

    def action_masks(self) -> Flags:
        """Return which actions are legal, a row a game."""
        return self.games.masks.astype(np.bool_)

    def sample_actions(self) -> Array:
        """Return an allowed action for every game, each as likely as the others."""
        return self.games.sample()

    def close(self) -> None:
        """There is nothing to close."""
