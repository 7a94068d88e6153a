"""Learn a policy with MaskablePPO of sb3-contrib, on the vectorised environment.

``pip install 'quillmap[rl]' sb3-contrib``, then ``python examples/train_sb3.py --steps 1000000``. It prints the mean
stars of the last hundred games after every round. The edicts are those of a first game; random play gets 19.
"""

import argparse
import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from quillmap.env.sb3 import SoloVecEnv


class Told(BaseCallback):
    """Prints how many stars games end with."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        games = self.model.ep_info_buffer
        if games:
            stars = np.mean([game["r"] for game in games])
            print(f"{self.num_timesteps} steps, {time.monotonic() - self._began:.0f} s: {stars:.1f} stars", flush=True)


def main() -> None:
    """Learn."""
    parser = argparse.ArgumentParser(description="Learn a policy with MaskablePPO.")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the policy to this file")
    options = parser.parse_args()
    env = VecMonitor(SoloVecEnv(64, "base edicts=first-game", layout="flat"))
    learner = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=4, gamma=1.0, seed=options.seed)
    learner.learn(options.steps, callback=Told())
    if options.save:
        learner.save(options.save)


if __name__ == "__main__":
    main()
