"""Reviews of finished games, each seat worked out once, part by part in a process of its own.

Everybody sees what has been found so far. Whoever asks queues for their own network, and pays for the parts that are
worked out in its turns, even if others want the same review: so it is there as soon as the first of them would have it
alone. As many reviews as the process remembers take turns part by part, so that none of them is begun again; the others
wait for a place, those of sites and networks that have fewest first. Whoever has more than a fair share of the places
gives some back after the part that goes on, and waits for them again. What is done is kept with the game; of a record
that a client sent, the review is remembered for a while, and nothing else.

A try of another answer takes turns with other networks part by part, too, and carries with it what it has found out.
Its own network's reviews and other tries wait until it is over.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from quillmap.review.reviewing import edition_of
from quillmap.rules.ids import Seat
from quillmap.server.games.puzzles import PuzzleJob, TriedPuzzle, try_puzzle
from quillmap.server.games.reading import StoredGame
from quillmap.server.games.records import SentRecord, sent_record
from quillmap.server.games.review_runs import Asker, Load, ReviewRun
from quillmap.server.games.review_work import (
    MOST_REMEMBERED,
    ReviewJob,
    Tried,
    TryJob,
    get_ready,
    review_part,
    try_move,
)
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.puzzle_bodies import PuzzleVerdict
from quillmap.server.protocol.review_bodies import TriedDecision
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.work.fair_queue import FairQueue, Turn
from quillmap.server.work.leaving import finished_once_begun
from quillmap.server.work.pool import Pool, WorkerEnded, ended_work_is_told
from quillmap.server.work.slots import SharedSlots

FIRST_SECONDS: Final = 3.0
"""How long a request waits for the first results."""
MOST_WAITING: Final = (120, 1200)
"""How many reviews and tries of one network, and of all together, may go on or wait for a place: they take no room."""
MOST_SENT: Final = (4, 40, 12)
"""The same for those of records, which are kept meanwhile; the last number is that of a site (a /48)."""
FORGOTTEN_SECONDS: Final = 30.0
"""Who has not asked for a review for so long does not begin it when its place comes, nor goes on while others wait."""
MOST_RECORDS: Final = 200
"""How many reviews of records are remembered, a seat each: 10 kB."""

Job = TypeVar("Job")
Effort = TypeVar("Effort", Tried, TriedPuzzle)
_Key = tuple[str, int]
_Keep = Callable[[bytes], Awaitable[None]]


class KeptReviews(Protocol):
    """What reviews need of the storage: on a server, or on a device."""

    async def game_events(self, game: str, network: str = "") -> tuple[bytes, ...]:
        """Return all events of a game, when it is the turn of the *network* that asks for them."""
        ...

    async def review(self, game: str, seat: int, edition: str) -> bytes | None:
        """Return the review of a seat as it was kept, if it was made in this edition."""
        ...

    async def keep_review(self, game: str, seat: int, edition: str, content: bytes) -> None:
        """Keep the review of a seat."""
        ...


class _NotNow(Exception):
    """A part is being worked out for somebody else, or the place was given back."""


def _is_forgotten(asker: Asker) -> bool:
    return asyncio.get_running_loop().time() - asker.asked_at > FORGOTTEN_SECONDS


class Reviews:
    """Reviews seats of finished games."""

    def __init__(self, storage: KeptReviews, work_rate: tuple[float, float], playouts: int, pool: Pool) -> None:
        self.pool = pool
        self._storage = storage
        self._playouts = playouts
        self._edition = edition_of(playouts)
        self._accounts = RateLimiter(*work_rate)
        self._room = Budget(*MOST_WAITING)
        self._room_for_sent = Budget(*MOST_SENT)
        self._places = FairQueue(MOST_REMEMBERED)
        self._own_turns = SharedSlots(MOST_WAITING[1] + MOST_SENT[1], pool.at_once)
        """What the parts of reviews and whole tries of one network take, before they wait for those of others."""
        self._runs: dict[_Key, ReviewRun] = {}
        self._of_records: OrderedDict[_Key, bytes] = OrderedDict()

    def close(self) -> None:
        """Stop reviewing."""
        for run in self._runs.values():
            run.dismiss()
        self.pool.close()

    @property
    def is_busy(self) -> bool:
        """Whether any review goes on, or waits."""
        return bool(self._runs)

    async def prepare(self) -> None:
        """Start the process before anybody needs it: that takes longer than the first result."""
        with suppress(WorkerEnded):  # it is tried again when somebody needs it
            await self.pool.call(get_ready, None, "", "")

    async def progress(self, summary: GameSummary, seat: Seat, address: str) -> bytes:
        """Return what has been found so far, compressed; whoever asks first starts the work and waits for some."""
        key = (summary.game, int(seat))
        if key not in self._runs:
            kept = await self._storage.review(*key, self._edition)
            if kept is not None:
                return kept

        async def load() -> StoredGame:
            return StoredGame(summary, await self._storage.game_events(summary.game, network_of(address)))

        async def keep(content: bytes) -> None:
            await self._storage.keep_review(summary.game, seat, self._edition, content)

        return await self._progress(key, self._room, load, keep, address)

    async def record_progress(
        self, text: str, seat: Seat, address: str, on_known: Callable[[], None] = lambda: None
    ) -> bytes:
        """Return the same of a record that *address* sent; *on_known* is called if it is sent again to ask for more."""
        record = await asyncio.to_thread(sent_record, text)
        key = (record.name, int(seat))
        if key in self._of_records or key in self._runs:
            on_known()
        if key in self._of_records:
            self._of_records.move_to_end(key)
            return self._of_records[key]

        async def load() -> SentRecord:
            return record

        async def keep(content: bytes) -> None:
            self._of_records[key] = content
            while len(self._of_records) > MOST_RECORDS:
                self._of_records.popitem(last=False)

        return await self._progress(key, self._room_for_sent, load, keep, address)

    async def _progress(self, key: _Key, room: Budget, load: Load, keep: _Keep, address: str) -> bytes:
        """Return what has been found so far by the run that goes on, or by a new one."""
        run = self._wanted(key, room, load, keep, address)
        with suppress(TimeoutError):  # the rules are being compiled, or many reviews go on
            async with asyncio.timeout(FIRST_SECONDS):
                await run.has_begun.wait()
        if run.problem is not None:
            raise run.problem
        return run.content()

    def _wanted(self, key: _Key, room: Budget, load: Load, keep: _Keep, address: str) -> ReviewRun:
        """Return the run, and let the network of *address* queue for it, too.

        Whoever may not have more worked out sees all the same how far others have got.
        """
        run = self._runs.get(key)
        asker = None if run is None else run.askers.get(network_of(address))
        if asker is None:
            if not self._accounts.take(address, 0) or not room.take(address):
                if run is None:
                    raise Problem("too-many")
                return run
            run = self._runs.setdefault(key, run or ReviewRun())
            asker = Asker(address, load)
            self._join(run, key, asker, keep).add_done_callback(lambda _: room.give_back(address))
        assert run is not None
        asker.asked_at = asyncio.get_running_loop().time()
        return run

    def _join(self, run: ReviewRun, key: _Key, asker: Asker, keep: _Keep) -> asyncio.Task[None]:
        """Let somebody queue for a run until it is over, or they want it no longer."""

        async def work() -> None:
            try:
                has_ended_it = await self._work_for(asker, run, key)
            except Problem as problem:
                run.problem = problem
                run.dismiss(but=asker)
                return
            if has_ended_it:
                self._leave_place(run)
                run.dismiss(but=asker)
                with suppress(Problem):  # it was shown; whoever asks again has it worked out again
                    await keep(run.content())

        def left(ended: asyncio.Task[None]) -> None:
            del run.askers[asker.network]
            self._leave_place_of(asker, run)
            if not run.askers:
                del self._runs[key]
                if not run.is_over and not ended.cancelled():  # nobody who wants it may have it
                    run.problem = Problem("too-many")
                run.has_begun.set()

        run.askers[asker.network] = asker
        asker.task = asyncio.create_task(work())
        asker.task.add_done_callback(left)
        return asker.task

    async def _work_for(self, asker: Asker, run: ReviewRun, key: _Key) -> bool:
        """Bring a run forward whenever it is the turn of *asker*; return whether that has found all there is."""
        while not run.is_over:
            if run.place is None:
                if not await self._is_placed(asker, run, key):
                    return False
            elif await self._work(asker, run, key):
                if run.account is not None:
                    return True
                if run.place is not None and self._places.is_asked_back(run.place):
                    self._leave_place(run)
                elif len(self._places) and _is_forgotten(asker):
                    self._leave_place_of(asker, run)  # at once, so that no others go as well
                    return False
        return False

    async def _is_placed(self, asker: Asker, run: ReviewRun, key: _Key) -> bool:
        """Wait until a run has a place, of *asker* or of another who wants it; return False if *asker* has to go."""
        acquiring = asker.acquiring = asyncio.create_task(self._places.acquire(asker.network, key[0]))
        try:
            await asyncio.wait((acquiring,))
        except asyncio.CancelledError:
            acquiring.cancel()
            acquiring.add_done_callback(self._give_back)
            raise
        finally:
            asker.acquiring = None
        is_wanted = not _is_forgotten(asker) and (run.done > 0 or self._accounts.take(asker.address, 0))
        if run.place is None and is_wanted and not acquiring.cancelled():
            run.take_place(acquiring.result(), asker)
        else:
            self._give_back(acquiring)
        return is_wanted

    def _give_back(self, acquiring: asyncio.Task[Turn]) -> None:
        """Let others have a place that came when nobody needed it any more."""
        if not acquiring.cancelled():
            self._places.release(acquiring.result())

    def _leave_place_of(self, asker: Asker, run: ReviewRun) -> None:
        if run.holder is asker:
            self._leave_place(run)

    def _leave_place(self, run: ReviewRun) -> None:
        place = run.leave_place()
        if place is not None:
            self._places.release(place)

    async def _work(self, asker: Asker, run: ReviewRun, key: _Key) -> bool:
        """Work out one more part when it is the turn of *asker*; return False if that can't be then."""
        group = f"{key[0]}/{key[1]}"
        game = run.game or await asker.load()
        done: asyncio.Event | None = None

        async def begin() -> ReviewJob:
            nonlocal done
            if run.place is None or run.working is not None:
                raise _NotNow
            run.game = game
            done = run.working = asyncio.Event()
            return ReviewJob(game, Seat(key[1]), run.done, self._playouts)

        try:
            async with self._own_turns.holding(asker.network, group):
                with ended_work_is_told():
                    part = await self.pool.call_when_due(review_part, begin, asker.network, group)
        except _NotNow:
            if run.working is not None:
                await run.working.wait()
            return False
        finally:
            if done is not None:
                run.working = None
                done.set()
        self._accounts.bucket(asker.address).overdraw(part.seconds)
        if part.problem is not None:
            raise part.problem
        run.add(part)
        return True

    async def try_move(
        self, summary: GameSummary, seat: Seat, event: int, move: AnyMove, address: str
    ) -> TriedDecision:
        """Return what another answer to something that *seat* decided would have cost."""

        async def load() -> StoredGame:
            return StoredGame(summary, await self._storage.game_events(summary.game, network_of(address)))

        job = TryJob(summary.game, None, seat, event, move, self._playouts)
        return await self._try_move(job, load, self._room, address)

    async def try_record_move(self, text: str, seat: Seat, event: int, move: AnyMove, address: str) -> TriedDecision:
        """Return the same of a record that *address* sent."""
        self._check_account(address)
        record = await asyncio.to_thread(sent_record, text)

        async def load() -> SentRecord:
            return record

        job = TryJob(record.name, None, seat, event, move, self._playouts)
        return await self._try_move(job, load, self._room_for_sent, address)

    async def _try_move(self, job: TryJob, load: Load, room: Budget, address: str) -> TriedDecision:
        """Do a *job* part by part; others have their turns in between.

        What has begun is finished even if that uses up the time of its network. Nothing is left of it anywhere when
        whoever wants it goes.
        """

        async def begin() -> TryJob:
            self._check_account(address)  # others of its network came before
            return job._replace(game=await load())

        async def go_on() -> TryJob:
            return job._replace(before=tried.interrupted)

        network, group = network_of(address), f"{job.name}/{job.seat}/try"
        self._check_account(address)
        with room.holding(address):
            async with self._own_turns.holding(network, group):
                tried = await self._try(try_move, begin, group, address)
                while tried.interrupted is not None:
                    tried = await self._try(try_move, go_on, group, address)
        if tried.found is None:
            raise tried.problem or Problem("internal")
        return tried.found

    async def try_puzzle(self, number: int, move: AnyMove, address: str) -> PuzzleVerdict:
        """Return what a drawing is worth as the answer to a puzzle that does not say so itself."""

        async def begin() -> PuzzleJob:
            self._check_account(address)
            return PuzzleJob(number, move)

        self._check_account(address)
        with self._room.holding(address):
            tried = await self._try(try_puzzle, begin, f"puzzle/{number}", address)
        return tried.found

    def _check_account(self, address: str) -> None:
        if not self._accounts.take(address, 0):
            raise Problem("too-many")

    async def _try(
        self, work: Callable[[Job], Effort], prepare: Callable[[], Awaitable[Job]], group: str, address: str
    ) -> Effort:
        """Do some work that somebody waits for, at the expense of their network; *prepare* makes the job in its turn.

        Whoever is cancelled leaves the queue; what has begun by then is paid for all the same.
        """
        has_begun = False

        async def begin() -> Job:
            nonlocal has_begun
            has_begun = True
            return await prepare()

        async def paid() -> Effort:
            with ended_work_is_told():
                tried = await self.pool.call_when_due(work, begin, network_of(address), group)
            self._accounts.bucket(address).overdraw(tried.seconds)
            return tried

        return await finished_once_begun(paid(), lambda: has_begun)
