"""Replays, records, histories and verdicts of finished games, and stories of games so far, each worked out once.

On a server, a separate process does the work, one job at a time in the order of a fair queue, so that no move waits
for it. Results are cached, because a finished game does not change, and requests for a result that is being worked out
share it. Records that clients send are read in a process of their own, so that nothing short waits for a long one of
them. Whoever asks waits in the queue of their own network, even if others wait for the same. Every network has a
budget in seconds of work; what is in the cache costs nothing.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Generic, NamedTuple, TypeVar

from quillmap.server.games.reading import Read, ReadingJob, StoredGame, get_ready, read_text, work
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.work.leaving import finished_once_begun
from quillmap.server.work.pool import Pool, WorkerEnded, ended_work_is_told

MOST_KEPT_BYTES: Final = 64 << 20
MOST_WAITING: Final = (120, 1200)
"""How many jobs of one network, and of all networks together, may wait; any number of it may wait for the same one."""

PoolType = TypeVar("PoolType", bound=Pool)
_log = logging.getLogger("quillmap.archive")


class ReadingKey(NamedTuple):
    """What is read from a game: which result, and for which event or seat."""

    read: Read
    game: str
    numbers: tuple[int, ...] = ()


class ReadingFailed(Problem):
    """A bug came to light, as the problem ``internal``."""

    def __init__(self) -> None:
        super().__init__("internal")


class _AtWork(Exception):
    """What was to be read is being worked out for another network."""

    def __init__(self, flight: asyncio.Task[bytes]) -> None:
        super().__init__()
        self.flight = flight


class _Known(Exception):
    """What was to be read was worked out for another network."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.content = content


