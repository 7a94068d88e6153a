"""Connections that fall silent: nobody waits for them, all see that they are gone, and nothing of them stays."""

import json
import os
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest
from websockets.http11 import Request
from websockets.server import ServerProtocol

from quillmap.server.client import Seat, call
from quillmap.server.hosting import connections, socket_connections
from quillmap.server.sockets import outbox
from quillmap.server.work.loop_turns import LoopTurns
from server.harness import GENEROUS, LONGEST_WAIT, Json, Running, receive_until, running, table_of, wait_until
from server.raw_sockets import (
    frame,
    handshake,
    open_connections,
    opened,
    read_answer,
    read_head,
    read_to_the_end,
    send_until_cut,
    upgrade,
    upgraded,
)

IMPATIENT = replace(GENEROUS, hello_seconds=2, ping_seconds=2, body_seconds=1, unread_seconds=1, queue_messages=16)
"""Limits with which a test need not wait for long. Where a test has to be in time, it has two seconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that gives up on silent connections soon."""
    with pytest.MonkeyPatch.context() as patch, running(tmp_path_factory.mktemp("data"), IMPATIENT) as started:
        patch.setattr(connections, "CUT_SECONDS", 0.3)
        patch.setattr(socket_connections, "CUT_SECONDS", 0.3)
        patch.setattr(outbox, "CLOSE_SECONDS", 0.3)
        yield started


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that waits as long as usual, for clients that are slow themselves."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.mark.parametrize(
    "beginning",
    [b"", b"GET /healthz HTTP/1.1\r\nHost: x", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"y" * 5000],
    ids=["nothing", "half a request", "an endless header"],
)
def test_a_request_that_never_comes_is_not_waited_for(server: Running, beginning: bytes) -> None:
    """A connection that sends no request is closed."""
    plain = opened(server)
    plain.sendall(beginning)
    assert read_to_the_end(plain) == b""
    wait_until(lambda: open_connections(server) == 0)


def test_a_second_request_has_to_come_as_a_whole_too(server: Running) -> None:
    """Having asked once properly buys nobody the right to dawdle."""
    plain = opened(server)
    plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert read_answer(plain).startswith(b"HTTP/1.1 200")
    plain.sendall(b"GET /healthz HTTP/1.1\r\nHo")
    assert read_to_the_end(plain) == b""


def test_a_body_that_never_comes_is_refused(server: Running) -> None:
    """A body that is announced and held back is answered in the one shape of errors."""
    plain = opened(server)
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    plain.sendall(head + b'{"na')
    with plain, plain.makefile("rb") as stream:
        assert stream.readline().startswith(b"HTTP/1.1 400")
        while stream.readline() != b"\r\n":
            pass
        assert b"it came too slowly" in stream.read1()


@pytest.mark.parametrize("path", [b"/api/score", b"/api/nowhere"], ids=["while it is read", "after the answer"])
def test_a_body_of_crumbs_is_not_read_on(server: Running, path: bytes) -> None:
    """A body in chunks of one byte is cut off after a number of them, answered or not."""
    head = (
        b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    plain = opened(server)
    send_until_cut(plain, head % path + b"1\r\n \r\n" * (connections.MOST_PARTS + 1))
    answers = read_to_the_end(plain).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] in ([b"431"], [b"404"][path == b"/api/score" :])


CHUNKED = (
    b"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    "framing",
    [b"1;" + b"x" * (1 << 19), b"1\r\n \r\n0\r\nX-Long: " + b"y" * (1 << 19)],
    ids=["beside the size of a chunk", "in a header after it"],
)
def test_bytes_around_a_body_are_bounded(server: Running, framing: bytes) -> None:
    """What no application sees is not read without end, though nothing of it is kept."""
    plain = opened(server)
    send_until_cut(plain, CHUNKED + framing)
    assert b"HTTP/1.1 431" in read_to_the_end(plain)


