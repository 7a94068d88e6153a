"""How somebody looks at a map: the learned value with short sight, blind spots, or a liking for something.

A sight changes nothing but the weights of the value, in whole numbers: compiled and in plain Python it sees the same.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from quillmap.fast.searching import TableRow, learned_table, weighed_table
from quillmap.fast.value.features import GROUND, ROOM, WIDTH
from quillmap.fast.value.features.ground import monsters
from quillmap.fast.value.learned_value import LearnedValue
from quillmap.fast.value.weights import ROW, STAR, TIMES, weights_of
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR, edicts_of, scorings_left
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

ALL: Final = 100
"""Percent."""
_COINS: Final = ROOM + len(monsters(Sheet()))
"""The first number of the ground that is about coins to come."""


class Sight(NamedTuple):
    """What somebody sees of a map's value; the numbers are percent of what the surveyor sees."""

    foresight: int = ALL
    """How much of a map's promise is seen; the rest of the eye sees the points that edicts give at this moment."""
    is_yearly: bool = True
    """Whether that rest counts every scoring to come, or only that of the present season."""
    edicts: int = ALL
    monsters: int = ALL
    coins: int = ALL


WHOLE: Final = Sight()
"""The surveyor's own."""


class SightedValue(LearnedValue):
    """The learned value as a sight has it, in plain Python."""

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...], sight: Sight) -> None:
        super().__init__(setup, edicts)
        self._weights = weights_seen(edicts, setup.ambush_by == "automatic", sight)


@lru_cache(maxsize=64)
def table_seen(setup: Setup, edicts: tuple[CardId, ...], sight: Sight) -> TableRow:
    """Return the row of a table with the weights of a sight, for compiled code."""
    if sight == WHOLE:
        return learned_table(setup, edicts)
    return weighed_table(setup, edicts, weights_seen(edicts, setup.ambush_by == "automatic", sight))


@lru_cache(maxsize=64)
def weights_seen(edicts: tuple[CardId, ...], is_alone: bool, sight: Sight) -> tuple[int, ...]:
    """Return the weights of a table as a sight has them: a row for each hour of each season."""
    learned = weights_of(edicts, is_alone)
    if sight == WHOLE:
        return learned
    found: list[int] = []
    for season in range(YEAR):
        for left in range(TIMES):
            first = ROW * (TIMES * season + left)
            found += _moment(learned[first : first + ROW], season, sight)
    return tuple(found)


def _moment(learned: tuple[int, ...], season: int, sight: Sight) -> list[int]:
    """Return the weights of one moment: what was learned, mixed with what anybody can count."""
    plain = [0] * ROW
    for edict in range(YEAR):
        times = scorings_left(edict, season)
        plain[WIDTH * edict] = STAR * (times if sight.is_yearly else int(edict in edicts_of(season)))
    ground = WIDTH * YEAR
    plain[ground + ROOM] = -STAR * (YEAR - season)  # a space beside monsters costs a star in every season to come
    liked = [sight.edicts] * ground + [ALL] * ROOM
    liked += [sight.monsters] * (_COINS - ROOM) + [sight.coins] * (GROUND - _COINS)
    return [
        (sight.foresight * own + (ALL - sight.foresight) * now) * share // (ALL * ALL)
        for own, now, share in zip(learned, plain, liked, strict=True)
    ]
