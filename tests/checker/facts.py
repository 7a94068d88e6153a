"""The printed cards, read from tests/data/cards.json."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.geometry import Space, Spaces

_DATA: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parent.parent / "data" / "cards.json").read_text(encoding="utf-8")
)

DRAWABLE = ("forest", "village", "farm", "water", "monster")
SUITS = ("forest", "village", "farm-water", "spatial")
COIN_SLOTS: int = _DATA["coin_slots"]


@dataclass(frozen=True)
class PrintedShape:
    """One shape of an explore card."""

    spaces: Spaces
    coin: bool


@dataclass(frozen=True)
class ExploreCard:
    """An explore card with a shape."""

    id: str
    box: str
    time: int
    terrains: tuple[str, ...]
    shapes: tuple[PrintedShape, ...]


@dataclass(frozen=True)
class AmbushCard:
    """An ambush card."""

    id: str
    box: str
    shape: Spaces
    arrow: str
    corner: str
    letter: str | None


@dataclass(frozen=True)
class HeroCard:
    """A hero card; `attack` are offsets from the hero."""

    id: str
    box: str
    attack: Spaces


@dataclass(frozen=True)
class ScoringCard:
    """A scoring card."""

    id: str
    box: str
    suit: str
    solo_value: int


@dataclass(frozen=True)
class SeasonCard:
    """A season: its time threshold and the places (0 to 3) of its two edicts."""

    id: str
    time: int
    edicts: tuple[int, int]


@dataclass(frozen=True)
class MapSide:
    """A printed map."""

    box: str
    mountains: Spaces
    ruins: Spaces
    wasteland: Spaces


def _read_rows(rows: Sequence[str]) -> Spaces:
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def _read_spaces(pairs: Sequence[Sequence[int]]) -> frozenset[Space]:
    return frozenset((pair[0], pair[1]) for pair in pairs)


EXPLORE: Mapping[str, ExploreCard] = {
    card["id"]: ExploreCard(
        card["id"],
        card["box"],
        card["time"],
        tuple(card["terrains"]),
        tuple(PrintedShape(_read_rows(s["rows"]), s["coin"]) for s in card["shapes"]),
    )
    for card in _DATA["explore"]
}
RUINS: tuple[str, ...] = tuple(card["id"] for card in _DATA["ruins"])
AMBUSHES: Mapping[str, AmbushCard] = {
    card["id"]: AmbushCard(
        card["id"],
        card["box"],
        _read_rows(card["rows"]),
        card["arrow"],
        card["solo_corner"],
        card["letter"],
    )
    for card in _DATA["ambush"]
}
HEROES: Mapping[str, HeroCard] = {
    card["id"]: HeroCard(card["id"], card["box"], _read_spaces(card["attack"])) for card in _DATA["heroes"]
}
SCORING: Mapping[str, ScoringCard] = {
    card["id"]: ScoringCard(card["id"], card["box"], card["suit"], card["solo_value"]) for card in _DATA["scoring"]
}
SEASONS: Mapping[str, tuple[SeasonCard, ...]] = {
    box: tuple(
        SeasonCard(s["id"], s["time"], ("ABCD".index(s["edicts"][0]), "ABCD".index(s["edicts"][1]))) for s in seasons
    )
    for box, seasons in _DATA["seasons"].items()
}
MAPS: Mapping[str, MapSide] = {
    side: MapSide(
        entry["box"],
        _read_spaces(entry["mountains"]),
        _read_spaces(entry["ruins"]),
        _read_spaces(entry["wasteland"]),
    )
    for side, entry in _DATA["maps"].items()
}
SKILL_COSTS: Mapping[str, int] = {card["id"]: card["cost"] for card in _DATA["skills"]}
SOLO_TITLES: tuple[tuple[int, str], ...] = tuple((t[0], t[1]) for t in _DATA["solo_titles"])
FIRST_GAME: Mapping[str, tuple[str, ...]] = {
    box: tuple(edicts[letter] for letter in "ABCD") for box, edicts in _DATA["first_game"].items()
}
