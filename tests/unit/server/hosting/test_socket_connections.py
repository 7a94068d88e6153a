"""What is sent over WebSockets without the library for them."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN

from quillmap.server.hosting.config import Config
from quillmap.server.hosting.connection_bounds import ConnectionBounds, connection_bounds
from quillmap.server.hosting.socket_connections import PIECE, head_of_text, socket_protocol, whole_text
from quillmap.server.work.loop_turns import AT_ONCE


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    """Around every limit of the three ways to write a length."""
    text = b"x" * size
    assert head_of_text(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000])
def test_a_whole_text_is_read_as_the_library_writes_it(size: int) -> None:
    """Around every limit of the two ways to write such a length; a longer one is left to the library."""
    text = b"x" * size
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert whole_text(data, PIECE) == text
    assert whole_text(data, len(data) - 1) is None


OTHERS = {
    "nothing": b"",
    "a part of one": Frame(Opcode.TEXT, b"early").serialize(mask=True)[:-1],
    "two": Frame(Opcode.TEXT, b"one").serialize(mask=True) * 2,
    "the first of several parts": Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True),
    "compressed": b"\xc1" + Frame(Opcode.TEXT, b"squeezed").serialize(mask=True)[1:],
    "not masked": Frame(Opcode.TEXT, b"bare").serialize(mask=False),
    "bytes": Frame(Opcode.BINARY, b"bytes").serialize(mask=True),
    "a ping": Frame(Opcode.PING, b"ping").serialize(mask=True),
    "a length of nothing in two bytes": b"\x81\xfe\x00\x00\x00\x00",
    "a short length in eight bytes": b"\x81\xff" + (5).to_bytes(8, "big") + bytes(4) + b"wide!",
}
"""Whatever is no whole text message, by what it is; masks are random, so the bytes name no test."""


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_everything_else_is_left_to_the_library(data: bytes) -> None:
    """Parts, more than one, other kinds, and what is wrong."""
    assert whole_text(data, PIECE) is None


class Clock:
    """The time of a loop, which stands still, and what is to be done later."""

    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        """Return the time."""
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> None:
        """Keep what is to be done, and when."""
        self.later.append((delay, callback))


class Transport:
    """What was written and has not been read yet."""

    def __init__(self) -> None:
        self.unread = 0
        self.is_cut = False

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be read."""
        return self.unread

    def is_closing(self) -> bool:
        """Return whether it was ended."""
        return self.is_cut

    def write(self, data: bytes) -> None:
        """Let something wait."""
        self.unread += len(data)

    def pause_reading(self) -> None:
        """Read on all the same."""

    def resume_reading(self) -> None:
        """Read on."""

    def abort(self) -> None:
        """End."""
        self.is_cut = True


def open_protocol(clock: Clock, transport: Transport, bounds: ConnectionBounds | None = None) -> Any:
    """Return the protocol of a socket that is open."""
    settings = uvicorn.Config("none", ws_ping_interval=20, ws_ping_timeout=20, log_config=None, interface="asgi3")
    settings.loaded, settings.loaded_app = True, None
    protocol = socket_protocol(bounds or connection_bounds(Config(), 1000, 1000))(settings, ServerState(), {}, clock)
    protocol.transport, protocol.client = transport, ("192.0.2.1", 1)
    protocol.conn.state, protocol.handshake_initiated, protocol.handshake_complete = OPEN, True, True
    protocol.conn.parser = protocol.conn.parse()
    next(protocol.conn.parser)
    return protocol


def frames_of(text: str, cut: int | None) -> bytes:
    """Return a message as a client sends it, whole or in two parts with a ping in between."""
    data = text.encode()
    if cut is None:
        return Frame(Opcode.TEXT, data).serialize(mask=True)
    parts = (
        Frame(Opcode.TEXT, data[:cut], fin=False),
        Frame(Opcode.PING, b"in between"),
        Frame(Opcode.CONT, data[cut:]),
    )
    return b"".join(part.serialize(mask=True) for part in parts)


@given(
    messages=st.lists(st.tuples(st.text(max_size=200), st.none() | st.integers(0, 50)), max_size=6),
    lengths=st.lists(st.integers(1, 300), max_size=30),
    taken=st.lists(st.booleans(), max_size=6),
)
def test_messages_come_once_and_in_order(
    messages: list[tuple[str, int | None]], lengths: list[int], taken: list[bool]
) -> None:
    """However they are cut on their way, and whether they are taken as they come or have to wait."""
    protocol = open_protocol(Clock(), Transport())
    found: list[str] = []

    def take(text: str) -> bool:
        is_taken = not taken or taken.pop()
        if is_taken:
            found.append(text)
        return is_taken

    async def come(stream: bytes) -> None:
        while stream:
            length = lengths.pop() if lengths else len(stream)
            protocol.data_received(stream[:length])
            stream = stream[length:]
            while protocol._turn.is_waiting:
                await asyncio.sleep(0)
            while not protocol.queue.empty():
                found.append(protocol.queue.get_nowait()["text"])

    protocol.listen(take)
    asyncio.run(come(b"".join(frames_of(*message) for message in messages)))
    assert found == [text for text, _ in messages]


