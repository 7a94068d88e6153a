"""``quillmap/Solo-v0``: one seat alone with the deck, for Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from quillmap.env.answering import Answering, action_count, has_skills
from quillmap.env.gym_spaces import action_space, observation_space
from quillmap.env.layouts import laid_out, space_of
from quillmap.env.observation import action_of, is_allowed, solo_observation
from quillmap.env.picture import picture, text
from quillmap.env.settings import MOST_ILLEGAL, Layout, check_settings, checked, chosen, with_seed
from quillmap.fast.layout.actions import ILLEGAL_REWARD
from quillmap.play.game import Game
from quillmap.play.tables import SetupLike
from quillmap.rules.counting import total_of
from quillmap.rules.ids import Seat

_SEAT = Seat(0)


class SoloEnv(gymnasium.Env[Any, np.int64]):
    """A solo game, played through its events: ``env.unwrapped.game`` is the game, and its log a record.

    An action is the number of an answer; ``info["action_mask"]`` says which are allowed. The reward is what a season
    scores, when it is scored, so that the rewards of a game add up to its stars. An action that is not allowed changes
    nothing and costs one; after *most_illegal* of them in a row the game is cut off. ``docs/environments.md`` has the
    whole description.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        setup: SetupLike = None,
        render_mode: str | None = None,
        layout: Layout = "dict",
        most_illegal: int | None = MOST_ILLEGAL,
    ) -> None:
        check_settings(layout, most_illegal, render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.setup = checked(setup, solo=True)
        self.layout = layout
        self.action_space = action_space(action_count(self.setup))
        self._parts = observation_space(has_skills=has_skills(self.setup))
        self.observation_space = space_of(self._parts, layout, action_count(self.setup))
        self.game: Game | None = None
        self._answering = Answering(_SEAT, self.setup)
        self._most_illegal = most_illegal
        self._illegal = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; ``options["setup"]`` is another set-up, or some fields of one."""
        super().reset(seed=seed)
        self.game = Game(with_seed(chosen(self.setup, options, solo=True), self.np_random))
        self._illegal = 0
        self._answering = Answering(_SEAT, self.setup)
        info = self._info(is_illegal=False)
        return self._seen(), info

    def step(self, action: int | np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer what the seat is asked."""
        game = self._present()
        before = self._total
        number = action_of(action)
        is_illegal = not is_allowed(self._mask, number)
        answer = None if is_illegal else self._answering.take(game.state, number)
        if answer is not None:
            game.play(answer)
        self._illegal = self._illegal + 1 if is_illegal else 0
        info = self._info(is_illegal=is_illegal)
        reward = ILLEGAL_REWARD if is_illegal else self._total - before
        is_cut = self._most_illegal is not None and self._illegal >= self._most_illegal
        return self._seen(), float(reward), game.is_over, is_cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, under the name and in the form that MaskablePPO looks for."""
        self._present()
        return self._mask.astype(np.bool_)

    def redeal(self, seed: int | None = None) -> None:
        """Deal again what nobody has seen, so that a search that steps a copy knows no more than it may.

        Otherwise a copy of an environment goes on with the true deck.
        """
        self.game = self._present().redeal(seed)

    def render(self) -> Any:
        """Return the map, as text or as a picture."""
        state = self._present().state
        if self.render_mode == "ansi":
            return text(state, _SEAT)
        if self.render_mode == "rgb_array":
            return picture(state.seats[0].sheet)
        return None

    def _seen(self) -> Any:
        state = self._present().state
        return laid_out(self._parts, self.layout, solo_observation(state) | self._answering.seen(state), self._mask)

    def _present(self) -> Game:
        if self.game is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self.game

    def _info(self, *, is_illegal: bool) -> dict[str, Any]:
        state = self._present().state
        self._mask = self._answering.mask(state)
        self._total = total_of(state.seats[0])
        return {"action_mask": self._mask, "illegal": is_illegal, "total": self._total}
