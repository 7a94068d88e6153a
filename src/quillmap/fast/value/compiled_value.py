"""The learned value of a sheet, compiled; ``learned_value`` is the same value in plain Python.

The value is the points of a season that is just over, which are known, and for the rest of the year a weighted sum of
the features. It is in whole thousandths of a star, so that nothing depends on rounding. The weights of a table are at
the end of its row.
"""

from collections.abc import Callable
from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.pointers import address_of, peek
from quillmap.fast.compiler.symbols import SET_TYPES, SETS, SHEET_SETS, load_written, symbol, types
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import EDICTS, TABLE_SIZE, THRESHOLDS
from quillmap.fast.value.compiled_outlooks import GROUND_NUMBER, weigh
from quillmap.fast.value.compiled_scores import score
from quillmap.fast.value.features import WIDTH
from quillmap.fast.value.weights import ROW, STAR, TIMES
from quillmap.rules.seasons import YEAR, edicts_of, scorings_left
from quillmap.rules.sheet import Sheet, haunted

WEIGHTS: Final = TABLE_SIZE
"""Where the weights begin in the row of a table."""
__all__ = ["ROW", "STAR", "TIMES", "WEIGHTS", "YEAR", "appraised", "describe", "value"]


@inlined
def value_at(table: int, season: int, left: int, sheet: Sheet) -> int:
    """Return the value of a sheet, coins aside, with some time left in a season; *table* is an address."""
    total = 0
    if left <= 0:
        first, second = edicts_of(season)
        stars = score(peek(table, EDICTS + first), sheet) + score(peek(table, EDICTS + second), sheet)
        total = STAR * (stars - haunted(sheet).bit_count())
        season += 1
        if season == YEAR:
            return total
        left = peek(table, THRESHOLDS + season)
    weights = table + 8 * (WEIGHTS + (TIMES * season + left) * ROW)
    for edict in range(4):
        if scorings_left(edict, season):
            total += weigh(peek(table, EDICTS + edict), weights + 8 * WIDTH * edict, 0, sheet)
    return total + weigh(GROUND_NUMBER, weights + 8 * WIDTH * 4, 0, sheet)


@inlined
def worth_at(table: int, season: int, sheet: Sheet) -> int:
    """Return what a sheet would give if nothing changed until the end, coins aside; *table* is an address."""
    total = 0
    for edict in range(4):
        times = scorings_left(edict, season)
        if times:
            total += times * score(peek(table, EDICTS + edict), sheet)
    return total - (YEAR - season) * haunted(sheet).bit_count()


def _source() -> str:
    return "\n".join(
        [
            "from quillmap.fast.value.compiled_value import TIMES, YEAR, value_at, worth_at",
            "from quillmap.rules.sheet import Sheet",
            "",
            "",
            f"def appraise(table, moment, {SETS}):",
            f"    sheet = Sheet({SETS})",
            "    if moment < YEAR:",
            "        return worth_at(table, moment, sheet)",
            "    return value_at(table, (moment - YEAR) // TIMES, (moment - YEAR) % TIMES, sheet)",
            "",
            "",
            "def appraised_at(table, moment, sheet):",
            f"    return external(table, moment, {SHEET_SETS})",
            "",
        ]
    )


_module: Final[Any] = load_written("value", _source())
_module.external = symbol("appraise", _module.appraise, types.int64(types.int64, types.int64, *SET_TYPES))
_appraised_at: Final[Callable[[int, int, Sheet], int]] = inlined(_module.appraised_at)


@inlined
def appraised(table: Ints, moment: int, sheet: Sheet) -> int:
    """Return what a sheet is worth at a moment, coins aside.

    A moment less than 4 is a season, and asks what the sheet would give if nothing changed. From 4 on it is a season
    and the time left in it, and asks for the learned value.
    """
    return _appraised_at(address_of(table), moment, sheet)


@inlined
def value(table: Ints, season: int, left: int, sheet: Sheet) -> int:
    """Return the learned value of a sheet, coins aside, with some time left in a season."""
    return appraised(table, YEAR + TIMES * season + max(left, 0), sheet)


@inlined
def describe(table: Ints, sheet: Sheet, out: Ints) -> None:
    """Write the features of a sheet: the outlooks of all edicts, then the ground."""
    nothing = address_of(table)
    for edict in range(4):
        weigh(table[EDICTS + edict], nothing, address_of(out) + 8 * WIDTH * edict, sheet)
    weigh(GROUND_NUMBER, nothing, address_of(out) + 8 * WIDTH * 4, sheet)
