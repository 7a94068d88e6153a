"""Moves: what a seat asks for. ``str`` writes one as a player would, ``D7 D8 E7 water``; ``play.texts`` reads it."""

from typing import TypeAlias

from quillmap.display import Displayed
from quillmap.errors import CodedError
from quillmap.rules.ids import Seat
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain
from quillmap.rules.values import value


class _Asked(Displayed):
    """What every move is."""

    __slots__ = ()
    seat: Seat

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of seat {self.seat}: {self}>"


@value
class Draw(_Asked):
    """Ask to draw a shape of the revealed card, with a skill or without."""

    seat: Seat
    spaces: Mask
    terrain: Terrain
    skill: Skill | None = None
    extra: Mask = 0
    """The spaces that the skill adds."""
    extra_terrain: Terrain | None = None
    """Only for Healing, which has a choice."""


@value
class PlaceHero(_Asked):
    """Ask to draw the revealed hero, its attack path turned some way."""

    seat: Seat
    space: Mask
    path: Mask
    """The spaces of the path that lie on the map."""


@value
class Destroy(_Asked):
    """Choose the space that the Gorgon or the Troll destroys."""

    seat: Seat
    space: Mask


@value
class Declare(_Asked):
    """Say whether Acrobatics is used against the revealed ambush."""

    seat: Seat
    use: bool


@value
class TakeBack(_Asked):
    """Take an answer back; possible until everybody has answered."""

    seat: Seat


Answer: TypeAlias = Draw | PlaceHero | Destroy | Declare
Move: TypeAlias = Answer | TakeBack


class IllegalMove(CodedError):
    """A move that the rules don't allow now."""

    text_key = "errors.move.{code}"
