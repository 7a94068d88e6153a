"""The four seasons and their time thresholds (RULES 2.3)."""

from dataclasses import dataclass
from typing import Final

from quillmap.rules.cards import Box


@dataclass(frozen=True, slots=True)
class Season:
    """A season card: how long it lasts and which two edicts it scores, as places 0 to 3."""

    id: str
    time: int
    edicts: tuple[int, int]


def _year(summer: int) -> tuple[Season, ...]:
    return (
        Season("spring", 8, (0, 1)),
        Season("summer", summer, (1, 2)),
        Season("autumn", 7, (2, 3)),
        Season("winter", 6, (3, 0)),
    )


SEASONS: Final[dict[str, tuple[Season, ...]]] = {Box.BASE.value: _year(8), Box.HEROES.value: _year(7)}
"""By box."""
SEASON_IDS: Final = tuple(season.id for season in SEASONS[Box.BASE])
WINTER: Final = 3
