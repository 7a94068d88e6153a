"""Names are those of the printed editions wherever one is known; all others are marked as ours."""

import pytest

from quillmap.rules.cards import CARDS
from quillmap.rules.counting import TITLES
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.skills import Skill
from unit.locales.files import LANGUAGES, PRINTED, file, messages

NAMED = (*CARDS, *SCORING, *Skill)


def typeset(name: str) -> str:
    """Return a printed name with our apostrophe."""
    return name.replace("'", "’")


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_names(language: str) -> None:
    """A card is called what its owner reads on it."""
    for card, names in PRINTED["cards"].items():
        if language in names:
            assert messages(language)[f"cards.{card}.name"] == typeset(names[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_card_names_are_marked(language: str) -> None:
    """The file lists exactly the cards for which no printed name is known; skills among them in every language."""
    ours = file(language, "cards").get("_ours", [])
    assert len(ours) == len(set(ours))
    assert set(ours) == {card for card in NAMED if language not in PRINTED["cards"].get(card, {})}
    assert set(Skill) <= set(ours)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_have_one_name(language: str) -> None:
    """Otherwise nobody could tell them apart in a list."""
    names = [messages(language)[f"cards.{card}.name"] for card in NAMED]
    assert len(set(map(str, names))) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_terrains_seasons_and_titles(language: str) -> None:
    """The terms are the printed ones, whatever their first letter; those we had to find are marked."""
    printed = {f"terms.terrain.{each}": name for each, name in PRINTED["terrains"][language].items()}
    for mark in ("ruins", "wasteland"):
        printed[f"terms.space.{mark}"] = printed.pop(f"terms.terrain.{mark}")
    printed |= {f"terms.season.{each}": PRINTED["seasons"][language][n] for n, each in enumerate(SEASON_IDS)}
    titles = {f"terms.title.{title}": PRINTED["solo_titles"][str(rating)] for rating, title in TITLES}
    printed |= {key: names[language] for key, names in titles.items() if language in names}
    for key, name in printed.items():
        assert str(messages(language)[key]).casefold() == name.casefold()
    unknown = {key for key, names in titles.items() if language not in names}
    unknown |= {"terms.terrain.hero"} - printed.keys()
    assert set(file(language, "terms").get("_ours", [])) == unknown
