"""How many long files are sent at the same moment, and how fast: to a network, and to all of them.

The files of the page are in the memory once for everybody, so what they cost is sending them. The largest have several
megabytes: who asks for them over many connections, and reads fast or not at all, would keep the loop busy or fill the
memory with what was not read yet. So a few of each network are sent at once, and its others wait; a network that has
more places than its share gives one back between two pieces of a file when others wait. Bytes have a rate.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Budget, RateLimiter, network_of
from quillmap.server.work.slots import SharedSlots, Slot

LONGEST_WAIT: Final = 30.0
"""Seconds after which what a network still has to be sent is so much that it gets no more for now."""


class FilePlace:
    """The place of one long file among those that are sent."""

    def __init__(self, places: SharedSlots, host: str) -> None:
        self._places = places
        self._host = host
        self._slot: Slot | None = None

    async def take(self) -> None:
        """Wait for a place."""
        self._slot = await self._places.acquire(network_of(self._host), self._host)

    async def share(self) -> None:
        """Wait for a place once more if others are to have this one."""
        if self._slot is not None and self._places.is_asked_back(self._slot):
            self.give_back()
            await self.take()

    def give_back(self) -> None:
        """Let another file be sent."""
        if self._slot is not None:
            self._places.release(self._slot)
            self._slot = None


class FileTraffic:
    """The files that are being sent."""

    def __init__(self, limits: Limits) -> None:
        self._asked_for = Budget(*limits.files_asked_for)
        self._places = SharedSlots(*limits.files_at_once)
        self._bytes = RateLimiter(*limits.file_bytes_rate)

    @asynccontextmanager
    async def place(self, host: str) -> AsyncIterator[FilePlace]:
        """Hold a place for a long file while the block runs; raise ``too-many`` if very many wait for one."""
        self.check(host)
        with self._asked_for.holding(host):
            place = FilePlace(self._places, host)
            try:
                await place.take()
                yield place
            finally:
                place.give_back()

    def check(self, host: str) -> None:
        """Raise ``too-many`` if so much was asked for already that it takes long to send it."""
        if self._bytes.bucket(host).wait(0) > LONGEST_WAIT:
            raise Problem("too-many")

    def count(self, host: str, size: int) -> float:
        """Count bytes of a file; return for how many seconds the network of *host* has to wait for them."""
        return self._bytes.bucket(host).overdraw(size)

    async def pay(self, host: str, size: int) -> None:
        """Count bytes of a file, and wait until the network of *host* may be sent them."""
        seconds = self.count(host, size)
        if seconds > 0:
            await asyncio.sleep(seconds)
