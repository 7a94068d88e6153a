"""uvicorn's WebSocket protocol with limits, and with a shorter way to the application and back.

A WebSocket has to answer pings, and its rate of bytes is limited. A closing one is cut after a moment, because a client
that does not read would otherwise keep it open; so is one whose client has stopped reading, even if it goes on sending.

Most of what is played is one small message in, a few out. Through ASGI each of them is a dictionary, a queue and a task
that has to be woken, which took longer than a move itself. So the application may have messages handed to it as they
come, and may send them at once, as long as nothing has to wait; whatever has to wait takes the usual way.
"""

import asyncio
import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.streams import StreamReader

try:  # compiled, where there is a wheel for the machine
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

from quillmap.server.hosting.connection_bounds import CUT_SECONDS, ConnectionBounds, plain_address
from quillmap.server.hosting.reading_turns import ReadingTurn
from quillmap.server.hosting.reading_watch import ReadingWatch
from quillmap.server.hosting.refusals import refusal
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket

MOST_FRAGMENTS: Final = 64
"""Parts of one message: browsers send one, libraries a few."""
MOST_UNREAD_BYTES: Final = 1 << 20
"""Unread bytes at which pings are no longer answered."""
MOST_UNSENT_BYTES: Final = 32 << 10
"""What the system takes before it is on its way: of megabytes there, nothing could be replaced by something newer."""
SOCKET_BYTES: Final = (1 << 20, 1 << 18)
"""Bytes over one socket, at once and per second: a move has two hundred."""
SOCKET_PINGS: Final = (20, 2)
SOCKET_FRAMES: Final = (64, 16)
"""Frames over one socket that are read even while all sockets of its network together send too many."""
PIECE: Final = 1024
"""Bytes of a socket that are read before its limits are looked at again: they can be 170 frames."""
READ_AS_ONE: Final = 48
"""Bytes that take as long to read as one message, because they may be eight frames."""
WHOLE_TEXT: Final = 0x81
"""How a frame begins that is a text message as a whole."""
MASKED: Final = 0x80
SWITCHING: Final = 101
"""The status of a handshake that is accepted."""
_BETWEEN_FRAMES: Final = StreamReader.at_eof.__code__
"""What the library's parser runs while it waits for a frame to begin."""
DIRECT: Final = "quillmap.direct"
"""The extension of ASGI by which the application finds the protocol of a socket."""


class BoundedSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket with a limited rate, which closes even when the other side has stopped reading."""

    bounds: ClassVar[ConnectionBounds]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.host = ""
        """Where the connection comes from, and where it is counted."""
        self._bytes = Bucket(*SOCKET_BYTES)
        self._pings = Bucket(*SOCKET_PINGS)
        self._frames = Bucket(*SOCKET_FRAMES)
        self._shared: tuple[Bucket, Bucket] | None = None
        """Bytes and frames of its network, once it is known for certain."""
        self._take: Callable[[str], bool] | None = None
        self._is_flooding = False
        self._reading = ReadingWatch(self.loop, self.bounds.unread_seconds)
        self._turn = ReadingTurn(self.bounds.reading, self._read, self._place)
        self._heard = 0.0
        """When something last came from the client, by the clock of the loop."""
        self._sign: asyncio.Event | None = None
        """What is set when something comes, while somebody waits for that."""
        self._may_take = False
        """Whether none of the messages that are being read was taken yet."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; where a client comes from is counted."""
        super().connection_made(transport)
        self.client = plain_address(self.client)
        _keep_little_unsent(transport)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much."""
        received, _ = self._of_network()
        if not self._bytes.take(len(data)) or not received.take(len(data)):
            self.transport.abort()
            return
        self._heard = self.loop.time()
        if self._sign is not None:
            self._sign.set()
        if not self.handshake_initiated:  # it has had its turn with the request that it comes from
            self._read(data)
        elif self._turn.is_waiting or not self._is_taken_whole(data):
            self._turn.take(self.transport, data, self._whose())

    def _place(self, size: int) -> tuple[str, int]:
        return self._whose(), 1 + size // READ_AS_ONE

    def _read(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self.read_paused and not self._turn.is_waiting:  # by uvicorn, or for another turn
            self.transport.resume_reading()
        self._may_take = True
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self._is_flooding or len(self.frames) > MOST_FRAGMENTS:
                self.transport.abort()
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse_handshake()
            if self.transport.is_closing():
                return

    def _is_taken_whole(self, data: bytes) -> bool:
        """Hand on what has come without the usual way, if it is one whole text message and may be taken at once."""
        if self._take is None or self.frames or not self._is_between_frames() or self.close_sent:
            return False
        text = whole_text(data, min(PIECE, self.config.ws_max_size))
        if not text or not self.queue.empty() or not self._is_taken(text):
            return False
        self._count_frames(1, idle=0)
        if self._is_flooding:
            self.transport.abort()
        return True

    def _is_between_frames(self) -> bool:
        """Return whether everything before was read, and another message may begin."""
        return self.conn.state is OPEN and not self.conn.reader.buffer and awaits_frame(self.conn.parser)

    def _refuse_handshake(self) -> None:
        """Answer a request that HTTP allows and WebSockets do not; uvicorn would wait for another one for ever."""
        self.transport.write(refusal(Problem("bad-request")))
        self.transport.close()
        self._cut_later()

    def handle_events(self) -> None:
        """Count the frames that have come, and read them."""
        events = self.conn.events
        idle = sum(isinstance(event, Frame) and self._is_idle(event) for event in events)
        self._count_frames(len(events), idle)
        super().handle_events()

    def _is_idle(self, frame: Frame) -> bool:
        """Return whether a frame says nothing: it is empty, or the answer to what was not asked."""
        if frame.opcode is Opcode.PONG:
            return self.pending_ping_payload is None
        return not frame.data and frame.opcode is not Opcode.CLOSE

    def _count_frames(self, frames: int, idle: int) -> None:
        _, of_network = self._of_network()
        # When a network sends too much, the sockets in it that send little stay open, unless they say nothing.
        debt, of_all = self._frames.overdraw(frames), of_network.overdraw(frames)
        self._is_flooding = of_all > 0 and (debt > 0 or idle > 0)

    def _of_network(self) -> tuple[Bucket, Bucket]:
        """Return the bytes and frames that all sockets of the network share."""
        if self._shared is not None:
            return self._shared
        whose = self._whose()
        found = self.bounds.received.bucket(whose), self.bounds.frames.bucket(whose)
        if self.handshake_complete:  # before that a proxy may still tell for whom it comes
            self._shared = found
        return found

    def _whose(self) -> str:
        """Return what this socket is counted as."""
        return self.bounds.counted_as(self.scope["client"] if hasattr(self, "scope") else self.client)

    def handle_connect(self, event: Request) -> None:
        """Begin to serve, unless the handshake is refused; the application may reach this protocol without ASGI."""
        response = self.conn.accept(event)
        if response.status_code != SWITCHING:  # it is answered like one that could not be read
            return
        self.conn.accept = lambda request: response  # type: ignore[method-assign]  # noqa: ARG005  # uvicorn asks once more
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][DIRECT] = {"protocol": self}

    def listen(self, take: Callable[[str], bool]) -> None:
        """Hand text messages to *take* as they come; those that it does not take wait to be received as usual."""
        self._take = take

    def send_receive_event_to_app(self) -> None:
        """Hand a message on.

        Of all that is read at once only the first message is taken without waiting, so that others have their turn.
        """
        if self._take is not None and self._may_take and self.queue.empty() and not self.close_sent:
            self._may_take = False
            if self.curr_msg_data_type == "text" and self._is_taken(b"".join(self.frames)):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def _is_taken(self, data: bytes) -> bool:
        assert self._take is not None
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False
        return self._take(text)

    def send_now(self, texts: Iterable[bytes]) -> bool:
        """Send text messages in one piece; return False if that is not possible now, or no longer."""
        is_open = self.handshake_complete and not self.close_sent and self.conn.state is OPEN
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (head_of_text(len(text)), text)]))
        return True

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._reading.begin(self.transport, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read most of what was sent."""
        super().resume_writing()
        self._reading.note_progress()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the answers are not read."""
        if not self._pings.take() or self.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self.transport.abort()
            return
        super().handle_ping()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is still there, unless it has said something lately and has read everything."""
        assert self.ping_interval is not None
        wait = self._heard + self.ping_interval - self.loop.time()
        if wait > 0 and not self.transport.get_write_buffer_size():
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def is_there(self, seconds: float) -> bool:
        """Return whether anything comes from the client within so many seconds, at least the answer to a ping."""
        if self._sign is None or self._sign.is_set():
            self._sign = asyncio.Event()
        sign = self._sign
        if self.pending_ping_payload is None:  # otherwise the answer to the last one would come
            if self.ping_timer is not None:
                self.ping_timer.cancel()
            super().send_keepalive_ping()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await sign.wait()
        return sign.is_set()

    def keepalive_timeout(self) -> None:
        """Close, because a ping was not answered."""
        super().keepalive_timeout()
        self._cut_later()

    async def run_asgi(self) -> None:
        """Serve, and make sure that the connection is closed afterwards."""
        await super().run_asgi()
        self._cut_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Read no more, and end when it is the turn of this network: thousands may be cut in the same moment."""
        self._reading.stop()
        self._turn.stop()
        whose = self._whose()
        if self.bounds.ending.begin(whose):
            self._end(exc)
        else:
            self.bounds.ending.wait(whose).add_done_callback(lambda _: self._end(exc))

    def _end(self, exc: Exception | None) -> None:
        """Tell the application, and let the network open another connection."""
        self.bounds.release(self.host)
        self._break_circles()
        super().connection_lost(exc)

    def _break_circles(self) -> None:
        """Let go of whatever refers back to this protocol, or to itself: it would stay in memory for long."""
        self._take = None
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(DIRECT, None)
        self.conn.parser.close()
        for error in (self.conn.handshake_exc, self.conn.parser_exc):
            _forget_where(error)

    def _cut_later(self) -> None:
        self.loop.call_later(CUT_SECONDS, self.transport.abort)


def _keep_little_unsent(transport: asyncio.BaseTransport) -> None:
    """Let what a slow client has not read wait here, and not in the system, where that can be told to it."""
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    connection = transport.get_extra_info("socket")
    if option is not None and connection is not None:
        with suppress(OSError):  # a socket of the file system has no such thing
            connection.setsockopt(socket.IPPROTO_TCP, option, MOST_UNSENT_BYTES)


def _forget_where(error: BaseException | None) -> None:
    """Forget where an error and those that have led to it were raised, and with that all who were there."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def awaits_frame(parser: Generator[None]) -> bool:
    """Return whether the library's parser waits for the first byte of a frame.

    Its buffer does not tell: the head of a frame has left it before the rest comes. The parser is a generator that
    hands on to another for each thing it reads, and only between frames the last of them asks whether anything comes.
    """
    inner: Any = parser
    while (deeper := inner.gi_yieldfrom) is not None:
        inner = deeper
    return inner.gi_code is _BETWEEN_FRAMES


def whole_text(data: bytes, most: int) -> bytes | None:
    """Return the text if *data* is exactly one whole message of at most so many bytes, as a client sends it."""
    if len(data) < 6 or data[0] != WHOLE_TEXT:
        return None
    size, begin = data[1] & 127, 6
    if size == 126 and len(data) >= 8:
        size, begin = int.from_bytes(data[2:4], "big"), 8
    is_whole = data[1] & MASKED and begin + size == len(data) <= most
    return apply_mask(data[begin:], data[begin - 4 : begin]) if is_whole else None


def head_of_text(size: int) -> bytes:
    """Return what stands before a text of this many bytes that a server sends whole, neither masked nor compressed."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def socket_protocol(bounds: ConnectionBounds) -> type[Any]:
    """Return the WebSocket protocol with these bounds."""
    return type("BoundedSocketProtocol", (BoundedSocketProtocol,), {"bounds": bounds})
