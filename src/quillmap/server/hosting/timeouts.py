"""Connections that fall silent are closed, whatever the other side does or does not do.

A request has to come within some seconds. A WebSocket that does not answer a ping is closed.
And a closing connection is cut after a moment: otherwise one that does not read would be kept until it does.
"""

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CUT_SECONDS: Final = 5.0
"""How long a closing connection may take to get rid of what was still to be sent."""


class TimedHttpProtocol(HttpToolsProtocol):
    """HTTP for clients that send their request within ``request_seconds``."""

    request_seconds: ClassVar[float] = 10.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for a request from now on."""
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        """Wait for the rest of a request; the first one has been waited for already."""
        super().on_message_begin()
        if self._timer is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop waiting: from here on the application decides."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.request_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TimedSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that ends even when the other side reads nothing any more."""

    def keepalive_timeout(self) -> None:
        """Close, because a ping was not answered."""
        super().keepalive_timeout()
        self._cut_later()

    async def run_asgi(self) -> None:
        """Serve, and see to it that the connection then ends."""
        await super().run_asgi()
        self._cut_later()

    def _cut_later(self) -> None:
        self.loop.call_later(CUT_SECONDS, self.transport.abort)


def http_protocol(request_seconds: float) -> type[Any]:
    """Return the HTTP protocol that waits *request_seconds* for a request."""
    return type("TimedHttpProtocol", (TimedHttpProtocol,), {"request_seconds": request_seconds})
