"""Results of the daily expedition: one's own at once, everybody's by name when the day is over, the best of a week.

A player is known by a secret of the device. Its hash finds their attempts and is never sent to anybody.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final, TypeAlias

from quillmap.rules.counting import title_of
from quillmap.server.problems import Problem
from quillmap.server.protocol.daily_bodies import (
    DailyHistory,
    DailyResult,
    DailyRow,
    DailyWeek,
    Leaderboard,
    OwnDay,
    WeekRow,
)
from quillmap.server.storage.rows import Attempt
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.tokens import hash_of

MOST_ROWS: Final = 500
MOST_DAYS: Final = 400
"""Days in a player's own history."""
DAYS: Final = 7
COUNTED_DAYS: Final = 5
"""Days of a week that count, the best ones."""

KEPT_SECONDS: Final = 60.0
"""For how long the table of a week is kept."""
RankedWeek: TypeAlias = list[tuple[str, WeekRow]]
"""The lines of a week with the hash of each player, the most stars first."""


class DailyResults:
    """The results of one server's expeditions."""

    def __init__(self, registry: TableRegistry) -> None:
        self._storage = registry.storage
        self._calendar = registry.calendar
        self._weeks: dict[tuple[date, date], asyncio.Task[RankedWeek]] = {}

    async def own_day(self, day: date, player: str) -> OwnDay:
        """Return a player's result of a day, with their place among all who have finished so far."""
        written = day.isoformat()
        attempt = await self._storage.attempt(written, hash_of(player))
        result = None if attempt is None else _result(attempt)
        counts = await self._storage.day_counts(written)
        better = 0 if result is None else await self._storage.better_attempts(written, result.rating)
        return OwnDay(
            day=written,
            state="open" if attempt is None else "finished" if result else "late" if self._is_over(day) else "playing",
            table="" if attempt is None else attempt.table,
            result=result,
            place=None if result is None else 1 + better,
            finished=counts.finished,
        )

    def _is_over(self, day: date) -> bool:
        return self._calendar.is_over(day)

    async def history(self, day: date, player: str) -> DailyHistory:
        """Return a player's results up to a day, the latest first."""
        attempts = await self._storage.attempts_of(hash_of(player), day.isoformat(), MOST_DAYS)
        return DailyHistory(tuple(result for each in attempts if (result := _result(each))))

    async def leaderboard(self, day: date) -> Leaderboard:
        """Return the results of a day that is over; a better rating first."""
        if not self._is_over(day):
            raise Problem("day-not-over")
        ranking = await self._storage.ranking(day.isoformat(), MOST_ROWS)
        results = [(each.name, result) for each in ranking.best if (result := _result(each))]
        places = places_of([result.rating for _, result in results])
        found = tuple(
            DailyRow(place, name, result.rating, result.total, result.title, result.game)
            for place, (name, result) in zip(places, results, strict=True)
        )
        return Leaderboard(day.isoformat(), found, ranking.finished)

    async def week(self, day: date, player: str | None) -> DailyWeek:
        """Return the table of the week that *day* is in, as far as its days are over."""
        monday = day - timedelta(days=day.weekday())
        last = min(monday + timedelta(days=DAYS - 1), self._calendar.today() - timedelta(days=1))
        ranked = await self._ranked(monday, last)
        me = None if player is None else hash_of(player)
        own = next((number for number, (each, _) in enumerate(ranked) if each == me), None)
        return DailyWeek(
            monday=monday.isoformat(),
            is_over=self._is_over(monday + timedelta(days=DAYS - 1)),
            rows=tuple(row for _, row in ranked[:MOST_ROWS]),
            own=None if own is None else ranked[own][1],
            players=len(ranked),
        )

    async def _ranked(self, monday: date, last: date) -> RankedWeek:
        """Return a week as far as it is over, which is ranked once a minute, however many ask."""
        days = (monday, last)
        if days not in self._weeks:
            task = asyncio.create_task(self._rank(monday, last))
            self._weeks[days] = task
            task.add_done_callback(lambda _: self._forget_soon(days))
        return await asyncio.shield(self._weeks[days])

    async def _rank(self, monday: date, last: date) -> RankedWeek:
        attempts = await self._storage.attempts_between(monday.isoformat(), last.isoformat())
        return await asyncio.to_thread(ranked_week, monday, attempts)

    def _forget_soon(self, days: tuple[date, date]) -> None:
        is_ranked = not self._weeks[days].cancelled() and self._weeks[days].exception() is None
        asyncio.get_running_loop().call_later(KEPT_SECONDS if is_ranked else 0, self._weeks.pop, days, None)


def ranked_week(monday: date, attempts: Iterable[Attempt]) -> RankedWeek:
    """Return the lines of a week with the hash of each player, the most stars first.

    *attempts* are finished, and in the order of their days; a player has the name of their last attempt.
    """
    names: dict[str, str] = {}
    stars: dict[str, list[int | None]] = {}
    for each in attempts:
        names[each.player] = each.name
        stars.setdefault(each.player, [None] * DAYS)[(date.fromisoformat(each.day) - monday).days] = each.total
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


def _result(attempt: Attempt) -> DailyResult | None:
    """Return the result of an attempt, if it was finished in time."""
    if attempt.rating is None or attempt.total is None:
        return None
    title = title_of(attempt.rating)
    return DailyResult(attempt.day, attempt.game or "", attempt.total, attempt.rating, title, attempt.seasons)
