"""Which tables may leave the memory: nobody looks at them, and nothing happens there by itself for a while.

That is no matter of minutes only. Whoever reads one stored table after the other, or opens tables whose clocks run for
days, would fill the memory otherwise. So of all that could rest, those that were used last stay, as long as there is
room for their seats.
"""

import math
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from quillmap.server.bots.players import bot_seats
from quillmap.server.push.turns import reminder_before
from quillmap.server.tables.document import PLAYING

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

SHORTEST_REST: Final = 1200.0
"""Seconds for which nothing has to happen at a table that rests: more than any clock of seconds has."""


def rest_of(table: "LiveTable", now: float) -> float | None:
    """Return until when a table may rest from *now* on; None if it may not.

    That is infinite if nothing happens there before somebody comes.
    """
    if table.connections or table.unstored or table.has_failed or bot_seats(table):
        return None
    until = _next_event(table, now)
    return until if until - now >= SHORTEST_REST else None


def _next_event(table: "LiveTable", now: float) -> float:
    """Return when something happens at a table without people: somebody is reminded, or the time is up."""
    document = table.document
    if document.status != PLAYING or document.deadline in (None, document.passed_deadline):
        return math.inf
    deadline = document.deadline or 0.0
    reminder = deadline - reminder_before(document.pace)
    return reminder if now < reminder else deadline


def to_unload(
    tables: Iterable["LiveTable"], now: float, idle_seconds: float, most_seats: int
) -> Iterator[tuple["LiveTable", float]]:
    """Yield the tables that leave the memory, and until when: not used for long, or too many that could rest."""
    resting = [(table, until) for table in tables if (until := rest_of(table, now)) is not None]
    oldest = time.monotonic() - idle_seconds
    seats = 0
    for table, until in sorted(resting, key=lambda each: each[0].last_used, reverse=True):
        seats += len(table.document.seats)
        if table.last_used < oldest or seats > most_seats:
            yield table, until
