"""uvicorn's HTTP and WebSocket protocols with limits, so that no client can hold resources for long.

A request has to arrive within a few seconds and a few kilobytes. A WebSocket has to answer pings, and its rate of
bytes is limited. A closing connection is cut after a moment, because a client that does not read would otherwise keep
it open, and so is one whose client has stopped reading an answer. Every network may hold a limited number of
connections.
"""

import asyncio
import math
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quillmap.server.hosting.config import Config
from quillmap.server.problems import ErrorAnswer, Problem
from quillmap.server.rate_limits import Bucket, Budget

CUT_SECONDS: Final = 5.0
"""How long a closing connection may take to send what is still buffered."""
MOST_HEADERS: Final = 100
LONGEST_URL: Final = 8192
MOST_PIPELINED: Final = 16
"""Requests that a client may send before it has read earlier answers."""
MOST_CHUNKS: Final = 10_000
"""Parts of one body: the largest comes in a few hundred, and each costs as much to read as a kilobyte."""
MOST_FRAGMENTS: Final = 64
"""Parts of one message: browsers send one, libraries a few."""
MOST_UNREAD_BYTES: Final = 1 << 20
"""Unread bytes at which pings are no longer answered."""
LEAST_READ: Final = 4096
"""Bytes of an answer that a client has to read in the time that it has for that."""
SOCKET_BYTES: Final = (1 << 20, 1 << 18)
"""Bytes over one socket, at once and per second: a move has two hundred."""
SOCKET_PINGS: Final = (20, 2)
TOO_LARGE: Final = 431


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """What the connections of one server share: their limits, and how many connections each network has."""

    request_seconds: float
    unread_seconds: float
    head_bytes: int
    request_bytes: int
    """Of a whole request: its head and the largest body that any address takes, with the framing of chunks."""
    trusted: frozenset[str]
    """Proxies, which bring the connections of many networks."""
    open: Budget

    def admit(self, host: str) -> bool:
        """Count one more connection of *host*, if it may have one."""
        return self._is_trusted(host) or self.open.take(host)

    def release(self, host: str) -> None:
        """Count one connection fewer."""
        if not self._is_trusted(host):
            self.open.give_back(host)

    def _is_trusted(self, host: str) -> bool:
        return host in self.trusted or "*" in self.trusted


