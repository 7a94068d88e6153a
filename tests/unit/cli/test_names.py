"""English names."""

import pytest

from quillmap.cli.names import name_of
from quillmap.rules.cards import CARDS
from quillmap.rules.scoring import SCORING


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("great-river", "Great River"),
        ("kethras-gates", "Kethra's Gates"),
        ("ulems-wallow", "Ulem's Wallow"),
        ("golden-granary", "The Golden Granary"),
        ("heart-of-the-forest", "Heart of the Forest"),
        ("freyla-the-true", "Freyla the True"),
        ("legendary-cartographer", "Legendary Cartographer"),
    ],
)
def test_names_are_the_printed_ones(card: str, name: str) -> None:
    """Ids become names, those with an apostrophe or an article included."""
    assert name_of(card) == name


def test_no_two_cards_share_a_name() -> None:
    """Every card can be told from the others."""
    names = [name_of(card) for card in (*CARDS, *SCORING)]
    assert len(set(names)) == len(names)
