"""Every card, map and number of the game as JSON, straight from the rules: a page needs no list of its own."""

from functools import cache
from typing import Any

import msgspec

from quillmap.reference.book import book
from quillmap.rules.cards import AMBUSHES, EXPLORE, HEROES, RUINS, AmbushCard, ExploreCard
from quillmap.rules.counting import TITLES
from quillmap.rules.maps import MAPS, blank_sheet
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import PRESETS
from quillmap.rules.shapes import Shape
from quillmap.rules.sheet import COIN_SLOTS
from quillmap.rules.skills import COST
from quillmap.rules.terrain import DRAWABLE
from quillmap.server.games.board import sheet_board, to_hex
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
    """A solo title, and the rating from which on it is granted."""

    id: str
    rating: int


class CardCatalogue(msgspec.Struct, frozen=True):
    """Everything that is printed."""

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
    boxes: dict[str, dict[str, Any]]
    """What each box changes in a set-up."""
    rulebooks: tuple[str, ...]
    terrains: tuple[str, ...]
    titles: tuple[TitleInfo, ...]
    coin_slots: int
    """How many coins a map has room for."""


@cache
def reference() -> bytes:
    """Return what the rules to read are made of but for their words, encoded."""
    return msgspec.json.encode(book())


@cache
def catalogue() -> bytes:
    """Return the catalogue, encoded."""
    return msgspec.json.encode(
        CardCatalogue(
            explore=tuple(_explore(card) for card in EXPLORE),
            ruins=tuple(RuinsInfo(card.id, card.box) for card in RUINS),
            ambushes=tuple(_ambush(card) for card in AMBUSHES),
            heroes=tuple(HeroInfo(card.id, card.box, tuple(card.attack)) for card in HEROES),
            scoring=tuple(ScoringInfo(card.id, card.box, card.suit, card.solo_value) for card in SCORING.values()),
            seasons={
                box: tuple(SeasonInfo(season.id, season.time, season.edicts) for season in year)
                for box, year in SEASONS.items()
            },
            skills=tuple(SkillInfo(skill, cost) for skill, cost in COST.items()),
            maps={name: _printed(name) for name in MAPS},
            boxes=PRESETS,
            rulebooks=tuple(RULEBOOKS),
            terrains=tuple(DRAWABLE),
            titles=tuple(TitleInfo(title, rating) for rating, title in TITLES),
            coin_slots=COIN_SLOTS,
        )
    )


def _explore(card: ExploreCard) -> ExploreInfo:
    return ExploreInfo(card.id, card.box, card.time, card.terrains, tuple(_shape(shape) for shape in card.shapes))


def _ambush(card: AmbushCard) -> AmbushInfo:
    return AmbushInfo(card.id, card.box, _shape(card.shape), card.clockwise, card.corner, card.letter)


def _shape(shape: Shape) -> CardShape:
    turns = tuple(ShapeTurn(to_hex(turn.mask), turn.height, turn.width) for turn in shape.orientations)
    return CardShape(tuple(shape.rows), shape.coin, turns)


def _printed(name: str) -> Sheet | None:
    """Return what is printed on a map; a generated one is known when the game begins."""
    if name.startswith("generated"):
        return None
    return sheet_board(blank_sheet(name, ""))
