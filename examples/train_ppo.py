"""Learn by proximal policy optimisation, written out as CleanRL does it, with a head for the legal actions only.

    pip install 'quillmap[train]' torch
    python examples/train_ppo.py --minutes 20

The rounds are here, with numpy alone; the network and its steps are in ``legal_policy.py``.
"""

import argparse
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from learning import TABLE, Progress, options

from quillmap.env import SoloVectorEnv

if TYPE_CHECKING:
    from legal_policy import Policy

Array = np.ndarray[Any, Any]
GAMES, MOVES, BATCH, EPOCHS = 128, 32, 128, 2
"""Games side by side, moves of each in a round, moves in a step of learning, and how often a round is learned from."""
SPEED, TRACE, SCALE, FARTHEST = 1e-3, 0.95, 0.1, 0.06
"""The first learning rate, λ of the advantages, what a star counts, and how far a round may move the policy."""


def advantages(rewards: Array, overs: Array, stars: Array) -> Array:
    """Return generalised advantages; *stars* has the estimates before every move and one row more."""
    found, later = np.zeros_like(rewards), np.zeros_like(rewards[0])
    for move in range(len(rewards) - 1, -1, -1):
        goes_on = ~overs[move]
        later = rewards[move] + goes_on * (stars[move + 1] + TRACE * later) - stars[move]
        found[move] = later
    return found


class Games:
    """Games that go on from round to round."""

    def __init__(self, seed: int) -> None:
        self.env = SoloVectorEnv(GAMES, TABLE)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin all games anew."""
        self.seen, self.infos = self.env.reset(seed=seed)
        self.ended: list[float] = []

    def look(self) -> tuple[Array, Array, Array, Array]:
        """Return what a policy sees."""
        from legal_policy import known_of  # noqa: PLC0415

        return self.seen["map"], known_of(self.seen), self.seen["card"], self.infos["action_mask"].copy()

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Answer in every game; return the rewards, and which games ended."""
        self.seen, rewards, overs, _, self.infos = self.env.step(actions)
        if overs.any():
            self.ended += self.infos["final_info"]["total"][overs].tolist()
        return rewards, overs

    def taken_stars(self) -> list[float]:
        """Return the stars of the games that have ended since the last call."""
        ended, self.ended = self.ended, []
        return ended


def learn_a_round(policy: "Policy", games: Games, speed: float, random: np.random.Generator) -> None:
    """Play some moves of every game, and learn from them."""
    from legal_policy import Moves as Made  # noqa: PLC0415

    seen, done, outcomes, stars = [], [], [], []
    for _ in range(MOVES):
        looked = games.look()
        actions, places, likely, expected = policy.act(*looked)
        seen.append(looked)
        done.append((places, likely))
        stars.append(expected)
        outcomes.append(games.step(actions))
    stars.append(policy.act(*games.look())[-1])
    rewards, overs = (np.stack(each) for each in zip(*outcomes, strict=True))
    gains = advantages((SCALE * rewards).astype(np.float32), overs, np.stack(stars))
    columns = [*zip(*seen, strict=True), *zip(*done, strict=True), gains, gains + np.stack(stars[:-1])]
    made = Made(*(np.concatenate(each) for each in columns))
    for _ in range(EPOCHS):
        parts = np.array_split(random.permutation(GAMES * MOVES), GAMES * MOVES // BATCH)
        moved = [policy.learn(Made(*(each[part] for each in made)), speed) for part in parts]
        if np.mean(moved) > FARTHEST:
            break


def main() -> None:
    """Learn, then play new games by the likeliest actions."""
    parser = options(__doc__ or "")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (1)")
    learn(parser.parse_args())


def learn(asked: argparse.Namespace) -> None:
    """Do what was *asked* for."""
    try:  # here, so that --help works without it
        from legal_policy import Policy  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.exit(f"{error}: pip install torch")
    policy, games = Policy(asked.seed, asked.threads), Games(asked.seed)
    random = np.random.default_rng(asked.seed)
    progress = Progress("PPO, legal actions only", asked.minutes, asked.seed, asked.curve)
    while not progress.is_over:
        learn_a_round(policy, games, SPEED * max(1 - progress.share, 0.02), random)
        progress.add(GAMES * MOVES, games.taken_stars())
    games.begin(asked.seed + 1)
    while len(games.ended) < asked.games:
        games.step(policy.act(*games.look(), best=True)[0])
    progress.finish(games.ended[: asked.games])


if __name__ == "__main__":
    main()
