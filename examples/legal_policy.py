"""A network in PyTorch that scores legal actions only, and its step of proximal policy optimisation.

A small convolution sees the map and what else is known. It gives every space a vector for every terrain; a drawing's
is the sum over the spaces it covers, and a layer on top makes its score. So some 290 scores are worked out, not 7866,
and what is learned of a shape holds wherever it lies.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from learning import CARDS, SPACES, spaces_of_actions
from torch import Tensor, nn
from torch.nn.functional import log_softmax, mse_loss, relu

from quillmap.env import padded_actions

Array = np.ndarray[Any, Any]
PLANES, FIELDS, FIELD = 17, 5, 13 * SPACES
KNOWN = CARDS + 1 + 5 + 3 + CARDS
"""How many numbers tell what is known beside the map."""
CHANNELS, WIDTH = 32, 16
CLIP, CALM, ENTROPY, LARGEST_GRADIENT = 0.2, 0.5, 0.003, 0.5


class Choices(NamedTuple):
    """The legal actions of many games in one row, and where they belong."""

    actions: Array
    """Their numbers, a row a game, then -1."""
    games: Tensor
    """For each one in the row, its game."""
    spaces: Tensor
    """For each one in the row, the vectors of the spaces it covers; the last one stands for none."""


COVERED = spaces_of_actions()


def known_of(seen: dict[str, Array]) -> Array:
    """Return what is known beside the map, as numbers from nought to one."""
    known = np.zeros((len(seen["card"]), KNOWN), dtype=np.float32)
    rows = np.arange(len(known))
    known[rows, seen["card"]] = 1
    known[rows, CARDS + 1 + seen["season"]] = 1
    for place, (name, most) in enumerate((("time_left", 8), ("coins", 14), ("ruins", 1))):
        known[:, CARDS + 6 + place] = seen[name] / most
    known[:, -CARDS:] = seen["deck"]
    return known


def choices_of(cards: Array, masks: Array) -> Choices:
    """Return the legal actions of games that deal with these *cards*."""
    actions = padded_actions(masks).actions
    games, places = np.nonzero(actions >= 0)
    flat = actions[games, places]
    covered = COVERED[cards[games], flat].astype(np.int64)
    vectors = (games[:, None] * SPACES + covered) * FIELDS + np.minimum(flat // FIELD, FIELDS - 1)[:, None]
    vectors[covered == SPACES] = len(masks) * SPACES * FIELDS
    return Choices(actions, torch.from_numpy(games), torch.from_numpy(vectors))


def layer(made: Any, gain: float = 2**0.5) -> Any:
    """Return a layer that begins orthogonal."""
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Network(nn.Module):
    """Scores of the legal actions, and the stars that a game will still bring."""

    def __init__(self) -> None:
        super().__init__()
        self.look = layer(nn.Conv2d(PLANES, CHANNELS, 3, padding=1))
        self.know = layer(nn.Linear(KNOWN, CHANNELS), 0.5)
        self.look_again = layer(nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1))
        self.rows, self.columns = (layer(nn.Linear(CHANNELS, CHANNELS), 1) for _ in range(2))
        self.spaces = layer(nn.Conv2d(CHANNELS, FIELDS * WIDTH, 1), 0.5)
        self.context = layer(nn.Linear(KNOWN, WIDTH), 0.5)
        self.score = layer(nn.Linear(WIDTH, 1), 0.1)
        self.summary = layer(nn.Conv2d(CHANNELS, 4, 1))
        self.judge = layer(nn.Linear(4 * SPACES + KNOWN, 64))
        self.stars = layer(nn.Linear(64, 1), 1)

    def forward(self, maps: Tensor, known: Tensor, choices: Choices) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the legal actions' probabilities, a row a game, and the stars to come."""
        planes = maps.float().contiguous(memory_format=torch.channels_last)
        first = relu(self.look(planes) + self.know(known)[:, :, None, None])
        rows = self.rows(first.mean(3).transpose(1, 2)).transpose(1, 2)[:, :, :, None]
        columns = self.columns(first.mean(2).transpose(1, 2)).transpose(1, 2)[:, :, None, :]
        second = first + relu(self.look_again(first) + rows + columns)
        vectors = self.spaces(second).permute(0, 2, 3, 1).reshape(-1, WIDTH)
        vectors = torch.cat([vectors, vectors.new_zeros(1, WIDTH)])
        drawn = vectors.index_select(0, choices.spaces.view(-1)).view(-1, 5, WIDTH).sum(1)
        hidden = relu(drawn + self.context(known).index_select(0, choices.games))
        scores = torch.full(choices.actions.shape, -1e9)
        scores[torch.from_numpy(choices.actions >= 0)] = self.score(hidden)[:, 0]
        judged = relu(self.judge(torch.cat([relu(self.summary(second)).flatten(1), known], 1)))
        return log_softmax(scores, 1), self.stars(judged)[:, 0]


class Moves(NamedTuple):
    """Moves made, a row each, with what is needed to learn from them."""

    maps: Array
    known: Array
    cards: Array
    masks: Array
    places: Array
    """Which of the legal actions was taken."""
    likely: Array
    """The logarithm of its probability then."""
    gains: Array
    """How much better it turned out than expected."""
    returns: Array
    """What the game still brought."""


class Policy:
    """A network that plays and learns."""

    def __init__(self, seed: int, threads: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        self.network = Network().to(memory_format=torch.channels_last)  # convolutions are twice as fast that way
        self.optimiser = torch.optim.Adam(self.network.parameters(), eps=1e-5)

    @torch.no_grad()
    def act(self, maps: Array, known: Array, cards: Array, masks: Array, *, best: bool = False) -> tuple[Array, ...]:
        """Return actions, by chance or the *best*, their places and likelihood, and the stars to come."""
        choices = choices_of(cards, masks)
        likely, stars = self.network(torch.from_numpy(maps), torch.from_numpy(known), choices)
        place = likely.argmax(1, keepdim=True) if best else torch.multinomial(likely.exp(), 1)
        places = place[:, 0].numpy()
        return (
            choices.actions[np.arange(len(maps)), places],
            places,
            likely.gather(1, place)[:, 0].numpy(),
            stars.numpy(),
        )

    def learn(self, moves: Moves, speed: float) -> float:
        """Take one step of PPO; return how far the policy has moved from the one that made the *moves*."""
        for group in self.optimiser.param_groups:
            group["lr"] = speed
        choices = choices_of(moves.cards, moves.masks)
        likely, stars = self.network(torch.from_numpy(moves.maps), torch.from_numpy(moves.known), choices)
        taken = likely.gather(1, torch.from_numpy(moves.places)[:, None])[:, 0]
        change = taken - torch.from_numpy(moves.likely)
        gains = torch.from_numpy(moves.gains)
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        ratio = change.exp()
        gained = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        entropy = -(likely.exp() * likely.clamp(min=-50)).sum(1).mean()
        loss = CALM * mse_loss(stars, torch.from_numpy(moves.returns)) - gained - ENTROPY * entropy
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimiser.step()
        return float((ratio - 1 - change).detach().mean())
