"""The tables to learn from: all boxes and printed maps, with and without neighbours; map A most often."""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import new_game, table_row
from quillmap.fast.layout.rows import GREEDY, HOSTILITY, LEARNED, RANDOM, SEAT
from quillmap.fast.value.weights import expand
from quillmap.rules.ids import CardId
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING, Suit
from quillmap.rules.setup import Setup, scoring_boxes

MIX: Final = {
    ("base", "A"): 42,
    ("base", "B"): 6,
    ("base", "C"): 4,
    ("base", "D"): 4,
    ("heroes", "A"): 5,
    ("heroes", "B"): 5,
    ("heroes", "C"): 6,
    ("heroes", "D"): 4,
    ("mixed", "A"): 8,
    ("mixed", "B"): 6,
    ("mixed", "C"): 5,
    ("mixed", "D"): 5,
}
"""Boxes and maps, with their percentages."""
ALONE: Final = 0.4
"""The share of tables without neighbours."""
KIND: Final = 0.6
"""The share of tables whose neighbours draw ambushes at random and not where they hurt."""


@dataclass(frozen=True, slots=True)
class TrainingTable:
    """A table and a game at its start."""

    edicts: tuple[CardId, ...]
    is_alone: bool
    row: Ints
    game: Ints


def draw_table(chance: np.random.Generator, kept: dict[str, Any] | None, spread: float = 0.0) -> TrainingTable:
    """Return a random table; its seat plays greedily, or by the weights *kept* with a relative noise of *spread*."""
    box, map_id = list(MIX)[chance.choice(len(MIX), p=np.array(list(MIX.values())) / 100)]
    is_alone = bool(chance.random() < ALONE)
    setup = replace(Setup.of_box(box, seed="train", seats=1 if is_alone else 2), map=map_id)
    edicts = _draw_edicts(chance, setup)
    row = table_row(setup, edicts)
    policy = GREEDY
    if kept is not None:
        policy = LEARNED
        weights = np.array(expand(kept, edicts, is_alone), dtype=np.int64)
        if spread:
            weights = np.rint(weights * (1 + spread * chance.standard_normal(len(weights)))).astype(np.int64)
        row = np.concatenate([row, weights])
    game = new_game(PRINTED[map_id].sheet, [policy], int(chance.integers(2**62)))
    game[SEAT + HOSTILITY] = RANDOM if chance.random() < KIND else policy
    return TrainingTable(edicts, is_alone, row, game)


def _draw_edicts(chance: np.random.Generator, setup: Setup) -> tuple[CardId, ...]:
    drawn = []
    for suit in Suit:
        pool = [card.id for card in SCORING.values() if card.suit is suit and card.box in scoring_boxes(setup)]
        drawn.append(pool[chance.integers(len(pool))])
    return tuple(drawn[place] for place in chance.permutation(len(drawn)))
