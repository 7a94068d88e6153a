"""Text maps survive being read and written; any other text is refused with the place where it is wrong."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oracle.random_sheets import random_lines
from oracle.sheet import CELLS, parse
from property.effort import times
from property.naive_moves import coordinates
from property.strategies import text_rows
from quillmap.play.textmap import BadTextMap, read_rows, read_text_map, write_rows, write_text_map
from quillmap.rules import Sheet

PRINTED = ("ruins", "wasteland", "destroyed")


def is_map(rows: list[str]) -> bool:
    """Return whether *rows* are eleven rows of eleven known characters."""
    return len(rows) == 11 and all(len(row) == 11 and set(row) <= CELLS.keys() for row in rows)


def check_sheet(sheet: Sheet, rows: list[str]) -> None:
    """Check that *sheet* has on every space what the oracle reads there."""
    sets = {name: coordinates(mask) for name, mask in sheet._asdict().items()}
    for r, row in enumerate(parse(rows)):
        for c, cell in enumerate(row):
            marks = {name for name in PRINTED if getattr(cell, name)}
            assert {name for name, pairs in sets.items() if (r, c) in pairs} == cell.terrains | marks


@settings(max_examples=times(40))
@given(text_rows())
def test_round_trip(rows: list[str]) -> None:
    """Rows are read as the oracle reads them, and written as they were."""
    sheet = read_rows(rows)
    check_sheet(sheet, rows)
    assert write_rows(sheet) == rows
    text = "\n".join(rows) + "\n"
    assert write_text_map(sheet) == text
    assert read_text_map(text) == sheet


def test_likely_maps_round_trip() -> None:
    """So are maps that look like those of games."""
    random = Random("text maps")
    for _ in range(300):
        rows = random_lines(random)
        assert write_rows(read_rows(rows)) == rows


@given(
    text_rows(), st.lists(st.sampled_from(["", "// a note", "//", "\t"]), max_size=3), st.sampled_from(["\n", "\r\n"])
)
def test_notes_and_blank_lines_do_not_count(rows: list[str], extra: list[str], end: str) -> None:
    """Blank lines and notes before and after a map are passed over, whatever ends a line."""
    assert read_text_map(end.join([*extra, *rows, *extra])) == read_rows(rows)


def refused(rows: list[str]) -> BadTextMap | None:
    """Return why *rows* are refused, or None."""
    try:
        read_rows(rows)
    except BadTextMap as error:
        return error
    return None


@settings(max_examples=times(50))
@given(text_rows(), st.data())
def test_spoilt_rows_name_the_place(rows: list[str], data: st.DataObject) -> None:
    """A map with something changed is read if it still is one, and otherwise refused where it is wrong."""
    row, column = data.draw(st.integers(0, 10)), data.draw(st.integers(0, 10))
    there = data.draw(st.text(max_size=2))
    spoilt = [*rows]
    spoilt[row] = rows[row][:column] + there + rows[row][column + 1 :]
    error = refused(spoilt)
    assert (error is None) == is_map(spoilt)
    if error is not None:
        assert error.line == row + 1
        assert column + 1 <= error.column <= 12
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")


@given(text_rows(), st.integers(0, 10))
def test_missing_and_extra_rows(rows: list[str], row: int) -> None:
    """Ten rows are one too few, twelve one too many."""
    short = refused(rows[:row] + rows[row + 1 :])
    assert short is not None
    assert (short.line, short.column) == (11, 1)
    long = refused([*rows, rows[row]])
    assert long is not None
    assert (long.line, long.column) == (12, 1)


@settings(max_examples=times(50))
@given(
    st.lists(st.text(max_size=13), max_size=13)
    | st.lists(st.text("FVAW.:\u0130\u00df\u017f", min_size=11, max_size=11))
)
@example([])
@example(["\u017f" * 11] * 11)
def test_any_rows(rows: list[str]) -> None:
    """Rows are read exactly if they are a map."""
    assert (refused(rows) is None) == is_map(rows)


@settings(max_examples=times(50))
@given(st.text() | st.text(alphabet="FVawx.:\n/ \r\x0b\x1c\x85\u2028", max_size=200))
@example("\n".join(["..........."] * 11))
def test_any_text(text: str) -> None:
    """Any text is a map or is refused in one line that names a place."""
    try:
        sheet = read_text_map(text)
    except BadTextMap as error:
        problem = error
    else:
        assert is_map(write_rows(sheet))
        return
    assert 1 <= problem.line <= len(text.splitlines()) + 1
    assert problem.column >= 1
    assert len(str(problem).splitlines()) == 1


def test_sheets_of_games_cannot_surprise() -> None:
    """A sheet on which a space holds what a map can't show is a mistake of the program, not of a file."""
    with pytest.raises(KeyError):
        write_rows(Sheet(forest=1, water=1))
