"""Slow work done in the browser's worker itself, one job after the other: it cannot start other processes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from quillmap.server.work.fair_queue import FairQueue
from quillmap.server.work.pool import Pool

Job = TypeVar("Job")
Result = TypeVar("Result")


class OwnThread(Pool):
    """Does slow work when its turn has come, as a server's processes do."""

    def __init__(self) -> None:
        self.queue = FairQueue(1)
        self.at_once = 1

    async def call_when_due(
        self, function: Callable[[Job], Result], prepare: Callable[[], Awaitable[Job]], owner: str, group: str
    ) -> Result:
        """Do the same with a job that is made when its turn has come."""
        turn = await self.queue.acquire(owner, group)
        try:
            await asyncio.sleep(0)  # what the page has said meanwhile is answered first
            return function(await prepare())
        finally:
            self.queue.release(turn)

    def close(self) -> None:
        """Nothing has to be ended."""
