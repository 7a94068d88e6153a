"""The best language for a browser's header or a terminal's variable."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quillmap.locales import best_language, languages

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


def test_what_comes_late_in_a_long_header_is_ignored() -> None:
    """Whatever its parts are like: a stranger chooses how long they are."""
    assert best_language("fr-" + "x" * 1000 + ",pl") == "pl"
    assert best_language("fr-" + "x" * 2000 + ",pl") == "en"
    assert best_language("pl," + "en-" + " " * 100_000 + ";x") == "pl"


PART = re.compile(r"([A-Za-z]{2,8})(?:[-_.@][^;]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
"""A preference as it is written down; to read a long text in this way takes very long."""


def by_pattern(preferences: str) -> str:
    """Return the best language as the pattern finds it."""
    best, most = "en", 0.0
    for each in re.split("[,:]", preferences):
        match = PART.fullmatch(each.strip())
        if match is not None and match[1].lower() in languages() and float(match[2] or 1) > most:
            best, most = match[1].lower(), float(match[2] or 1)
    return best


@given(
    st.lists(st.sampled_from([*"-_.@;=,:* \t01.9q", "pl", "DE", "el", "hu", ";q=0.8", "; q=1.0", "\xa0"])).map("".join)
)
def test_preferences_are_read_as_the_pattern_reads_them(preferences: str) -> None:
    """Usual ones and odd ones."""
    assert best_language(preferences[:500]) == by_pattern(preferences[:500])
