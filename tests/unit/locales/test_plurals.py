"""Plural forms by number."""

import pytest

from quillmap.locales.catalogue import languages
from quillmap.locales.plurals import CATEGORIES, plural_category

POLISH = {
    "one": (1,),
    "few": (2, 3, 4, 22, 23, 24, 32, 102, 104, 1002),
    "many": (0, 5, 10, 11, 12, 13, 14, 15, 20, 21, 25, 31, 100, 101, 111, 112, 113, 114, 1000),
    "other": (0.5, 1.5, 2.25),
}


@pytest.mark.parametrize(("category", "numbers"), POLISH.items())
def test_polish(category: str, numbers: tuple[float, ...]) -> None:
    """Polish tells 1, 2 to 4, 5 and more, and fractions apart; 12 to 14 go with 5, and so does 21."""
    assert {plural_category("pl", number) for number in numbers} == {category}


@pytest.mark.parametrize("language", ["en", "de", "hu", "el"])
def test_one_or_other(language: str) -> None:
    """The other languages tell only 1 from everything else."""
    assert plural_category(language, 1) == "one"
    assert {plural_category(language, number) for number in (0, 2, 5, 11, 21, 100, 101, 1.5)} == {"other"}


@pytest.mark.parametrize(
    ("language", "number", "category"), [("en", -1, "one"), ("pl", -3, "few"), ("pl", -12, "many")]
)
def test_negative_numbers(language: str, number: int, category: str) -> None:
    """The sign makes no difference: a season can end with minus one star."""
    assert plural_category(language, number) == category


def test_every_category_is_reached() -> None:
    """No plural form is asked of translators that no number needs."""
    for language in languages():
        reached = {plural_category(language, number) for number in (*range(120), 0.5)}
        assert reached == set(CATEGORIES[language])
