"""Why a move was better, in sentences."""

import pytest

from quillmap.locales import catalogue, languages
from quillmap.review.reasons import explain_reasons, reasons_of, signed
from quillmap.rules.ids import CardId

EDICTS = tuple(map(CardId, ("borderlands", "great-city", "treetower", "silos")))
DIFFERENCE = (4100, 200, 0, 800, -1500, 0, 100, 0)


def test_a_sentence_names_gains_and_costs() -> None:
    """The largest first; small ones are told together, so that the numbers add up to the loss."""
    found = reasons_of(DIFFERENCE, EDICTS)
    assert [each.part for each in found] == ["borderlands", "coins", "silos", "great-city", "room"]
    words = catalogue("en")
    told = explain_reasons(found, words)
    sentence = "The best answer is better for: Borderlands (+4.1), Silos (+0.8); at the price of: coins (−1.5)."
    assert told == f"{sentence} Everything else together: +0.3."
    assert explain_reasons(found[:1], words) == "The best answer is better for: Borderlands (+4.1)."
    harm = explain_reasons(found, words, is_harm=True)
    sentence = "The best answer costs the neighbour more: Borderlands (+4.1), Silos (+0.8)."
    assert harm == f"{sentence} Everything else together: −1.2."
    assert explain_reasons([], words) == ""


def test_what_is_shown_adds_up() -> None:
    """3.44 and 2.34 of 7.02 leave 1.24, but 3.4 and 2.3 of 7.0 leave 1.3; a tenth may be nothing but rounding."""
    words = catalogue("en")
    sentence = "The best answer is better for: Borderlands (+3.4), Great City (+2.3)."
    told = explain_reasons(reasons_of((3440, 2340, 1240, 0, 0, 0, 0, 0), EDICTS), words)
    assert told == f"{sentence} Everything else together: +1.3."
    assert explain_reasons(reasons_of((3440, 2340, 0, 0, 0, 0, 0, 0), EDICTS), words) == sentence


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_sentence(language: str) -> None:
    """With the names of its own edition, and its own decimal sign."""
    words = catalogue(language)
    told = explain_reasons(reasons_of(DIFFERENCE, EDICTS), words)
    assert words.text("cards.borderlands.name") in told
    assert words.text("command.number", whole=4, part=1) in told


def test_signs() -> None:
    """Rounded to a tenth, with a true minus; nothing is not negative."""
    words = catalogue("en")
    assert [signed(value, words) for value in (4149, -1550, -20, 0)] == ["+4.1", "−1.6", "+0.0", "+0.0"]
