"""Bodies and answers of the endpoints that score maps drawn on paper."""

from typing import Annotated

import msgspec

from quillmap.rules.seasons import YEAR
from quillmap.server.games.previews import Award
from quillmap.server.protocol.values import Hex


class ScoreMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Score a paper map: the text map (``docs/text-map.md``), the edicts to count, coins."""

    map: Annotated[str, msgspec.Meta(max_length=2000)]
    edicts: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(min_length=1, max_length=32)
    ]
    coins: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    rulebook: Annotated[str, msgspec.Meta(max_length=20)] = "standard"


class PaperSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper map at the end of a season: the text map, and the coins by then."""

    map: Annotated[str, msgspec.Meta(max_length=2000)]
    coins: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


class ScoreYear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Score a paper map season by season: edicts A to D, and the sheet of every season that is over."""

    edicts: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(min_length=YEAR, max_length=YEAR)
    ]
    seasons: Annotated[tuple[PaperSheet | None, ...], msgspec.Meta(min_length=1, max_length=YEAR)]
    """From spring on; null is a season that is not counted."""
    rulebook: Annotated[str, msgspec.Meta(max_length=20)] = "standard"


class PaperEdict(msgspec.Struct, frozen=True):
    """What one edict gives for a paper map."""

    card: str
    points: int
    awards: tuple[Award, ...]


class PaperScore(msgspec.Struct, frozen=True):
    """What a paper map is worth."""

    edicts: tuple[PaperEdict, ...]
    coins: int
    monsters: int
    monster_spaces: Hex
    total: int


class PaperSeason(msgspec.Struct, frozen=True):
    """What a paper map scores in one season: its two edicts, by their places 0 to 3, coins and monsters."""

    season: str
    places: tuple[int, ...]
    score: PaperScore


class PaperYear(msgspec.Struct, frozen=True):
    """What a paper map scores in a year; rating and title only when all four seasons are there."""

    seasons: tuple[PaperSeason | None, ...]
    total: int
    rating: int | None
    title: str | None
