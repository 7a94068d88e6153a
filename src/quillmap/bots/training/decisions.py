"""Learning from single decisions: how the drawings one could choose from compare after two more cards."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from quillmap.bots.training.tables import Table, draw_table
from quillmap.bots.training.weights import EDICTS, PLACE, SCORED, SHARES, Floats, Weights
from quillmap.fast import kernels, lessons
from quillmap.fast.cards import Ints
from quillmap.fast.features import ROOM, WIDTH
from quillmap.fast.layout import NEXT, RUINS_PENDING, SEASON, STAGE, THRESHOLDS, TIME
from quillmap.fast.search import MOST_DRAWINGS
from quillmap.fast.value import WEIGHTS
from quillmap.fast.weights import ROW, SEASONS, STAR

BEST, OTHERS, DEALS, DRAWS = 8, 3, 6, 2
"""How many of the best drawings are compared, with how many others, on how many deals, how far."""
LOOKED_AT: Final = 0.6
"""How often a decision is looked at."""
STRAYING: Final = 0.25
"""How often the game goes on with any of the drawings compared, instead of the best."""
EPOCHS, BATCH, STEP = 12, 4096, 0.004
_GROUND: Final = EDICTS * WIDTH


class Decisions(NamedTuple):
    """What was seen after drawings and what they led to, less the mean of their decision; a row for each."""

    seen: Floats
    led_to: Floats
    seasons: Ints
    lefts: Ints
    kinds: Ints
    edicts: Ints


class _Room:
    """Arrays to write into."""

    def __init__(self) -> None:
        self.spaces, self.ways = (np.empty(2 * MOST_DRAWINGS, dtype=np.int64) for _ in range(2))
        self.values, self.known = (np.empty(MOST_DRAWINGS, dtype=np.int64) for _ in range(2))


def compare(kept: dict[str, Any], wanted: int, chance: np.random.Generator, tick: Callable[[], None]) -> Decisions:
    """Play games by the weights *kept* until so many decisions have been looked at."""
    found: list[Decisions] = []
    room = _Room()
    while len(found) < wanted:
        table = draw_table(chance, kept)
        lessons.begin(table.row, table.game)
        while (card := lessons.next_drawing(table.row, table.game)) >= 0:
            count = kernels.appraise(table.row, table.game, card, room.spaces, room.ways, room.values)
            if count == 0:  # the map is full
                table.game[STAGE], table.game[RUINS_PENDING] = NEXT, 0
                continue
            order = np.argsort(-room.values[:count], kind="stable")
            which = order[:BEST]
            if count > 1 and chance.random() < LOOKED_AT:
                others = order[BEST:]
                which = np.concatenate([which, chance.permutation(others)[:OTHERS]])
                led_to, decision = _look(table, card, which, room, chance)
                which = which[np.argsort(-led_to, kind="stable")]
                if decision is not None:
                    found.append(decision)
                    tick()
            chosen = which[chance.integers(len(which))] if chance.random() < STRAYING else which[0]
            lessons.take(table.game, room.spaces, room.ways, int(chosen))
    return Decisions(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _look(
    table: Table, card: int, which: Ints, room: _Room, chance: np.random.Generator
) -> tuple[Ints, Decisions | None]:
    """Return what the drawings in *which* lead to, and the decision, unless the game ends with it."""
    start = table.game.copy()
    lessons.conceal(table.game, start)
    totals = np.zeros(which.max() + 1, dtype=np.int64)
    deals = chance.integers(1, 2**62, DEALS)
    kernels.rollouts(table.row, start, start.copy(), room.spaces, room.ways, which, deals, DRAWS, totals)
    season = int(table.game[SEASON])
    left = int(table.row[THRESHOLDS + season] - table.game[TIME])
    if left <= 0:
        season += 1
    if season >= SEASONS:
        return totals[which], None
    left = left if left > 0 else int(table.row[THRESHOLDS + season])
    plain = table.row.copy()
    plain[WEIGHTS:] = 0  # what is known without any weights is not to be learned
    kernels.appraise(plain, table.game, card, room.spaces, room.ways, room.known)
    seen = np.zeros((len(which), ROW), dtype=np.int64)
    lessons.describe_drawings(table.row, table.game, room.spaces, room.ways, which, seen)
    led_to = (totals[which] / DEALS - room.known[which]) / STAR
    size = len(which)
    edicts = np.tile(np.array([PLACE[each] for each in table.edicts]), (size, 1))
    kinds = np.full(size, int(table.is_alone))
    apart = (seen - seen.mean(axis=0)).astype(np.float32)
    found = Decisions(apart, led_to - led_to.mean(), np.full(size, season), np.full(size, left), kinds, edicts)
    return totals[which], found


def refine(weights: Weights, decisions: Decisions, chance: np.random.Generator) -> Weights:
    """Return better weights, found step by step (Adam) from where they are."""
    own, ground = _scales(decisions, len(weights.cards))
    learned = [weights.cards * own[:, None, None, None, :], weights.ground * ground]
    speed, size = ([np.zeros_like(each) for each in learned] for _ in range(2))
    steps = 0
    for epoch in range(EPOCHS):
        order = chance.permutation(len(decisions.led_to))
        for first in range(0, len(order), BATCH):
            steps += 1
            batch = _rows(decisions, order[first : first + BATCH])
            slopes = _slopes(learned, batch, own, ground)
            for place, slope in enumerate(slopes):
                speed[place] += 0.1 * (slope - speed[place])
                size[place] += 0.001 * (slope * slope - size[place])
                root = np.sqrt(size[place] / (1 - 0.999**steps)) + 1e-6
                learned[place] -= STEP * (1 - epoch / EPOCHS) * speed[place] / (1 - 0.9**steps) / root
    return Weights(learned[0] / own[:, None, None, None, :], learned[1] / ground)


def _rows(decisions: Decisions, rows: Ints) -> Decisions:
    columns: Any = [column[rows] for column in decisions]
    return Decisions(*columns)


def _scales(decisions: Decisions, cards: int) -> tuple[Floats, Floats]:
    """Return how much the numbers of every card vary within decisions, and those of the ground."""
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
    """Return how the mean squared error changes with every weight."""
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
    np.add.at(slopes[1], (batch.kinds, batch.seasons), pull * common[:, None, :])
    for edict in range(EDICTS):
        place: Any = (batch.edicts[:, edict], edict, batch.seasons)
        np.add.at(slopes[0], place, pull * numbers[edict][:, None, :])
    return slopes
