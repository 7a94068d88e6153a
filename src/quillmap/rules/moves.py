"""Moves: what a seat asks for."""

from typing import Final, TypeAlias

from quillmap.rules.ids import Seat
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain
from quillmap.rules.values import value


@value
class Draw:
    """Ask to draw a shape of the revealed card, with a skill or without."""

    seat: Seat
    spaces: Mask
    terrain: Terrain
    skill: Skill | None = None
    extra: Mask = 0
    """The spaces that the skill draws besides."""
    extra_terrain: Terrain | None = None
    """Only for Healing, which has a choice."""


@value
class PlaceHero:
    """Ask to draw the revealed hero, its attack path turned some way."""

    seat: Seat
    space: Mask
    path: Mask
    """The spaces of the path that lie on the map."""


@value
class Destroy:
    """Choose the space that the Gorgon or the Troll destroys."""

    seat: Seat
    space: Mask


@value
class Declare:
    """Say whether Acrobatics is used against the revealed ambush."""

    seat: Seat
    use: bool


@value
class TakeBack:
    """Ask to have one's answer back; possible until everybody has answered."""

    seat: Seat


Answer: TypeAlias = Draw | PlaceHero | Destroy | Declare
Move: TypeAlias = Answer | TakeBack


class IllegalMove(Exception):
    """A move that the rules don't allow now: a code and what it is about."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        details = ", ".join(f"{key} {value}" for key, value in self.params.items())
        return REFUSALS[self.code] + (f" ({details})" if details else "")


REFUSALS: Final = {
    "unknown-seat": "there is no such seat at this table",
    "game-over": "the game is over",
    "not-asked": "this seat has nothing to decide now",
    "already-answered": "this seat has already answered",
    "nothing-to-take-back": "there is nothing to take back",
    "wrong-answer": "that is not what was asked for",
    "off-the-map": "there are no such spaces",
    "nothing-drawn": "a drawing needs at least one space",
    "space-filled": "the drawing covers a filled space",
    "wrong-shape": "these spaces are not a shape of the card",
    "shape-fits": "a shape of the card can still be drawn, so a single space is not allowed",
    "ruins-not-covered": "the drawing has to cover an empty ruins space",
    "wrong-terrain": "the card does not offer this terrain",
    "not-the-first-place": "the ambush comes to another place first",
    "wrong-path": "that is not the hero's attack path in any turn",
    "not-a-target": "this space can't be destroyed",
    "skill-not-open": "this skill is not in the game",
    "skill-used": "a skill was already used this season",
    "skill-too-dear": "there are not enough coins for this skill",
    "skill-not-now": "this skill can't be used now",
    "extra-not-allowed": "there is nothing else to draw",
    "extra-wrong-shape": "that is not the shape this skill draws",
    "extra-space-filled": "the skill's shape covers a filled space",
    "extra-wrong-terrain": "the skill does not offer this terrain",
    "extra-not-adjacent": "the skill's shape is not where it has to be",
}
"""Why a move is refused, by code."""
