"""Limits: how often somebody may do something."""

import time
from collections import OrderedDict
from typing import Final

MOST_REMEMBERED: Final = 20_000
"""Addresses that a limiter knows at most; those seen longest ago are forgotten first."""


class Bucket:
    """A bucket that drips: *size* at once, then *rate* a second."""

    __slots__ = ("_left", "_rate", "_size", "_time")

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._left = size
        self._time = time.monotonic()

    def take(self) -> bool:
        """Take one out, if there is one."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._time) * self._rate)
        self._time = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A bucket for every address."""

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Return whether *address* may do it once more."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._size, self._rate)
            if len(self._buckets) > MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()
