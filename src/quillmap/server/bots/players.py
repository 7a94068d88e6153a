"""Bots at tables. On a server they think in separate processes, so that the event loop never waits for them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypeVar

from quillmap.analysis.hint_reasons import Reason
from quillmap.bots.registry import BOTS
from quillmap.fast import readiness
from quillmap.play.view import view
from quillmap.review.results import JudgedDecision
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Draw, IllegalMove
from quillmap.rules.options import Options
from quillmap.rules.state import State
from quillmap.server.bots.judging import AnswerJob, judge_answer
from quillmap.server.bots.natural_time import NATURAL, AnswerTimes, Span
from quillmap.server.bots.thinking import BotJob, HintJob, advise, get_ready, think
from quillmap.server.bots.turns import Interrupted, share_of_turn
from quillmap.server.games.live_game import Answerer, server_key
from quillmap.server.problems import Problem
from quillmap.server.tables.document import PERSON, SeatDocument
from quillmap.server.tables.presence import is_deserted
from quillmap.server.tables.tokens import id_for_log
from quillmap.server.work.pool import Pool, WorkerEnded

if TYPE_CHECKING:
    from quillmap.server.games.live_game import Moment
    from quillmap.server.tables.table import LiveTable

SEATS_AT_ONCE: Final = 8
"""Seats of one job: between two jobs of a table others have their turn."""
SHORTEST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 30.0
"""Seconds before bots try again whose answers had no effect."""
PREFERRED: Final = ("surveyor", "apprentice", "random")
"""The bots that answer when the time is up and none was named, the first that there is."""

Job = TypeVar("Job")
Result = TypeVar("Result")

_log = logging.getLogger("quillmap.bots")


def checked_level(level: str) -> str:
    """Return *level*, if there is such a bot."""
    if level not in BOTS:
        raise Problem("no-such-bot", f"choose {', '.join(BOTS)}")
    return level


def default_level() -> str:
    """Return the bot that answers when none was named."""
    return next((level for level in PREFERRED if level in BOTS), next(iter(BOTS)))


def hint_level() -> str:
    """Return the bot that gives hints when none was named: the one that looks ahead, as reviews do, where it can."""
    return "master" if readiness.is_possible() else default_level()


def smallest_answer(state: State, seat: Seat) -> Answer:
    """Return the answer that changes least: the fewest spaces, the first place, no skill."""
    options = Options(state, seat)
    if options.ask in (Ask.DRAW, Ask.AMBUSH):
        drawings = options.drawings
        name, orientation, anchors = min(drawings.places(), key=lambda place: place[1].mask.bit_count())
        return Draw(seat, orientation.mask * (anchors & -anchors), drawings.terrains_of(name)[0])
    if options.ask is Ask.DECLARE:
        return Declare(seat, use=False)
    return next(iter(options))


class BotPlayers:
    """All bots at all tables, including those that stand in or give hints."""

    def __init__(self, pool: Pool, natural: Span = NATURAL) -> None:
        self.pool = pool
        self.natural = natural
        """How long a calm bot takes."""
        self._times: dict[str, AnswerTimes] = {}
        """By table: when its bots answer what they were asked last."""
        self._woken: dict[str, asyncio.Event] = {}
        """By table: what is set when something has happened there."""
        self._runs: dict[str, tuple[LiveTable, asyncio.Task[None]]] = {}
        """By table: what lets its bots play, and the table as it was in memory when that began."""
        self._loading: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.on_answers: Callable[[int], None] | None = None
        """Called with the number of answers that bots have given."""

    def close(self) -> None:
        """Stop all bots."""
        self._is_closed = True
        for run in (*(run for _, run in self._runs.values()), *self._loading):
            run.cancel()
        self.pool.close()

    def wake(self, table: "LiveTable") -> None:
        """Make the bots at *table* answer what they are asked."""
        table_id = table.document.id
        if (woken := self._woken.get(table_id)) is not None:
            woken.set()
        began_for, before = self._runs.get(table_id, (table, None))
        if before is not None and began_for is not table:
            before.cancel()  # the table was given up and has been loaded again: nothing is played at the other one
            before = None
        # A run that has just ended may not have been forgotten yet.
        if (before is None or before.done()) and bot_seats(table) and not self._is_closed:
            run = asyncio.create_task(self._run(table))
            self._runs[table_id] = table, run
            run.add_done_callback(lambda ended: self._ended(table, ended))

    def _ended(self, table: "LiveTable", run: asyncio.Task[None]) -> None:
        table_id = table.document.id
        if self._runs.get(table_id) == (table, run):
            del self._runs[table_id]
            self._times.pop(table_id, None)
        if not run.cancelled() and (error := run.exception()) is not None:
            _log.error("bots stopped playing", exc_info=error, extra={"table": id_for_log(table_id)})

    async def _run(self, table: "LiveTable") -> None:
        pause = 0.0
        while (seats := bot_seats(table)) and not table.has_failed:
            assert table.shown is not None
            moment = table.shown
            due, seconds = self._due(table, moment, seats)
            if not due:
                await self._wait(table.document.id, seconds)
                continue
            asked = [table.shown_document.seats[seat] for seat, _ in due[:SEATS_AT_ONCE]]
            chosen = await self.choose(moment, due[:SEATS_AT_ONCE], table.origin)
            # A person who came back while a bot was thinking for them answers themselves again. Nor does the answer
            # count if another bot is to answer by now, or by another's wish: help is told as what it was asked for.
            chosen = [
                each for seat, each in zip(asked, chosen, strict=True) if _is_same(seat, table.document.seats[each[0]])
            ]
            await play_all(table, moment, chosen)
            if self.on_answers is not None:
                self.on_answers(len(chosen))
            if not is_still_asked(table, moment, chosen):
                pause = 0.0
                continue
            # Answers without effect must not be repeated as fast as the machine can.
            if not pause:
                _log.warning("answers of bots had no effect", extra={"table": id_for_log(table.document.id)})
            pause = max(SHORTEST_PAUSE, min(2 * pause, LONGEST_PAUSE))
            await asyncio.sleep(pause)

    def _due(
        self, table: "LiveTable", moment: "Moment", seats: Sequence[tuple[Seat, str]]
    ) -> tuple[list[tuple[Seat, str]], float]:
        """Return the seats whose bots answer now and, if there are none, the seconds until the first of them does."""
        now = asyncio.get_running_loop().time()
        times = self._times.get(table.document.id)
        if times is None or (times.game, times.question) != (moment.game, moment.question):
            times = self._times[table.document.id] = AnswerTimes(moment.game, moment.question, now)
        seconds = times.of(table.shown_document, moment, [seat for seat, _ in seats], self.natural)
        waited = now - times.since
        return [each for each in seats if seconds[each[0]] <= waited], min(seconds.values()) - waited

    async def _wait(self, table_id: str, seconds: float) -> None:
        """Wait for some time, or until something happens at the table."""
        self._woken[table_id] = woken = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await woken.wait()
        except TimeoutError:
            pass
        finally:
            if self._woken.get(table_id) is woken:
                del self._woken[table_id]

    async def choose(
        self, moment: "Moment", seats: Sequence[tuple[Seat, str]], owner: str
    ) -> list[tuple[Seat, Answer]]:
        """Return what these bots answer for these seats; the smallest answer where one fails.

        *owner* is the network that their thinking is counted for. Tables to which nobody has come since a restart have
        none; all of them together share time like one network.
        """
        found: list[Answer | None] = []
        before: Interrupted | None = None

        async def prepare() -> BotJob:
            return self._job(moment, tuple(seats[len(found) :]), owner, before)

        while len(found) < len(seats):  # the turn may end before all of them have answered
            try:
                turn = await self.pool.call_when_due(think, prepare, owner, moment.game)
            except WorkerEnded:
                break
            found += turn.answers
            before = turn.interrupted
        found += [None] * (len(seats) - len(found))
        chosen = []
        for (seat, _), answer in zip(seats, found, strict=True):
            is_legal = answer is not None and answer in Options(moment.state, seat)
            chosen.append((seat, answer if answer is not None and is_legal else smallest_answer(moment.state, seat)))
        return chosen

    async def hint(self, moment: "Moment", seat: Seat, level: str, owner: str) -> tuple[Answer, tuple[Reason, ...]]:
        """Return what a bot would answer for a seat, and what that is good for, as bots see it."""

        async def prepare(before: Interrupted | None) -> HintJob:
            return HintJob(self._job(moment, ((seat, level),), owner, before), view(moment.state, seat))

        try:
            answer, why = await self._in_turns(advise, prepare, owner, moment.game)
        except WorkerEnded:
            answer, why = None, ()
        return (smallest_answer(moment.state, seat) if answer is None else answer), why

    def _job(
        self, moment: "Moment", seats: tuple[tuple[Seat, str], ...], owner: str, before: Interrupted | None
    ) -> BotJob:
        """Return what bots are asked, made when their turn has come."""
        return BotJob(
            view(moment.state, None), seats, chance_of(moment), self._share(owner, before), day_of(moment), before
        )

    def _share(self, owner: str, before: Interrupted | None) -> float:
        """Return how much of the usual time there is: when the turn has come, it is known who else waits."""
        return share_of_turn(self.pool.queue.others_than(owner)) if before is None else before.share

    async def _in_turns(
        self,
        work: Callable[[Job], Result | Interrupted],
        prepare: Callable[[Interrupted | None], Awaitable[Job]],
        owner: str,
        group: str,
    ) -> Result:
        """Return what comes of some work, however many turns it takes; *prepare* makes the job of each."""
        before: Interrupted | None = None
        while True:
            found = await self.pool.call_when_due(work, partial(prepare, before), owner, group)
            if not isinstance(found, Interrupted):
                return found
            before = found

    def get_ready(self, owner: str) -> None:
        """Let a process load what a trainer needs, while somebody looks at their first card."""

        async def load() -> None:
            with suppress(WorkerEnded):
                await self.pool.call(get_ready, None, owner, owner)

        task = asyncio.create_task(load())
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)

    async def judge(
        self, moment: "Moment", answer: Answer, event: int, playouts: int, owner: str
    ) -> JudgedDecision | None:
        """Return what *answer* would cost, told in line *event* of the record; None if that can't be found out."""

        async def prepare(before: Interrupted | None) -> AnswerJob:
            share = self._share(owner, before)
            return AnswerJob(view(moment.state, None), answer, event, playouts, share, before)

        try:
            return await self._in_turns(judge_answer, prepare, owner, moment.game)
        except WorkerEnded:
            return None


