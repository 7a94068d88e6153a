"""Moves as clients write them: as in the record of a game, without the seat."""

from typing import Annotated, Any, TypeAlias

import msgspec

from quillmap.play.codec import write_move
from quillmap.rules.moves import Move

SpaceName: TypeAlias = Annotated[str, msgspec.Meta(max_length=3)]
Spaces: TypeAlias = Annotated[list[SpaceName], msgspec.Meta(max_length=121)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]


class DrawMove(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="draw", omit_defaults=True
):
    """Draw a shape of the card, with a skill or without."""

    spaces: Spaces
    terrain: Word
    skill: Word | None = None
    extra: Spaces = []
    extra_terrain: Word | None = None


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
    """Have one's answer back."""


AnyMove: TypeAlias = DrawMove | PlaceHeroMove | DestroyMove | DeclareMove | TakeBackMove
WrittenMove: TypeAlias = Annotated[dict[str, Any], msgspec.Meta(extra={"holds": AnyMove})]
"""A move on its way to a client."""


def written(move: Move) -> WrittenMove:
    """Return *move* as a client would send it: the seat goes without saying."""
    found = write_move(move)
    del found["seat"]
    return found
