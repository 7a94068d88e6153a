"""Moves in the players' notation."""

from helpers.maps import spaces
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Declare, Destroy, Draw, PlaceHero, TakeBack
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import Terrain


def draw(
    names: str, terrain: str, seat: int = 0, skill: str | None = None, extra: str = "", extra_terrain: str | None = None
) -> Draw:
    """Return the move of drawing these spaces with a terrain: ``draw("A1 A2", "water")``."""
    return Draw(
        Seat(seat),
        spaces(names),
        Terrain(terrain),
        None if skill is None else Skill(skill),
        spaces(extra),
        None if extra_terrain is None else Terrain(extra_terrain),
    )


def place_hero(name: str, path: str, seat: int = 0) -> PlaceHero:
    """Return the move of drawing a hero and its attack path."""
    return PlaceHero(Seat(seat), spaces(name), spaces(path))


def destroy(name: str, seat: int = 0) -> Destroy:
    """Return the choice of the space that a Gorgon or a Troll destroys."""
    return Destroy(Seat(seat), spaces(name))


def declare(*, use: bool, seat: int = 0) -> Declare:
    """Return the answer whether Acrobatics is used."""
    return Declare(Seat(seat), use)


def take_back(seat: int = 0) -> TakeBack:
    """Return the wish to have one's answer back."""
    return TakeBack(Seat(seat))
