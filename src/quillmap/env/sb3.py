"""The vectorised environment for Stable-Baselines3, whose algorithms want a ``VecEnv`` of their own."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quillmap.env.vector import SoloVectorEnv
from quillmap.errors import BadArgument

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    hint = "the adapter needs Stable-Baselines3: pip install stable-baselines3"
    raise ModuleNotFoundError(hint, name=error.name) from None

Array = NDArray[Any]
Indices = int | Iterable[int] | None


class SoloVecEnv(VecEnv):
    """A ``SoloVectorEnv`` as Stable-Baselines3 wants it; for MaskablePPO it has ``action_masks``.

    It takes what the other takes: ``SoloVecEnv(256, "base edicts=first-game", layout="flat")``.
    """

    def __init__(self, num_envs: int = 1, *arguments: Any, **settings: Any) -> None:
        self.env = SoloVectorEnv(num_envs, *arguments, **settings)
        self.render_mode = self.env.render_mode
        self._actions: Array | None = None
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Any:
        """Begin all games."""
        seed = next((each for each in getattr(self, "_seeds", ()) if each is not None), None)
        seen, _ = self.env.reset(seed=seed)
        if hasattr(self, "_reset_seeds"):
            self._reset_seeds()
        return seen

    def step_async(self, actions: Array) -> None:
        """Keep the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Array, Array, list[dict[str, Any]]]:
        """Answer in every game."""
        if self._actions is None:
            raise BadArgument("call step_async(actions) first, or step(actions)")
        seen, rewards, over, cut, infos = self.env.step(self._actions)
        told: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for number in np.flatnonzero(over | cut):
            told[number] = {
                "terminal_observation": infos["final_obs"][number],
                "TimeLimit.truncated": bool(cut[number] and not over[number]),
                "total": int(infos["final_info"]["total"][number]),
            }
        return seen, rewards.astype(np.float32), over | cut, told

    def close(self) -> None:
        """There is nothing to close."""

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, a row a game."""
        return self.env.action_masks()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute, the same for all games."""
        return [getattr(self if attr_name == "action_masks" else self.env, attr_name) for _ in self._numbers(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute; all games share it."""
        del indices
        setattr(self.env, attr_name, value)

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **settings: Any) -> list[Any]:
        """Call a method once for all games; of rows, return those of the games that are asked for."""
        found = getattr(self.env, method_name)(*arguments, **settings)
        return [found[number] if isinstance(found, np.ndarray | tuple) else found for number in self._numbers(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Return that no game is wrapped."""
        del wrapper_class
        return [False for _ in self._numbers(indices)]

    def get_images(self) -> list[Array | None]:
        """Return a picture of every map."""
        return list(self.env.render() or [None] * self.num_envs)

    def _numbers(self, indices: Indices) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
