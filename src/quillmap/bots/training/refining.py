"""Better weights from single decisions, by gradient descent with shared steps.

There are more weights than some ten thousand decisions can tell apart. So every weight moves by the sum of several
steps: one shared by all weights of a card, one by those of moments from which the card is scored equally soon, and its
own. What holds in general is learned quickly that way, with little overfitting.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np

from quillmap.bots.training.decisions import Decisions
from quillmap.bots.training.weight_arrays import EDICTS, SCORED, SHARES, Floats, Weights
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.value.features import ROOM, WIDTH
from quillmap.rules.seasons import YEAR, edicts_of

EPOCHS, BATCH, STEP = 8, 4096, 0.012
_GROUND: Final = EDICTS * WIDTH
Share: TypeAlias = Callable[[Floats], Floats]
"""Takes the gradient of all weights; returns one of the same shape, equal where weights share a step."""


def _alike() -> list[tuple[list[int], list[int]]]:
    """Return groups of edicts and seasons from which it is equally long until the edict is scored."""
    found: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
    for edict in range(EDICTS):
        for season in range(YEAR):
            waits = tuple(later - season for later in range(season, YEAR) if edict in edicts_of(later))
            edicts, seasons = found.setdefault(waits, ([], []))
            edicts.append(edict)
            seasons.append(season)
    return list(found.values())


_ALIKE: Final = _alike()


def _by_card(slopes: Floats) -> Floats:
    return np.broadcast_to(slopes.sum(axis=(1, 2, 3), keepdims=True), slopes.shape)


def _by_wait(slopes: Floats) -> Floats:
    shared = np.empty_like(slopes)
    for edicts, seasons in _ALIKE:
        shared[:, edicts, seasons] = slopes[:, edicts, seasons].sum(axis=1, keepdims=True)
    return shared


def _by_knot(slopes: Floats) -> Floats:
    return np.broadcast_to(slopes.sum(axis=(0, 1), keepdims=True), slopes.shape)


def _by_itself(slopes: Floats) -> Floats:
    return slopes


class _Walk:
    """Adam steps that some weights share."""

    def __init__(self, share: Share, pace: float) -> None:
        self._share = share
        self._pace = pace
        self._speed: Any = 0.0
        self._size: Any = 0.0

    def step(self, slopes: Floats, number: int) -> Floats:
        """Return the next step, which is the one with this number, from 1."""
        shared = self._share(slopes)
        self._speed = 0.9 * self._speed + 0.1 * shared
        self._size = 0.999 * self._size + 0.001 * shared * shared
        root = np.sqrt(self._size / (1 - 0.999**number)) + 1e-6
        found: Floats = self._pace * self._speed / (1 - 0.9**number) / root
        return found


def refine(weights: Weights, decisions: Decisions, chance: np.random.Generator) -> Weights:
    """Return better weights, found by descent from *weights*."""
    own, ground = _scales(decisions, len(weights.cards))
    learned = [weights.cards * own[:, None, None, None, :], weights.ground * ground]
    walks = [
        [_Walk(_by_card, STEP), _Walk(_by_wait, 0.4 * STEP), _Walk(_by_itself, 0.4 * STEP)],
        [_Walk(_by_knot, STEP), _Walk(_by_itself, 0.5 * STEP)],
    ]
    number = 0
    for epoch in range(EPOCHS):
        order = chance.permutation(len(decisions.led_to))
        for first in range(0, len(order), BATCH):
            number += 1
            slopes = _slopes(learned, _rows(decisions, order[first : first + BATCH]), own, ground)
            for place, slope in enumerate(slopes):
                for walk in walks[place]:
                    learned[place] -= (1 - epoch / EPOCHS) * walk.step(slope, number)
    return Weights(learned[0] / own[:, None, None, None, :], learned[1] / ground)


def _rows(decisions: Decisions, rows: Ints) -> Decisions:
    columns: Any = [column[rows] for column in decisions]
    return Decisions(*columns)


def _scales(decisions: Decisions, cards: int) -> tuple[Floats, Floats]:
    """Return how much the features of every card vary within decisions, and those of the ground."""
    ground = decisions.seen[:, _GROUND:].std(axis=0) + 0.01
    own = np.ones((cards, WIDTH + ROOM))
    own[:, WIDTH:] = 2 * ground[:ROOM]
    for card in range(cards):
        parts = [
            decisions.seen[decisions.edicts[:, edict] == card, WIDTH * edict : WIDTH * (edict + 1)]
            for edict in range(EDICTS)
        ]
        own[card, :WIDTH] = np.concatenate(parts).std(axis=0) + 0.01 if sum(map(len, parts)) else 1.0
    return own, ground


def _slopes(learned: list[Floats], batch: Decisions, own: Floats, ground: Floats) -> list[Floats]:
    """Return the gradient of the mean squared error."""
    shares = SHARES[batch.lefts]
    common = batch.seen[:, _GROUND:] / ground
    error = np.einsum("nkf,nf,nk->n", learned[1][batch.kinds, batch.seasons], common, shares, optimize=True)
    numbers = []
    for edict in range(EDICTS):
        cards = batch.edicts[:, edict]
        seen = np.concatenate(
            [batch.seen[:, WIDTH * edict : WIDTH * (edict + 1)], batch.seen[:, _GROUND : _GROUND + ROOM]], axis=1
        )
        numbers.append(seen / own[cards] * SCORED[edict, batch.seasons][:, None])
        weights = np.einsum("nkf,nk->nf", learned[0][cards, edict, batch.seasons], shares)
        error += (weights * numbers[edict]).sum(axis=1)
    error = 2 * (error - batch.led_to) / len(error)
    slopes = [np.zeros_like(each) for each in learned]
    pull = (error[:, None] * shares)[:, :, None]
    _add(slopes[1], batch.kinds, batch.seasons, pull * common[:, None, :])
    for edict in range(EDICTS):
        _add(slopes[0][:, edict], batch.edicts[:, edict], batch.seasons, pull * numbers[edict][:, None, :])
    return slopes


def _add(sums: Floats, firsts: Ints, seconds: Ints, rows: Floats) -> None:
    """Add every row to the sum at its two places: what ``np.add.at`` does, several times as fast."""
    places = firsts * sums.shape[1] + seconds
    order = np.argsort(places, kind="stable")
    found, starts = np.unique(places[order], return_index=True)
    sums[found // sums.shape[1], found % sums.shape[1]] += np.add.reduceat(rows[order], starts, axis=0)
