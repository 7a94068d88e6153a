"""Set-ups: what a table may be, and why another one is refused (RULES 2, 10, 12)."""

import difflib
from typing import Any

import pytest

from helpers.errors import codes_of
from quillmap.rules.cards import AMBUSHES, HEROES, Box
from quillmap.rules.setup import (
    LONGEST_QUOTED,
    PRESETS,
    InvalidSetup,
    Pool,
    Setup,
    ambush_pool,
    boxes,
    check_chosen_seed,
    hero_pool,
    scoring_boxes,
    validate,
)
from quillmap.rules.skills import Skill

BASE_EDICTS = ("sentinel-wood", "mages-valley", "wildholds", "borderlands")
BASE_AMBUSHES = ("goblin-attack", "bugbear-assault", "kobold-onslaught", "gnoll-raid")
PROMO_AMBUSHES = ("insectoid-invasion", "ogre-charge", "ratman-strike", "flayer-incursion")
HERO_CARDS = ("freyla-the-true", "dobrik-of-lorkheim", "wren-the-lioness", "dal-of-jolev")

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("seats-out-of-range", {"seats": 0}),
    ("seats-out-of-range", {"seats": 101}),
    ("seats-out-of-range", {"seats": "two"}),
    ("seats-out-of-range", {"seats": 2.0}),
    ("seats-out-of-range", {"seats": True}),
    ("unknown-value", {"ruins": "no"}),
    ("unknown-value", {"promos": "x"}),
    ("unknown-value", {"map": ["A"]}),
    ("unknown-value", {"edicts": None}),
    ("unknown-value", {"ambushes": 4}),
    ("unknown-value", {"heroes": None}),
    ("unknown-value", {"skills": {"lore"}}),
    ("unknown-value", {"explore": "both"}),
    ("unknown-value", {"seasons": "winter"}),
    ("unknown-value", {"map": "E"}),
    ("unknown-value", {"pool": "promo"}),
    ("unknown-value", {"seats": 2, "ambush_by": "nobody"}),
    ("unknown-value", {"rulebook": "fr"}),
    ("unknown-value", {"edicts": "best"}),
    ("unknown-value", {"ambushes": "promo"}),
    ("unknown-value", {"heroes": "base"}),
    ("unknown-value", {"skills": "all"}),
    ("unknown-value", {"skills": ("lore", "search", "flying")}),
    ("seed-missing", {"seed": ""}),
    ("seed-too-long", {"seed": "x" * 201}),
    ("seed-not-text", {"seed": "\ud800"}),
    ("seed-missing", {"seed": 1}),
    ("edicts-not-four", {"edicts": BASE_EDICTS[:3]}),
    ("unknown-card", {"edicts": ("sentinel-wod", None, None, None)}),
    ("unknown-card", {"edicts": (["greenbough"], None, None, None)}),
    ("unknown-card", {"heroes": (*HERO_CARDS[:3], ["gnoll-raid"])}),
    ("unknown-card", {"ambushes": (*BASE_AMBUSHES[:3], "hamlet")}),
    ("unknown-card", {"heroes": (*HERO_CARDS[:3], "gnoll-raid")}),
    ("card-outside-pool", {"edicts": ("deepwood", None, None, None)}),
    ("card-outside-pool", {"pool": "heroes", "edicts": ("greenbough", None, None, None)}),
    ("suit-twice", {"edicts": ("sentinel-wood", "greenbough", None, None)}),
    ("first-game-needs-one-box", {"edicts": "first-game", "pool": "both"}),
    ("ruins-required", {"ruins": False, "explore": "heroes"}),
    ("ruins-required", {"ruins": False, "seasons": "heroes"}),
    ("ruins-required", {"ruins": False, "map": "C"}),
    ("ruins-required", {"ruins": False, "pool": "both"}),
    ("ruins-required", {"ruins": False, "ambushes": "heroes"}),
    ("ruins-required", {"ruins": False, "heroes": "drawn"}),
    ("ruins-required", {**PRESETS["heroes"], "map": "A"}),
    ("ambushes-not-four", {"ambushes": BASE_AMBUSHES[:3]}),
    ("ambushes-not-four", {"ambushes": (*BASE_AMBUSHES, "zombie-plague")}),
    ("ambushes-not-four", {"ambushes": (*BASE_AMBUSHES[:3], "goblin-attack")}),
    ("heroes-not-four", {"heroes": HERO_CARDS[:3]}),
    ("promo-not-allowed", {"ambushes": PROMO_AMBUSHES}),
    ("promo-not-allowed", {"heroes": (*HERO_CARDS[:3], "yuvi-twohearts")}),
    ("promos-unused", {"promos": True, "ambushes": "none"}),
    ("skills-not-three", {"skills": (Skill.LORE, Skill.SEARCH)}),
    ("skills-not-three", {"skills": (Skill.LORE, Skill.SEARCH, Skill.LORE)}),
    ("no-neighbour", {"seats": 1, "ambush_by": "neighbour"}),
]

