"""The register of scoring cards: ``@card`` puts a card's function here, next to its data."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from quillmap.rules.cards import Box
from quillmap.rules.ids import CardId
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import Mask

Awards: TypeAlias = Iterator[tuple[int, Mask]]
"""Points, and the spaces that earn them."""

Scorer: TypeAlias = Callable[[Sheet], Awards]


class Suit(StrEnum):
    """The four kinds of scoring cards; every game has one of each (2.2)."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM_WATER = "farm-water"
    SPATIAL = "spatial"


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A scoring card and the function that counts it."""

    id: CardId
    box: Box
    suit: Suit
    solo_value: int
    awards: Scorer


SCORING: Final[dict[CardId, ScoringCard]] = {}
"""Every scoring card by id, in the order of the files."""

VARIANTS: Final[dict[tuple[CardId, str], Scorer]] = {}
"""How a rulebook counts a card, where it differs (12)."""


def card(card_id: str, box: Box, suit: Suit, solo_value: int) -> Callable[[Scorer], Scorer]:
    """Register a scoring card."""

    def register(awards: Scorer) -> Scorer:
        SCORING[CardId(card_id)] = ScoringCard(CardId(card_id), box, suit, solo_value, awards)
        return awards

    return register


def variant(card_id: str, rulebook: str) -> Callable[[Scorer], Scorer]:
    """Register how *rulebook* counts a card."""

    def register(awards: Scorer) -> Scorer:
        VARIANTS[CardId(card_id), rulebook] = awards
        return awards

    return register
