"""uvicorn's HTTP protocol with limits, so that no client can hold resources for long.

A request has to arrive within a few seconds and a few kilobytes. A closing connection is cut after a moment, because a
client that does not read would otherwise keep it open, and so is one whose client has stopped reading an answer. What
the connections of a network cost is counted together, so that nothing is gained by coming back.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, NoReturn

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from quillmap.server.hosting.connection_bounds import CUT_SECONDS, ConnectionBounds, plain_address
from quillmap.server.hosting.forwarded_for import with_addresses_only
from quillmap.server.hosting.reading_turns import ReadingTurn
from quillmap.server.hosting.reading_watch import ReadingWatch
from quillmap.server.hosting.refusals import refusal
from quillmap.server.hosting.socket_connections import BoundedSocketProtocol
from quillmap.server.problems import Problem

MOST_HEADERS: Final = 60
"""Browsers send up to twenty, and proxies in front of the server add a dozen; each costs as much as a short message."""
MOST_OF_HANDSHAKE: Final = 8192
"""Bytes of the headers of a handshake but cookies: browsers send six hundred, a proxy that knows people adds some."""
MOST_ASKED_FOR: Final = 512
"""Bytes that say what a connection is to become: they are read token by token, and browsers send a hundred."""
LONGEST_URL: Final = 8192
MOST_PIPELINED: Final = 4
"""Requests that a client may send before it has read earlier answers; browsers and proxies send one at a time."""
MOST_PARTS: Final = 10_000
"""Parts of one body: the largest comes in a few hundred, and each costs as much to read as a kilobyte."""
READ_AS_ONE: Final = 1024
"""Bytes that take as long to read as one request; what is longer counts as several when turns are taken."""
HANDSHAKE_COST: Final = 3
"""What a handshake counts for more than a request when turns are taken."""
_WITH_NAME: Final = re.compile(rb"[^/?#]*://(?P<name>[^/?#]*)")
"""The beginning of an address as proxies are sent it."""


class _TooMuch(Exception):
    """A request exceeds its limits before it is complete."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """HTTP with limits on the time and size of a request."""

    bounds: ClassVar[ConnectionBounds]
    _timer: asyncio.TimerHandle | None = None
    _reading: ReadingWatch
    _turn: ReadingTurn
    _running: RequestResponseCycle | None = None
    """The request that is being answered; uvicorn's ``cycle`` is the newest, which may have to wait for it."""
    _host = ""
    _is_admitted = False
    _is_in_head = True
    _is_incomplete = False
    """Whether a request has begun, and not come to its end."""
    _has_begun = False
    """Whether a request has begun in the bytes that are being read."""
    _overhead = 0
    """Bytes of the request that were no content of its body."""
    _content = 0
    """Bytes of its body."""
    _content_of_data = 0
    """Bytes of bodies in what is being read."""
    _parts = 0
    _held: tuple[str, int] | None = None
    """Whose body waits to be read by the application, and how many bytes of it."""
    _headers_seen = 0
    """Headers of the request, also those behind its body."""
    _being_read: RequestResponseCycle | None = None
    """The request whose bytes are being read, from the end of its head to the beginning of the next one."""
    _refused: str | None = None
    """Why nothing more is read. The client is told when earlier requests are answered."""
    _trouble = "bad-request"
    """The code of what is wrong with a request that is not read to its end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start waiting for a request, unless the network has too many connections."""
        super().connection_made(transport)
        self._reading = ReadingWatch(self.loop, self.bounds.unread_seconds)
        self._turn = ReadingTurn(self.bounds.reading, self._read, self._place)
        self.client = plain_address(self.client)
        self._host = self.client[0] if self.client else ""
        self._is_admitted = self.bounds.admit(self._host)
        if self._is_admitted:
            self._cut_after(self.bounds.request_seconds)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on when it is this connection's turn, unless its network sends too much."""
        if self.transport.is_closing():
            return
        whose = self._counted_as()
        if not self.bounds.received.take(whose, len(data)):
            self._abort()
            return
        self._turn.take(self.transport, data, whose)

    def _place(self, size: int) -> tuple[str, int]:
        """Return whose turn it takes to read so many bytes, and as how much they count.

        With them a head may end, and all of it be worked on, even if most had come before. A proxy takes turns like
        everybody else until it has told for whom it comes.
        """
        of_head = self._overhead if self._is_in_head else 0
        return self._user()[0], 1 + (of_head + size) // READ_AS_ONE

    def _read(self, data: bytes) -> None:
        """Read on, as long as the request stays within its limits."""
        if self.transport.is_closing() or self._refused is not None:
            return
        if not self.flow.read_paused and not self._turn.is_waiting:  # by uvicorn, or for another turn
            self.transport.resume_reading()
        self._overhead += len(data)
        self._content_of_data = 0
        super().data_received(data)
        if self._has_begun:
            self._has_begun = False
            self._overhead = len(data) - self._content_of_data
        if not self._is_within_bounds() and not self.transport.is_closing():
            self._trouble = "too-large"
            self.send_400_response("")

    def _is_within_bounds(self) -> bool:
        is_answered = self.cycle is not None and self.cycle.response_complete
        overhead = self.bounds.most_overhead(is_in_head=self._is_in_head)
        return self._overhead <= overhead and self._content <= self.bounds.most_content(is_answered=is_answered)

    def _counted_as(self) -> str:
        """Return what this connection is counted as; a proxy tells with the head of a request for whom it comes."""
        return self.bounds.counted_as(self._user())

    def _user(self) -> tuple[str, int | None]:
        """Return who sends: whom the proxy told, until that request has come and is answered, or where it comes from.

        What comes next over a connection that a proxy keeps may be anybody's.
        """
        is_in_use = self.scope is not None and (self._is_incomplete or self._is_answering())
        return (self.scope["client"] if is_in_use else self.client) or ("", None)

    def on_message_begin(self) -> None:
        """Start waiting for the rest of a request; for the first request the wait began with the connection."""
        super().on_message_begin()
        self._is_in_head = True
        self._is_incomplete = True
        self._has_begun = True
        self._content = 0
        self._parts = 0
        self._headers_seen = 0
        self._being_read = None
        if self._timer is None:
            self._cut_after(self.bounds.request_seconds)

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._give_up("too-large")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what comes behind a body (a trailer) is counted, and is none.

        A proxy overwrites headers, and may pass trailers on as they are: they must not say where a request comes from.
        """
        self._headers_seen += 1
        if self._headers_seen > MOST_HEADERS:
            self._give_up("too-large")
        if self._is_in_head:
            super().on_header(name, value)

    def _give_up(self, trouble: str) -> NoReturn:
        """Make the parser end, and uvicorn call ``send_400_response``."""
        self._trouble = trouble
        raise _TooMuch

    def on_headers_complete(self) -> None:
        """Stop waiting: from here on the application decides."""
        self._is_in_head = False
        self._stop_timer()
        if len(self.pipeline) >= MOST_PIPELINED:
            self._give_up("too-large")
        if self.parser.should_upgrade() and not _is_short_handshake(self.headers):
            self._give_up("too-large")
        if self.parser.get_http_version() != "1.1":
            self.expect_100_continue = False  # older clients would take "100 Continue" for the answer
        if (found := _WITH_NAME.match(self.url)) is not None:
            # The name in the address takes the place of the header, as HTTP says, and only the path is left of it.
            self.headers[:] = [*(each for each in self.headers if each[0] != b"host"), (b"host", found["name"])]
            path = self.url[found.end() :]
            self.url = path if path.startswith(b"/") else b"/" + path
        if self.bounds.trusted:
            # The scope has this very list already.
            self.headers[:] = with_addresses_only(self.headers, self.bounds.trusted)
        super().on_headers_complete()
        if self.cycle is not None and self.cycle.scope is self.scope:  # or a socket is asked for
            self._being_read = self.cycle

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, also of one that has been answered already."""
        self._overhead -= len(body)
        self._content += len(body)
        self._content_of_data += len(body)
        self._parts += 1
        is_dropped = self.cycle.response_complete
        whose = self._counted_as()
        if self._parts > MOST_PARTS:
            self._give_up("too-large")
        if not self.bounds.parts.take(whose) or not (is_dropped or self._hold(whose, len(body))):
            self._give_up("too-many")
        super().on_body(body)

    def _hold(self, whose: str, size: int) -> bool:
        """Count what the application has not read yet, if there is room for it."""
        whose, held = self._held or (whose, 0)
        if not self.bounds.unread_bodies.take(whose, size):
            return False
        self._held = (whose, held + size)
        return True

    def _let_go(self) -> None:
        """Count what the application has read, or never will."""
        if self._held is not None:
            self.bounds.unread_bodies.give_back(*self._held)
            self._held = None

    def on_message_complete(self) -> None:
        """Keep a connection whose request was answered before it had arrived completely."""
        self._stop_timer()
        self._is_incomplete = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Give the rest of a request that was answered early a moment to arrive, so that its sender can read why."""
        self._let_go()
        super().on_response_complete()
        if self._refused is not None and not self._is_answering() and not self.transport.is_closing():
            self.send_400_response(self._refused)
        if self.transport.is_closing():
            self._reading.begin(self.transport, self._abort)
        if self.cycle.more_body and self.cycle.response_complete and self._timer is None:
            self._cut_after(CUT_SECONDS)

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._reading.begin(self.transport, self._abort)

    def resume_writing(self) -> None:
        """Go on: the client has read most of what was sent."""
        super().resume_writing()
        self._reading.note_progress()

    def timeout_keep_alive_handler(self) -> None:
        """Close, because no further request has come."""
        super().timeout_keep_alive_handler()
        self._reading.begin(self.transport, self._abort)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        async def read_by(scope: Any, receive: Any, send: Any) -> None:
            async def counted_receive() -> Any:
                message = await receive()
                self._let_go()
                return message

            await app(scope, counted_receive, send)

        self._running = cycle
        super()._start_asgi_task(cycle, read_by)

    def _abort(self) -> None:
        self._end_running()
        self.transport.abort()

    def _is_answering(self) -> bool:
        return self._running is not None and not self._running.response_complete

    def _end_running(self) -> None:
        """Let the request that is being answered know that nobody reads the answer; uvicorn tells the newest only."""
        if self._running is not None and self._is_answering():
            self._running.disconnected = True
            self._running.message_event.set()

    def send_400_response(self, msg: str) -> None:
        """Answer with an error in the usual JSON shape, and close.

        Earlier requests are answered first. One whose answer has begun gets no other: a proxy would take that for the
        answer to somebody else's.
        """
        broken = self._being_read
        if self._is_answering() and broken is not self._running:
            if broken is not None:
                self.pipeline.popleft()  # it is the newest, and never begins
                self._being_read = None
            self._refused = msg
            return
        if broken is not None and broken.response_started and not broken.response_complete:
            broken.keep_alive = False  # the connection is closed when it is answered
            self._refused = msg
            return
        if broken is None or not broken.response_started:
            problem = Problem(self._trouble, msg if self._trouble == "bad-request" else "")
            self.transport.write(refusal(problem))
        self._end_running()
        self.transport.close()
        self._cut_after(CUT_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and with it its place in the count, unless something has to be answered first.

        What is still to be answered would get between the messages of the socket.
        """
        if self._is_answering():
            self.send_400_response("a socket can be opened when earlier requests are answered")
            return
        self.bounds.reading.turns.count(self._host, HANDSHAKE_COST)
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, BoundedSocketProtocol)
        protocol.host = self._host
        self._is_admitted = False
        self._stop_timer()
        self._reading.stop()
        self._turn.stop()
        if not self.transport.is_closing():  # something may have come behind the handshake, and was to be read later
            self.transport.resume_reading()
        # It refers to this protocol, which nobody needs from here on.
        self.parser = None  # type: ignore[assignment]  # as in uvicorn

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting, and let the network open another connection."""
        self._stop_timer()
        self._reading.stop()
        self._turn.stop()
        self._end_running()
        self._let_go()
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


def _is_short_handshake(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Return whether what asks for another protocol is as short as it is from browsers and libraries."""
    asked_for = sum(len(value) for name, value in headers if name.startswith((b"connection", b"upgrade", b"sec-webs")))
    size = sum(len(name) + len(value) for name, value in headers if name != b"cookie")
    return asked_for <= MOST_ASKED_FOR and size <= MOST_OF_HANDSHAKE


def http_protocol(bounds: ConnectionBounds) -> type[Any]:
    """Return the HTTP protocol with these bounds."""
    return type("BoundedHttpProtocol", (BoundedHttpProtocol,), {"bounds": bounds})
