"""Spaces as on the sheet: A1 to K11."""

import pytest

from quillmap.play.notation import NAMES, read_space, read_spaces, space_names


@pytest.mark.parametrize(
    ("name", "number"), [("A1", 0), ("A11", 10), ("B1", 11), ("C4", 25), ("K1", 110), ("K11", 120)]
)
def test_space(name: str, number: int) -> None:
    """Row letter and column number, from the top left."""
    assert (read_space(name), NAMES[number]) == (1 << number, name)


def test_every_space_has_its_name() -> None:
    """121 names, each read back as its space."""
    assert [read_space(name) for name in NAMES] == [1 << number for number in range(121)]


def test_names_come_in_reading_order() -> None:
    """Sorted by row, then column: A2 before A10."""
    assert space_names(read_spaces(["B1", "A10", "A2"])) == ["A2", "A10", "B1"]


def test_no_spaces() -> None:
    """The empty set has no names."""
    assert (space_names(0), read_spaces([])) == ([], 0)


@pytest.mark.parametrize("name", ["", "A", "1", "A0", "A12", "L1", "a1", "A01", "A1 ", "AA1", "Ａ1", "A١"])
def test_what_is_no_space(name: str) -> None:
    """Anything else is refused, with an example of how to write it."""
    with pytest.raises(ValueError, match="is not a space: write a row A to K and a column 1 to 11, such as C4"):
        read_space(name)
