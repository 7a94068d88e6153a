"""What the printed rulebooks do differently (RULES 12). How they count a card is with the card."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from quillmap.rules.terrain import DRAWABLE, Terrain


class SoloAmbush(StrEnum):
    """How an ambush finds its place without a neighbour (8.2)."""

    SLIDE = "slide"
    COVER = "cover"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The options of one printed rulebook."""

    id: str
    fallback_any: bool = True
    """Whether the 1×1 of 4.3 may have any terrain, or only those of the card."""
    solo_ambush: SoloAmbush = SoloAmbush.SLIDE
    ambush_single: tuple[Terrain, ...] = (Terrain.MONSTER,)
    """The terrain of the 1×1 that replaces an ambush (5.2)."""


RULEBOOKS: Final[dict[str, Rulebook]] = {
    book.id: book
    for book in (
        Rulebook("standard"),
        Rulebook("pl"),
        Rulebook("de", solo_ambush=SoloAmbush.COVER),
        Rulebook("hu"),
        Rulebook("el", fallback_any=False, ambush_single=DRAWABLE),
    )
}
