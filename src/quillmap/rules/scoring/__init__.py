"""The 32 scoring cards (RULES 11), a file for each suit.

A card is one generator that yields ``(points, spaces)``: the same answer gives the score, the highlight on the
map and the explanation. It is pure, knows nothing but the sheet, and compiles unchanged (see ``spaces``).
"""

from quillmap.errors import QuillmapError
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import farm_water, forest, spatial, village
from quillmap.rules.scoring.registry import SCORING, VARIANTS, Awards, ScoringCard, Suit
from quillmap.rules.sheet import Sheet

__all__ = ["SCORING", "VARIANTS", "Awards", "ScoringCard", "Suit", "UnknownScoringCard", "awards", "score"]

_FILES = (forest, village, farm_water, spatial)  # importing them registers their cards


class UnknownScoringCard(QuillmapError, KeyError):
    """There is no scoring card with this id."""

    def __str__(self) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  # only needed to complain

        near = get_close_matches(str(self.args[0]), SCORING, n=1) or list(SCORING)
        meant = f"did you mean {near[0]!r}?" if len(near) == 1 else f"there are {', '.join(near)}"
        return f"there is no scoring card {self.args[0]!r}: {meant}"


def awards(card: CardId, sheet: Sheet, rulebook: str = "standard") -> Awards:
    """Yield the points that *card* gives for *sheet*, with the spaces that earn them."""
    try:
        count = VARIANTS.get((card, rulebook), SCORING[card].awards)
    except (KeyError, TypeError):  # a list, say, can't be a key
        raise UnknownScoringCard(card) from None
    return count(sheet)


def score(card: CardId, sheet: Sheet, rulebook: str = "standard") -> int:
    """Return the points that *card* gives for *sheet*."""
    return sum(points for points, _ in awards(card, sheet, rulebook))
