"""Clocks: what happens at a table when the time for a question is up.

An answer takes the event loop a fraction of a millisecond, and the time of many full tables may be up at the same
moment. So answers are made a few at a time, and tables wait for their turns in a fair queue: in between others are
served, and nobody waits for all the tables of somebody else.

Whatever happens meanwhile, a table whose time is up does not wait for ever: the server looks at it until its question
is over, and answers again if somebody has still not answered.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.server.bots.players import BotPlayers, default_level, play_all, smallest_answer
from quillmap.server.problems import Problem
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.document import PLAYING
from quillmap.server.tables.signs_of_life import people_there
from quillmap.server.tables.tokens import id_for_log
from quillmap.server.work.fair_queue import FairQueue

if TYPE_CHECKING:
    from quillmap.server.games.live_game import Moment
    from quillmap.server.tables.table import LiveTable

TICK: Final = 0.25
"""Seconds between two checks of the clocks."""
GRACE: Final = 10.0
"""Seconds after the start of the server in which no time is up: people come back first."""
TURNS_AT_ONCE: Final = 2
"""Turns that wait for the storage together."""
ANSWERS_OF_A_TURN: Final = 8
"""Answers that are made in one turn: they take two or three milliseconds."""
LONGEST_PAUSE: Final = 30.0
"""Seconds, at most, before the server answers again where somebody still waits; each pause is twice the last."""

_log = logging.getLogger("quillmap.pace")


class _ThoughtOut(NamedTuple):
    """What bots answer for those whose time is up, and whose people are there all the same."""

    chosen: Mapping[Seat, Answer]
    there: Collection[Seat]


NOBODY: Final = _ThoughtOut({}, ())


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
        self._running: dict[LiveTable, asyncio.Task[None]] = {}
        """What is done at tables whose time is up."""
        self._turns = FairQueue(TURNS_AT_ONCE)

    async def run(self) -> None:
        """Check the clocks for ever."""
        while True:
            await asyncio.sleep(TICK)
            now = self._calendar.now()
            if now < self._not_before:
                continue
            for table in [each for each in self._tables() if each.document.deadline is not None]:
                if not is_time_up(table, now):
                    self._look(table)
                elif table not in self._running:
                    self._start(table)

    def _start(self, table: "LiveTable") -> None:
        self._running[table] = task = asyncio.create_task(self._time_is_up(table))
        task.add_done_callback(lambda _: self._running.pop(table))

    async def _time_is_up(self, table: "LiveTable") -> None:
        """Do what the pace says, and again, less and less often, for as long as the question stands all the same."""
        pause = TICK
        while is_time_up(table, self._calendar.now()):
            try:
                await self._act(table)
            except Exception:  # whatever it was, it must not stop the game
                _log.exception("a clock failed", extra={"table": id_for_log(table.document.id)})
            if is_time_up(table, self._calendar.now()):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _act(self, table: "LiveTable") -> None:
        timeout = table.document.pace.timeout
        if timeout == "wait":
            await _wait_on(table)
            return
        moment = table.shown
        assert moment is not None
        late = _late(table, moment)
        found = await self._thought_out(table, moment, late) if timeout == "bot" else NOBODY
        for at in range(0, len(late), ANSWERS_OF_A_TURN):
            await self._answer(table, moment, late[at : at + ANSWERS_OF_A_TURN], found)

    async def _thought_out(self, table: "LiveTable", moment: "Moment", seats: Sequence[Seat]) -> "_ThoughtOut":
        """Let bots think, and see meanwhile whose people are there: those want it, or they would have drawn."""
        level = default_level()
        choosing = self._bots.choose(moment, [(seat, level) for seat in seats], table.origin)
        chosen, there = await asyncio.gather(choosing, people_there(table, seats))
        return _ThoughtOut(dict(chosen), there)

    async def _answer(self, table: "LiveTable", moment: "Moment", seats: Sequence[Seat], found: "_ThoughtOut") -> None:
        """Answer for *seats* when their turn has come: what bots have chosen, or as little as the rules allow."""
        chosen, there = found
        turn = await self._turns.acquire(table.origin, table.document.id)
        try:
            answers = [(seat, chosen.get(seat) or smallest_answer(moment.state, seat)) for seat in seats]
            await play_all(table, moment, answers, is_late=True, is_skipped=not chosen, there=there)
        finally:
            self._turns.release(turn)


def _late(table: "LiveTable", moment: "Moment") -> list[Seat]:
    """Return the seats that have not answered the question of *moment*.

    Whoever has taken an answer back that is not stored yet follows as soon as it is.
    """
    assert table.game is not None
    return sorted(table.game.now.state.waiting & moment.state.waiting)


async def _wait_on(table: "LiveTable") -> None:
    """Note that the time is up and nothing follows from that: now the table may leave the memory."""
    noted = replace(table.document, passed_deadline=table.document.deadline)
    try:
        table.quotas.change(table.payer, noted)
        await table.change(noted)
    except Problem:
        pass  # tried again soon


def is_time_up(table: "LiveTable", now: float) -> bool:
    """Return whether the time for the present question is up, and something has to be done about that."""
    document = table.document
    return (
        document.deadline is not None
        and max(document.deadline, table.clock_starts) <= now
        and document.status == PLAYING
        and not table.has_failed
        and table.shown is not None
        and table.game is not None
        and table.game.now.question == table.shown.question
        and document.deadline != document.passed_deadline
    )
