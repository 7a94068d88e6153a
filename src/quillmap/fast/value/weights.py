"""The learned weights: a small file, and from it the weights of a table with four edicts.

A weight belongs to a card, the place of its edict, a season, a knot of time, and a number of the card's outlook; behind
those are weights for the room on the map, which matters differently to every card. The weights of the ground belong
to a season and a knot, once for tables with neighbours and once for maps where ambushes come by themselves. Between
the knots they go over into each other. All are whole thousandths of a star. ``quillmap train`` makes the file.
"""

import json
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from quillmap.fast.value.features import GROUND, ROOM, SIZES, WIDTH
from quillmap.rules.ids import CardId

STAR: Final = 1000
"""What one star is worth in a value."""
KNOTS: Final = (1, 4, 8)
"""Hours left in the season at which weights are kept."""
PARTS: Final = 12
"""In between, a weight is so many parts of the weights at two knots."""
TIMES: Final = 9
"""A season lasts eight hours at most; none is left when it is over."""
SEASONS: Final = 4
ROW: Final = 4 * WIDTH + GROUND
"""How many weights there are for a moment: for the outlook of each edict, then for the ground."""
FILE: Final = "weights.json"


def shares(left: int) -> tuple[int, int, int]:
    """Return how many twelfths of the weight at each knot count with so many hours left."""
    left = min(max(left, KNOTS[0]), KNOTS[2])
    if left <= KNOTS[1]:
        return 4 * (KNOTS[1] - left), 4 * (left - KNOTS[0]), 0
    return 0, 3 * (KNOTS[2] - left), 3 * (left - KNOTS[1])


def is_scored(edict: int, season: int) -> bool:
    """Return whether an edict is still scored in this season or later: it is in its own and the one before (2.3)."""
    return season <= edict or season <= (edict + 3) % 4


@cache
def load() -> dict[str, Any]:
    """Return what is in the file: ``cards`` by id, edict, season, knot; ``ground`` by kind of table, season, knot."""
    read: dict[str, Any] = json.loads(resources.files("quillmap.fast.value").joinpath(FILE).read_text(encoding="utf-8"))
    return read


@lru_cache(maxsize=256)
def weights_of(edicts: tuple[CardId, ...], is_alone: bool) -> tuple[int, ...]:
    """Return the weights of a table: a row for each hour of each season."""
    return expand(load(), edicts, is_alone)


def expand(kept: dict[str, Any], edicts: tuple[CardId, ...], is_alone: bool) -> tuple[int, ...]:
    """Return the weights of a table, from what is kept in a file."""
    found: list[int] = []
    ground = kept["ground"]["alone" if is_alone else "table"]
    for season in range(SEASONS):
        for left in range(TIMES):
            found += _moment(kept["cards"], ground, edicts, season, shares(left))
    return tuple(found)


def _moment(cards: Any, ground: Any, edicts: tuple[CardId, ...], season: int, parts: tuple[int, ...]) -> list[int]:
    row = [0] * (4 * WIDTH) + _mixed(ground[season], parts)
    for edict, card in enumerate(edicts):
        if is_scored(edict, season):
            mixed = _mixed(cards[card][edict][season], parts)
            size = SIZES[card]
            row[WIDTH * edict : WIDTH * edict + size] = mixed[:size]
            for place in range(ROOM):
                row[4 * WIDTH + place] += mixed[size + place]
    return row


def _mixed(knots: list[list[int]], parts: tuple[int, ...]) -> list[int]:
    return [
        (first * parts[0] + second * parts[1] + third * parts[2] + PARTS // 2) // PARTS
        for first, second, third in zip(*knots, strict=True)
    ]