def test_a_network_sends_its_bodies_in_so_many_parts(tmp_path: Path) -> None:
    """Crumbs are counted over all connections: another one helps nobody."""
    with running(tmp_path, replace(GENEROUS, part_rate=(150, 0.0001))) as server:
        answers = []
        for _ in range(2):
            plain = opened(server)
            plain.sendall(CHUNKED + b"1\r\n \r\n" * 100 + b"0\r\n\r\n")
            answers.append(plain.recv(12))
            plain.close()
        assert answers == [b"HTTP/1.1 400", b"HTTP/1.1 429"]


def test_bodies_that_are_not_read_yet_are_bounded(tmp_path: Path) -> None:
    """What comes faster than it is read has room for each network; the room is given back."""
    with running(tmp_path, replace(GENEROUS, unread_bodies_per_address=1000)) as server:
        answers = []
        for size in (900, 5000, 900, 900):
            plain = opened(server)
            plain.sendall(CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (size, b" " * size))
            answers.append(plain.recv(12))
            plain.close()
        assert answers == [b"HTTP/1.1 400", b"HTTP/1.1 429", b"HTTP/1.1 400", b"HTTP/1.1 400"]


def test_a_network_sends_so_many_bytes(tmp_path: Path) -> None:
    """Whatever it is, and over whichever connection: more than anybody needs is not read."""
    with running(tmp_path, replace(GENEROUS, received_rate=(10_000, 0.0001))) as server:
        request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"y" * 4000 + b"\r\n\r\n"
        answers = []
        for _ in range(3):
            with opened(server) as plain:
                plain.sendall(request)
                try:
                    answers.append(plain.recv(12))
                except ConnectionResetError:
                    answers.append(b"")
        assert answers == [b"HTTP/1.1 200", b"HTTP/1.1 200", b""]


def test_coming_back_buys_no_more_frames(tmp_path: Path) -> None:
    """Frames are counted over all sockets of a network; whoever sends little there stays."""
    with running(tmp_path, replace(GENEROUS, message_rate=(500, 0.0001))) as server:
        host, guest = table_of(server.url, 2)
        guest.connect()
        survived, answer_to_no_ping = 0, bytes([0x8A, 0x80]) + bytes(4)
        while _survives(server, host, answer_to_no_ping * 100):
            survived += 1
            assert survived < 50
        guest.send({"type": "ping", "id": "still here"})
        # Whether the application has anything left for its message is another question.
        assert receive_until(guest, "pong", "refused")["id"] == "still here"
        guest.close()


def _survives(server: Running, seat: Seat, flood: bytes) -> bool:
    """Return whether a new socket is still there after it has sent *flood*."""
    plain = upgraded(server, seat.table)
    plain.sendall(frame({"type": "hello", "token": seat.token}))
    found = b""
    try:
        plain.sendall(flood + frame({"type": "ping", "id": "after it"}))
        while b"after it" not in found and (part := plain.recv(65536)):
            found = found[-10:] + part
    except ConnectionError:
        pass
    plain.close()
    return b"after it" in found


@pytest.mark.parametrize(
    "ending",
    [b"Cookie: " + b"y" * 20_000 + b"\r\n\r\n", b"Content-Length: 5\r\n\r\nhello"],
    ids=["long cookies", "a body"],
)
def test_a_handshake_that_can_not_be_read_is_not_waited_for(server: Running, ending: bytes) -> None:
    """What HTTP allows and WebSockets do not is refused, and its connection is not kept."""
    plain = opened(server)
    plain.sendall(
        b"GET /ws/tables/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + ending
    )
    answer = read_to_the_end(plain)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"bad-request"' in answer
    wait_until(lambda: open_connections(server) == 0)


@pytest.mark.parametrize(
    ("path", "key", "status", "code"),
    [
        ("/ws/tables/nowhere", "dG9vIHNob3J0", 400, "bad-request"),
        ("/ws/tables/nowhere", "no key at all", 400, "bad-request"),
        ("/", "dGhlIHNhbXBsZSBub25jZQ==", 404, "not-found"),
        ("/ws/tables", "dGhlIHNhbXBsZSBub25jZQ==", 404, "not-found"),
        ("/api/tables", "dGhlIHNhbXBsZSBub25jZQ==", 404, "not-found"),
    ],
)
def test_every_refused_handshake_is_told_why(server: Running, path: str, key: str, status: int, code: str) -> None:
    """In the usual shape of errors, whoever refuses it."""
    plain = opened(server)
    plain.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    head, _, body = read_to_the_end(plain).partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"content-type: application/json" in head.lower()
    assert json.loads(body)["error"]["code"] == code
    wait_until(lambda: open_connections(server) == 0)


