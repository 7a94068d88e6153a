"""Every card, map and number of the game as JSON, with its types, so that the page needs no list of its own."""

from functools import cache
from typing import Any

import msgspec

from quillmap.play.card_list import card_list
from quillmap.reference.book import book
from quillmap.server.protocol.values import Hex, Sheet


class ShapeTurn(msgspec.Struct, frozen=True):
    """A shape turned or flipped one way, in the top-left corner of the map."""

    spaces: Hex
    height: int
    width: int


class CardShape(msgspec.Struct, frozen=True):
    """A shape as it is printed, and every way to turn and flip it."""

    rows: tuple[str, ...]
    coin: bool
    turns: tuple[ShapeTurn, ...]


class ExploreInfo(msgspec.Struct, frozen=True):
    """An explore card."""

    id: str
    box: str
    time: int
    terrains: tuple[str, ...]
    shapes: tuple[CardShape, ...]


class RuinsInfo(msgspec.Struct, frozen=True):
    """A ruins card."""

    id: str
    box: str


class AmbushInfo(msgspec.Struct, frozen=True):
    """An ambush card."""

    id: str
    box: str
    shape: CardShape
    clockwise: bool
    corner: str
    letter: str | None


class HeroInfo(msgspec.Struct, frozen=True):
    """A hero card; ``attack`` are (row, column) steps from the hero."""

    id: str
    box: str
    attack: tuple[tuple[int, int], ...]


class ScoringInfo(msgspec.Struct, frozen=True):
    """A scoring card."""

    id: str
    box: str
    suit: str
    solo_value: int


class SkillInfo(msgspec.Struct, frozen=True):
    """A skill card."""

    id: str
    cost: int


class SeasonInfo(msgspec.Struct, frozen=True):
    """A season card: its time, and the places (0 to 3) of the edicts it scores."""

    id: str
    time: int
    edicts: tuple[int, int]


class TitleInfo(msgspec.Struct, frozen=True):
    """A solo title, and the lowest rating that earns it."""

    id: str
    rating: int


class CardCatalogue(msgspec.Struct, frozen=True):
    """Everything printed in the boxes."""

    explore: tuple[ExploreInfo, ...]
    ruins: tuple[RuinsInfo, ...]
    ambushes: tuple[AmbushInfo, ...]
    heroes: tuple[HeroInfo, ...]
    scoring: tuple[ScoringInfo, ...]
    seasons: dict[str, tuple[SeasonInfo, ...]]
    """By box."""
    skills: tuple[SkillInfo, ...]
    maps: dict[str, Sheet | None]
    """What is printed on each map; None for one that is known when the game begins."""
    map_boxes: dict[str, str]
    """The box that each printed map is in."""
    boxes: dict[str, dict[str, Any]]
    """What each box changes in a set-up."""
    rulebooks: tuple[str, ...]
    terrains: tuple[str, ...]
    titles: tuple[TitleInfo, ...]
    coin_slots: int
    """How many coins a map has room for."""


@cache
def reference() -> bytes:
    """Return the reference except for its words, encoded."""
    return msgspec.json.encode(book())


@cache
def catalogue() -> bytes:
    """Return the catalogue, encoded."""
    return msgspec.json.encode(msgspec.convert(card_list(), CardCatalogue))
