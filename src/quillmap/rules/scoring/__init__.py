"""The 32 scoring cards (RULES 11), a file for each suit.

A card is one generator that yields ``(points, spaces)``: the same answer gives the score, the highlight on the
map and the explanation. It is pure, knows nothing but the sheet, and compiles unchanged (see ``spaces``).
"""

from quillmap.rules.ids import CardId
from quillmap.rules.scoring import farm_water, forest, spatial, village
from quillmap.rules.scoring.registry import SCORING, VARIANTS, Awards, ScoringCard, Suit
from quillmap.rules.sheet import Sheet

__all__ = ["SCORING", "VARIANTS", "Awards", "ScoringCard", "Suit", "awards", "score"]

_FILES = (forest, village, farm_water, spatial)  # importing them registers their cards


def awards(card: CardId, sheet: Sheet, rulebook: str = "standard") -> Awards:
    """Yield the points that *card* gives for *sheet*, with the spaces that earn them."""
    return VARIANTS.get((card, rulebook), SCORING[card].awards)(sheet)


def score(card: CardId, sheet: Sheet, rulebook: str = "standard") -> int:
    """Return the points that *card* gives for *sheet*."""
    return sum(points for points, _ in awards(card, sheet, rulebook))
