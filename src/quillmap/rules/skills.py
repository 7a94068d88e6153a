"""The eight skill cards (RULES 9)."""

from enum import StrEnum
from typing import Final


class Skill(StrEnum):
    """A skill card; its value is its id."""

    ACROBATICS = "acrobatics"
    CONCENTRATION = "concentration"
    HEALING = "healing"
    DIPLOMACY = "diplomacy"
    LORE = "lore"
    STEALTH = "stealth"
    NEGOTIATION = "negotiation"
    SEARCH = "search"


COST: Final[dict[Skill, int]] = {
    Skill.ACROBATICS: 2,
    Skill.CONCENTRATION: 3,
    Skill.HEALING: 1,
    Skill.DIPLOMACY: 1,
    Skill.LORE: 0,
    Skill.STEALTH: 0,
    Skill.NEGOTIATION: 1,
    Skill.SEARCH: 0,
}

WITH_EXTRA: Final = frozenset({Skill.CONCENTRATION, Skill.HEALING, Skill.DIPLOMACY, Skill.SEARCH})
"""The skills that draw something in addition to the main shape."""

NEEDS_PRINTED_SHAPE: Final = frozenset({Skill.CONCENTRATION, Skill.LORE})
"""The skills that repeat or fill the chosen shape: there is none when only a 1×1 can be drawn (4.3)."""

OPEN: Final = 3
"""How many skill cards lie open."""
