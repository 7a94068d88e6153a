"""How texts are set on a page, and that soft hyphens stay where somebody sees them."""

import re

import pytest

from quillmap.locales import catalogue, languages, typeset
from quillmap.locales.typesetting import bound
from unit.locales.files import texts

SOFT_HYPHEN = "\u00ad"
ENDS_A_LINE = re.compile(r"(?<!\w)[aiouwz] ", re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W lesie i w domu", "W~lesie i~w~domu"),
        ("las („z wodą”) (o, u)", "las („z~wodą”) (o, u)"),
        ("Edykty C i D z {card}", "Edykty C i~D z~{card}"),
        ("kto wie", "kto wie"),
        ("a", "a"),
    ],
)
def test_words_of_one_letter_are_bound(text: str, expected: str) -> None:
    """Each keeps to the word that follows it, several in a row too; letters inside words are left alone."""
    assert bound(text) == expected.replace("~", "\u00a0")


def test_polish_is_set_so_and_others_are_not() -> None:
    """No Polish line can end in such a word; plural forms are set, too; the catalogue itself stays plain."""
    plain, printed = catalogue("pl"), typeset(catalogue("pl"))
    broken = [key for key, text in texts("pl") if ENDS_A_LINE.search(bound(text))]
    assert broken == []
    assert "i\u00a0" in printed.text("terms.list", start="A", end="B")
    assert "\u00a0" not in plain.text("terms.list", start="A", end="B")
    assert printed.text("errors.move.space-filled", count=2, spaces="A1, A2").count("\u00a0") == plain.text(
        "errors.move.space-filled", count=2, spaces="A1, A2"
    ).count(" w ")
    for language in languages():
        assert (typeset(catalogue(language)) is catalogue(language)) == (language != "pl")


def test_soft_hyphens_are_for_the_page() -> None:
    """Whoever asks for a text in Python gets none; in the files only labels of narrow places have them."""
    narrow = {"page.control.flip", "page.control.undo", "terms.space.destroyed"}
    for language in languages():
        hyphenated = {key for key, text in texts(language) if SOFT_HYPHEN in text}
        assert hyphenated <= narrow, language
        assert all(SOFT_HYPHEN not in catalogue(language).text(key) for key in hyphenated)
    assert any(SOFT_HYPHEN in text for _, text in texts("el"))