ALLOWED: list[dict[str, Any]] = [
    {},
    {"seats": 100},
    {"seats": 5, "ambush_by": "automatic"},
    {"ruins": False},
    {"ambushes": "none"},
    {"ruins": False, "ambushes": "none"},
    {"ruins": False, "ambushes": BASE_AMBUSHES},
    {"ruins": False, "map": "generated-wasteland"},
    {"ruins": False, "promos": True},
    {"promos": True, "ambushes": PROMO_AMBUSHES},
    {"ruins": False, "promos": True, "ambushes": PROMO_AMBUSHES},
    {"promos": True, "ambushes": "none", "heroes": "drawn"},
    {"heroes": HERO_CARDS},
    {"edicts": BASE_EDICTS},
    {"edicts": [*BASE_EDICTS]},
    {"edicts": (None, "greenbough", None, None)},
    {"edicts": "first-game", "pool": "heroes"},
    {"skills": "drawn"},
    {"skills": (Skill.LORE, Skill.SEARCH, Skill.STEALTH)},
    {"rulebook": "el"},
    {"seed": "x" * 200},
]


@pytest.mark.parametrize(("code", "changes"), REFUSED)
def test_refused(code: str, changes: dict[str, Any]) -> None:
    """What the rules don't allow is refused with its code (RULES 2, 10)."""
    with pytest.raises(InvalidSetup) as refused:
        validate(Setup(**{"seed": "s", **changes}))
    assert refused.value.code == code


def test_every_reason_is_reached() -> None:
    """There is a refused set-up for each reason."""
    assert {code for code, _ in REFUSED} == codes_of(InvalidSetup)


@pytest.mark.parametrize("changes", ALLOWED, ids=str)
def test_allowed(changes: dict[str, Any]) -> None:
    """What the rules allow is not refused (RULES 2, 10)."""
    setup = Setup(**{"seed": "s", **changes})
    assert setup.checked() is setup


@pytest.mark.parametrize("box", PRESETS)
def test_presets_are_allowed(box: str) -> None:
    """The usual table of each box is a valid one (RULES 2.4, 10.1)."""
    setup = Setup.of_box(box, seed="s")
    assert setup.checked() is setup


def test_heroes_alone_has_no_ruins_cards() -> None:
    """The Heroes box is played without ruins cards (RULES 2.4, 10.1)."""
    assert not Setup.of_box("heroes").ruins


def test_the_heroes_box_with_ruins_cards_is_a_mix() -> None:
    """Ruins cards come from the base box, so with them the boxes are mixed, which is allowed (RULES 10.1)."""
    mixed = Setup.of_box("heroes", seed="s", ruins=True)
    validate(mixed)
    assert boxes(mixed) == {Box.BASE, Box.HEROES}


@pytest.mark.parametrize(
    ("change", "offered"),
    [
        (
            {"edicts": "best"},
            "Choose drawn, first-game, or name the cards: edicts='…,…' (four ids, an empty one is drawn;",
        ),
        ({"skills": "all"}, "Choose none, drawn, or name the cards: skills='…,…' (3 different ids;"),
        ({"map": "Z"}, "Choose A, B, C, D, "),
        ({"edicts": ("sentinel-wod", *BASE_EDICTS[1:])}, "Did you mean 'sentinel-wood'?"),
        ({"edicts": ("xyz", *BASE_EDICTS[1:])}, "There is no such card: xyz."),
    ],
)
def test_a_refusal_says_what_may_be_chosen(change: dict[str, Any], offered: str) -> None:
    """Words that stand for cards, that cards can be named, and the nearest to a wrong one."""
    with pytest.raises(InvalidSetup) as refused:
        validate(Setup(seed="chosen", **change))
    assert offered in str(refused.value)


def test_unknown_preset() -> None:
    """There is no such box."""
    with pytest.raises(InvalidSetup, match=r"Box: there is no choice “deluxe”"):
        Setup.of_box("deluxe")