def chance_of(moment: "Moment") -> str:
    """Return the seed for the randomness of bots: the game's own, which nobody knows before the end.

    So nobody can predict what a bot will draw, and afterwards everybody can check it.
    """
    secret = moment.state.setup.seed
    return sha256(f"{secret}/bots/{moment.version}".encode("utf-8", "surrogatepass")).hexdigest()


def day_of(moment: "Moment") -> str:
    """Return the seed for what stays the same during a whole game: who has a good day, and who a bad one."""
    return sha256(f"{moment.state.setup.seed}/bots/day".encode("utf-8", "surrogatepass")).hexdigest()


def bot_seats(table: "LiveTable") -> list[tuple[Seat, str]]:
    """Return the seats that bots have to answer for now, with these bots."""
    if table.shown is None or table.shown.state.is_over:
        return []
    seats = table.shown_document.seats
    asked = [seat for seat in sorted(table.shown.state.waiting) if seats[seat].is_played_by_bot]
    if asked and is_deserted(table.shown_document, table.presence):
        asked = [seat for seat in asked if not seats[seat].is_coming_back]
    return [(seat, seats[seat].bot) for seat in asked]


def is_still_asked(table: "LiveTable", moment: "Moment", chosen: Sequence[tuple[Seat, Answer]]) -> bool:
    """Return whether a seat waits at *table* for the same question that it has just answered."""
    shown = table.shown
    return (
        shown is not None
        and (shown.game, shown.question) == (moment.game, moment.question)
        and any(seat in shown.state.waiting and seat not in shown.state.answers for seat, _ in chosen)
    )


