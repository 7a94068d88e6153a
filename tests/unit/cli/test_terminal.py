"""Text that fits into the terminal."""

import pytest

from quillmap.cli import terminal
from quillmap.cli.terminal import Painted, wrapped


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the terminal forty columns wide."""
    monkeypatch.setattr(terminal, "width", lambda: 40)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        (
            "  a sentence that is longer than the terminal is wide",
            ["  a sentence that is longer than the", "    terminal is wide"],
        ),
        (
            "undo      take the last move back, with all that followed",
            ["undo      take the last move back, with", "          all that followed"],
        ),
        (
            "F forest  V village  A farm  W water  B Farm and village  H hero",
            ["F forest  V village  A farm  W water", "  B Farm and village  H hero"],
        ),
        ("x" * 50, ["x" * 40, "  " + "x" * 10]),
        (
            "a word that is so long as to fill half of it  what it means",
            ["a word that is so long as to fill half", "  of it  what it means"],
        ),
    ],
)
def test_long_lines_are_broken_where_they_may_be(line: str, lines: list[str]) -> None:
    """Between words; in a list between its things; an explanation stands in its column."""
    assert wrapped(line) == lines
    assert all(len(each) <= 40 for each in lines)


def test_what_has_colours_stays_whole() -> None:
    """A row of a map."""
    row = Painted("x " * 40)
    assert wrapped(row) == [row]
