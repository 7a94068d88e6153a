"""The text map: reading, writing, and errors that name line and column (docs/text-map.md)."""

import pytest

from helpers.maps import spaces
from quillmap.errors import BadArgument
from quillmap.play.textmap import FIELDS, BadTextMap, read_rows, read_text_map, write_rows, write_text_map
from quillmap.rules.maps import PRINTED
from quillmap.rules.sheet import Sheet

BLANK_ROW = "..........."
BLANK = [BLANK_ROW] * 11


def with_row(number: int, row: str) -> str:
    """Return a blank map with another row in one place, counted from 1."""
    rows = [*BLANK]
    rows[number - 1] = row
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("character", "fields"),
    [
        (".", set()),
        (":", {"ruins"}),
        ("F", {"forest"}),
        ("V", {"village"}),
        ("A", {"farm"}),
        ("W", {"water"}),
        ("M", {"monster"}),
        ("H", {"hero"}),
        ("^", {"mountain"}),
        ("#", {"wasteland"}),
        ("X", {"destroyed"}),
        ("B", {"farm", "village"}),
        ("f", {"forest", "ruins"}),
        ("v", {"village", "ruins"}),
        ("a", {"farm", "ruins"}),
        ("w", {"water", "ruins"}),
        ("m", {"monster", "ruins"}),
        ("h", {"hero", "ruins"}),
        ("x", {"destroyed", "ruins"}),
        ("b", {"farm", "village", "ruins"}),
    ],
)
def test_character(character: str, fields: set[str]) -> None:
    """Each character says what is on its space, and is written for it again."""
    text = with_row(2, f"..{character}........")
    sheet = read_text_map(text)
    assert {field for field in Sheet._fields if getattr(sheet, field)} == fields
    assert sheet == Sheet(**dict.fromkeys(fields, spaces("B3")))
    assert write_text_map(sheet) == text


def test_every_character_is_tested() -> None:
    """The format has these characters and no others."""
    assert set(FIELDS) == set(".FVAWMH^#XB")


@pytest.mark.parametrize("side", PRINTED)
def test_printed_maps_round_trip(side: str) -> None:
    """What is written is read again."""
    assert read_text_map(write_text_map(PRINTED[side].sheet)) == PRINTED[side].sheet


def test_rows_round_trip() -> None:
    """The eleven lines themselves, as in JSON."""
    rows = write_rows(PRINTED["D"].sheet)
    assert (len(rows), read_rows(rows)) == (11, PRINTED["D"].sheet)


def test_paths_and_letters_are_not_in_a_text_map() -> None:
    """Attack paths and letters are part of a record, not of a map (docs/text-map.md)."""
    sheet = Sheet(monster=spaces("A1"), path=spaces("A1 B1"), zombie=spaces("A1"))
    assert read_text_map(write_text_map(sheet)) == Sheet(monster=spaces("A1"))


def test_blank_lines_around_a_map_do_not_count() -> None:
    """Before and after, they are ignored."""
    assert read_text_map("\n\n" + "\n".join(BLANK) + "\n\n\n") == Sheet()


def test_comments_do_not_count() -> None:
    """Lines that start with // are ignored."""
    assert read_text_map("// map A\n" + "\n".join(BLANK)) == Sheet()


def test_blanks_at_the_end_of_a_line_do_not_count() -> None:
    """Nobody sees them; a carriage return is one of them."""
    assert read_text_map("\r\n".join(BLANK) + "  \r\n") == Sheet()


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        (with_row(3, "....?......"), 3, 5, "“?” stands for nothing"),
        (with_row(1, "Q.........."), 1, 1, "“Q” stands for nothing"),
        (with_row(11, "..........z"), 11, 11, "“z” stands for nothing"),
        (with_row(4, "...İ......."), 4, 4, "“İ” stands for nothing"),
        (with_row(4, "... ......."), 4, 4, "“ ” stands for nothing"),
        (with_row(6, "........"), 6, 9, "the row is too short: 8 of 11 spaces"),
        (with_row(6, "............"), 6, 12, "the row is too long: 12 spaces instead of 11"),
        ("\n".join(BLANK[:10]) + "\n", 11, 1, "row 11 of 11 is missing"),
        ("", 1, 1, "row 1 of 11 is missing"),
        ("\n".join([*BLANK, "..........."]), 12, 1, "a map has only 11 rows"),
        ("// a comment\n\n" + with_row(2, "..@........"), 4, 3, "“@” stands for nothing"),
    ],
)
def test_errors_name_line_and_column(text: str, line: int, column: int, problem: str) -> None:
    """Both count from 1, in the text as it was given."""
    with pytest.raises(BadTextMap) as bad:
        read_text_map(text)
    assert (bad.value.line, bad.value.column) == (line, column)
    assert str(bad.value) == f"line {line}, column {column}: {problem}"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (BLANK[:3], "line 4, column 1: row 4 of 11 is missing"),
        ([*BLANK, BLANK_ROW], "line 12, column 1: a map has only 11 rows"),
        ([*BLANK[:10], ""], "line 11, column 1: the row is too short: 0 of 11 spaces"),
        ([*BLANK[:10], "// nothing "], "line 11, column 1: “/” stands for nothing"),
    ],
)
def test_rows_have_errors_too(rows: list[str], message: str) -> None:
    """The eleven lines themselves have neither comments nor blank lines."""
    with pytest.raises(BadTextMap, match=f"^{message}$"):
        read_rows(rows)


def test_only_a_sheet_is_written() -> None:
    """What is a text already, say, is refused in words."""
    with pytest.raises(BadArgument, match=r"from a Sheet, such as game\.sheets\[0\], not from 'text'"):
        write_text_map("text")  # type: ignore[arg-type]
