"""Slots shared among networks: the one that has used them least comes next, and none ever holds all of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from quillmap.server.work.fair_queue import FairQueue, Turn


class Slot(NamedTuple):
    """A slot that somebody holds, from ``SharedSlots.acquire`` to ``SharedSlots.release``."""

    queue: FairQueue
    """The queue of the network itself."""
    own: Turn
    shared: Turn


class SharedSlots:
    """As many slots as there are, of which one network holds at most *of_one*."""

    def __init__(self, slots: int, of_one: int) -> None:
        self._queue = FairQueue(slots)
        self._of_one = of_one
        self._own: WeakValueDictionary[str, FairQueue] = WeakValueDictionary()

    async def acquire(self, network: str, group: str) -> Slot:
        """Wait for a slot; *group* is what a network's own slots are shared among."""
        queue = self._own.setdefault(network, FairQueue(self._of_one))
        own = await queue.acquire(group, group)
        try:
            return Slot(queue, own, await self._queue.acquire(network, group))
        except BaseException:
            queue.release(own)
            raise

    def release(self, slot: Slot) -> None:
        """Give a slot to the next."""
        self._queue.release(slot.shared)
        slot.queue.release(slot.own)

    def is_asked_back(self, slot: Slot) -> bool:
        """Return whether other networks wait for a slot while whoever has this one holds more than its share."""
        return self._queue.is_asked_back(slot.shared)

    @asynccontextmanager
    async def holding(self, network: str, group: str) -> AsyncIterator[None]:
        """Hold a slot while something is done."""
        slot = await self.acquire(network, group)
        try:
            yield
        finally:
            self.release(slot)
