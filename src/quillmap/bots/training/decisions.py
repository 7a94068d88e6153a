"""Single decisions: how the drawings to choose from compare after two more cards."""

from typing import Any, Final, NamedTuple

import numpy as np

from quillmap.bots.training.tables import TrainingTable, draw_table
from quillmap.bots.training.weight_arrays import PLACE, Floats
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import SEASON, THRESHOLDS, TIME, TURN
from quillmap.fast.native_search import MOST_DRAWINGS, everywhere
from quillmap.fast.play import rollouts, training_games
from quillmap.fast.value.compiled_value import WEIGHTS
from quillmap.fast.value.weights import ROW, STAR
from quillmap.rules.seasons import YEAR

BEST, OTHERS, DEALS, DRAWS = 6, 2, 2, 2
"""How many of the best drawings are compared, with how many others, on how many deals, over how many cards."""
LOOKED_AT: Final = 0.6
"""The share of decisions that are recorded."""
STRAYING: Final = 0.25
"""How often the game continues with a random one of the drawings compared, instead of the best."""


class Decisions(NamedTuple):
    """Features and results of drawings, each less its mean over the decision; a row for each drawing."""

    seen: Floats
    led_to: Floats
    seasons: Ints
    lefts: Ints
    kinds: Ints
    edicts: Ints


class _Room:
    """Arrays for the kernels to write into."""

    def __init__(self) -> None:
        self.spaces, self.ways = (np.empty(2 * MOST_DRAWINGS, dtype=np.int64) for _ in range(2))
        self.values, self.known = (np.empty(MOST_DRAWINGS, dtype=np.int64) for _ in range(2))


def compare(kept: dict[str, Any], wanted: int, seed: int) -> Decisions:
    """Play games by the weights *kept* until *wanted* decisions have been recorded."""
    chance = np.random.default_rng(seed)
    found: list[Decisions] = []
    room = _Room()
    while len(found) < wanted:
        table = draw_table(chance, kept)
        training_games.begin(table.row, table.game)
        while training_games.go_to_drawing(table.row, table.game):
            count = rollouts.appraise(table.row, table.game, room.spaces, room.ways, room.values)
            if count == 0:  # the map is full
                table.game[TURN] = 1
                continue
            order = np.argsort(-room.values[:count], kind="stable")
            which = order[:BEST]
            if count > 1 and chance.random() < LOOKED_AT:
                others = order[BEST:]
                which = np.concatenate([which, chance.permutation(others)[:OTHERS]])
                led_to, decision = _look(table, which, room, chance)
                which = which[np.argsort(-led_to, kind="stable")]
                if decision is not None:
                    found.append(decision)
            chosen = which[chance.integers(len(which))] if chance.random() < STRAYING else which[0]
            training_games.take(table.game, room.spaces, room.ways, int(chosen))
    return together(found)


def together(parts: list[Decisions]) -> Decisions:
    """Join several lots of decisions."""
    return Decisions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _look(table: TrainingTable, which: Ints, room: _Room, chance: np.random.Generator) -> tuple[Ints, Decisions | None]:
    """Return the results of the drawings in *which*, and the decision unless the game ends with it."""
    start = table.game.copy()
    training_games.conceal(table.game, start)
    totals = np.zeros(which.max() + 1, dtype=np.int64)
    deals = chance.integers(1, 2**62, DEALS)
    drawings = (table.row, start, start.copy(), room.spaces, room.ways, which)
    rollouts.rollouts(*drawings, everywhere(len(which)), deals, DRAWS, totals)
    season = int(table.game[SEASON])
    left = int(table.row[THRESHOLDS + season] - table.game[TIME])
    if left <= 0:
        season += 1
    if season >= YEAR:
        return totals[which], None
    left = left if left > 0 else int(table.row[THRESHOLDS + season])
    plain = table.row.copy()
    plain[WEIGHTS:] = 0  # what is known without any weights is not to be learned
    rollouts.appraise(plain, table.game, room.spaces, room.ways, room.known)
    seen = np.zeros((len(which), ROW), dtype=np.int64)
    training_games.describe_drawings(table.row, table.game, room.spaces, room.ways, which, seen)
    led_to = (totals[which] / DEALS - room.known[which]) / STAR
    size = len(which)
    edicts = np.tile(np.array([PLACE[each] for each in table.edicts]), (size, 1))
    kinds = np.full(size, int(table.is_alone))
    apart = (seen - seen.mean(axis=0)).astype(np.float32)
    found = Decisions(apart, led_to - led_to.mean(), np.full(size, season), np.full(size, left), kinds, edicts)
    return totals[which], found
