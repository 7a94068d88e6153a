"""Sheets in arrays: fifteen sets of spaces, each as two 64-bit halves."""

from quillmap.fast.cards import Halves
from quillmap.fast.compile import part
from quillmap.fast.u128 import high64, low64, u128
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import NOWHERE, Mask


@part
def get(halves: Halves, row: int) -> Mask:
    """Return the set in a row of a table."""
    return u128(halves[row, 0], halves[row, 1])


@part
def put(halves: Halves, row: int, spaces: Mask) -> None:
    """Write a set into a row of a table."""
    halves[row, 0] = low64(spaces)
    halves[row, 1] = high64(spaces)


@part
def load(sheets: Halves, seat: int) -> Sheet:
    """Return the sheet of a seat."""
    rows = sheets[seat]
    return Sheet(
        get(rows, 0),
        get(rows, 1),
        get(rows, 2),
        get(rows, 3),
        get(rows, 4),
        get(rows, 5),
        get(rows, 6),
        get(rows, 7),
        get(rows, 8),
        get(rows, 9),
        get(rows, 10),
        get(rows, 11),
        get(rows, 12),
        get(rows, 13),
        get(rows, 14),
    )


@part
def save(sheets: Halves, seat: int, sheet: Sheet) -> None:
    """Write the sheet of a seat."""
    row = 0
    for spaces in sheet:
        put(sheets[seat], row, spaces)
        row += 1


@part
def inked(sheet: Sheet, spaces: Mask, field: int) -> Sheet:
    """Return *sheet* with *spaces* added to one of its sets."""
    return Sheet(
        sheet.forest | (spaces if field == 0 else NOWHERE),
        sheet.village | (spaces if field == 1 else NOWHERE),
        sheet.farm | (spaces if field == 2 else NOWHERE),
        sheet.water | (spaces if field == 3 else NOWHERE),
        sheet.monster | (spaces if field == 4 else NOWHERE),
        sheet.hero | (spaces if field == 5 else NOWHERE),
        sheet.mountain,
        sheet.wasteland,
        sheet.destroyed,
        sheet.ruins,
        sheet.path | (spaces if field == 10 else NOWHERE),
        sheet.gorgon | (spaces if field == 11 else NOWHERE),
        sheet.dragon | (spaces if field == 12 else NOWHERE),
        sheet.zombie | (spaces if field == 13 else NOWHERE),
        sheet.troll | (spaces if field == 14 else NOWHERE),
    )
