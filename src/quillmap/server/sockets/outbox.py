"""The messages that wait to be sent over one socket: a bounded queue, and what empties it.

All that is said at once is sent at once, in one piece. What can't be sent then is sent by a task that waits. What waits
for clients that do not read takes room, of which every network has some: so however many sockets it opens and never
reads, the memory that they take is bounded. A long message takes room from the moment it is queued: hundreds of them
may be before the first is sent. What only tells how things are now is not sent any more when there is something newer.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from quillmap.server.rate_limits import Budget
from quillmap.server.sockets.port import Port, PortClosed

LONG: Final = 1 << 16
"""Bytes of a message that takes room even if it is about to be sent; what few people at a table are sent is shorter."""
CLOSE_SECONDS: Final = 5.0
"""How long a socket that is being closed may take to read what was queued for it."""


@dataclass(frozen=True, slots=True)
class OutboxBounds:
    """How much may wait for a socket, and for all of them."""

    messages: int
    most_bytes: int
    room: Budget
    """Bytes that wait for all sockets."""
    network: str
    """Where the socket is counted."""


class Outbox:
    """The messages that wait for one socket. If there is no room for one, *drop* is called."""

    def __init__(self, port: Port, bounds: OutboxBounds, drop: Callable[[], None]) -> None:
        self._port = port
        self._bounds = bounds
        self._drop = drop
        self._bytes = 0
        self._queue: deque[bytes] = deque()
        self._newest: bytes | None = None
        """What was queued last of all that is replaced by something newer; it may have been sent."""
        self._loop = asyncio.get_running_loop()
        self._is_due = False
        """Whether what is queued is about to be sent."""
        self._has_news = asyncio.Event()
        self._is_stuck = False
        """Whether the task waits for the client to read; all that waits takes room then."""
        self._held = 0
        """The room that is taken: by what is queued, and by what was sent and has not been read."""
        self._closing: tuple[int, str] | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.writer = asyncio.create_task(self._write_on())

    def put(self, message: bytes) -> None:
        """Queue *message*."""
        if self.is_closed or self._closing is not None:
            return
        size = len(message)
        bounds = self._bounds
        if self._queue and (len(self._queue) >= bounds.messages or self._bytes + size > bounds.most_bytes):
            self._overflow()
            return
        if (self._is_stuck or size > LONG) and not self._hold(size):
            return
        self._queue.append(message)
        self._bytes += size
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._send_now)

    def put_newest(self, message: bytes) -> None:
        """Queue *message* in place of the one that was queued so before, if that still waits.

        Whoever reads slowly is told how things are, and not how they were all the time before.
        """
        self._withdraw()
        self.put(message)
        self._newest = message

    def _withdraw(self) -> None:
        """Forget the message that is replaced, unless it was sent."""
        place = next((at for at, queued in enumerate(self._queue) if queued is self._newest), None)
        if place is None:
            return
        size = len(self._queue[place])
        del self._queue[place]
        self._bytes -= size
        if self._is_stuck or size > LONG:
            self._give_back(size)

    def _send_now(self) -> None:
        self._is_due = False
        if not self._queue or self._is_stuck:
            return
        is_sent = self._port.send_now(self._queue)
        if is_sent and self._port.is_read():
            self._queue.clear()
            self._bytes = 0
            self._give_back(self._held)
            return
        size = self._bytes - self._held  # long messages have taken their room
        if is_sent:
            self._queue.clear()
            self._bytes = 0
        if self._hold(size):
            self._is_stuck = True
            self._has_news.set()

    def close_soon(self, code: int, reason: str) -> None:
        """Close after what is queued."""
        if self._closing is None:
            self._closing = (code, reason)
            self._has_news.set()
            # A client that does not read won't read this either, so the writer is not waited for.
            self._giving_up = self._loop.call_later(CLOSE_SECONDS, self.writer.cancel)

    def close(self) -> None:
        """Close now, whatever is still queued."""
        self.is_closed = True
        self._queue.clear()
        self._bytes = 0
        self._give_back(self._held)
        self.writer.cancel()
        if self._giving_up is not None:
            self._giving_up.cancel()
        self._drop = _nobody  # so that no circle of references keeps the connection in memory

    def _hold(self, size: int) -> bool:
        """Take room for what has to wait; without any the socket is cut, so that nothing of it stays in the memory."""
        if not self._bounds.room.take(self._bounds.network, size):
            self._overflow()
            self._port.cut()
            return False
        self._held += size
        return True

    def _give_back(self, size: int) -> None:
        if size:
            self._held -= size
            self._bounds.room.give_back(self._bounds.network, size)

    def _give_back_read(self) -> None:
        """Give back the room of all that has been read, which is what is no longer queued."""
        if self._is_stuck:
            self._give_back(self._held - self._bytes)

    def _overflow(self) -> None:
        """Forget what is queued; what was sent takes its room until it is read, or the socket is closed."""
        if self._is_stuck:
            self._give_back(self._bytes)
        self._queue.clear()
        self._bytes = 0
        self._drop()

    async def _write_on(self) -> None:
        """Send what could not be sent at once, until the connection closes."""
        try:
            while self._closing is None or self._queue:
                await self._has_news.wait()
                self._has_news.clear()
                await self._write_rest()
            code, reason = self._closing
            await self._port.close(code, reason)
        except PortClosed:
            pass  # the other side is gone already
        finally:
            self.is_closed = True

    async def _write_rest(self) -> None:
        """Send what is queued message by message, each when the client has read what came before."""
        await self._port.until_read()
        while self._queue:
            message = self._queue.popleft()
            self._bytes -= len(message)
            if not self._port.send_now((message,)):
                await self._port.send(message.decode())
            await self._port.until_read()
            self._give_back_read()
        self._give_back_read()
        self._is_stuck = False


def _nobody() -> None:
    """Drop nobody: the socket is closed."""
