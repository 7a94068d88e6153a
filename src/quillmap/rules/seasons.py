"""The four seasons and their time thresholds (RULES 2.3)."""

from dataclasses import dataclass
from typing import Final

from quillmap.rules.cards import Box

YEAR: Final = 4
"""How many seasons a year has, and edicts a table."""
WINTER: Final = 3


def edicts_of(season: int) -> tuple[int, int]:
    """Return the places of the two edicts that a season scores: its own and the next."""
    return season, (season + 1) % YEAR


def scorings_left(edict: int, season: int) -> int:
    """Return how often an edict is scored from a season on: in its own and the one before, as ``edicts_of`` says."""
    return (season <= edict) + (season <= (edict + YEAR - 1) % YEAR)


@dataclass(frozen=True, slots=True)
class Season:
    """A season card: how long it lasts and which two edicts it scores, as places 0 to 3."""

    id: str
    time: int
    edicts: tuple[int, int]


def _year(summer: int) -> tuple[Season, ...]:
    return (
        Season("spring", 8, edicts_of(0)),
        Season("summer", summer, edicts_of(1)),
        Season("autumn", 7, edicts_of(2)),
        Season("winter", 6, edicts_of(3)),
    )


SEASONS: Final[dict[str, tuple[Season, ...]]] = {Box.BASE.value: _year(8), Box.HEROES.value: _year(7)}
"""By box."""
SEASON_IDS: Final = tuple(season.id for season in SEASONS[Box.BASE])