def disguised(inner: bytes) -> tuple[bytes, str]:
    """Return a text message whose bytes on their way, behind its head, are those of a whole frame; and its text."""
    mask = b"\xc0\xc0\xc0\xc0"
    assert len(inner) < 126
    return bytes([0x81, 0x80 | len(inner)]) + mask + inner, bytes(each ^ 0xC0 for each in inner).decode()


@pytest.mark.parametrize("cut", range(1, 20))
def test_what_looks_like_a_message_inside_another_is_none(cut: int) -> None:
    """Wherever a message is cut on its way: only what begins where a frame may begin is taken for one."""
    said = b"hello you"
    inner = bytes([0x81, 0x80 | len(said)]) + b"\xe1\xe1\xe1\xe1" + bytes(each ^ 0xE1 for each in said)
    data, text = disguised(inner)
    protocol = open_protocol(Clock(), Transport())
    found: list[str] = []

    def take(text: str) -> bool:
        found.append(text)
        return True

    async def come(*parts: bytes) -> None:
        for part in parts:
            protocol.data_received(part)
            while protocol._turn.is_waiting:
                await asyncio.sleep(0)

    protocol.listen(take)
    asyncio.run(come(data[:cut], data[cut:], inner))
    assert found == [text, said.decode()]


def test_between_two_frames_a_message_is_taken_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parser is asked where it stands: if another version of it answers otherwise, the short way is never taken."""
    protocol = open_protocol(Clock(), Transport())
    data = Frame(Opcode.TEXT, b"hello").serialize(mask=True)
    found: list[str] = []

    def take(text: str) -> bool:
        found.append(text)
        return True

    protocol.listen(take)

    async def come() -> None:
        protocol._turn.take = lambda _transport, data, _whose: protocol._read(data)
        protocol.data_received(data[:3])
        protocol.data_received(data[3:])
        monkeypatch.setattr(protocol, "_read", None)
        protocol.data_received(data)

    asyncio.run(come())
    assert found == ["hello", "hello"]


def test_only_a_client_that_is_silent_or_does_not_read_is_asked_whether_it_is_there() -> None:
    """It is asked as long after its last word as after its last answer; at once if it has left something unread."""
    clock, transport = Clock(), Transport()
    protocol = open_protocol(clock, transport)
    protocol._heard = clock.now
    clock.now += 15
    protocol.send_keepalive_ping()
    assert clock.later == [(5, protocol.send_keepalive_ping)]
    assert not transport.unread
    transport.unread = 1
    protocol.send_keepalive_ping()
    assert transport.unread > 1
    assert clock.later[1:] == [(20, protocol.keepalive_timeout)]


PONG = Frame(Opcode.PONG, b"").serialize(mask=True)
EMPTY = Frame(Opcode.TEXT, b"").serialize(mask=True)
TEXT = Frame(Opcode.TEXT, b"{}").serialize(mask=True)


@pytest.mark.parametrize(
    ("data", "is_cut"), [(PONG, True), (EMPTY, True), (TEXT, False)], ids=["a pong", "nothing", "something"]
)
def test_who_says_nothing_has_no_free_share(data: bytes, is_cut: bool) -> None:
    """When its network sends too much, a socket that has said little stays, but not for what says nothing."""
    transport = Transport()
    protocol = open_protocol(Clock(), transport)
    protocol.bounds.frames.bucket("192.0.2.1").overdraw(1e6)

    async def come() -> None:
        protocol.data_received(data)

    asyncio.run(come())
    assert transport.is_cut is is_cut


def test_a_pong_that_was_asked_for_is_no_flood() -> None:
    """However much others of the network send."""
    transport = Transport()
    protocol = open_protocol(Clock(), transport)
    protocol.bounds.frames.bucket("192.0.2.1").overdraw(1e6)

    async def come() -> None:
        protocol.send_keepalive_ping()
        protocol.data_received(Frame(Opcode.PONG, protocol.pending_ping_payload).serialize(mask=True))

    asyncio.run(come())
    assert not transport.is_cut


def test_sockets_end_in_turns() -> None:
    """Of hundreds that are cut at the same moment a few are let go in one turn of the loop, and all in the end."""

    async def cut() -> None:
        bounds = connection_bounds(Config(), 1000, 1e6)
        protocols = [open_protocol(Clock(), Transport(), bounds) for _ in range(5 * AT_ONCE)]
        for protocol in protocols:
            protocol.host = "192.0.2.1"
            assert bounds.admit(protocol.host)
            protocol.connections.add(protocol)
        for protocol in protocols:
            protocol.connection_lost(ConnectionResetError())
        turns = [sum(protocol.disconnected for protocol in protocols)]
        while turns[-1] < len(protocols):
            await asyncio.sleep(0)
            turns.append(sum(protocol.disconnected for protocol in protocols))
        assert all(after - before <= AT_ONCE for before, after in pairwise([0, *turns]))
        assert all(protocol.queue.qsize() == 1 for protocol in protocols)
        assert not bounds.open._held

    asyncio.run(cut())
