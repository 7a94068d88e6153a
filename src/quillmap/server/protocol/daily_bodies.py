"""Bodies and answers of the endpoints of the daily expedition."""

from typing import Any, Literal

import msgspec

from quillmap.server.protocol.bodies import Name, OwnToken, Title
from quillmap.server.tables.document import Crest


class StartDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play the expedition of a day. ``player`` is a secret of the device, so that one attempt counts."""

    player: OwnToken
    name: Name
    title: Title = ""
    crest: Crest = ()


class DailyInfo(msgspec.Struct, frozen=True):
    """The expedition of a day."""

    day: str
    setup: dict[str, Any]
    is_over: bool
    attempts: int
    finished: int
    """How many of the attempts are finished, and were so before the day was over."""
    seconds_left: float
    """Until the day is over; 0 if it is."""
    seed: str = ""
    """What it was dealt from, once the day is over: whoever has it can practise without the server."""


class DailyResult(msgspec.Struct, frozen=True):
    """How somebody's counted attempt ended."""

    day: str
    game: str
    total: int
    rating: int
    title: str
    seasons: tuple[int, ...]
    """The stars of each season; empty for attempts of earlier versions."""


class OwnDay(msgspec.Struct, frozen=True):
    """One's own attempt at a day, found by the secret of the device."""

    day: str
    state: Literal["open", "playing", "finished", "late"]
    """Not begun, under way, finished in time, or not finished when the day was over."""
    table: str
    result: DailyResult | None
    place: int | None
    """Among those who have finished so far; equal ratings share a place."""
    finished: int
    """How many have finished so far."""


class DailyHistory(msgspec.Struct, frozen=True):
    """One's own results, the latest first."""

    results: tuple[DailyResult, ...]


class DailyRow(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    place: int
    name: str
    rating: int
    total: int
    title: str
    game: str
    """Empty when it was removed after its time."""


class Leaderboard(msgspec.Struct, frozen=True):
    """The results of a day that is over."""

    day: str
    rows: tuple[DailyRow, ...]
    finished: int
    """How many there are, also if not all of them are listed."""


class WeekRow(msgspec.Struct, frozen=True):
    """A line of a week's table: the stars of the best five days."""

    place: int
    name: str
    stars: int
    days: tuple[int | None, ...]
    """The stars of each day from Monday on; None where nothing was finished in time."""


class DailyWeek(msgspec.Struct, frozen=True):
    """The table of a week from Monday to Sunday, as far as its days are over."""

    monday: str
    is_over: bool
    rows: tuple[WeekRow, ...]
    own: WeekRow | None
    """The line of whoever asks with the secret of the device."""
    players: int
