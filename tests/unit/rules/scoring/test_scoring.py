"""The register of scoring cards, and scores by rulebook (RULES 11, 12). How each card counts: tests/golden/scoring."""

import pytest

from helpers.maps import BLANK, full_but, sheet_of, spaces
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, VARIANTS, Suit, UnknownScoringCard, awards, score

SIX_HOUSES = sheet_of("VVVVVV.....\n" + "...........\n" * 10)
WILDHOLDS = CardId("wildholds")


@pytest.mark.parametrize("suit", Suit)
def test_four_cards_of_each_suit_and_box(suit: Suit) -> None:
    """Every suit has four cards in each box (RULES 2.2)."""
    boxes = sorted(card.box.value for card in SCORING.values() if card.suit is suit)
    assert boxes == ["base"] * 4 + ["heroes"] * 4


@pytest.mark.parametrize("card", SCORING)
def test_a_blank_map_scores_nothing(card: CardId) -> None:
    """With nothing drawn and nothing printed no card gives points (RULES 11)."""
    assert score(card, sheet_of(BLANK)) == 0


@pytest.mark.parametrize("card", SCORING)
def test_every_card_says_its_rule(card: CardId) -> None:
    """The function of a card has its rule as a sentence."""
    assert (SCORING[card].awards.__doc__ or "").endswith(".")


@pytest.mark.parametrize("card", SCORING)
def test_points_are_never_negative(card: CardId) -> None:
    """A card gives or gives nothing; what it gives for is on the map."""
    sheet = full_but("C3 D4 E5 F6", forest="A1 A2", village="B1 B2", water="K1 K2", mountain="F5", monster="G6")
    assert all(points >= 0 and 0 <= where < 1 << 121 for points, where in awards(card, sheet))


def test_awards_name_the_spaces() -> None:
    """The same answer gives the points and the spaces that earn them."""
    assert list(awards(WILDHOLDS, SIX_HOUSES)) == [(8, spaces("A1 A2 A3 A4 A5 A6"))]


@pytest.mark.parametrize(("rulebook", "points"), [("standard", 8), ("pl", 8), ("de", 8), ("hu", 8), ("el", 6)])
def test_wildholds_by_rulebook(rulebook: str, points: int) -> None:
    """Only the Greek rulebook gives six (RULES 12)."""
    assert score(WILDHOLDS, SIX_HOUSES, rulebook) == points


def test_no_other_card_differs_between_rulebooks() -> None:
    """Wildholds is the only card that a rulebook counts otherwise (RULES 12)."""
    assert set(VARIANTS) == {("wildholds", "el")}


@pytest.mark.parametrize(
    ("card", "words"), [("sentinelwood", "did you mean 'sentinel-wood'"), ("?", "there are .*sentinel-wood")]
)
def test_a_card_that_does_not_exist(card: str, words: str) -> None:
    """The error names the card that was probably meant, or all there are."""
    with pytest.raises(UnknownScoringCard, match=words):
        score(CardId(card), sheet_of(BLANK))
