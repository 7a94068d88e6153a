"""Locks by name, so that what concerns one of many keeps only those waiting whom it concerns, too."""

import asyncio
from collections.abc import Hashable
from weakref import WeakValueDictionary


class NamedLocks:
    """A lock for every name, for as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        """Return how many there are now."""
        return len(self._locks)

    def of(self, *name: Hashable) -> asyncio.Lock:
        """Return the lock with this name, for ``async with``."""
        return self._locks.setdefault(name, asyncio.Lock())
