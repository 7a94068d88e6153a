"""The best language for a browser's header or a terminal's variable."""

import pytest

from quillmap.locales import best_language

CASES = [
    ("pl", "pl"),
    ("pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7", "pl"),
    ("fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7", "de"),
    ("en;q=0.5, hu;q=0.8", "hu"),
    ("en; q=0.5 , el ; q=0.8", "el"),
    ("EL-gr", "el"),
    ("de-Latn-AT-1996", "de"),
    ("hu, pl", "hu"),
    ("pl;q=0, hu;q=0.1", "hu"),
    ("pl;q=0", "en"),
    ("*", "en"),
    ("*;q=0.5, de;q=0.1", "de"),
    ("", "en"),
    ("fr", "en"),
    ("pl_PL.UTF-8", "pl"),
    ("de_DE@euro", "de"),
    ("el_GR:de:en", "el"),
    ("C", "en"),
    ("C.UTF-8", "en"),
    ("POSIX", "en"),
    ("pl;q=2, hu;q=0.3", "hu"),
    ("pl;q=abc", "en"),
    ("polski", "en"),
    (";;,,;q=1,=", "en"),
    ("\x00pl, de", "de"),
]


@pytest.mark.parametrize(("preferences", "language"), CASES)
def test_best_language(preferences: str, language: str) -> None:
    """The known language with the greatest weight wins, the first of equal ones; English if there is none."""
    assert best_language(preferences) == language


def test_only_the_first_fifty_preferences_are_looked_at() -> None:
    """A header as long as a novel is not read to its end."""
    assert best_language("fr," * 49 + "pl") == "pl"
    assert best_language("fr," * 50 + "pl") == "en"
