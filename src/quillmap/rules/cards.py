"""Explore, ruins, ambush and hero cards.

Ids are stable for ever. A shape is drawn as it is printed; ``$`` marks the one that gives a coin.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from quillmap.rules.ids import CardId
from quillmap.rules.shapes import Cells, Shape, ShapeName, shape
from quillmap.rules.terrain import DRAWABLE, Terrain


class Box(StrEnum):
    """Where a card comes from."""

    BASE = "base"
    HEROES = "heroes"
    PROMO = "promo"


class Corner(StrEnum):
    """A corner of the map (8.2)."""

    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """A card everybody draws from."""

    id: CardId
    box: Box
    time: int
    terrains: tuple[Terrain, ...]
    named_shapes: tuple[tuple[ShapeName, Shape], ...]

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Its one or two shapes."""
        return tuple(shape for _, shape in self.named_shapes)


@dataclass(frozen=True, slots=True)
class RuinsCard:
    """A card that binds the next explore card to the ruins (3.1)."""

    id: CardId
    box: Box
    time: int = 0


@dataclass(frozen=True, slots=True)
class AmbushCard:
    """A monster for the neighbour's map (5)."""

    id: CardId
    box: Box
    shape: Shape
    clockwise: bool
    corner: Corner
    letter: str | None = None
    """The field of a sheet that remembers the spaces of this monster, if it has a letter."""

    @property
    def named_shapes(self) -> tuple[tuple[ShapeName, Shape], ...]:
        """Its one shape, named as those of explore cards are."""
        return ((ShapeName.FIRST, self.shape),)


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A hero and the attack pattern around it, as (row, column) steps from the hero (6)."""

    id: CardId
    box: Box
    attack: Cells


Card: TypeAlias = ExploreCard | RuinsCard | AmbushCard | HeroCard


_PRINTED_NAMES: Final = (ShapeName.FIRST, ShapeName.SECOND)


def _explore(card: str, box: Box, time: int, terrains: str, *shapes: str) -> ExploreCard:
    drawn = [each.removesuffix("$") for each in shapes]
    return ExploreCard(
        CardId(card),
        box,
        time,
        tuple(Terrain(each) for each in terrains.split()),
        tuple(
            (name, shape(*rows.split("/"), coin=each.endswith("$")))
            for name, rows, each in zip(_PRINTED_NAMES, drawn, shapes, strict=False)
        ),
    )


_ANY: Final = " ".join(DRAWABLE)
_BASE: Final = Box.BASE
_HEROES: Final = Box.HEROES
_PROMO: Final = Box.PROMO

EXPLORE: Final = (
    _explore("great-river", _BASE, 1, "water", "#/#/#$", "..#/.##/##."),
    _explore("farmland", _BASE, 1, "farm", "#/#$", ".#./###/.#."),
    _explore("hamlet", _BASE, 1, "village", "#./##$", "###/##."),
    _explore("forgotten-forest", _BASE, 1, "forest", "#./.#$", "#./##/.#"),
    _explore("hinterland-stream", _BASE, 2, "farm water", "###/#../#.."),
    _explore("homestead", _BASE, 2, "village farm", "#./##/#."),
    _explore("orchard", _BASE, 2, "forest farm", "###/..#"),
    _explore("treetop-village", _BASE, 2, "forest village", "..##/###."),
    _explore("marshlands", _BASE, 2, "forest water", "#../###/#.."),
    _explore("fishing-village", _BASE, 2, "village water", "####"),
    _explore("rift-lands", _BASE, 0, _ANY, "#"),
    _explore("lagoon", _HEROES, 1, "water", ".#/#.$", "###/.#."),
    _explore("pasture", _HEROES, 1, "farm", "#.#$", ".##/##."),
    _explore("settlement", _HEROES, 1, "village", "#/#$", "..#/.##/##."),
    _explore("timber-grove", _HEROES, 1, "forest", "#./##$", "#.#/#.#"),
    _explore("hillside-terrace", _HEROES, 2, "farm water", "##/##"),
    _explore("frontier-dwelling", _HEROES, 2, "village farm", "###/.#./.#."),
    _explore("wildwood-garden", _HEROES, 2, "forest farm", ".##/#.."),
    _explore("woodland-crossroads", _HEROES, 2, "forest village", ".#./###/.#."),
    _explore("coastal-encampment", _HEROES, 2, "village water", "###/#.."),
    _explore("mangrove-swamp", _HEROES, 2, "forest water", "###/#.#"),
    _explore("kethras-gates", _HEROES, 0, _ANY, "#"),
)

RUINS: Final = (
    RuinsCard(CardId("temple-ruins"), _BASE),
    RuinsCard(CardId("outpost-ruins"), _BASE),
)


def _ambush(card: str, box: Box, rows: str, arrow: str, corner: Corner, letter: str | None = None) -> AmbushCard:
    return AmbushCard(CardId(card), box, shape(*rows.split("/")), arrow == "clockwise", corner, letter)


_WITH: Final = "clockwise"
_AGAINST: Final = "counterclockwise"

AMBUSHES: Final = (
    _ambush("goblin-attack", _BASE, "#../.#./..#", _AGAINST, Corner.BOTTOM_RIGHT),
    _ambush("bugbear-assault", _BASE, "#.#/#.#", _WITH, Corner.TOP_RIGHT),
    _ambush("kobold-onslaught", _BASE, "#./##/#.", _WITH, Corner.BOTTOM_LEFT),
    _ambush("gnoll-raid", _BASE, "##/#./##", _AGAINST, Corner.TOP_LEFT),
    _ambush("dragon-inferno", _HEROES, "..#/###/#..", _AGAINST, Corner.BOTTOM_LEFT, "dragon"),
    _ambush("zombie-plague", _HEROES, "#", _AGAINST, Corner.TOP_LEFT, "zombie"),
    _ambush("giant-troll-ravage", _HEROES, "###/.#.", _WITH, Corner.TOP_RIGHT, "troll"),
    _ambush("gorgon-gaze", _HEROES, "#.#/.#.", _WITH, Corner.BOTTOM_RIGHT, "gorgon"),
    _ambush("insectoid-invasion", _PROMO, ".#/##/#.", _WITH, Corner.TOP_LEFT),
    _ambush("ogre-charge", _PROMO, "##/##", _AGAINST, Corner.BOTTOM_LEFT),
    _ambush("ratman-strike", _PROMO, "#/#/#", _WITH, Corner.BOTTOM_RIGHT),
    _ambush("flayer-incursion", _PROMO, "#./##", _AGAINST, Corner.TOP_RIGHT),
)

GORGON: Final = CardId("gorgon-gaze")
ZOMBIE: Final = CardId("zombie-plague")
TROLL: Final = CardId("giant-troll-ravage")
LASTING_AMBUSHES: Final = (ZOMBIE, TROLL)
"""The ambushes that act again after every season but the last (7.4)."""


def _hero(card: str, box: Box, *attack: tuple[int, int]) -> HeroCard:
    return HeroCard(CardId(card), box, attack)


HEROES: Final = (
    _hero("freyla-the-true", _HEROES, (0, 1), (0, 2), (0, 3)),
    _hero("dobrik-of-lorkheim", _HEROES, (-1, 0), (0, -1), (0, 1), (1, 0)),
    _hero("wren-the-lioness", _HEROES, (-1, 2), (0, 2), (1, 2)),
    _hero("dal-of-jolev", _HEROES, (-1, -1), (-1, 1), (1, -1), (1, 1)),
    _hero("hazan-the-mighty", _PROMO, (-1, 0), (-1, 1), (1, -1), (1, 0)),
    _hero("yuvi-twohearts", _PROMO, (0, -1), (0, 2), (0, 3)),
    _hero("plex-the-tyrant", _PROMO, (-1, -1), (-1, 1), (-2, -2), (-2, 2)),
    _hero("immortal-knight", _PROMO, (-1, -1), (-1, 0), (-1, 1), (0, -1)),
)

CARDS: Final[dict[CardId, Card]] = {card.id: card for card in (*EXPLORE, *RUINS, *AMBUSHES, *HEROES)}
"""Every card that can lie in an explore deck."""
