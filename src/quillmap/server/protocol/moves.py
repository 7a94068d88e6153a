"""Moves as clients write them: as in the record of a game, without the seat."""

from typing import Annotated, Any, TypeAlias, assert_never

import msgspec

from quillmap.play.codec import write_move
from quillmap.play.notation import read_spaces
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare, Destroy, Draw, Move, PlaceHero, TakeBack
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain

# Not ``$``, which would let a line break follow.
SpaceName: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-K]([1-9]|1[01])(?![\s\S])")]
# For the page both are just texts: it takes them from the choices it was offered.
TerrainId: TypeAlias = Annotated[
    Terrain, msgspec.Meta(title="TerrainId", description="A terrain", extra={"typescript": "string"})
]
SkillId: TypeAlias = Annotated[
    Skill, msgspec.Meta(title="SkillId", description="A skill", extra={"typescript": "string"})
]
Spaces: TypeAlias = Annotated[list[SpaceName], msgspec.Meta(max_length=121)]


class DrawMove(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="draw", omit_defaults=True
):
    """Draw a shape of the card, with a skill or without."""

    spaces: Spaces
    terrain: TerrainId
    skill: SkillId | None = None
    extra: Spaces = []
    extra_terrain: TerrainId | None = None


class PlaceHeroMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="place-hero"):
    """Draw the hero; ``path`` are the spaces of its attack path that lie on the map."""

    space: SpaceName
    path: Spaces


class DestroyMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="destroy"):
    """Choose what the Gorgon or the Troll destroys."""

    space: SpaceName


class DeclareMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="declare"):
    """Say whether Acrobatics is used."""

    use: bool


class TakeBackMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="take-back"):
    """Take one's answer back."""


AnyMove: TypeAlias = DrawMove | PlaceHeroMove | DestroyMove | DeclareMove | TakeBackMove
WrittenMove: TypeAlias = Annotated[dict[str, Any], msgspec.Meta(extra={"holds": AnyMove})]
"""A move on its way to a client."""


def to_move(sent: AnyMove, seat: Seat) -> Move:
    """Return the move that a client sent as a move of *seat*: clients can't name a seat."""
    match sent:
        case DrawMove():
            spaces, extra = read_spaces(sent.spaces), read_spaces(sent.extra)
            return Draw(seat, spaces, sent.terrain, sent.skill, extra, sent.extra_terrain)
        case PlaceHeroMove():
            return PlaceHero(seat, read_spaces([sent.space]), read_spaces(sent.path))
        case DestroyMove():
            return Destroy(seat, read_spaces([sent.space]))
        case DeclareMove():
            return Declare(seat, sent.use)
        case TakeBackMove():
            return TakeBack(seat)
    assert_never(sent)


def written(move: Move) -> WrittenMove:
    """Return *move* as a client would send it, without the seat."""
    found = write_move(move)
    del found["seat"]
    return found
