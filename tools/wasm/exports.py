"""What the WebAssembly module exports: the kernels with arrays given by their addresses, and the awards of every card.

Whoever calls them has to write and read the memory of the module; ``quillmap.fast.layout.rows`` says what is where.
Import this only after numba has been told to compile for WebAssembly.
"""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from quillmap.fast.compiler import symbols
from quillmap.fast.compiler.pointers import array_at
from quillmap.fast.layout.rows import GLANCE_SIZE, TABLE_SIZE, row_size
from quillmap.fast.layout.sheets import sheet_at
from quillmap.fast.play import glances
from quillmap.fast.play import playouts as playing
from quillmap.fast.play import rollouts as looking
from quillmap.fast.value.compiled_scores import _SCORERS, score
from quillmap.fast.value.weights import ROW, TIMES
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet

TABLE: Final = TABLE_SIZE + ROW * TIMES * YEAR
"""Numbers in the row of a table with its learned weights."""
GAME: Final = row_size(1)
SHEET: Final = 2 * len(Sheet._fields)
MOST: Final = 6000
"""Drawings of a card at most, as in ``quillmap.fast.native_search``."""
_I64: Final = ir.IntType(64)


def _rows_at(_typing: Any, _address: Any, _rows: Any, _columns: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(signature.return_type)(context, builder)
        size = ir.Constant(_I64, 8)
        populate_array(
            array,
            data=builder.inttoptr(values[0], _I64.as_pointer()),
            shape=[values[1], values[2]],
            strides=[builder.mul(values[2], size), size],
            itemsize=size,
            meminfo=None,
        )
        return array._getvalue()

    return types.Array(types.int64, 2, "C")(types.int64, types.int64, types.int64), build


rows_at: Final[Any] = intrinsic(_rows_at)
"""Return the array of rows and columns at an address."""


def score_sheet(card: int, sheet: int) -> int:
    """Return the points that a card gives."""
    return score(card, sheet_at(array_at(sheet, SHEET), 0))


def appraise(table: int, game: int, spaces: int, ways: int, values: int) -> int:
    """Write every drawing of the revealed card and what it is worth; return how many there are."""
    return looking.appraise(
        array_at(table, TABLE),
        array_at(game, GAME),
        array_at(spaces, 2 * MOST),
        array_at(ways, 2 * MOST),
        array_at(values, MOST),
    )


def value_sheets(table: int, season: int, left: int, sheets: int, count: int, found: int) -> None:
    """Write the learned values of *count* sheets."""
    looking.values(array_at(table, TABLE), season, left, rows_at(sheets, count, SHEET), array_at(found, count))


def value_next(
    table: int, game: int, season: int, left: int, sheets: int, count: int, cards: int, many: int, found: int
) -> None:
    """Write what *count* sheets are worth after the best drawing of each of *many* cards."""
    looking.next_values(
        array_at(table, TABLE),
        array_at(game, GAME),
        season,
        left,
        rows_at(sheets, count, SHEET),
        array_at(cards, many),
        array_at(found, count),
    )


def look_ahead(
    table: int, start: int, work: int, spaces: int, ways: int, which: int, many: int, seen: int, size: int, deals: int,
    many_deals: int, draws: int, totals: int,
) -> None:  # fmt: skip
    """Add to *totals* what *many* drawings, each with a glance of a *size*, lead to on *many_deals* deals."""
    looking.rollouts(
        array_at(table, TABLE),
        array_at(start, GAME),
        array_at(work, GAME),
        array_at(spaces, 2 * MOST),
        array_at(ways, 2 * MOST),
        array_at(which, many),
        rows_at(seen, many, size),
        array_at(deals, many_deals),
        draws,
        array_at(totals, MOST),
    )


def glance_after(
    table: int, start: int, work: int, spaces: int, ways: int, chosen: int, values: int, glance: int
) -> None:
    """Write the places that are worth a look after a drawing."""
    glances.glance_after(
        array_at(table, TABLE),
        array_at(start, GAME),
        array_at(work, GAME),
        array_at(spaces, 2 * MOST),
        array_at(ways, 2 * MOST),
        chosen,
        array_at(values, MOST),
        array_at(glance, GLANCE_SIZE),
    )


def play_out(
    table: int, start: int, work: int, size: int, diary: int, length: int, totals: int, games: int, seats: int
) -> None:
    """Play a game of *size* numbers to its end *games* times."""
    playing.playouts(
        array_at(table, TABLE),
        array_at(start, size),
        array_at(work, size),
        array_at(diary, length),
        rows_at(totals, games, seats),
    )


def _awards_source() -> str:
    """Return a module with a function for every card; it writes points and spaces of all awards, and counts them."""
    lines = [
        "from quillmap.fast.compiler.pointers import array_at, poke",
        "from quillmap.fast.compiler.u128 import high64, low64",
        "from quillmap.fast.layout.sheets import sheet_at",
    ]
    for number, scorer in enumerate(_SCORERS):
        lines += [
            f"from {scorer.__module__} import {scorer.__name__} as card_{number}",
            f"def awards_{number}(sheet, out):",
            "    place = 0",
            f"    for points, spaces in card_{number}(sheet_at(array_at(sheet, {SHEET}), 0)):",
            "        poke(out, place, points)",
            "        poke(out, place + 1, low64(spaces))",
            "        poke(out, place + 2, high64(spaces))",
            "        place += 3",
            "    return place // 3",
        ]
    lines += ["def awards(card, sheet, out):"]
    for number in range(len(_SCORERS)):
        lines += [f"    if card == {number}:", f"        return symbol_{number}(sheet, out)"]
    return "\n".join([*lines, "    return 0", ""])


def _compile_awards() -> None:
    module: Any = symbols.load_written("awards", _awards_source())
    for number in range(len(_SCORERS)):
        compiled = symbols.symbol(f"awards_{number}", getattr(module, f"awards_{number}"), _numbers(2, types.int64))
        setattr(module, f"symbol_{number}", compiled)
    symbols.symbol("export_awards", module.awards, _numbers(3, types.int64))


def _numbers(count: int, result: Any) -> Any:
    """Return the signature of a function that takes this many numbers."""
    return result(*[types.int64] * count)


def compile_exports() -> None:
    """Compile all that is exported, and so all that it needs."""
    _compile_awards()
    symbols.symbol("export_score", score_sheet, _numbers(2, types.int64))
    symbols.symbol("export_appraise", appraise, _numbers(5, types.int64))
    symbols.symbol("export_values", value_sheets, _numbers(6, types.void))
    symbols.symbol("export_next_values", value_next, _numbers(9, types.void))
    symbols.symbol("export_rollouts", look_ahead, _numbers(13, types.void))
    symbols.symbol("export_glance_after", glance_after, _numbers(8, types.void))
    symbols.symbol("export_playouts", play_out, _numbers(9, types.void))
