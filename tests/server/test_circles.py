"""Connections leave nothing behind that only the cyclic collector would find: it looks at everything very seldom."""

import asyncio
import gc
import socket
import struct
from collections.abc import Callable, Iterator

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from quillmap.server.client import Seat
from quillmap.server.problems import Problem
from quillmap.server.sockets.connection import Connection
from server.harness import Running, running, wait_until
from server.raw_sockets import frame, handshake, open_connections, opened, read_answer, read_to_the_end, upgraded

COUNT = 20
KINDS = (HttpToolsProtocol, WebSocketsSansIOProtocol, ServerProtocol, Connection, Problem)
"""What a connection needs, and what refers to the frames in which it was refused."""
HEAD = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BODY = b"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture(scope="module")
def host(server: Running) -> Seat:
    """Return somebody at a table."""
    return Seat.create(server.url, "Host")


def play(server: Running, host: Seat) -> None:
    """Come and go as everybody does; a client of a library would leave circles of its own in this process."""
    plain = upgraded(server, host.table)
    plain.sendall(frame({"type": "hello", "token": host.token}))
    plain.recv(4096)
    plain.sendall(b"\x88\x80" + bytes(4))
    read_to_the_end(plain)


def fall_silent(server: Running, host: Seat) -> None:
    """Open a socket, say nothing, and go."""
    upgraded(server, host.table).close()


def break_off(server: Running, host: Seat) -> None:
    """Open a socket and cut the connection."""
    plain = upgraded(server, host.table)
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


def ask_for(change: Callable[[bytes], bytes]) -> Callable[[Running, Seat], None]:
    """Return who asks for a socket in a wrong way."""

    def ask(server: Running, host: Seat) -> None:
        plain = opened(server)
        plain.sendall(change(handshake(server, host.table)))
        assert b" 101 " not in read_to_the_end(plain)

    return ask


def say(data: bytes) -> Callable[[Running, Seat], None]:
    """Return who says something for which a socket is closed."""

    def speak(server: Running, host: Seat) -> None:
        plain = upgraded(server, host.table)
        plain.sendall(data)
        plain.recv(4096)
        plain.close()

    return speak


def send(data: bytes, *, is_answered: bool = True) -> Callable[[Running, Seat], None]:
    """Return who sends a request, or the beginning of one."""

    def ask(server: Running, _: Seat) -> None:
        plain = opened(server)
        plain.sendall(data)
        if is_answered:
            read_answer(plain)
        plain.close()

    return ask


CLIENTS = {
    "plays": play,
    "falls silent": fall_silent,
    "breaks off": break_off,
    "asks for a wrong address": ask_for(lambda head: head.replace(b"/ws/tables", b"/ws/nowhere")),
    "asks for another host": ask_for(lambda head: head.replace(b"127.0.0.1", b"example.org")),
    "asks for another version": ask_for(lambda head: head.replace(b"Version: 13", b"Version: 12")),
    "asks with a wrong key": ask_for(lambda head: head.replace(b"dGhl", b"....")),
    "asks with a long list": ask_for(lambda head: head.replace(b": Upgrade", b": Upgrade" + b",a" * 999)),
    "sends no frame": say(b"\xff" * 20),
    "closes": say(b"\x88\x80" + bytes(4)),
    "says a wrong hello": say(frame({"type": "hello", "protocol": 99})),
    "asks for a page": send(HEAD % b"/"),
    "asks for a table that is not there": send(HEAD % b"/api/tables/nothere"),
    "sends no request": send(b"nonsense\r\n\r\n"),
    "sends half a request": send(HEAD[:20], is_answered=False),
    "sends half a body": send(BODY, is_answered=False),
}


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
def test_connections_leave_no_circles(server: Running, host: Seat, client: Callable[[Running, Seat], None]) -> None:
    """However a connection ends, what it needed is gone with it."""

    def kept() -> int:
        wait_until(lambda: not open_connections(server) and not server.server.server_state.tasks)
        server.result_of(asyncio.sleep(0.05))
        return sum(isinstance(each, KINDS) for each in gc.get_objects())

    client(server, host)
    gc.collect()
    gc.disable()
    try:
        before = kept()
        for _ in range(COUNT):
            client(server, host)
        assert kept() - before < COUNT // 2
    finally:
        gc.enable()