def connection_bounds(config: Config, largest_body: int, most_files: float) -> ConnectionBounds:
    """Return the bounds for a server whose process may open *most_files* files."""
    limits = config.limits
    # A quarter of the files stays free: the database and the bots need some, and accepting fails when none is left.
    in_all = min(limits.connections, most_files * 3 // 4)
    return ConnectionBounds(
        request_seconds=limits.hello_seconds,
        unread_seconds=limits.unread_seconds,
        head_bytes=limits.head_bytes,
        request_bytes=limits.head_bytes + 2 * largest_body,
        trusted=frozenset(name.strip() for name in config.trusted_proxy.split(",") if name.strip()),
        open=Budget(min(limits.connections_per_address, in_all // 2), in_all),
    )


class _TooLarge(Exception):
    """A request exceeds its limits before it is complete."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """HTTP with limits on the time and size of a request."""

    bounds: ClassVar[ConnectionBounds]
    _timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _unread = math.inf
    """Bytes that were unread when that was last looked at; infinite if most of them have been read since."""
    _running: RequestResponseCycle | None = None
    """The request that is being answered; uvicorn's ``cycle`` is the newest, which may have to wait for it."""
    _host = ""
    _is_admitted = False
    _is_in_head = True
    _has_begun = False
    """Whether a request has begun in the bytes that are being read."""
    _request_bytes = 0
    _chunks = 0
    _is_too_large = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start waiting for a request, unless the network has too many connections."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._is_admitted = self.bounds.admit(self._host)
        if self._is_admitted:
            self._cut_after(self.bounds.request_seconds)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the request stays within its limits."""
        if self.transport.is_closing():
            return
        self._request_bytes += len(data)
        super().data_received(data)
        if self._has_begun:
            self._has_begun = False
            self._request_bytes = len(data)
        if self._request_bytes > self._most_bytes() and not self.transport.is_closing():
            self._is_too_large = True
            self.send_400_response("")

    def _most_bytes(self) -> float:
        if self._is_in_head:
            return self.bounds.head_bytes
        # What comes after the answer is thrown away, and for a moment only; a client that sends on can still read it.
        is_answered = self.cycle is not None and self.cycle.response_complete
        return math.inf if is_answered else self.bounds.request_bytes

    def on_message_begin(self) -> None:
        """Start waiting for the rest of a request; for the first request the wait has started already."""
        super().on_message_begin()
        self._is_in_head = True
        self._has_begun = True
        self._chunks = 0
        if self._timer is None:
            self._cut_after(self.bounds.request_seconds)

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._is_too_large = True
            raise _TooLarge

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._is_too_large = True
            raise _TooLarge

    def on_headers_complete(self) -> None:
        """Stop waiting: from here on the application decides."""
        self._is_in_head = False
        self._stop_timer()
        if len(self.pipeline) >= MOST_PIPELINED:
            self._is_too_large = True
            raise _TooLarge
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, also of one that has been answered already."""
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._is_too_large = True
            raise _TooLarge
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Keep a connection whose request was answered before it had arrived completely."""
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Give the rest of a request that was answered early a moment to arrive, so that its sender can read why."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch_reading()
        if self.cycle.more_body and self.cycle.response_complete and self._timer is None:
            self._cut_after(CUT_SECONDS)

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """Go on: the client has read most of what was sent."""
        super().resume_writing()
        self._unread = math.inf

    def timeout_keep_alive_handler(self) -> None:
        """Close, because no further request has come."""
        super().timeout_keep_alive_handler()
        self._watch_reading()

    def _watch_reading(self) -> None:
        if self._unread_timer is None:
            self._unread = self.transport.get_write_buffer_size()
            self._unread_timer = self.loop.call_later(self.bounds.unread_seconds, self._check_reading)

    def _check_reading(self) -> None:
        """Cut the connection if the client has stopped reading."""
        self._unread_timer = None
        unread = self.transport.get_write_buffer_size()
        if unread and unread > self._unread - LEAST_READ:
            self._abort()
        elif unread:
            self._watch_reading()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _abort(self) -> None:
        self._end_running()
        self.transport.abort()

    def _end_running(self) -> None:
        """Let the request that is being answered know that nobody reads the answer; uvicorn tells the newest only."""
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def send_400_response(self, msg: str) -> None:
        """Answer with an error in the usual JSON shape, and close."""
        problem = Problem("too-large" if self._is_too_large else "bad-request", "" if self._is_too_large else msg)
        content = msgspec.json.encode(ErrorAnswer(problem.body()))
        status = STATUS_LINE[TOO_LARGE if self._is_too_large else problem.status]
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(content)
        self.transport.write(status + head + content)
        self.transport.close()
        self._cut_after(CUT_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and with it its place in the count."""
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, BoundedSocketProtocol)
        protocol.host = self._host
        self._is_admitted = False
        self._stop_timer()
        self._stop_watching()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting, and let the network open another connection."""
        self._stop_timer()
        self._stop_watching()
        self._end_running()
        if self._is_admitted:
            self._is_admitted = False
            self.bounds.release(self._host)
        super().connection_lost(exc)

    def _cut_after(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_watching(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None


class BoundedSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with a limited rate, which closes even when the other side has stopped reading."""

    bounds: ClassVar[ConnectionBounds]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.host = ""
        """Where the connection comes from, and where it is counted."""
        self._bytes = Bucket(*SOCKET_BYTES)
        self._pings = Bucket(*SOCKET_PINGS)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much."""
        if not self._bytes.take(len(data)):
            self.transport.abort()
            return
        super().data_received(data)
        if len(self.frames) > MOST_FRAGMENTS:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the answers are not read."""
        if not self._pings.take() or self.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self.transport.abort()
            return
        super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Close, because a ping was not answered."""
        super().keepalive_timeout()
        self._cut_later()

    async def run_asgi(self) -> None:
        """Serve, and make sure that the connection is closed afterwards."""
        await super().run_asgi()
        self._cut_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the network open another connection."""
        self.bounds.release(self.host)
        super().connection_lost(exc)

    def _cut_later(self) -> None:
        self.loop.call_later(CUT_SECONDS, self.transport.abort)


def http_protocol(bounds: ConnectionBounds) -> type[Any]:
    """Return the HTTP protocol with these bounds."""
    return type("BoundedHttpProtocol", (BoundedHttpProtocol,), {"bounds": bounds})


def socket_protocol(bounds: ConnectionBounds) -> type[Any]:
    """Return the WebSocket protocol with these bounds."""
    return type("BoundedSocketProtocol", (BoundedSocketProtocol,), {"bounds": bounds})
