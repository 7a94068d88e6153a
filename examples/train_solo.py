"""Learn to play a solo table, with numpy alone, and compare with random play.

    pip install 'quillmap[train]'
    python examples/train_solo.py --minutes 2

A policy gradient (REINFORCE) on ``quillmap/Solo-v0``, many games at once. The policy is linear: every space has a
score for every terrain, made from what lies beside it; a drawing has the sum of its spaces' scores. It learns five
times thirteen weights, for one set of edicts (those of a first game).
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np

from quillmap.env import SOLO, SoloVectorEnv
from quillmap.fast.layout.actions import FIELDS, SINGLE_TURN, TURNS, WAIT
from quillmap.fast.layout.card_tables import FIRST_TURN, TURN_SIZE, TURN_STEPS
from quillmap.fast.layout.observation import PLANES
from quillmap.rules import Setup

Array = np.ndarray[Any, Any]
SPACES = 121
BESIDE = ("forest", "village", "farm", "water", "monster", "mountain", "free", "ruins")
"""What is counted beside a space."""
FEATURES = len(BESIDE) + 5
GAMES = 256
SETUP = Setup(edicts="first-game")


def cells_of_actions() -> Array:
    """Return which spaces a drawing covers, by card, turn and anchor; 121 stands for none."""
    cells = np.full((len(FIRST_TURN) - 1, TURNS, SPACES, TURN_STEPS.shape[1]), SPACES)
    anchors = np.arange(SPACES)
    cells[:, SINGLE_TURN, :, 0] = anchors
    for card in range(len(FIRST_TURN) - 1):
        for turn in range(FIRST_TURN[card], FIRST_TURN[card + 1]):
            for place in range(TURN_SIZE[turn]):
                cells[card, turn - FIRST_TURN[card], :, place] = np.minimum(anchors + TURN_STEPS[turn, place], SPACES)
    return cells


CELLS = cells_of_actions()


def features(seen: dict[str, Array]) -> Array:
    """Return the features of every space of every game; those of the last, which stands for none, are zero."""
    maps = seen["map"].astype(np.float32)
    games = len(maps)
    padded = np.pad(maps, ((0, 0), (0, 0), (1, 1), (1, 1)))
    beside = padded[:, :, :-2, 1:-1] + padded[:, :, 2:, 1:-1] + padded[:, :, 1:-1, :-2] + padded[:, :, 1:-1, 2:]
    found = np.zeros((games, FEATURES, 11, 11), dtype=np.float32)
    for place, name in enumerate(BESIDE):
        found[:, place] = beside[:, PLANES.index(name)]
    found[:, -5] = 1
    found[:, -4, [0, -1]] = found[:, -4, :, [0, -1]] = 1
    found[:, -3] = maps[:, PLANES.index("ruins")]
    free = maps[:, PLANES.index("free")]
    found[:, -2] = 1 - free.sum(axis=2, keepdims=True) / 11
    found[:, -1] = 1 - free.sum(axis=1, keepdims=True) / 11
    flat = found.reshape(games, FEATURES, SPACES).transpose(0, 2, 1)
    return np.concatenate([flat, np.zeros((games, 1, FEATURES), dtype=np.float32)], axis=1)


class Choice:
    """The policy at one moment: all legal actions of all games, with their probabilities."""

    def __init__(self, weights: Array, seen: dict[str, Array], masks: Array, warmth: float) -> None:
        self.features = features(seen)
        games, self.actions = np.nonzero(masks[:, :WAIT])
        fields, rest = np.divmod(self.actions, TURNS * SPACES)
        turns, anchors = np.divmod(rest, SPACES)
        cells = CELLS[seen["card"][games], turns, anchors]
        self.index = (games * FIELDS + fields)[:, None] * (SPACES + 1) + cells
        scores = (self.features @ weights.T).transpose(0, 2, 1)
        logits = np.ascontiguousarray(scores).reshape(-1)[self.index].sum(axis=1) / warmth
        self.starts = np.searchsorted(games, np.arange(len(masks)))
        tops = np.maximum.reduceat(logits, self.starts)
        likely = np.exp(logits - tops[games])
        self.likely = likely / np.add.reduceat(likely, self.starts)[games]

    def draw(self, random: np.random.Generator) -> Array:
        """Return the place of one action for every game, by its probability."""
        ends = np.cumsum(self.likely)
        before = np.concatenate([[0.0], ends])[self.starts]
        wanted = before + random.random(len(self.starts)) * (1 - 1e-9)
        last = np.append(self.starts[1:], len(ends)) - 1
        return np.clip(np.searchsorted(ends, wanted, side="right"), self.starts, last)

    def gradient(self, taken: Array) -> Array:
        """Return, per game, the gradient of the logarithm of the taken action's probability."""
        size = len(self.starts) * FIELDS * (SPACES + 1)
        likely = np.repeat(self.likely, self.index.shape[1])
        mean = np.bincount(self.index.ravel(), likely, size)
        done = np.bincount(self.index[taken].ravel(), minlength=size)
        return (done - mean).reshape(-1, FIELDS, SPACES + 1) @ self.features


