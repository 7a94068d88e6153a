"""Results of the daily expedition: one's own at once, everybody's by name when the day is over, the best of a week.

A player is known by a secret of the device. Its hash finds their attempts and is never sent to anybody.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from quillmap.rules.counting import title_of
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import (
    DailyHistory,
    DailyResult,
    DailyRow,
    DailyWeek,
    Leaderboard,
    OwnDay,
    WeekRow,
)
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.tokens import hash_of

MOST_ROWS: Final = 500
MOST_DAYS: Final = 400
"""Days in a player's own history."""
DAYS: Final = 7
COUNTED_DAYS: Final = 5
"""Days of a week that count, the best ones."""

_RESULT: Final = "day, game, total, rating, seasons"


class DailyResults:
    """The results of one server's expeditions."""

    def __init__(self, registry: TableRegistry) -> None:
        self._storage = registry.storage
        self._calendar = registry.calendar

    async def own_day(self, day: date, player: str) -> OwnDay:
        """Return a player's result of a day, with their place among all who have finished so far."""
        return await asyncio.to_thread(self._own_day, day, hash_of(player))

    def _own_day(self, day: date, player: str) -> OwnDay:
        written = day.isoformat()
        sql = f"SELECT table_id, {_RESULT} FROM attempts WHERE day = ? AND player = ?"
        row = self._storage.row(sql, written, player)
        result = None if row is None or row[4] is None else _result(row[1:])
        counts = (
            "SELECT count(*), count(*) FILTER (WHERE rating > ?) FROM attempts WHERE day = ? AND rating IS NOT NULL"
        )
        finished, better = self._storage.row(counts, 0 if result is None else result.rating, written) or (0, 0)
        return OwnDay(
            day=written,
            state="open" if row is None else "finished" if result else "late" if self._is_over(day) else "playing",
            table="" if row is None else row[0],
            result=result,
            place=None if result is None else 1 + better,
            finished=finished,
        )

    def _is_over(self, day: date) -> bool:
        return self._calendar.is_over(day)

    async def history(self, day: date, player: str) -> DailyHistory:
        """Return a player's results up to a day, the latest first."""
        sql = (
            f"SELECT {_RESULT} FROM attempts WHERE player = ? AND day <= ? AND rating IS NOT NULL"
            " ORDER BY day DESC LIMIT ?"
        )
        rows = await asyncio.to_thread(self._storage.rows, sql, hash_of(player), day.isoformat(), MOST_DAYS)
        return DailyHistory(tuple(_result(row) for row in rows))

    async def leaderboard(self, day: date) -> Leaderboard:
        """Return the results of a day that is over; a better rating first."""
        if not self._is_over(day):
            raise Problem("day-not-over")
        sql = (
            "SELECT name, rating, total, game, count(*) OVER () FROM attempts WHERE day = ? AND rating IS NOT NULL"
            " ORDER BY rating DESC, total DESC, game LIMIT ?"
        )
        rows = await asyncio.to_thread(self._storage.rows, sql, day.isoformat(), MOST_ROWS)
        places = places_of([row[1] for row in rows])
        found = tuple(
            DailyRow(place, name, rating, total, title_of(rating), game)
            for place, (name, rating, total, game, _) in zip(places, rows, strict=True)
        )
        return Leaderboard(day.isoformat(), found, rows[0][4] if rows else 0)

    async def week(self, day: date, player: str | None) -> DailyWeek:
        """Return the table of the week that *day* is in, as far as its days are over."""
        monday = day - timedelta(days=day.weekday())
        last = min(monday + timedelta(days=DAYS - 1), self._calendar.today() - timedelta(days=1))
        sql = (
            "SELECT player, name, day, total FROM attempts WHERE day BETWEEN ? AND ? AND rating IS NOT NULL"
            " ORDER BY day"
        )
        rows = await asyncio.to_thread(self._storage.rows, sql, monday.isoformat(), last.isoformat())
        me = None if player is None else hash_of(player)
        ranked = ranked_week(monday, (Attempt(*row) for row in rows))
        own = next((number for number, (each, _) in enumerate(ranked) if each == me), None)
        return DailyWeek(
            monday=monday.isoformat(),
            is_over=self._is_over(monday + timedelta(days=DAYS - 1)),
            rows=tuple(row for _, row in ranked[:MOST_ROWS]),
            own=None if own is None else ranked[own][1],
            players=len(ranked),
        )


class Attempt(NamedTuple):
    """A counted attempt that was finished in time."""

    player: str
    name: str
    day: str
    stars: int


def ranked_week(monday: date, attempts: Iterable[Attempt]) -> list[tuple[str, WeekRow]]:
    """Return the lines of a week with the hash of each player, the most stars first.

    *attempts* are in the order of their days; a player has the name of their last attempt.
    """
    names: dict[str, str] = {}
    stars: dict[str, list[int | None]] = {}
    for player, name, day, total in attempts:
        names[player] = name
        stars.setdefault(player, [None] * DAYS)[(date.fromisoformat(day) - monday).days] = total
    totals = {player: best_days(days) for player, days in stars.items()}
    order = sorted(stars, key=lambda player: (-totals[player], names[player], player))
    places = places_of([totals[player] for player in order])
    return [
        (player, WeekRow(place, names[player], totals[player], tuple(stars[player])))
        for place, player in zip(places, order, strict=True)
    ]


def best_days(days: Iterable[int | None]) -> int:
    """Return the stars of the best five days; a day below zero is never worse than one not played."""
    return sum(sorted((max(0, stars) for stars in days if stars is not None), reverse=True)[:COUNTED_DAYS])


def places_of(points: Sequence[int]) -> list[int]:
    """Return the places for *points*, which are in order, the most first; equal ones share a place."""
    places: list[int] = []
    for number, each in enumerate(points):
        places.append(places[-1] if number and each == points[number - 1] else number + 1)
    return places


def _result(row: Sequence[Any]) -> DailyResult:
    day, game, total, rating, seasons = row
    # Attempts of earlier versions did not keep what each season brought.
    kept = () if seasons is None else msgspec.json.decode(seasons, type=tuple[int, ...])
    return DailyResult(day, game, total, rating, title_of(rating), kept)
