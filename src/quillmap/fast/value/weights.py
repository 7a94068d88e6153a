"""The learned weights: a small file, and from it the weights of a table with four edicts.

A card has a weight for each place of its edict, season, knot of time and number of its outlook, and further weights for
the room on the map, which matters differently to every card. The ground has weights for each season and knot, one set
for tables with neighbours and one for maps where ambushes come by themselves. Between the knots, weights are
interpolated. All are whole thousandths of a star. ``quillmap train`` makes the file. A card that is not in it yet is
worth the points that it gives now, each time that it will still be scored.
"""

import json
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from quillmap.fast.value.features import GROUND, ROOM, SIZES, WIDTH
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR, scorings_left

STAR: Final = 1000
"""What one star is worth in a value."""
KNOTS: Final = (1, 4, 8)
"""Hours left in the season at which weights are kept."""
PARTS: Final = 12
"""Between two knots, a weight is interpolated in this many steps."""
TIMES: Final = 9
"""A season lasts eight hours at most; none is left when it is over."""
ROW: Final = 4 * WIDTH + GROUND
"""How many weights there are for a moment: for the outlook of each edict, then for the ground."""
FILE: Final = "weights.json"


def shares(left: int) -> tuple[int, int, int]:
    """Return how many twelfths the weight at each knot counts with *left* hours left."""
    left = min(max(left, KNOTS[0]), KNOTS[2])
    if left <= KNOTS[1]:
        return 4 * (KNOTS[1] - left), 4 * (left - KNOTS[0]), 0
    return 0, 3 * (KNOTS[2] - left), 3 * (left - KNOTS[1])


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
    for season in range(YEAR):
        for left in range(TIMES):
            found += _moment(kept["cards"], ground, edicts, season, shares(left))
    return tuple(found)


def _moment(cards: Any, ground: Any, edicts: tuple[CardId, ...], season: int, parts: tuple[int, ...]) -> list[int]:
    row = [0] * (4 * WIDTH) + _mixed(ground[season], parts)
    for edict, card in enumerate(edicts):
        if scorings_left(edict, season):
            size = SIZES[card]
            if card not in cards:
                row[WIDTH * edict] = STAR * scorings_left(edict, season)
                continue
            mixed = _mixed(cards[card][edict][season], parts)
            row[WIDTH * edict : WIDTH * edict + size] = mixed[:size]
            for place in range(ROOM):
                row[4 * WIDTH + place] += mixed[size + place]
    return row


def _mixed(knots: list[list[int]], parts: tuple[int, ...]) -> list[int]:
    return [
        (first * parts[0] + second * parts[1] + third * parts[2] + PARTS // 2) // PARTS
        for first, second, third in zip(*knots, strict=True)
    ]