def test_a_reason_names_what_it_is_about() -> None:
    """The message says what is wrong, with the value, in one line."""
    with pytest.raises(InvalidSetup) as refused:
        validate(Setup(seats=101, seed="s"))
    assert str(refused.value) == "A table has 1 to 100 seats, not 101."


def test_a_reason_without_details() -> None:
    """Where there is nothing to add, the message is the reason alone."""
    assert str(InvalidSetup("seed-missing")) == "A game needs a seed: any text will do."


@pytest.mark.parametrize(("seats", "by"), [(1, "automatic"), (2, "neighbour")])
def test_who_draws_ambushes_by_default(seats: int, by: str) -> None:
    """Alone, ambushes find their own place; with others, a neighbour draws them (RULES 5.1, 8.2)."""
    assert Setup(seats=seats).ambush_by == by


def test_without_seed() -> None:
    """What everybody may know of a table is all but its seed."""
    assert Setup(seats=3, seed="secret").without_seed() == Setup(seats=3)


@pytest.mark.parametrize(("pool", "found"), [("base", {"base"}), ("heroes", {"heroes"}), ("both", {"base", "heroes"})])
def test_scoring_boxes(pool: Pool, found: set[str]) -> None:
    """Scoring cards come from one box or both (RULES 2.2)."""
    assert set(scoring_boxes(Setup(pool=pool))) == found


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"ambushes": "none"}, set()),
        ({"ambushes": "base"}, {"base"}),
        ({"ambushes": "heroes"}, {"heroes"}),
        ({"ambushes": "both"}, {"base", "heroes"}),
        ({"ambushes": "base", "promos": True}, {"base", "promo"}),
    ],
)
def test_ambush_pool(changes: dict[str, Any], found: set[str]) -> None:
    """All ambushes of the chosen boxes are in the pool, promos only if asked for (RULES 2.5, 10.3)."""
    assert set(ambush_pool(Setup(**changes))) == {card.id for card in AMBUSHES if card.box in found}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"heroes": "none"}, set()),
        ({"heroes": "drawn"}, {"heroes"}),
        ({"heroes": "drawn", "promos": True}, {"heroes", "promo"}),
    ],
)
def test_hero_pool(changes: dict[str, Any], found: set[str]) -> None:
    """All heroes, promos only if asked for (RULES 2.5, 10.3)."""
    assert set(hero_pool(Setup(**changes))) == {card.id for card in HEROES if card.box in found}


def test_chosen_cards_are_the_pool() -> None:
    """Four ambushes or heroes chosen by hand are the pool themselves."""
    setup = Setup.of_box("base", ambushes=BASE_AMBUSHES, heroes=HERO_CARDS)
    assert (ambush_pool(setup), hero_pool(setup)) == (BASE_AMBUSHES, HERO_CARDS)


def test_checked() -> None:
    """A set-up without a seed is checked, too, and comes back as it was."""
    setup = Setup(map="B")
    assert setup.checked() is setup
    with pytest.raises(InvalidSetup):
        Setup(map="Z").checked()


@pytest.mark.parametrize("seed", ["twin\0", "a\nb", "\x7f", "\x9b"])
def test_nobody_chooses_a_seed_with_control_characters(seed: str) -> None:
    """Zero bytes at its end would change its hash, and not the deal; what was dealt from such a seed stays valid."""
    with pytest.raises(InvalidSetup) as refused:
        check_chosen_seed(seed)
    assert refused.value.code == "seed-not-text"
    validate(Setup(seed=seed))
    check_chosen_seed("any text: ż, ő, λ")


@pytest.mark.parametrize(
    "changes",
    [
        {"edicts": (100_000 * "x", None, None, None)},
        {"edicts": ([100_000 * "x"], None, None, None)},
        {"heroes": (100_000 * "x",)},
        {"map": 100_000 * "x"},
        {"pool": 100_000 * "x"},
    ],
)
def test_long_nonsense_is_not_repeated(changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is all of it compared with every card."""
    compared: list[str] = []
    find = difflib.get_close_matches

    def noted(word: str, *others: Any, **more: Any) -> list[str]:
        compared.append(word)
        return find(word, *others, **more)

    monkeypatch.setattr(difflib, "get_close_matches", noted)
    with pytest.raises(InvalidSetup) as refused:
        Setup(**changes).checked()
    assert len(str(refused.value)) < 500
    assert len(str(refused.value.params)) < 300
    assert all(len(word) <= LONGEST_QUOTED for word in compared)
