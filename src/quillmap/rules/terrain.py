"""Terrain types (RULES 1.1)."""

from enum import StrEnum
from typing import Final


class Terrain(StrEnum):
    """A terrain type; its value is its id, and the name of its field in ``Sheet``."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM = "farm"
    WATER = "water"
    MONSTER = "monster"
    HERO = "hero"
    MOUNTAIN = "mountain"


DRAWABLE: Final = (
    Terrain.FOREST,
    Terrain.VILLAGE,
    Terrain.FARM,
    Terrain.WATER,
    Terrain.MONSTER,
)
"""What a 1×1 may be filled with when nothing else fits (RULES 4.3)."""
