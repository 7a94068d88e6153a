"""The learned value of a sheet, compiled; ``learned_value`` is the same value in plain Python.

The value is the points of a season that is just over, which are known, and for the rest of the year a weighted sum of
the features. It is in whole thousandths of a star, so that nothing depends on rounding. The weights of a table are at
the end of its row.
"""

from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.pointers import address_of, peek
from quillmap.fast.compiler.sheet_pointers import address_of_sheet, sheet_behind
from quillmap.fast.compiler.symbols import symbol, types
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import EDICTS, TABLE_SIZE, THRESHOLDS
from quillmap.fast.value.compiled_outlooks import GROUND_NUMBER, weigh
from quillmap.fast.value.compiled_scores import score_at
from quillmap.fast.value.features import WIDTH
from quillmap.fast.value.weights import ROW, STAR, TIMES
from quillmap.rules.seasons import YEAR, edicts_of, scorings_left
from quillmap.rules.sheet import Sheet, haunted

WEIGHTS: Final = TABLE_SIZE
"""Where the weights begin in the row of a table."""
__all__ = ["ROW", "STAR", "TIMES", "WEIGHTS", "YEAR", "describe", "edicts_worth", "ground_worth", "value"]


@inlined
def row_at(table: int, season: int, left: int) -> int:
    """Return the address of the weights at a moment."""
    return table + 8 * (WEIGHTS + (TIMES * season + left) * ROW)


@inlined
def promised_at(table: int, season: int, left: int, sheet: int) -> int:
    """Return the part of the learned value that comes of edicts, and what a season that is just over gives."""
    total = 0
    if left <= 0:
        first, second = edicts_of(season)
        stars = score_at(peek(table, EDICTS + first), sheet) + score_at(peek(table, EDICTS + second), sheet)
        total = STAR * (stars - haunted(sheet_behind(sheet)).bit_count())
        season += 1
        if season == YEAR:
            return total
        left = peek(table, THRESHOLDS + season)
    weights = row_at(table, season, left)
    for edict in range(4):
        if scorings_left(edict, season):
            total += weigh(peek(table, EDICTS + edict), weights + 8 * WIDTH * edict, 0, sheet)
    return total


@inlined
def counted_at(table: int, season: int, sheet: int) -> int:
    """Return what the edicts would give if nothing changed until the end."""
    total = 0
    for edict in range(4):
        times = scorings_left(edict, season)
        if times:
            total += times * score_at(peek(table, EDICTS + edict), sheet)
    return total


def _edicts(table: int, moment: int, sheet: int) -> int:
    if moment < YEAR:
        return counted_at(table, moment, sheet)
    return promised_at(table, (moment - YEAR) // TIMES, (moment - YEAR) % TIMES, sheet)


def _ground(table: int, moment: int, sheet: int) -> int:
    if moment < YEAR:
        return (moment - YEAR) * haunted(sheet_behind(sheet)).bit_count()
    left = (moment - YEAR) % TIMES
    season = (moment - YEAR) // TIMES + (1 if left <= 0 else 0)
    if season == YEAR:
        return 0
    weights = row_at(table, season, left if left > 0 else peek(table, THRESHOLDS + season))
    worth: int = weigh(GROUND_NUMBER, weights + 8 * WIDTH * 4, 0, sheet)
    return worth


_THREE: Final = types.int64(*[types.int64] * 3)
_edicts_at: Final[Any] = symbol("edicts", _edicts, _THREE)
_ground_at: Final[Any] = symbol("ground", _ground, _THREE)


@inlined
def edicts_worth(table: Ints, moment: int, sheet: Sheet) -> int:
    """Return what the edicts make of a sheet at a moment.

    A moment less than 4 is a season, and asks what the sheet would give if nothing changed. From 4 on it is a season
    and the time left in it, and asks for the learned value.
    """
    worth: int = _edicts_at(address_of(table), moment, address_of_sheet(sheet))
    return worth


@inlined
def ground_worth(table: Ints, moment: int, sheet: Sheet) -> int:
    """Return what everything but edicts and coins is worth at a moment: no terrain matters to it but monsters."""
    worth: int = _ground_at(address_of(table), moment, address_of_sheet(sheet))
    return worth


@inlined
def value(table: Ints, season: int, left: int, sheet: Sheet) -> int:
    """Return the learned value of a sheet, coins aside, with some time left in a season."""
    moment = YEAR + TIMES * season + max(left, 0)
    return edicts_worth(table, moment, sheet) + ground_worth(table, moment, sheet)


@inlined
def describe(table: Ints, sheet: Sheet, out: Ints) -> None:
    """Write the features of a sheet: the outlooks of all edicts, then the ground."""
    nothing, place = address_of(table), address_of_sheet(sheet)
    for edict in range(4):
        weigh(table[EDICTS + edict], nothing, address_of(out) + 8 * WIDTH * edict, place)
    weigh(GROUND_NUMBER, nothing, address_of(out) + 8 * WIDTH * 4, place)
