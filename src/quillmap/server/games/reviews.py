"""Reviews of finished games, each seat worked out once, part by part in a process of its own.

Whoever asks first pays for the seconds of work; everybody sees what has been found so far. Games take turns part by
part, so a long review delays nobody by more than a part. What is done is cached within bounds.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from quillmap.rules.ids import Seat
from quillmap.server.games.reading import COMPRESSION, StoredGame
from quillmap.server.games.review_work import ReviewJob, review_part
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.work.processes import WorkerEnded, WorkerPool

MOST_KEPT_BYTES: Final = 32 << 20
FIRST_SECONDS: Final = 3.0
"""How long a request waits for the first results."""
MOST_RUNNING: Final = (4, 40)
"""How many reviews of one network, and of all networks together, may go on."""

_encode: Final = msgspec.json.Encoder().encode
_Key = tuple[str, int]


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far the review of a seat is, and what it has found so far (``docs/review.md``)."""

    done: int
    length: int
    """How many results there will be; 0 while that is not known."""
    results: list[dict[str, Any]]
    """Decisions and cards, in their order."""
    review: dict[str, Any] | None = None
    """All of it, once it is done."""


class _Run:
    """A review that goes on."""

    def __init__(self) -> None:
        self.results: list[dict[str, Any]] = []
        self.review: dict[str, Any] | None = None
        self.length = 0
        self.has_begun = asyncio.Event()
        """Whether there is a first result, or there will be none."""
        self.has_failed = False
        self.task: asyncio.Task[None] | None = None

    @property
    def done(self) -> int:
        return len(self.results) + (self.review is not None)

    def content(self) -> bytes:
        """Return how far it is, compressed."""
        found = ReviewProgress(self.done, self.length, self.results, self.review)
        return gzip.compress(_encode(found), COMPRESSION, mtime=0)


class Reviews:
    """Reviews seats of finished games."""

    def __init__(self, work_rate: tuple[float, float], playouts: int) -> None:
        self.pool = WorkerPool(1)
        self._playouts = playouts
        self._accounts = RateLimiter(*work_rate)
        self._room = Budget(*MOST_RUNNING)
        self._runs: dict[_Key, _Run] = {}
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._kept_bytes = 0

    def close(self) -> None:
        """Stop reviewing."""
        for run in self._runs.values():
            if run.task is not None:
                run.task.cancel()
        self.pool.close()

    async def progress(
        self, summary: GameSummary, seat: Seat, load: Callable[[], Awaitable[tuple[bytes, ...]]], address: str
    ) -> bytes:
        """Return what has been found so far, compressed; whoever asks first starts the work and waits for some."""
        key = (summary.game, int(seat))
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        run = self._runs.get(key)
        if run is None:
            run = self._start(key, summary, seat, load, address)
        with suppress(TimeoutError):  # the rules are being compiled, or many reviews go on
            async with asyncio.timeout(FIRST_SECONDS):
                await run.has_begun.wait()
        if run.has_failed:
            raise Problem("internal")
        return run.content()

    def _start(
        self,
        key: _Key,
        summary: GameSummary,
        seat: Seat,
        load: Callable[[], Awaitable[tuple[bytes, ...]]],
        address: str,
    ) -> _Run:
        if not self._accounts.take(address, 0) or not self._room.take(address):
            raise Problem("too-many")
        run = self._runs[key] = _Run()

        def landed(_: asyncio.Task[None]) -> None:
            del self._runs[key]
            self._room.give_back(address)
            run.has_begun.set()
            if run.review is not None:
                self._keep(key, run.content())

        run.task = asyncio.create_task(self._work(run, summary, seat, load, address))
        run.task.add_done_callback(landed)
        return run

    async def _work(
        self,
        run: _Run,
        summary: GameSummary,
        seat: Seat,
        load: Callable[[], Awaitable[tuple[bytes, ...]]],
        address: str,
    ) -> None:
        game = StoredGame(summary, await load())
        while run.review is None:
            job = ReviewJob(game, seat, run.done, self._playouts)
            try:
                part = await self.pool.call(review_part, job, network_of(address), f"{summary.game}/{seat}")
            except WorkerEnded:
                run.has_failed = True
                return
            self._accounts.bucket(address).overdraw(part.seconds)
            run.length = part.length
            for result in part.results:
                if "seat" in result:
                    run.review = result["seat"]
                else:
                    run.results.append(result["result"])
            run.has_begun.set()

    def _keep(self, key: _Key, content: bytes) -> None:
        self._kept[key] = content
        self._kept_bytes += len(content)
        while self._kept_bytes > MOST_KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)
