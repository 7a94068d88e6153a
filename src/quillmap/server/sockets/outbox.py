"""The messages that wait to be sent over one socket: a bounded queue, and what empties it.

All that is said at once is sent at once, in one piece. What can't be sent then is sent by a task that waits.
"""

import asyncio
from collections import deque
from typing import Final

from quillmap.server.sockets.port import Port, PortClosed

CLOSE_SECONDS: Final = 5.0
"""How long a socket that is being closed may take to read what was queued for it."""


class Outbox:
    """The messages that wait for one socket."""

    def __init__(self, port: Port, most: int, most_bytes: int) -> None:
        self._port = port
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self._queue: deque[bytes] = deque()
        self._loop = asyncio.get_running_loop()
        self._is_due = False
        """Whether what is queued is about to be sent."""
        self._has_news = asyncio.Event()
        self._is_waiting = False
        """Whether the task waits for the client to read."""
        self._closing: tuple[int, str] | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.writer = asyncio.create_task(self._write_on())

    def put(self, message: bytes) -> bool:
        """Queue *message*; return False if there is no room, so that the socket is to be dropped."""
        if self.is_closed or self._closing is not None:
            return True
        if self._queue and (len(self._queue) >= self._most or self._bytes + len(message) > self._most_bytes):
            self._empty()
            return False
        self._queue.append(message)
        self._bytes += len(message)
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._send_now)
        return True

    def _send_now(self) -> None:
        self._is_due = False
        if not self._queue or self._is_waiting:
            return
        if self._port.send_now(self._queue):
            self._empty()
        else:
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
        self._empty()
        self.writer.cancel()
        if self._giving_up is not None:
            self._giving_up.cancel()

    def _empty(self) -> None:
        self._queue.clear()
        self._bytes = 0

    async def _write_on(self) -> None:
        """Send what could not be sent at once, until the connection closes."""
        try:
            while self._closing is None or self._queue:
                await self._has_news.wait()
                self._has_news.clear()
                while self._queue:
                    message = self._queue.popleft()
                    self._bytes -= len(message)
                    self._is_waiting = True
                    await self._port.send(message.decode())
                    self._is_waiting = False
            code, reason = self._closing
            await self._port.close(code, reason)
        except PortClosed:
            pass  # the other side is gone already
        finally:
            self.is_closed = True
