"""``quillmap/Solo-v0``: one seat alone with the deck, for Gymnasium."""

from typing import Any

import gymnasium
import numpy as np

from quillmap.env.gym_spaces import action_space, observation_space
from quillmap.env.observation import action_mask, is_allowed, solo_observation
from quillmap.env.picture import picture, text
from quillmap.env.settings import checked, chosen, with_seed
from quillmap.fast.layout.actions import ILLEGAL_REWARD, WAIT, answer_of
from quillmap.play.game import Game
from quillmap.rules.counting import total_of
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup

_SEAT = Seat(0)


class SoloEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A solo game, played through its events: ``env.unwrapped.game`` is the game, and its log a record.

    An action is the number of an answer; ``info["action_mask"]`` says which are allowed. The reward is what a season
    scores, when it is scored, so that the rewards of a game add up to its stars. An action that is not allowed changes
    nothing and costs one. ``docs/environments.md`` has the whole description.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(self, setup: Setup | None = None, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: choose ansi or rgb_array")
        self.render_mode = render_mode
        self.setup = checked(setup or Setup(), solo=True)
        self.action_space = action_space()
        self.observation_space = observation_space()
        self.game: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; ``options["setup"]`` is another set-up, or some fields of one."""
        super().reset(seed=seed)
        self.game = Game(with_seed(chosen(self.setup, options, solo=True), self.np_random))
        return solo_observation(self.game.state), self._info(is_illegal=False)

    def step(self, action: int | np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer what the seat is asked."""
        game = self._present()
        before = self._total
        is_illegal = not is_allowed(self._mask, int(action))
        if not is_illegal and action != WAIT:
            game.play(answer_of(game.state, _SEAT, int(action)))
        info = self._info(is_illegal=is_illegal)
        reward = ILLEGAL_REWARD if is_illegal else self._total - before
        return solo_observation(game.state), float(reward), game.is_over, False, info

    def render(self) -> Any:
        """Return the map, as text or as a picture."""
        state = self._present().state
        if self.render_mode == "ansi":
            return text(state, _SEAT)
        if self.render_mode == "rgb_array":
            return picture(state.seats[0].sheet)
        return None

    def _present(self) -> Game:
        if self.game is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self.game

    def _info(self, *, is_illegal: bool) -> dict[str, Any]:
        state = self._present().state
        self._mask = action_mask(state, _SEAT)
        self._total = total_of(state.seats[0])
        return {"action_mask": self._mask, "illegal": is_illegal, "total": self._total}
