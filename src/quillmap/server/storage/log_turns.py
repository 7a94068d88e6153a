"""Reading the whole logs of games, a few megabytes each: in turns, and in threads that nothing else waits for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from quillmap.server.problems import Problem
from quillmap.server.work.fair_queue import FairQueue, Turn

LOG_READERS: Final = 2
"""Threads that read whole logs."""

Result = TypeVar("Result")


class LogTurns:
    """Lets whole logs be read when it is the turn of those who ask for them, by /48, network and game."""

    def __init__(self) -> None:
        self._turns = FairQueue(LOG_READERS)
        self._threads = ThreadPoolExecutor(LOG_READERS, thread_name_prefix="log reader")

    async def read(self, read: Callable[[], Result], network: str, game: str) -> Result:
        """Return what *read* does in a thread, for somebody in *network*; whoever is cancelled leaves the queue."""
        turn = await self._turns.acquire(network, game)
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._threads, read)
        except RuntimeError:  # it is closed
            self._turns.release(turn)
            raise Problem("not-ready") from None
        # The turn ends with the reading, even if nobody waits for it any more: a thread can't be interrupted.
        reading.add_done_callback(lambda ended: self._end(turn, ended))
        return await asyncio.shield(reading)

    def _end(self, turn: Turn, reading: asyncio.Future[Result]) -> None:
        self._turns.release(turn)
        if not reading.cancelled():
            reading.exception()  # whoever asked may have gone; nobody else needs the error

    def close(self, *, wait: bool) -> None:
        """Read no more; *wait* until what has begun is read."""
        self._threads.shutdown(wait=wait, cancel_futures=not wait)
