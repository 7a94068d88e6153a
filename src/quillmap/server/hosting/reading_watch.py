"""Watches whether a client reads what it is sent: one that has stopped is cut off, whatever it goes on to send."""

import asyncio
import math
from collections.abc import Callable
from typing import Final

LEAST_READ: Final = 4096
"""Bytes that a client has to read in the time that it has for that."""


class ReadingWatch:
    """Watches one connection. It keeps no reference to it while nothing waits to be read."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None
        self._unread = math.inf
        """Bytes that were unread when that was last looked at; infinite if most of them have been read since."""

    def begin(self, transport: asyncio.WriteTransport, cut: Callable[[], None]) -> None:
        """Watch until everything has been read, and *cut* if next to nothing is for too long."""
        if self._timer is None:
            self._unread = transport.get_write_buffer_size()
            self._timer = self._loop.call_later(self._seconds, self._look, transport, cut)

    def note_progress(self) -> None:
        """Note that the client has read most of what was sent."""
        self._unread = math.inf

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, transport: asyncio.WriteTransport, cut: Callable[[], None]) -> None:
        self._timer = None
        unread = transport.get_write_buffer_size()
        if unread and unread > self._unread - LEAST_READ:
            cut()
        elif unread:
            self.begin(transport, cut)
