"""The page of the library's names."""

import pytest

import quillmap
from tools.api_reference import PAGE, page


def test_the_page_is_what_the_source_says() -> None:
    """After a change of a public name or its docstring: ``python3 dev.py api``."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_name_has_an_entry_that_says_something() -> None:
    """Functions and classes all have their docstrings on it."""
    text = page()
    for name in quillmap.__all__:
        if name not in ("bots", "env"):
            entry = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
            assert len(entry.splitlines()) > 4, name


def test_members_have_all_their_paragraphs() -> None:
    """What a method says of its limits is not left out."""
    (row,) = (line for line in page().splitlines() if line.startswith("| `from_record("))
    assert "Its deck is not in the record" in row


@pytest.mark.parametrize(
    "name", ["Verdict", "Prospect", "SetupLike", "BotLike", "Drawings", "GameEnded", "Chance", "Grade"]
)
def test_types_have_entries(name: str) -> None:
    """What functions take and return is described, however deep."""
    assert f"\n## {name}\n" in page()