def train(env: SoloVectorEnv, minutes: float, random: np.random.Generator) -> Array:
    """Return weights learned in *minutes*."""
    weights = np.zeros((FIELDS, FEATURES))
    speed, usual = np.zeros_like(weights), np.zeros(4)
    trace = np.zeros((GAMES, FIELDS, FEATURES))
    gradient, squares, stars = np.zeros_like(weights), np.ones_like(weights), [0.0]
    end, step = time.monotonic() + 60 * minutes, 0
    seen, infos = env.reset(seed=1)
    while time.monotonic() < end:
        choice = Choice(weights, seen, infos["action_mask"], 1.0)
        taken = choice.draw(random)
        trace += choice.gradient(taken)
        before = seen["season"]
        seen, rewards, ends, _, infos = env.step(choice.actions[taken])
        scored = ends | (seen["season"] != before)
        for season in range(4):
            here = scored & (before == season)
            if here.any():
                usual[season] += 0.05 * (rewards[here].mean() - usual[season])
        gains = np.where(scored, rewards - usual[before], 0)
        gradient += np.tensordot(gains, trace, 1) / GAMES
        trace[ends] = 0
        if ends.any():
            stars.append(0.98 * stars[-1] + 0.02 * float(infos["final_info"]["total"][ends].mean()))
        step += 1
        if step % 16 == 0:
            squares += 0.05 * (gradient**2 - squares)
            speed = 0.9 * speed + 0.1 * gradient / np.sqrt(squares + 1e-6)
            weights += 0.02 * speed
            gradient[:] = 0
        if step % 500 == 0:
            print(f"{step * GAMES:9} steps: about {stars[-1] / (1 - 0.98 ** len(stars)):.1f} stars a game", flush=True)
    return weights


def play(env: SoloVectorEnv, games: int, weights: Array | None) -> float:
    """Return the mean stars of new games, played by the likeliest actions or at random."""
    random = np.random.default_rng(0)
    seen, infos = env.reset(seed=2)
    totals: list[int] = []
    while len(totals) < games:
        actions = env.sample_actions()
        if weights is not None:
            choice = Choice(weights, seen, infos["action_mask"], 0.01)
            actions = choice.actions[choice.draw(random)]
        seen, _, ends, _, infos = env.step(actions)
        totals += infos["final_info"]["total"][ends].tolist() if ends.any() else []
    return float(np.mean(totals))


def main() -> None:
    """Train, and compare with random play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long to train (2)")
    parser.add_argument("--games", type=int, default=2000, help="how many games to compare (2000)")
    args = parser.parse_args()
    env = gymnasium.make_vec(SOLO, num_envs=GAMES, setup=SETUP)
    assert isinstance(env, SoloVectorEnv)
    weights = train(env, args.minutes, np.random.default_rng(0))
    print(f"random:  {play(env, args.games, None):.1f} stars")
    print(f"learned: {play(env, args.games, weights):.1f} stars")


if __name__ == "__main__":
    main()
