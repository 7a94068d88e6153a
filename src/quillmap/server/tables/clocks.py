"""Clocks: what happens at a table when the time for a question is up."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from quillmap.server.bots.players import BotPlayers, default_level, play_all, smallest_answer
from quillmap.server.problems import Problem
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.document import PLAYING

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

TICK: Final = 0.25
"""Seconds between two checks of the clocks."""
GRACE: Final = 10.0
"""Seconds after the start of the server in which no time is up: people come back first."""

_log = logging.getLogger("quillmap.pace")


class Clocks:
    """Watches the clocks of all tables in memory."""

    def __init__(
        self,
        tables: Callable[[], Iterable["LiveTable"]],
        bots: BotPlayers,
        calendar: Calendar,
        look: Callable[["LiveTable"], None],
        grace: float = GRACE,
    ) -> None:
        self._tables = tables
        self._bots = bots
        self._calendar = calendar
        self._look = look
        """Called for every table with a clock, to tell people at tables with a pace of days what is due."""
        self._not_before = calendar.now() + grace
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Check the clocks for ever."""
        while True:
            await asyncio.sleep(TICK)
            now = self._calendar.now()
            if now < self._not_before:
                continue
            for table in [each for each in self._tables() if each.document.deadline is not None]:
                if is_time_up(table, now):
                    table.timed_out = table.document.deadline
                    self._start(table)
                else:
                    self._look(table)

    def _start(self, table: "LiveTable") -> None:
        task = asyncio.create_task(self._time_is_up(table))
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a clock failed", exc_info=error)

    async def _time_is_up(self, table: "LiveTable") -> None:
        moment = table.shown
        assert moment is not None
        waiting = sorted(moment.state.waiting)
        match table.document.pace.timeout:
            case "bot":
                level = default_level()
                chosen = await self._bots.choose(moment, [(seat, level) for seat in waiting], table.origin)
            case "skip":
                chosen = [(seat, smallest_answer(moment.state, seat)) for seat in waiting]
            case _:
                await _wait_on(table)
                return
        await play_all(table, moment, chosen, is_late=True, is_skipped=table.document.pace.timeout == "skip")


async def _wait_on(table: "LiveTable") -> None:
    """Note that the time is up and nothing follows from that: now the table may leave the memory."""
    noted = replace(table.document, passed_deadline=table.document.deadline)
    try:
        table.quotas.change(table.origin, noted)
        await table.change(noted)
    except Problem:  # tried again soon
        table.timed_out = None


def is_time_up(table: "LiveTable", now: float) -> bool:
    """Return whether the time for the present question is up, for the first time."""
    document = table.document
    return (
        document.deadline is not None
        and max(document.deadline, table.clock_starts) <= now
        and document.status == PLAYING
        and not table.has_failed
        and table.shown is not None
        and table.game is not None
        and table.game.now.question == table.shown.question
        and document.deadline not in (document.passed_deadline, table.timed_out)
    )
