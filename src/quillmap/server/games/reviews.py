"""Reviews of finished games, each seat worked out once, part by part in a process of its own.

Whoever asks first pays for the seconds of work; everybody sees what has been found so far. As many reviews as the
process remembers take turns part by part, so that none of them is begun again; the others wait for a place, those of
sites and networks that have fewest first. Whoever has more than a fair share of the places gives some back after
the part that goes on, and waits for them again. What is done is kept with the game; of a record that a client sent, the
review is remembered for a while, and nothing else.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeVar

import msgspec

from quillmap.review.reviewing import edition_of
from quillmap.rules.ids import Seat
from quillmap.server.games.puzzles import PuzzleJob, TriedPuzzle, try_puzzle
from quillmap.server.games.reading import COMPRESSION, StoredGame
from quillmap.server.games.records import SentRecord, sent_record
from quillmap.server.games.review_work import (
    MOST_REMEMBERED,
    ReviewJob,
    ReviewPart,
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
from quillmap.server.protocol.review_bodies import (
    ReviewAccount,
    ReviewedCard,
    ReviewedDecision,
    ReviewProgress,
    TriedDecision,
)
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.work.fair_queue import FairQueue
from quillmap.server.work.leaving import finished_once_begun
from quillmap.server.work.pool import Pool, WorkerEnded, ended_work_is_told

FIRST_SECONDS: Final = 3.0
"""How long a request waits for the first results."""
MOST_WAITING: Final = (120, 1200)
"""How many reviews and tries of one network, and of all together, may go on or wait for a place: they take no room."""
MOST_SENT: Final = (4, 40, 12)
"""The same for those of records, which are kept meanwhile; the last number is that of a site (a /48)."""
FORGOTTEN_SECONDS: Final = 30.0
"""A review for which nobody has asked for so long is not begun when its place comes, nor goes on while others wait."""
MOST_RECORDS: Final = 200
"""How many reviews of records are remembered, a seat each: 10 kB."""

_encode: Final = msgspec.json.Encoder().encode
Job = TypeVar("Job")
Effort = TypeVar("Effort", Tried, TriedPuzzle)
_Key = tuple[str, int]
_Load = Callable[[], Awaitable[StoredGame | SentRecord]]
_Keep = Callable[[bytes], Awaitable[None]]
_Prepare = Callable[[], Awaitable[Job]]


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


class _Run:
    """A review that goes on."""

    def __init__(self) -> None:
        self.decisions: list[ReviewedDecision] = []
        self.cards: list[ReviewedCard] = []
        self.account: ReviewAccount | None = None
        self.length = 0
        self.ahead = 0.0
        self.is_waiting = True
        """Whether it has no place now."""
        self.asked_at = 0.0
        """When somebody last asked how far it is, by the clock of the loop."""
        self.has_begun = asyncio.Event()
        """Whether there is a first result, or there will be none."""
        self.problem: Problem | None = None
        self.task: asyncio.Task[None] | None = None
        self._written: tuple[tuple[object, ...], bytes] = ((), b"")
        """How far it was when somebody last asked, and that as it is sent."""

    @property
    def done(self) -> int:
        return len(self.decisions) + len(self.cards) + (self.account is not None)

    def add(self, part: ReviewPart) -> None:
        self.length, self.ahead = part.length, part.ahead
        for result in part.results:
            match result:
                case ReviewedDecision():
                    self.decisions.append(result)
                case ReviewedCard():
                    self.cards.append(result)
                case ReviewAccount():
                    self.account = result
        self.has_begun.set()

    def content(self) -> bytes:
        """Return how far it is, compressed: once for all who ask before it has got further."""
        reached = self.done, self.length, self.ahead, self.is_waiting
        if self._written[0] != reached:
            self._written = reached, self._compressed()
        return self._written[1]

    def _compressed(self) -> bytes:
        decisions = tuple(sorted(self.decisions, key=lambda each: each.event))  # the worst are found first
        cards = tuple(sorted(self.cards, key=lambda each: each.event))
        found = ReviewProgress(
            self.done, self.length, self.ahead, decisions, cards, self.account, is_waiting=self.is_waiting
        )
        return gzip.compress(_encode(found), COMPRESSION, mtime=0)


def _is_forgotten(run: _Run) -> bool:
    return asyncio.get_running_loop().time() - run.asked_at > FORGOTTEN_SECONDS


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
        self._runs: dict[_Key, _Run] = {}
        self._of_records: OrderedDict[_Key, bytes] = OrderedDict()

    def close(self) -> None:
        """Stop reviewing."""
        for run in self._runs.values():
            if run.task is not None:
                run.task.cancel()
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

    async def _progress(self, key: _Key, room: Budget, load: _Load, keep: _Keep, address: str) -> bytes:
        """Return what has been found so far by the run that goes on, or by a new one."""
        run = self._runs.get(key)  # somebody else may have started it meanwhile
        if run is None:
            run = self._start(key, room, load, keep, address)
        run.asked_at = asyncio.get_running_loop().time()
        with suppress(TimeoutError):  # the rules are being compiled, or many reviews go on
            async with asyncio.timeout(FIRST_SECONDS):
                await run.has_begun.wait()
        if run.problem is not None:
            raise run.problem
        return run.content()

    def _start(self, key: _Key, room: Budget, load: _Load, keep: _Keep, address: str) -> _Run:
        if not self._accounts.take(address, 0) or not room.take(address):
            raise Problem("too-many")
        run = self._runs[key] = _Run()

        def landed(_: asyncio.Task[None]) -> None:
            del self._runs[key]
            room.give_back(address)
            run.has_begun.set()

        async def work() -> None:
            try:
                while run.account is None:
                    await self._work_in_place(run, key, load, address)
            except Problem as problem:
                run.problem = problem
            else:
                with suppress(Problem):  # it was shown; whoever asks again has it worked out again
                    await keep(run.content())

        run.task = asyncio.create_task(work())
        run.task.add_done_callback(landed)
        return run

    async def _work_in_place(self, run: _Run, key: _Key, load: _Load, address: str) -> None:
        """Wait for a place, and work there until all is found or others are to have the place."""
        run.is_waiting = True
        place = await self._places.acquire(network_of(address), key[0])
        run.is_waiting = False
        try:
            self._check_wanted(run, address)
            game = await load()
            while run.account is None:
                await self._work(run, game, Seat(key[1]), address)
                if self._places.is_asked_back(place):
                    return
                if len(self._places) and _is_forgotten(run):
                    raise Problem("too-many")
        finally:
            self._places.release(place)

    def _check_wanted(self, run: _Run, address: str) -> None:
        """Raise ``too-many`` if nobody asks for a run any more, or its network has had its time before it began."""
        if _is_forgotten(run) or not (run.done or self._accounts.take(address, 0)):
            raise Problem("too-many")

    async def _work(self, run: _Run, game: StoredGame | SentRecord, seat: Seat, address: str) -> None:
        """Work out one more part."""
        job = ReviewJob(game, seat, run.done, self._playouts)
        with ended_work_is_told():
            part = await self.pool.call(review_part, job, network_of(address), f"{game.name}/{seat}")
        self._accounts.bucket(address).overdraw(part.seconds)
        if part.problem is not None:
            raise part.problem
        run.add(part)

    async def try_move(
        self, summary: GameSummary, seat: Seat, event: int, move: AnyMove, address: str
    ) -> TriedDecision:
        """Return what another answer to something that *seat* decided would have cost."""

        async def prepare() -> TryJob:
            game = StoredGame(summary, await self._storage.game_events(summary.game, network_of(address)))
            return TryJob(game, seat, event, move, self._playouts)

        return await self._try_move(prepare, self._room, f"{summary.game}/{seat}/try", address)

    async def try_record_move(self, text: str, seat: Seat, event: int, move: AnyMove, address: str) -> TriedDecision:
        """Return the same of a record that *address* sent."""
        if not self._accounts.take(address, 0):
            raise Problem("too-many")
        record = await asyncio.to_thread(sent_record, text)

        async def prepare() -> TryJob:
            return TryJob(record, seat, event, move, self._playouts)

        return await self._try_move(prepare, self._room_for_sent, f"{record.name}/{seat}/try", address)

    async def _try_move(self, prepare: _Prepare[TryJob], room: Budget, group: str, address: str) -> TriedDecision:
        tried = await self._try(try_move, prepare, room, group, address)
        if tried.found is None:
            raise tried.problem or Problem("internal")
        return tried.found

    async def try_puzzle(self, number: int, move: AnyMove, address: str) -> PuzzleVerdict:
        """Return what a drawing is worth as the answer to a puzzle that does not say so itself."""

        async def prepare() -> PuzzleJob:
            return PuzzleJob(number, move)

        tried = await self._try(try_puzzle, prepare, self._room, f"puzzle/{number}", address)
        return tried.found

    async def _try(
        self, work: Callable[[Job], Effort], prepare: _Prepare[Job], room: Budget, group: str, address: str
    ) -> Effort:
        """Do some work that somebody waits for, at the expense of their network; *prepare* makes the job in its turn.

        Whoever is cancelled leaves the queue; what has begun by then is paid for all the same.
        """
        if not self._accounts.take(address, 0):
            raise Problem("too-many")
        has_begun = False

        async def begin() -> Job:
            nonlocal has_begun
            if not self._accounts.take(address, 0):  # others of its network came before
                raise Problem("too-many")
            has_begun = True
            return await prepare()

        async def paid() -> Effort:
            with room.holding(address), ended_work_is_told():
                tried = await self.pool.call_when_due(work, begin, network_of(address), group)
            self._accounts.bucket(address).overdraw(tried.seconds)
            return tried

        return await finished_once_begun(paid(), lambda: has_begun)
