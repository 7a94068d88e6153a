"""Sheets in rows: fifteen sets of spaces, each as two numbers."""

from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.u128 import high64, low64, u128
from quillmap.fast.layout.card_tables import FIELD, Halves, Ints
from quillmap.fast.layout.rows import SEAT, SEAT_SIZE, SHEET
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import NOWHERE, Mask, beside

FOREST_SET: Final = FIELD["forest"]
VILLAGE_SET: Final = FIELD["village"]
FARM_SET: Final = FIELD["farm"]
WATER_SET: Final = FIELD["water"]
MONSTER_SET: Final = FIELD["monster"]
HERO_SET: Final = FIELD["hero"]
PATH_SET: Final = FIELD["path"]
GORGON_SET: Final = FIELD["gorgon"]
DRAGON_SET: Final = FIELD["dragon"]
ZOMBIE_SET: Final = FIELD["zombie"]
TROLL_SET: Final = FIELD["troll"]
"""The places of sets in a sheet, as compiled code compares them."""


@inlined
def entry(table: Halves, row: int) -> Mask:
    """Return the set in a row of a table of cards."""
    return u128(table[row, 0], table[row, 1])


@inlined
def clear(row: Any) -> None:
    """Write zeros everywhere."""
    for place in range(len(row)):
        row[place] = 0


@inlined
def copy(source: Ints, row: Ints) -> None:
    """Write one row over another of the same length."""
    for place in range(len(source)):
        row[place] = source[place]


@inlined
def copy_part(source: Ints, first: int, row: Ints, place: int, size: int) -> None:
    """Write *size* numbers from *first* on to *place* of another row."""
    for step in range(size):
        row[place + step] = source[first + step]


@inlined
def get(row: Ints, place: int) -> Mask:
    """Return the set that begins at *place* of a row."""
    return u128(row[place], row[place + 1])


@inlined
def put(row: Ints, place: int, spaces: Mask) -> None:
    """Write a set at *place* of a row."""
    row[place] = low64(spaces)
    row[place + 1] = high64(spaces)


@inlined
def sheet_at(row: Ints, first: int) -> Sheet:
    """Return the sheet that begins at a place of a row."""
    return Sheet(
        get(row, first),
        get(row, first + 2),
        get(row, first + 4),
        get(row, first + 6),
        get(row, first + 8),
        get(row, first + 10),
        get(row, first + 12),
        get(row, first + 14),
        get(row, first + 16),
        get(row, first + 18),
        get(row, first + 20),
        get(row, first + 22),
        get(row, first + 24),
        get(row, first + 26),
        get(row, first + 28),
    )


@inlined
def load(game: Ints, seat: int) -> Sheet:
    """Return the sheet of a seat."""
    return sheet_at(game, SEAT + seat * SEAT_SIZE + SHEET)


@inlined
def save(game: Ints, seat: int, sheet: Sheet) -> None:
    """Write the sheet of a seat, and the sets kept after it."""
    place = SEAT + seat * SEAT_SIZE + SHEET
    for spaces in sheet:
        put(game, place, spaces)
        place += 2
    put(game, place, empty(sheet))
    put(game, place + 2, beside(sheet.mountain))


@inlined
def inked(sheet: Sheet, spaces: Mask, field: int) -> Sheet:
    """Return *sheet* with *spaces* added to one of its sets."""
    return Sheet(
        sheet.forest | (spaces if field == FOREST_SET else NOWHERE),
        sheet.village | (spaces if field == VILLAGE_SET else NOWHERE),
        sheet.farm | (spaces if field == FARM_SET else NOWHERE),
        sheet.water | (spaces if field == WATER_SET else NOWHERE),
        sheet.monster | (spaces if field == MONSTER_SET else NOWHERE),
        sheet.hero | (spaces if field == HERO_SET else NOWHERE),
        sheet.mountain,
        sheet.wasteland,
        sheet.destroyed,
        sheet.ruins,
        sheet.path | (spaces if field == PATH_SET else NOWHERE),
        sheet.gorgon | (spaces if field == GORGON_SET else NOWHERE),
        sheet.dragon | (spaces if field == DRAGON_SET else NOWHERE),
        sheet.zombie | (spaces if field == ZOMBIE_SET else NOWHERE),
        sheet.troll | (spaces if field == TROLL_SET else NOWHERE),
    )
