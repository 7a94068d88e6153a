"""What a map is worth, divided into parts: each edict, coins, monsters, and room that helps whatever comes.

The learned value is a weighted sum, and every weight belongs to an edict, to coins, to monsters or to room, so the
parts add up to it exactly. When the game is over, they are the points of the score sheet.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul
from typing import Any, Final, TypeAlias

from quillmap.fast.value.features import GROUND, OUTLOOKS, SIZES, WIDTH, ground
from quillmap.fast.value.features.ground import ROOM as ROOM_FEATURES
from quillmap.fast.value.features.ground import monsters as monster_features
from quillmap.fast.value.weights import ROW, STAR, TIMES, expand, load
from quillmap.rules.events import SeasonScore
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import score
from quillmap.rules.seasons import YEAR, edicts_of, scorings_left
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

Worth: TypeAlias = tuple[int, ...]
"""What something is worth by part, in thousandths of a star: the four edicts, then those below."""
COINS, MONSTERS, ROOM, SKILLS = range(YEAR, YEAR + 4)
"""Places in a ``Worth``; the last is what a skill that can't be used again this season would have been worth."""
SIZE: Final = SKILLS + 1
NOTHING: Final[Worth] = (0,) * SIZE
OTHER_PARTS: Final = ("coins", "monsters", "room", "skills")
"""The names of the parts that are not edicts."""

_GROUND: Final = WIDTH * YEAR
_FIRST_MONSTER: Final = _GROUND + ROOM_FEATURES
_FIRST_COIN: Final = _FIRST_MONSTER + len(monster_features(Sheet()))


def part_names(edicts: Sequence[CardId]) -> tuple[str, ...]:
    """Return what the places of a ``Worth`` are called."""
    return (*edicts, *OTHER_PARTS)


def add(first: Worth, second: Worth) -> Worth:
    """Return the sum of two, part by part."""
    return tuple(map(int.__add__, first, second))


def subtract(first: Worth, second: Worth) -> Worth:
    """Return the difference of two, part by part."""
    return tuple(map(int.__sub__, first, second))


def mean(worths: Sequence[Worth]) -> Worth:
    """Return the mean, each part rounded to a thousandth of a star."""
    size = len(worths)
    return tuple((2 * sum(part) + size) // (2 * size) for part in zip(*worths, strict=True))


def scored(scores: Iterable[SeasonScore]) -> Worth:
    """Return the stars of the seasons that are over."""
    found = [0] * SIZE
    for season, each in enumerate(scores):
        for edict, points in zip(edicts_of(season), each.edicts, strict=True):
            found[edict] += STAR * points
        found[COINS] += STAR * each.coins
        found[MONSTERS] -= STAR * each.monsters
    return tuple(found)


@lru_cache(maxsize=64)
def part_weights(edicts: tuple[CardId, ...], is_alone: bool) -> tuple[tuple[int, ...], ...]:
    """Return the weights of a table (``weights_of``) divided by part: their sums are the whole weights."""
    kept = load()
    base = expand({"cards": {}, "ground": kept["ground"]}, edicts, is_alone)
    nowhere = [[[0] * GROUND] * 3] * YEAR
    found = []
    for edict, card in enumerate(edicts):
        cards = {card: kept["cards"][card]} if card in kept["cards"] else {}
        own = expand({"cards": cards, "ground": {"alone": nowhere, "table": nowhere}}, edicts, is_alone)
        found.append(_only(own, range(WIDTH * edict, WIDTH * (edict + 1)), range(_GROUND, ROW)))
    found.append(_only(base, range(_FIRST_COIN, ROW)))
    found.append(_only(base, range(_FIRST_MONSTER, _FIRST_COIN)))
    found.append(_only(base, range(_GROUND, _FIRST_MONSTER)))
    return tuple(found)


def _only(weights: Sequence[int], *columns: range) -> tuple[int, ...]:
    """Return *weights* with zeros outside some columns of its rows."""
    kept = [any(column in each for each in columns) for column in range(ROW)]
    return tuple(weight if kept[place % ROW] else 0 for place, weight in enumerate(weights))


class PartedValue:
    """The learned value of sheets at one table, by part, in plain Python."""

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...]) -> None:
        self._rulebook = setup.rulebook
        self._edicts = edicts
        self._weights = part_weights(edicts, setup.ambush_by == "automatic")

    def of(self, sheet: Sheet, season: int, left: int) -> Worth:
        """Return what a sheet will still bring, coins that it has aside, with some time left in a season."""
        seen: list[int] = []
        for edict, card in enumerate(self._edicts):
            seen += self._outlook(card, sheet) if scorings_left(edict, season) else [0] * WIDTH
        seen += ground(sheet)
        first = ROW * (TIMES * season + left)
        found = [sum(map(mul, seen, weights[first : first + ROW])) for weights in self._weights]
        return (*found, 0)

    def _outlook(self, card: CardId, sheet: Sheet) -> list[int]:
        seen: list[Any] = [*OUTLOOKS[card](sheet)] if card in OUTLOOKS else [score(card, sheet, self._rulebook)]
        return seen + [0] * (WIDTH - SIZES[card])
