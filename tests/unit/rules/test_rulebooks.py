"""What the printed rulebooks do differently (RULES 12)."""

import pytest

from quillmap.rules.rulebooks import RULEBOOKS


def test_rulebooks() -> None:
    """The five that a table can play by (RULES 12)."""
    assert list(RULEBOOKS) == ["standard", "pl", "de", "hu", "el"]


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("standard", (True, "slide", 1)),
        ("pl", (True, "slide", 1)),
        ("hu", (True, "slide", 1)),
        ("de", (True, "cover", 1)),
        ("el", (False, "slide", 5)),
    ],
)
def test_options_of_a_rulebook(book: str, options: tuple[bool, str, int]) -> None:
    """Fallback, solo ambush and the single space of an ambush, as in the table (RULES 12)."""
    found = RULEBOOKS[book]
    assert (found.fallback_any, found.solo_ambush, len(found.ambush_single)) == options