class Archive(Generic[PoolType]):
    """Reads finished games, and records that clients send."""

    def __init__(self, work_rate: tuple[float, float], pool: PoolType, pool_for_sent: PoolType | None = None) -> None:
        self.pool = pool
        self.pool_for_sent = pool if pool_for_sent is None else pool_for_sent
        """What reads records that clients send."""
        self._accounts = RateLimiter(*work_rate)
        self._waiting = Budget(*MOST_WAITING)
        self._flights: dict[tuple[ReadingKey, str], asyncio.Task[bytes]] = {}
        """Those who wait for their turn, or for what they ask for: by what that is, and their network."""
        self._at_work: dict[ReadingKey, asyncio.Task[bytes]] = {}
        """The flights whose turn has come."""
        self._kept: OrderedDict[ReadingKey, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._known_bugs: set[str] = set()

    def close(self) -> None:
        """Stop reading."""
        for pool in {self.pool, self.pool_for_sent}:
            pool.close()

    async def prepare(self) -> None:
        """Start the process before anybody needs it: starting takes longer than reading a game."""
        with suppress(WorkerEnded):  # it is tried again when somebody needs it
            await self.pool.call(get_ready, None, "", "")

    async def read(
        self, key: ReadingKey, summary: GameSummary, load: Callable[[], Awaitable[tuple[bytes, ...]]], address: str
    ) -> bytes:
        """Return what *key* asks for, compressed; *load* gets the events of the game when the job's turn has come."""

        async def stored_game() -> StoredGame:
            return StoredGame(summary, await load())

        return await self.read_from(stored_game, key, address)

    async def read_from(self, load: Callable[[], Awaitable[object]], key: ReadingKey, address: str) -> bytes:
        """Return what *key* asks for, compressed; *load* gets what it is read from when the job's turn has come."""

        async def prepare() -> ReadingJob:
            return key.read, await load(), key.numbers

        return await self._read_once(key, prepare, address)

    async def read_package(self, key: ReadingKey, address: str) -> bytes:
        """Return what *key* asks for, compressed; all it takes is in the package."""

        async def nothing() -> None:
            return None

        return await self.read_from(nothing, key, address)

    async def _read_once(self, key: ReadingKey, prepare: Callable[[], Awaitable[ReadingJob]], address: str) -> bytes:
        """Return the result: kept, being worked out for somebody else, or worked out now."""
        if (kept := self._kept_content(key)) is not None:
            return kept
        waiting = (key, network_of(address))
        flight = self._flights.get(waiting)
        if flight is None:
            self._check_account(address)
            if not self._waiting.take(address):
                raise Problem("too-many")
            flight = asyncio.create_task(self._fly(key, prepare, address))
            self._flights[waiting] = flight
            flight.add_done_callback(lambda ended: self._landed(key, address, ended))
        return await asyncio.shield(flight)

    def _kept_content(self, key: ReadingKey) -> bytes | None:
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
        return kept

    async def _fly(self, key: ReadingKey, prepare: Callable[[], Awaitable[ReadingJob]], address: str) -> bytes:
        """Wait for a turn of the network, and work the result out unless another network's turn came before."""

        async def begin() -> ReadingJob:
            if (kept := self._kept_content(key)) is not None:
                raise _Known(kept)
            if (flight := self._at_work.get(key)) is not None:
                raise _AtWork(flight)
            self._check_account(address)  # others of its network came before
            self._at_work[key] = self._flights[key, network_of(address)]
            return await prepare()

        try:
            return await self._work(self.pool, begin, key.game, address)
        except _Known as known:
            return known.content
        except _AtWork as other:
            return await asyncio.shield(other.flight)

    async def show(self, text: str, address: str, read: Read = read_text, *numbers: int) -> bytes:
        """Return the game in a record that *address* sent, or what *read* finds in it, compressed; nothing is kept."""
        try:
            return await self._read_sent(self.pool_for_sent, ReadingKey(read, "record", numbers), text, address)
        except ReadingFailed:
            raise Problem("bad-record") from None

    async def answer(self, key: ReadingKey, sent: object, address: str) -> bytes:
        """Return what *key* finds in something short that *address* sent, compressed; nothing of it is kept."""
        return await self._read_sent(self.pool, key, sent, address)

    async def _read_sent(self, pool: Pool, key: ReadingKey, sent: object, address: str) -> bytes:
        """Return what *key* finds in what was sent.

        Whoever is cancelled leaves the queue; what has begun by then is paid for all the same.
        """
        self._check_account(address)
        has_begun = False

        async def prepare() -> ReadingJob:
            nonlocal has_begun
            self._check_account(address)  # others of its network came before
            has_begun = True
            return key.read, sent, key.numbers

        async def read() -> bytes:
            with self._waiting.holding(address):
                return await self._work(pool, prepare, key.game, address)

        return await finished_once_begun(read(), lambda: has_begun)

    def _check_account(self, address: str) -> None:
        if not self._accounts.take(address, 0):
            raise Problem("too-many")

    async def _work(self, pool: Pool, prepare: Callable[[], Awaitable[ReadingJob]], game: str, address: str) -> bytes:
        with ended_work_is_told():
            reading = await pool.call_when_due(work, prepare, network_of(address), game)
        self._accounts.bucket(address).overdraw(reading.seconds)
        if reading.bug and reading.bug not in self._known_bugs:  # a record that fails can be sent without end
            self._known_bugs.add(reading.bug)
            _log.error("reading a game failed", extra={"error": reading.bug})
        if reading.bug:
            raise ReadingFailed
        if reading.problem is not None:
            raise reading.problem
        return reading.content

    def _landed(self, key: ReadingKey, address: str, flight: asyncio.Task[bytes]) -> None:
        del self._flights[key, network_of(address)]
        if self._at_work.get(key) is flight:
            del self._at_work[key]
        self._waiting.give_back(address)
        if flight.cancelled() or flight.exception() is not None or key in self._kept:
            return
        content = flight.result()
        self._kept[key] = content
        self._kept_bytes += len(content)
        while self._kept_bytes > MOST_KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)