def _is_same(asked: SeatDocument, now: SeatDocument) -> bool:
    """Return whether the bot that was asked still answers for a seat, by the wish of the same person."""
    return now.is_played_by_bot and (asked.bot, asked.is_own_wish) == (now.bot, now.is_own_wish)


def _answerer(table: "LiveTable", number: Seat, there: Container[Seat]) -> Answerer:
    """Return for whom a bot answers; whoever is *there* and lets the time run out wants it to."""
    seat = table.document.seats[number]
    is_wanted = seat.kind != PERSON or seat.is_own_wish or number in there
    return "server" if is_wanted else "absent"


async def play_all(
    table: "LiveTable",
    moment: "Moment",
    chosen: Sequence[tuple[Seat, Answer]],
    *,
    is_late: bool = False,
    is_skipped: bool = False,
    there: Container[Seat] = (),
) -> None:
    """Make these answers to the question of *moment*, and wait until they are stored or refused.

    *is_late* says that the time was up, *is_skipped* that nobody thought about them then, *there* whose people were.
    """
    loop = asyncio.get_running_loop()
    waiting = []
    for seat, answer in chosen:
        future: asyncio.Future[None] = loop.create_future()

        def on_stored(_error: BaseException | None, future: asyncio.Future[None] = future) -> None:
            if not future.done():
                future.set_result(None)

        seat_id = table.document.seats[seat].id
        by = "clock" if is_skipped else _answerer(table, seat, there)
        key = server_key(seat_id, moment.question, moment.version, by)
        try:
            table.play(seat_id, key, moment.question, answer, on_stored, is_late=is_late)
        except (IllegalMove, Problem):  # the person came back, or another answered first
            continue
        waiting.append(future)
    if waiting:
        await asyncio.gather(*waiting)
