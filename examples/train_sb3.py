"""Learn a policy with MaskablePPO of sb3-contrib, on the vectorised environment.

    pip install 'quillmap[train]' sb3-contrib
    python examples/train_sb3.py --minutes 20

It is taken as it comes: a perceptron over the flat observation, with an output for each of the 7866 actions.
"""

import argparse
import sys

from learning import TABLE, Progress, options

GAMES, MOVES = 64, 64
"""How many games are played side by side, and how many moves of each make a round."""


def main() -> None:
    """Learn."""
    parser = options(__doc__ or "")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (1)")
    parser.add_argument("--save", metavar="FILE", help="write the policy to this file")
    learn(parser.parse_args())


def learn(asked: argparse.Namespace) -> None:
    """Learn, and say how it goes."""
    try:  # here, so that --help works without them
        import numpy as np  # noqa: PLC0415
        import torch  # noqa: PLC0415
        from sb3_contrib import MaskablePPO  # noqa: PLC0415
        from stable_baselines3.common.vec_env import VecMonitor  # noqa: PLC0415

        from quillmap.env.sb3 import SoloVecEnv  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.exit(f"{error}: pip install 'quillmap[train]' sb3-contrib")
    torch.set_num_threads(asked.threads)
    env = VecMonitor(SoloVecEnv(GAMES, TABLE, layout="flat"))
    learner = MaskablePPO("MlpPolicy", env, n_steps=MOVES, batch_size=512, n_epochs=4, gamma=1.0, seed=asked.seed)
    progress = Progress("MaskablePPO of sb3-contrib", asked.minutes, asked.seed, asked.curve)
    while not progress.is_over:
        before = learner.num_timesteps
        learner.learn(GAMES * MOVES, reset_num_timesteps=False)
        progress.add(learner.num_timesteps - before, [game["r"] for game in learner.ep_info_buffer])
    if asked.save:
        learner.save(asked.save)
    env.seed(asked.seed + 1)
    seen = env.reset()
    final: list[float] = []
    while len(final) < asked.games:
        actions, _ = learner.predict(seen, action_masks=np.stack(env.env_method("action_masks")), deterministic=True)
        seen, _, overs, told = env.step(actions)
        final += [float(each["total"]) for each, over in zip(told, overs, strict=True) if over]
    progress.finish(final[: asked.games])


if __name__ == "__main__":
    main()
