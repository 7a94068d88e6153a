"""Set-ups from boxes, lines and dicts."""

from typing import Any

import pytest

from quillmap.play.tables import SetupLike, setup_of
from quillmap.rules.setup import InvalidSetup, Setup

FIRST = ("sentinel-wood", "mages-valley", "wildholds", "borderlands")


@pytest.mark.parametrize(
    ("given", "changes", "wanted"),
    [
        (None, {}, Setup()),
        ("heroes", {}, Setup.of_box("heroes")),
        ("base map=B seats=3 edicts=first-game", {}, Setup(map="B", seats=3, edicts="first-game")),
        ({"box": "mixed", "seats": 2}, {"seed": 7}, Setup.of_box("mixed", seats=2, seed="7")),
        ({"edicts": list(FIRST)}, {}, Setup(edicts=FIRST)),  # type: ignore[arg-type]
        ("promos=true edicts=,,,borderlands", {}, Setup(promos=True, edicts=(None, None, None, "borderlands"))),  # type: ignore[arg-type]
        (Setup(seats=2), {"seats": 1}, Setup()),
        ("heroes map=A", {}, Setup.of_box("heroes", map="A", ruins=True)),
    ],
)
def test_a_description_is_a_setup(given: SetupLike, changes: dict[str, Any], wanted: Setup) -> None:
    """Whatever it is written as; a map of the other box brings ruins cards along."""
    assert setup_of(given, **changes) == wanted


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("hero", "Choose base, heroes, mixed"),
        ("map=Z", "Choose A, B"),
        ("maps=B", "no field 'maps'"),
        ("base skills", "'skills' needs a value: skills=drawn"),
        ("seed", "'seed' needs a value: seed=…"),
        (7, "a line like"),
        ({"explore": "both"}, "Choose base, heroes"),
        ("seats=0", "seats"),
    ],
)
def test_what_makes_no_table_is_refused_at_once(given: Any, problem: str) -> None:
    """The error says what there is to choose from."""
    with pytest.raises((ValueError, InvalidSetup), match=problem):
        setup_of(given)


def test_a_seed_that_is_no_text_is_refused() -> None:
    """A ``Setup`` takes what it is given; the game says what is wrong."""
    with pytest.raises(InvalidSetup, match="seed"):
        Setup(seed=1).checked()  # type: ignore[arg-type]
    assert Setup().checked() == Setup()


def test_no_seed_is_no_seed() -> None:
    """``None`` is not the text "None": such a game is dealt by chance."""
    assert setup_of(seed=None).seed == ""
    assert setup_of("base", seed=None, map="B").seed == ""


@pytest.mark.parametrize("field", ["ruins", "promos"])
def test_yes_and_no_are_truths_in_a_line_only(field: str) -> None:
    """A text where true or false is wanted would make a record that nobody can read."""
    assert getattr(setup_of(f"{field}=yes"), field) is True
    with pytest.raises(InvalidSetup, match="Choose true, false"):
        setup_of(**{field: "no"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "two"},
        {"seats": None},
        {"seats": 2.5},
        {"edicts": 7},
        {"edicts": [["greenbough"], None, None, None]},
        {"ambushes": None},
        {"heroes": {}},
        {"skills": 3},
        {"map": ["A"]},
        {"box": ["base"]},
        {"rulebook": None},
    ],
    ids=str,
)
def test_wrong_types_are_refused_in_words(wrong: dict[str, Any]) -> None:
    """Nothing of Python's own comes out."""
    with pytest.raises(InvalidSetup):
        setup_of(wrong)


def test_who_says_it_twice_is_asked() -> None:
    """A line with two maps does not silently take the last."""
    with pytest.raises(ValueError, match="twice"):
        setup_of("base map=A map=B")
    assert setup_of(Setup(seats=2, ambush_by="automatic"), seats=2).ambush_by == "automatic"


def test_cards_are_named_by_a_text_too() -> None:
    """As a line names them, wherever the field is given."""
    named = ("sentinel-wood", None, None, "borderlands")
    written = "sentinel-wood,,,borderlands"
    assert setup_of(edicts=written).edicts == named == setup_of(f"base edicts={written}").edicts
    assert setup_of({"skills": "lore,search,healing"}).skills == ("lore", "search", "healing")


def test_what_may_be_chosen_names_the_cards() -> None:
    """A word is not the only way; a card that is misspelt is named."""
    for field, words in (("edicts", "drawn, first-game, or name the cards: edicts="), ("skills", "3 different ids")):
        with pytest.raises(InvalidSetup, match=words):
            setup_of(**{field: "all"})
    with pytest.raises(InvalidSetup, match=r"Did you mean 'sentinel-wood'\?"):
        setup_of(edicts="sentinel-wod,,,")
    with pytest.raises(InvalidSetup, match=r"no such card: nothing-like-it\.$"):
        setup_of(edicts="nothing-like-it,,,")
