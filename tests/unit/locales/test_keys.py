"""Everything that has an id in the code has its texts, and every text belongs to something."""

import re
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from helpers.errors import WANTED_CODES, raised
from quillmap.bots.registry import BOTS
from quillmap.bots.styles import STYLES
from quillmap.locales import catalogue
from quillmap.rules.cards import AMBUSHES, CARDS, EXPLORE, HEROES, RUINS, Box, Corner
from quillmap.rules.counting import TITLES
from quillmap.rules.events import Ask
from quillmap.rules.moves import IllegalMove
from quillmap.rules.scoring import SCORING, VARIANTS, Suit
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.setup import PRESETS, InvalidSetup, Setup, validate
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain
from quillmap.server import problems
from quillmap.server.bots.natural_time import BotTime

KEYS = catalogue("en").keys()
WORDS = {
    "space": ("empty", "ruins", "wasteland", "destroyed", "farm-village", "attack-path"),
    "kind": ("explore", "ruins", "ambush", "hero", "scoring", "season", "edict", "skill"),
    "score": ("edicts", "coins", "monsters", "season", "total", "time", "rating", "solo-value"),
    "arrow": ("clockwise", "counterclockwise"),
}
"""Terms that are not the ids of anything in the rules."""


def keys_of(name: str) -> set[str]:
    """Return the keys of one file."""
    return {key for key in KEYS if key.startswith(f"{name}.")}


def test_cards() -> None:
    """Every card has a name; every one but explore cards a rule; a rulebook's variant of a card has its own."""
    named = {*CARDS, *SCORING, *Skill}
    ruled = {card.id for card in (*RUINS, *AMBUSHES, *HEROES)} | {*SCORING, *Skill}
    wanted = {f"cards.{card}.name" for card in named}
    wanted |= {f"cards.{card}.rule" for card in ruled}
    wanted |= {f"cards.{card}.rule.{rulebook}" for card, rulebook in VARIANTS}
    assert {key for key in keys_of("cards") if ".ruling." not in key} == wanted


def test_rulings_are_numbered_from_one() -> None:
    """Whoever shows a card's rulings counts up until there is no more."""
    rulings: dict[str, list[int]] = {}
    for key in keys_of("cards"):
        if match := re.fullmatch(r"cards\.([a-z-]+)\.ruling\.(\d+)", key):
            rulings.setdefault(match[1], []).append(int(match[2]))
    assert rulings.keys() <= {*CARDS, *SCORING, *Skill}
    for card, numbers in rulings.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), card


@pytest.mark.parametrize(
    "card",
    [
        "sentinel-wood",
        "stoneside-forest",
        "mages-valley",
        "canal-lake",
        "golden-granary",
        "shoreside-expanse",
        "great-city",
        "greengold-plains",
        "shieldgate",
        "broken-road",
        "cauldrons",
        "starlit-sigil",
        "faunlost-thicket",
        "craylund",
        "outer-enclave",
        "clawsgrave-peaks",
        "traylo-monastery",
        "gnomish-colony",
        "banded-hills",
        "diplomacy",
        "treetower",
        "borderlands",
        "lost-barony",
        "dwarvenholds",
        "silos",
    ],
)
def test_rulings_of_the_rules(card: str) -> None:
    """Each card that RULES 11 has something to say about, by its name or as one that looks for filled spaces."""
    assert f"cards.{card}.ruling.1" in KEYS


def test_terms() -> None:
    """Terrains, suits, seasons, edicts, boxes, titles, asks, corners and shapes are all there, and nothing else."""
    wanted = {f"terms.terrain.{each}" for each in Terrain}
    wanted |= {f"terms.terrain.{each}.in-sentence" for each in Terrain}
    wanted |= {f"terms.suit.{each}" for each in Suit}
    wanted |= {f"terms.season.{each}" for each in SEASON_IDS}
    wanted |= {f"terms.edict.{each}" for each in "ABCD"}
    wanted |= {f"terms.box.{each}" for each in Box}
    wanted |= {f"terms.title.{each}" for _, each in TITLES}
    wanted |= {f"terms.ask.{each}" for each in Ask}
    wanted |= {f"terms.corner.{each}" for each in Corner}
    wanted |= {f"terms.shape.{each}" for each in ShapeName}
    wanted |= {f"terms.{group}.{each}" for group, words in WORDS.items() for each in words}
    wanted |= {f"terms.{each}" for each in ("stars", "coins", "spaces", "players", "list")}
    assert keys_of("terms") == wanted


def test_errors() -> None:
    """Every reason to refuse a move, a set-up or a request is explained, and what only a client can notice."""
    wanted = {f"errors.move.{code}" for code in ({code for code, _ in raised(IllegalMove)} | WANTED_CODES)}
    wanted |= {f"errors.setup.{code}" for code, _ in raised(InvalidSetup)}
    wanted |= {
        f"errors.server.{code}"
        for code in (*problems.REASONS, "offline", "open-elsewhere", "no-device", "keep-first", "other")
    }
    wanted |= {f"errors.review.{code}" for code in ("unfinished", "dishonest")}  # seats are chosen on the page
    assert keys_of("errors") == wanted | {"errors.move.extra-wrong-terrain.none"}


def choices(field: str) -> tuple[str, ...]:
    """Return the words that may stand in a field of a set-up, as the rules name them when they refuse another."""
    default = getattr(Setup(), field)
    if isinstance(default, bool):
        return ("true", "false")
    if isinstance(default, int) or field == "seed":
        return ()
    changes: dict[str, Any] = {field: "?"}
    with pytest.raises(InvalidSetup) as refused:
        validate(replace(Setup(seed="a test"), **changes))
    assert refused.value.code == "unknown-value"
    return tuple(str(refused.value.params["choices"]).split("|"))


def test_setup() -> None:
    """Every field of a set-up and every value it may have is explained; so are boxes, bots and their ways."""
    options = {field.name: choices(field.name) for field in fields(Setup)}
    options |= {name: (*options[name], "chosen") for name in ("edicts", "ambushes", "heroes", "skills")}
    options |= {"box": tuple(PRESETS), "bot": tuple(BOTS)}
    options |= {"style": tuple(filter(None, STYLES)), "bot-time": get_args(BotTime)}
    wanted = {f"setup.{name}.{part}" for name in options for part in ("label", "help")}
    wanted |= {
        f"setup.{name}.{value}.{part}"
        for name, values in options.items()
        for value in values
        for part in ("label", "help")
    }
    assert keys_of("setup") == wanted


def test_rules() -> None:
    """A topic of the rules has a title and a text."""
    topics = {key.rsplit(".", 1)[0] for key in keys_of("rules")}
    assert keys_of("rules") == {f"{topic}.{part}" for topic in topics for part in ("title", "text")}


def test_explore_cards_have_no_rule() -> None:
    """Their shapes and terrains say it all; two of them have a ruling."""
    ruled = {key.split(".")[1] for key in keys_of("cards") if key.endswith(".ruling.1")}
    assert ruled & {card.id for card in EXPLORE} == {"rift-lands", "kethras-gates"}
