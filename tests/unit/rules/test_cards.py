"""Every printed card, season, title and number is as in tests/data/cards.json (RULES 2)."""

from typing import Any

import pytest

from helpers.facts import FACTS
from quillmap.rules.cards import AMBUSHES, CARDS, EXPLORE, HEROES, LASTING_AMBUSHES, RUINS, Box
from quillmap.rules.counting import TITLES
from quillmap.rules.dealing import FIRST_GAME
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASON_IDS, SEASONS, WINTER
from quillmap.rules.sheet import COIN_SLOTS, Sheet
from quillmap.rules.skills import COST, Skill

LETTERS = {"D": "dragon", "Z": "zombie", "T": "troll", "G": "gorgon", None: None}


def named(facts: list[dict[str, Any]]) -> pytest.MarkDecorator:
    """Return a mark that runs a test once for each of *facts*."""
    return pytest.mark.parametrize("fact", facts, ids=[fact["id"] for fact in facts])


def ids(cards: Any) -> list[str]:
    """Return the ids of *cards*, or of facts, sorted."""
    return sorted(card["id"] if isinstance(card, dict) else card.id for card in cards)


@named(FACTS["explore"])
def test_explore_card(fact: dict[str, Any]) -> None:
    """Box, time, terrains and shapes with their coins are as printed (RULES 2.4)."""
    card = next(each for each in EXPLORE if each.id == fact["id"])
    shapes = [{"rows": list(shape.rows), "coin": shape.coin} for shape in card.shapes]
    assert (card.box, card.time, list(card.terrains), shapes) == (
        fact["box"],
        fact["time"],
        fact["terrains"],
        fact["shapes"],
    )


@named(FACTS["ruins"])
def test_ruins_card(fact: dict[str, Any]) -> None:
    """Ruins cards take no time (RULES 7.1)."""
    card = next(each for each in RUINS if each.id == fact["id"])
    assert (card.box, card.time) == (fact["box"], fact["time"])


@named(FACTS["ambush"])
def test_ambush_card(fact: dict[str, Any]) -> None:
    """Shape, arrow, corner and letter are as printed (RULES 5.1, 5.3, 8.2)."""
    card = next(each for each in AMBUSHES if each.id == fact["id"])
    arrow = "clockwise" if card.clockwise else "counterclockwise"
    assert (card.box, list(card.shape.rows), arrow, card.corner, card.letter) == (
        fact["box"],
        fact["rows"],
        fact["arrow"],
        fact["solo_corner"],
        LETTERS[fact["letter"]],
    )


@named(FACTS["heroes"])
def test_hero_card(fact: dict[str, Any]) -> None:
    """The attack pattern is as printed (RULES 6.1)."""
    card = next(each for each in HEROES if each.id == fact["id"])
    assert (card.box, [list(step) for step in card.attack]) == (fact["box"], fact["attack"])


@named(FACTS["scoring"])
def test_scoring_card(fact: dict[str, Any]) -> None:
    """Box, suit and solo value are as printed (RULES 2.2, 8.4)."""
    card = SCORING[fact["id"]]
    assert (card.box, card.suit, card.solo_value) == (fact["box"], fact["suit"], fact["solo_value"])


@pytest.mark.parametrize(
    ("kind", "cards"),
    [("explore", EXPLORE), ("ruins", RUINS), ("ambush", AMBUSHES), ("heroes", HEROES), ("scoring", SCORING.values())],
)
def test_there_are_no_other_cards(kind: str, cards: Any) -> None:
    """Each kind has exactly the printed cards."""
    assert ids(cards) == ids(FACTS[kind])


def test_cards_holds_every_card_of_a_deck() -> None:
    """The catalogue has explore, ruins, ambush and hero cards, each under its id."""
    kinds = ("explore", "ruins", "ambush", "heroes")
    assert sorted(CARDS) == sorted(fact["id"] for kind in kinds for fact in FACTS[kind])


def test_letters_are_fields_of_a_sheet() -> None:
    """Where a letter was drawn, the sheet has a set for it."""
    assert {card.letter for card in AMBUSHES if card.letter} <= set(Sheet._fields)


def test_lasting_ambushes() -> None:
    """The Zombie and the Troll act after a season (RULES 7.4)."""
    assert set(LASTING_AMBUSHES) == {"zombie-plague", "giant-troll-ravage"}


@pytest.mark.parametrize("card", [card["id"] for kind in ("ruins", "ambush", "heroes") for card in FACTS[kind]])
def test_only_explore_cards_take_time(card: str) -> None:
    """PITFALLS: ambushes carry no time, nor do heroes and ruins (RULES 7.1)."""
    assert getattr(CARDS[CardId(card)], "time", 0) == 0


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_seasons(box: str) -> None:
    """PITFALLS: thresholds and edicts of each box are its own, summer's too (RULES 2.3)."""
    cards = [(card.id, card.time, "".join("ABCD"[each] for each in card.edicts)) for card in SEASONS[Box(box)]]
    assert cards == [(fact["id"], fact["time"], fact["edicts"]) for fact in FACTS["seasons"][box]]


def test_summer_differs_between_the_boxes() -> None:
    """PITFALLS: 8 in the base game, 7 with Heroes (RULES 2.3)."""
    assert [SEASONS[box][1].time for box in (Box.BASE, Box.HEROES)] == [8, 7]


def test_winter_is_the_last_season() -> None:
    """There are four seasons, winter at the end (RULES 2.3)."""
    assert SEASON_IDS[WINTER:] == ("winter",)


def test_titles() -> None:
    """The solo titles and the ratings they begin at (RULES 8.4)."""
    assert [list(each) for each in TITLES] == FACTS["solo_titles"]


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_first_game(box: str) -> None:
    """The edicts A to D of the first game (RULES 2.2)."""
    assert dict(zip("ABCD", FIRST_GAME[box], strict=True)) == FACTS["first_game"][box]


def test_skills() -> None:
    """Eight skill cards with their costs (RULES 9)."""
    assert {skill.value: COST[skill] for skill in Skill} == {fact["id"]: fact["cost"] for fact in FACTS["skills"]}


def test_coin_slots() -> None:
    """The track has 14 slots (RULES 4.5)."""
    assert FACTS["coin_slots"] == COIN_SLOTS
