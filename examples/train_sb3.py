"""Learn a policy with MaskablePPO of sb3-contrib, on the vectorised environment.

``pip install 'quillmap[rl]' sb3-contrib``, then ``python examples/train_sb3.py --steps 1000000``. It prints the mean
stars of the last hundred games after every round. The edicts are those of a first game; random play gets 19.
"""

import argparse
import sys
import time

GAMES, MOVES = 64, 64
"""How many games are played side by side, and how many moves of each make a round."""


def main() -> None:
    """Learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="how many moves to learn from (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="of the learner and the deals (1)")
    parser.add_argument("--save", metavar="FILE", help="write the policy to this file")
    learn(parser.parse_args())


def learn(options: argparse.Namespace) -> None:
    """Learn, and say how it goes."""
    try:  # here, so that --help works without them
        import numpy as np  # noqa: PLC0415
        from sb3_contrib import MaskablePPO  # noqa: PLC0415
        from stable_baselines3.common.vec_env import VecMonitor  # noqa: PLC0415

        from quillmap.env.sb3 import SoloVecEnv  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.exit(f"{error}: pip install 'quillmap[rl]' sb3-contrib")
    env = VecMonitor(SoloVecEnv(GAMES, "base edicts=first-game", layout="flat"))
    learner = MaskablePPO("MlpPolicy", env, n_steps=MOVES, batch_size=512, n_epochs=4, gamma=1.0, seed=options.seed)
    began = time.monotonic()
    while learner.num_timesteps < options.steps:
        learner.learn(GAMES * MOVES, reset_num_timesteps=False)
        stars = np.mean([game["r"] for game in learner.ep_info_buffer])
        print(f"{learner.num_timesteps} steps, {time.monotonic() - began:.0f} s: {stars:.1f} stars", flush=True)
    if options.save:
        learner.save(options.save)


if __name__ == "__main__":
    main()
