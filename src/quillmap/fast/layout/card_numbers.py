"""Cards and sets of spaces as numbers.

A card's number is its place in ``CARDS``, a scoring card's its place in ``SCORING``.
"""

from typing import Final

from quillmap.rules.cards import CARDS
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, VARIANTS

NUMBER: Final[dict[CardId, int]] = {card: number for number, card in enumerate(CARDS)}
SCORING_NUMBER: Final[dict[tuple[CardId, str], int]] = {
    **{(card, ""): number for number, card in enumerate(SCORING)},
    **{key: len(SCORING) + number for number, key in enumerate(VARIANTS)},
}
"""The number of every scoring card, and of every way in which a rulebook counts one differently."""


def scoring_number(card: CardId, rulebook: str) -> int:
    """Return the number of the function that counts *card* under *rulebook*."""
    return SCORING_NUMBER.get((card, rulebook), SCORING_NUMBER[card, ""])


def halves(spaces: int) -> tuple[int, int]:
    """Return the two 64-bit halves of a set."""
    return spaces & (2**64 - 1), spaces >> 64
