"""Learn a table of two by playing against oneself, with DQN of tianshou on the PettingZoo environment.

    pip install 'quillmap[train]' tianshou
    python examples/train_tianshou.py --minutes 20

Both seats share one network. What a seat earns comes when a season is scored, after moves of both, so returns reach to
the end of the game: what follows a move in the buffer is what the other seat saw.
"""

import argparse
import sys

from learning import TABLE, Progress, options

GAMES, MOVES, BATCH, KEPT = 8, 256, 256, 4096
"""Games side by side, moves between rounds of learning, moves in a step of learning, and moves that are kept."""
STEPS, TO_THE_END = 8, 200
"""Steps of learning in a round, and more moves than a game of two has."""
FIRST_CHANCE, LAST_CHANCE = 0.5, 0.05
"""The share of random moves, in the beginning and at the end."""


def main() -> None:
    """Learn."""
    parser = options(__doc__ or "")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (1)")
    learn(parser.parse_args())


def learn(asked: argparse.Namespace) -> None:
    """Learn, and say how it goes."""
    try:  # here, so that --help works without them
        import numpy as np  # noqa: PLC0415
        import torch  # noqa: PLC0415
        from pettingzoo.utils import parallel_to_aec  # noqa: PLC0415
        from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm  # noqa: PLC0415
        from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy  # noqa: PLC0415
        from tianshou.algorithm.optim import AdamOptimizerFactory  # noqa: PLC0415
        from tianshou.data import Collector, VectorReplayBuffer  # noqa: PLC0415
        from tianshou.env import DummyVectorEnv, PettingZooEnv  # noqa: PLC0415
        from tianshou.utils.net.common import Net  # noqa: PLC0415
        from tianshou.utils.torch_utils import policy_within_training_step  # noqa: PLC0415

        from quillmap.env import TableEnv  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.exit(f"{error}: pip install 'quillmap[train]' tianshou")
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    np.random.seed(asked.seed)  # tianshou draws from it

    def table() -> PettingZooEnv:
        return PettingZooEnv(parallel_to_aec(TableEnv(f"{TABLE} seats=2", layout="classic")))

    env = table()
    seen = env.observation_space["observation"]
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=seen.shape, action_shape=env.action_space.n, hidden_sizes=[128, 128]),
        action_space=env.action_space,
        observation_space=seen,
    )
    seat = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, n_step_return_horizon=TO_THE_END)
    learner = MultiAgentOffPolicyAlgorithm(algorithms=[seat, seat], env=env)
    envs = DummyVectorEnv([table] * GAMES)
    envs.seed(asked.seed)
    kept = VectorReplayBuffer(KEPT, GAMES, ignore_obs_next=True)
    players = Collector(learner, envs, kept, exploration_noise=True)
    players.reset()
    progress = Progress("DQN of tianshou, two seats", asked.minutes, asked.seed, asked.curve)
    while not progress.is_over:
        policy.set_eps_training(FIRST_CHANCE + (LAST_CHANCE - FIRST_CHANCE) * progress.share)
        with policy_within_training_step(learner.policy):
            played = players.collect(n_step=MOVES)
            for _ in range(STEPS):
                learner.update(kept, BATCH)
        progress.add(MOVES, np.ravel(played.returns))
    envs.seed(asked.seed + 1)
    final = Collector(learner, envs).collect(n_episode=max(asked.games // 2, GAMES), reset_before_collect=True)
    progress.finish(np.ravel(final.returns).tolist())


if __name__ == "__main__":
    main()
