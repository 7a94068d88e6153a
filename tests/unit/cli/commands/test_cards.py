"""``quillmap cards``: showing cards."""

import json
from typing import Any

import pytest

from helpers.facts import FACTS
from quillmap.rules.cards import CARDS
from quillmap.rules.scoring import SCORING
from quillmap.rules.skills import Skill
from unit.cli.conftest import Run

KINDS = {"explore": 5, "ruins": 2, "ambush": 6, "heroes": 3, "scoring": 4, "skills": 2}
"""The kinds of cards in the facts, each with the number of fields that the JSON shares with them."""


def test_all_cards_are_listed(run: Run) -> None:
    """Every id is there once."""
    out = run("cards").out
    for card in (*CARDS, *SCORING, *Skill):
        assert out.count(f"({card})") == 1


def test_explore_card_is_drawn(run: Run) -> None:
    """Both shapes stand side by side, the coin under the one that pays."""
    assert run("cards", "great-river").out.splitlines() == [
        "Great River (great-river): Base game, water, time 1",
        "#         . . #",
        "#         . # #",
        "#         # # .",
        "1 coin",
    ]


def test_attack_pattern_is_drawn(run: Run) -> None:
    """The hero stands where its pattern puts it."""
    assert run("cards", "wren-the-lioness").out.splitlines()[2:5] == [". . *", "H . *", ". . *"]


def test_ambush_is_drawn_with_its_effect(run: Run) -> None:
    """Arrow, corner, effect and shape are told."""
    head, effect, *rest = run("cards", "giant-troll-ravage").out.splitlines()
    assert head.endswith("Heroes, to the left, solo from: Top right corner")
    assert "Troll" in effect
    assert rest[:2] == ["# # #", ". # ."]


@pytest.mark.parametrize("card", [*CARDS, *SCORING, *Skill])
def test_every_card_is_shown_alone_and_as_json(run: Run, card: str) -> None:
    """Each card has a page and an object of its own."""
    assert f"({card})" in run("cards", card).out.splitlines()[0]
    assert json.loads(run("cards", card, "--json").out)["id"] == card


def as_printed(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card of the JSON with the fields of the printed facts."""
    printed = {key: value for key, value in card.items() if key != "rule"}
    for shape in printed.get("shapes", []):
        del shape["turns"]
    if card["kind"] == "ambushes":
        printed["rows"] = card["shape"]["rows"]
        printed["arrow"] = "clockwise" if card["clockwise"] else "counterclockwise"
        printed["solo_corner"] = card["corner"]
        printed["letter"] = card["letter"] and card["letter"][0].upper()
    return printed


@pytest.mark.parametrize(
    ("kind", "known"), [(kind, kind.replace("ambush", "ambushes")) for kind in FACTS if kind in KINDS]
)
def test_json_agrees_with_the_printed_facts(run: Run, kind: str, known: str) -> None:
    """Whatever the facts and the JSON both say of a card, they say alike."""
    found = {card["id"]: as_printed(card) for card in json.loads(run("cards", "--json").out)[known]}
    facts = {card["id"]: card for card in FACTS[kind]}
    assert found.keys() == facts.keys()
    for card, fact in facts.items():
        shared = found[card].keys() & fact.keys()
        assert len(shared) >= KINDS[kind]
        assert {key: found[card][key] for key in shared} == {key: fact[key] for key in shared}


def test_json_has_the_words_of_the_english_cards(run: Run) -> None:
    """In every language names and rules are those that are shown in English: there is no second list of them."""
    found = json.loads(run("cards", "--json", "--lang", "pl").out)
    for card in (*found["scoring"], *found["skills"]):
        shown = run("cards", card["id"]).out.splitlines()
        assert shown[0].startswith(f"{card['name']} (")
        assert shown[1] == card["rule"]
    gates = next(card for card in found["explore"] if card["id"] == "kethras-gates")
    assert gates["name"] == "Kethra’s Gates"
    assert found["titles"][0]["name"] == "Legendary Cartographer"


def test_json_has_seasons_maps_and_titles(run: Run) -> None:
    """The rest of the box is there too, as printed."""
    found = json.loads(run("cards", "--json").out)
    for year in found["seasons"].values():
        for season in year:
            season["edicts"] = "".join("ABCD"[place] for place in season["edicts"])
    assert found["seasons"] == FACTS["seasons"]
    assert [[title["rating"], title["id"]] for title in found["titles"]] == FACTS["solo_titles"]
    assert [name for name, sets in found["maps"].items() if sets is not None] == list(FACTS["maps"])
    for name, fact in FACTS["maps"].items():
        ruins = int(found["maps"][name]["ruins"], 16)
        assert ruins == sum(1 << 11 * row + column for row, column in fact["ruins"])
    assert "forest" in found["terrains"]


@pytest.mark.parametrize("arguments", [["nobody"], ["nobody", "--json"], [""]])
def test_unknown_card_is_one_line(run: Run, arguments: list[str]) -> None:
    """A card that does not exist is refused."""
    assert run("cards", *arguments).fails_with("There is no card")


def test_a_slip_of_the_pen_is_told_what_was_meant(run: Run) -> None:
    """Of whatever kind the card is."""
    assert run("cards", "great-rivr").fails_with("There is no card “great-rivr”; did you mean great-river?")
    assert run("cards", "xyz").fails_with("There is no card “xyz”; quillmap cards lists them all.")