def asked(path: str, *headers: str) -> bytes:
    """Return a handshake with more headers than it needs."""
    usual = (
        *("Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"),
        *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
    )
    return "\r\n".join((f"GET {path} HTTP/1.1", *usual, *headers, "\r\n")).encode()


LISTS = {
    "connection": ["Connection: " + "a," * 300],
    "upgrade": ["Upgrade: " + "a," * 300],
    "protocols": ["Sec-WebSocket-Protocol: " + "a," * 20_000],
    "many short lists": ["Connection: " + "a," * 20] * 20,
    "anything else": ["X-Long: " + "x" * 3000] * 3,
}


@pytest.mark.parametrize("headers", LISTS.values(), ids=LISTS)
def test_a_long_handshake_is_refused_before_it_is_read(
    server: Running, headers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it asks for is read token by token, which takes long: nothing of that is begun."""
    read: list[object] = []
    monkeypatch.setattr(ServerProtocol, "accept", lambda _, request: read.append(request))
    plain = opened(server)
    plain.sendall(asked("/ws/tables/nowhere", *headers))
    answer = read_to_the_end(plain)
    assert answer.startswith(b"HTTP/1.1 431")
    assert b'"too-large"' in answer
    assert read == []
    wait_until(lambda: open_connections(server) == 0)


def test_a_handshake_is_read_once_with_all_that_browsers_and_proxies_send(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies of other pages of the host, what a browser can do, and what a proxy knows of somebody."""
    (seat,) = table_of(server.url, 1)
    read: list[Request] = []
    process = ServerProtocol.process_request

    def noted(protocol: ServerProtocol, request: Request) -> tuple[str, str | None, str | None]:
        read.append(request)
        return process(protocol, request)

    monkeypatch.setattr(ServerProtocol, "process_request", noted)
    browser = ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", "User-Agent: " + "x" * 150]
    proxy = [*(f"X-Forwarded-{number}: 192.0.2.1" for number in range(20)), "X-Assertion: " + "x" * 4000]
    with opened(server) as plain:
        plain.sendall(asked(f"/ws/tables/{seat.table}", *browser, *proxy, "Cookie: " + "x" * 7000))
        assert plain.recv(12) == b"HTTP/1.1 101"
    assert len(read) == 1


def test_connections_are_read_in_turns(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every read of a request waits for its turn, and a handshake counts as several; short messages do not wait."""
    (seat,) = table_of(server.url, 1)
    reading = server.server.config.http_protocol_class.bounds.reading.turns  # type: ignore[attr-defined]
    begun: list[tuple[str, int]] = []
    begin, count = LoopTurns.begin, LoopTurns.count

    def noted_begin(turns: LoopTurns, host: str, cost: int = 1) -> bool:
        if turns is reading:
            begun.append(("begin", cost))
        return begin(turns, host, cost)

    def noted_count(turns: LoopTurns, host: str, more: int) -> None:
        if turns is reading:
            begun.append(("count", more))
        count(turns, host, more)

    monkeypatch.setattr(LoopTurns, "begin", noted_begin)
    monkeypatch.setattr(LoopTurns, "count", noted_count)
    with opened(server) as plain:
        plain.sendall(handshake(server, seat.table))
        assert b" 101 " in read_head(plain)
        assert begun == [("begin", 1), ("count", connections.HANDSHAKE_COST)]
        plain.sendall((b"\x8a\x80" + bytes(4)) * 24)
        wait_until(lambda: len(begun) == 3)
        assert begun[2] == ("begin", 4)


def test_a_head_counts_as_a_whole_when_it_ends(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has sent most of it before does not have it worked on for the price of its last bytes."""
    costs: list[int] = []
    begin = LoopTurns.begin
    reading = server.server.config.http_protocol_class.bounds.reading.turns  # type: ignore[attr-defined]

    def noted(turns: LoopTurns, host: str, cost: int = 1) -> bool:
        if turns is reading:
            costs.append(cost)
        return begin(turns, host, cost)

    monkeypatch.setattr(LoopTurns, "begin", noted)
    head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + 3 * connections.READ_AS_ONE * b"x" + b"\r\n\r\n"
    with opened(server) as plain:
        for _ in range(2):
            costs.clear()
            plain.sendall(head[:-2])
            wait_until(lambda: len(costs) == 1)
            plain.sendall(head[-2:])
            assert b" 200 " in read_head(plain)
            assert costs == [4, 4]
            plain.recv(1000)


def test_a_socket_without_hello_is_closed(server: Running) -> None:
    """A socket that does not say who it is gets told so, then nothing of it is left."""
    (seat,) = table_of(server.url, 1)
    answer = read_to_the_end(upgraded(server, seat.table))
    assert b"say hello first" in answer
    wait_until(lambda: server.registry.metrics.sockets._value.get() == 0)


def test_a_silent_seat_is_seen_to_be_absent_and_may_come_back(server: Running) -> None:
    """A peer that has vanished without a word answers no ping: others see it go, and its seat is kept for it."""
    host, guest = table_of(server.url, 2)
    host.start()
    host.connect()
    silent = upgraded(server, guest.table)
    silent.sendall(frame({"type": "hello", "token": guest.token}))
    assert _present(host, until=[1, 2]) == [1, 2]
    assert _present(host, until=[1]) == [1]
    wait_until(lambda: server.registry.metrics.sockets._value.get() == 1)
    assert b"keepalive" in read_to_the_end(silent)
    assert guest.connect()["seat"] == 2
    assert _present(host, until=[1, 2]) == [1, 2]
    host.close()
    guest.close()


def test_one_who_answers_pings_stays(server: Running) -> None:
    """A client that is there, and only has nothing to say, is left alone."""
    (seat,) = table_of(server.url, 1)
    quiet = upgraded(server, seat.table)
    quiet.sendall(frame({"type": "hello", "token": seat.token}))
    with quiet, quiet.makefile("rb") as stream:
        for _ in range(2):
            kind, payload = _next_frame(stream)
            while kind != PING:
                kind, payload = _next_frame(stream)
            quiet.sendall(bytes([0x80 | PONG, 0x80 | len(payload)]) + bytes(4) + payload)
        quiet.sendall(frame({"type": "ping", "id": "still here"}))
        while b"still here" not in payload:
            _, payload = _next_frame(stream)
        assert server.registry.live[seat.table].connections, "it is still shown the table"


def test_one_who_never_reads_is_cut_off(server: Running) -> None:
    """A peer that keeps its connection but reads nothing is dropped, and no connection of it is kept."""
    host, guest = table_of(server.url, 2)
    host.start()
    host.connect()
    deaf = upgraded(server, guest.table)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(frame({"type": "hello", "token": guest.token}))
    assert _present(host, until=[1, 2]) == [1, 2]
    dropped = server.registry.metrics.dropped
    before = dropped._value.get()
    deaf.settimeout(0.2)
    while dropped._value.get() == before:
        try:
            deaf.sendall(frame({"type": "preview", "id": "x"}) * 50)
        except OSError:
            break
    assert _present(host, until=[1]) == [1]
    wait_until(lambda: open_connections(server) == 1)
    wait_until(lambda: server.registry.metrics.sockets._value.get() == 1)
    deaf.close()
    host.close()


PING, PONG = 9, 10


def _next_frame(stream: BinaryIO) -> tuple[int, bytes]:
    """Return kind and content of the next frame of the server."""
    head = stream.read(2)
    size = head[1]
    if size >= 126:
        size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
    return head[0] & 15, stream.read(size)


def _present(seat: Seat, until: list[int]) -> list[int]:
    """Read on until these seats, and no others, are said to be present."""
    while True:
        message = receive_until(seat, "welcome", "progress")
        progress: Json = message["progress"] if message["type"] == "welcome" else message
        if progress["present"] == until:
            return until


def unread(server: Running, ending: str = "") -> socket.socket:
    """Return a connection over which many answers were asked for."""
    plain = narrow(server)
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    asking = f"GET /openapi.json HTTP/1.1\r\n{host}\r\n" * 3
    plain.sendall(f"{asking}GET /openapi.json HTTP/1.1\r\n{host}{ending}\r\n".encode())
    plain.recv(1, socket.MSG_PEEK)  # the first answer is on its way
    return plain


def narrow(server: Running) -> socket.socket:
    """Return a plain connection with little room in the system for what comes."""
    with socket.socket(fileno=os.dup(server.server.servers[0].sockets[0].fileno())) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plain.settimeout(LONGEST_WAIT)
    plain.connect(("127.0.0.1", server.port))
    return plain


def test_answers_that_nobody_reads_are_not_kept(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """A client that asks for more and more and reads nothing is cut off, and nothing of that is reported as a bug."""
    with unread(server):
        wait_until(lambda: open_connections(server) == 0)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]


def test_a_socket_that_sends_on_and_never_reads_is_cut_off(tmp_path: Path) -> None:
    """No ping asks for it, and it fills no queue: only that it reads nothing is against it."""
    crest = [[255] * 100] * 10
    with running(tmp_path, replace(GENEROUS, unread_seconds=0.5, ping_seconds=600)) as server:
        host = Seat.create(server.url, "Ada", crest=crest)
        for number in range(20):
            Seat.join(server.url, host.table, f"Guest {number}", crest=crest)
        with narrow(server) as deaf:
            upgrade(deaf, server, host.table)
            deaf.sendall(frame({"type": "hello", "token": host.token}))  # what it is told then has 80 kB
            wait_until(lambda: server.registry.live[host.table].connections != set())

            def send_on() -> None:
                deadline = time.monotonic() + LONGEST_WAIT
                while time.monotonic() < deadline:
                    deaf.sendall(frame({"type": "ping", "id": "x"}))
                    time.sleep(0.05)

            with pytest.raises(ConnectionError):
                send_on()
            wait_until(lambda: open_connections(server) == 0)
        assert server.registry.metrics.dropped._value.get() == 0


def test_one_who_goes_without_reading_is_no_bug(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """A connection that breaks off while answers wait leaves nothing behind and is not reported."""
    unread(server).close()
    wait_until(lambda: open_connections(server) == 0)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]


def test_one_who_reads_slowly_gets_every_answer(patient: Running) -> None:
    """What is read in small parts with pauses comes as a whole."""
    expected = len(msgspec.json.encode(call(patient.url, "GET", "/openapi.json")))
    found = b""
    with unread(patient, "Connection: close\r\n") as plain:
        while part := plain.recv(4096):
            found += part
            time.sleep(0.001)
    assert found.count(b"HTTP/1.1 200 OK") == 4
    assert len(found) > 4 * expected


def test_messages_that_come_together_are_answered_in_turn(server: Running) -> None:
    """Also if the last of them is still on its way."""
    seat = table_of(server.url, 1)[0]
    plain = upgraded(server, seat.table)
    ids = [str(number) for number in range(8)]
    frames = b"".join(frame({"type": "ping", "id": each}) for each in ids)
    plain.sendall(frame({"type": "hello", "token": seat.token}) + frames[:-9])
    with plain, plain.makefile("rb") as stream:
        answered: list[str] = []
        while len(answered) < len(ids):
            message = read_frame(stream)
            if message["type"] == "pong":
                answered.append(message["id"])
            if answered == ids[:-1]:
                plain.sendall(frames[-9:])
    assert answered == ids


def read_frame(stream: BinaryIO) -> Json:
    """Return the next message of a server."""
    _, size = stream.read(2)
    if size >= 126:
        size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
    message: Json = json.loads(stream.read(size))
    return message
