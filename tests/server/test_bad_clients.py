"""What a client may send: everything else gets a clear error, and nothing happens."""

import asyncio
import json
import math
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from quillmap.rules.ids import Seat as Number
from quillmap.rules.state import State
from quillmap.server.client import Seat
from quillmap.server.games.choices import OwnPart, own_part
from quillmap.server.hosting.config import Limits
from quillmap.server.rate_limits import Budget
from quillmap.server.sockets.connection import Connection
from quillmap.server.sockets.outbox import Outbox, OutboxBounds
from server.harness import (
    GENEROUS,
    LONGEST_WAIT,
    Running,
    awaited,
    first_move,
    receive_until,
    refusal,
    running,
    table_of,
    wait_until,
)
from server.raw_sockets import frame, upgrade, upgraded

if TYPE_CHECKING:
    from quillmap.server.sockets.port import Port

DEEP = "[" * 20_000


def opened(server: Running, seat: Seat) -> ClientConnection:
    """Return a bare socket at a seat's table."""
    return connect(f"ws://127.0.0.1:{server.port}/ws/tables/{seat.table}").__enter__()


BAD_MESSAGES: list[str] = [
    "",
    "not json",
    "null",
    "[]",
    "{}",
    '{"type": "nix"}',
    '{"type": "move"}',
    '{"type": "ping", "id": 5}',
    '{"type": "ping", "id": ""}',
    '{"type": "ping", "id": "x", "more": 1}',
    json.dumps({"type": "ping", "id": "x" * 65}),
    *(json.dumps({"type": "ping", "id": each}) for each in ("\0", "a\0b", "x\n", "\x7f", "é", "\u2028")),
    '{"type": "move", "id": "x", "question": -1, "move": {"move": "take-back"}}',
    '{"type": "move", "id": "x", "question": 1e999, "move": {"move": "take-back"}}',
    '{"type": "move", "id": "x", "question": %s, "move": {"move": "take-back"}}' % (10**40),
    '{"type": "move", "id": "x", "question": 3, "move": {"move": "draw", "spaces": ["Z9"], "terrain": "forest"}}',
    '{"type": "move", "id": "x", "question": 3, "move": {"move": "draw", "spaces": ["A1"], "terrain": "gold"}}',
    '{"type": "move", "id": "x", "question": 3, "move": {"move": "destroy", "space": "A12"}}',
    '{"type": "preview", "id": "x", "move": {"move": "take-back"}}',
    '{"type": "hello"}',
    DEEP,
    '{"type": "preview", "id": "x", "move": ' + DEEP,
]


@pytest.mark.parametrize("text", BAD_MESSAGES, ids=range(len(BAD_MESSAGES)))
def test_a_message_that_can_not_be_understood_is_refused(server: Running, text: str) -> None:
    """The socket stays open, the refusal has the one shape, and the next message is answered."""
    seat = table_of(server.url, 1)[0]
    seat.start()
    seat.connect()
    assert seat._socket is not None
    seat._socket.send(text)
    refused = receive_until(seat, "refused")
    assert refused["error"]["code"] == "bad-message"
    assert refused["error"]["message"]
    seat.send({"type": "ping", "id": "still there"})
    assert receive_until(seat, "pong")["id"] == "still there"
    seat.close()


def test_binary_frames_are_refused(server: Running) -> None:
    """Text only; the socket stays."""
    seat = Seat.create(server.url, "Ada")
    seat.connect()
    assert seat._socket is not None
    seat._socket.send(b"\x00\x01")
    assert receive_until(seat, "refused")["error"]["code"] == "bad-message"
    seat.close()


def test_a_message_that_is_too_large_closes_the_socket(server: Running) -> None:
    """Nobody has to read megabytes."""
    seat = Seat.create(server.url, "Ada")
    seat.connect()
    assert seat._socket is not None
    seat._socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        receive_until(seat, "nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_hello_comes_first(server: Running) -> None:
    """Anything else is refused, and the socket closes."""
    seat = Seat.create(server.url, "Ada")
    with connect(f"ws://127.0.0.1:{server.port}/ws/tables/{seat.table}") as bare:
        bare.send('{"type": "ping", "id": "x"}')
        assert json.loads(bare.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            bare.recv()


def test_another_protocol_is_refused(server: Running) -> None:
    """A client of another version learns which one this server speaks."""
    seat = Seat.create(server.url, "Ada")
    with connect(f"ws://127.0.0.1:{server.port}/ws/tables/{seat.table}") as bare:
        bare.send('{"type": "hello", "protocol": 2}')
        assert "protocol 1" in json.loads(bare.recv())["error"]["message"]


def test_a_client_that_only_sends_nonsense_is_closed(server: Running) -> None:
    """After twenty bad messages in a row."""
    seat = Seat.create(server.url, "Ada")
    seat.connect()
    assert seat._socket is not None
    for _ in range(20):
        seat._socket.send("nonsense")
        receive_until(seat, "refused")
    with pytest.raises(ConnectionClosed) as closed:
        receive_until(seat, "nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_what_looks_like_a_message_inside_another_is_not_read_as_one(server: Running) -> None:
    """Not even if the head of the outer one comes alone; what comes after both is understood again."""
    seat = Seat.create(server.url, "Ada")
    plain = upgraded(server, seat.table)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    plain.sendall(frame({"type": "hello", "protocol": 1, "token": seat.token}))
    found = b""
    while b'"welcome"' not in found or b'"progress"' not in found:
        found += plain.recv(65536)
    inner = frame({"type": "ping", "id": "inner"}, mask=0xE1)
    plain.sendall(bytes((0x81, 0x80 | len(inner))) + b"\xc0\xc0\xc0\xc0")  # with this mask it is a text
    time.sleep(0.2)  # the head has to be read before the rest comes
    plain.sendall(inner)
    time.sleep(0.2)
    plain.sendall(frame({"type": "ping", "id": "after"}))
    found = b""
    while b'"pong"' not in found:
        found += plain.recv(65536)
    plain.close()
    assert b'"inner"' not in found
    assert b'"after"' in found


def test_silence_at_the_door_is_ended(data: Path) -> None:
    """A socket that never says hello is closed after its time."""
    with running(data, replace(GENEROUS, hello_seconds=0.1)) as server:
        seat = Seat.create(server.url, "Ada")
        with connect(f"ws://127.0.0.1:{server.port}/ws/tables/{seat.table}") as bare:
            assert json.loads(bare.recv())["type"] == "refused"


def test_one_who_sends_too_much_is_told_to_wait(data: Path) -> None:
    """The messages beyond the rate are refused with their id; the socket stays."""
    with running(data, replace(GENEROUS, socket_rate=(5, 0.001))) as server:
        seat = Seat.create(server.url, "Ada")
        seat.connect()
        for number in range(10):
            seat.send({"type": "ping", "id": str(number)})
        answers = [receive_until(seat, "pong", "refused") for _ in range(10)]
        assert {each["id"] for each in answers} == {str(number) for number in range(10)}
        assert {each["error"]["code"] for each in answers if each["type"] == "refused"} == {"too-many"}
        seat.close()


def test_tables_codes_and_requests_of_an_address_are_limited(data: Path) -> None:
    """Each limit has its own code."""
    limits = Limits(table_rate=(2, 0.001), code_rate=(3, 0.001), address_rate=(30, 0.001), sockets_per_address=1)
    with running(data, limits) as server:
        first, second = Seat.create(server.url, "Ada"), Seat.create(server.url, "Bo")
        assert refusal(lambda: Seat.create(server.url, "Cy")) == "too-many-tables"
        codes = [refusal(lambda: Seat.join(server.url, "AAAAAA", "Eve")) for _ in range(4)]
        assert codes == ["no-such-code"] * 3 + ["too-many"]
        first.connect()
        with pytest.raises(InvalidStatus) as refused:
            second.connect()
        assert refused.value.response.status_code == 429
        with httpx.Client(base_url=server.url) as client:
            found = {client.get("/healthz").status_code for _ in range(40)}
        assert found == {200, 429}
        first.close()


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{}", "text/plain", 415, "wrong-media-type"),
        (b"not json", "application/json", 400, "bad-request"),
        (b'{"name": "\xff"}', "application/json", 400, "bad-request"),
        (DEEP.encode(), "application/json", 400, "bad-request"),
        (b"[]", "application/json", 400, "bad-request"),
        (b'{"name": 5}', "application/json", 400, "bad-request"),
        (b" " * 70_000, "application/json", 413, "too-large"),
    ],
)
def test_a_request_that_can_not_be_understood_is_refused(
    server: Running, content: bytes, kind: str, status: int, code: str
) -> None:
    """With the right status and the one error shape."""
    answer = httpx.post(server.url + "/api/tables", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    error: dict[str, Any] = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]


def test_unknown_addresses_and_methods_have_the_one_error_shape(server: Running) -> None:
    """404 and 405 are JSON like everything else."""
    assert httpx.get(server.url + "/nowhere").json()["error"]["code"] == "not-found"
    wrong = httpx.delete(server.url + "/api/tables")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "method-not-allowed")
    assert "GET" in wrong.headers["allow"]


STRANGE_IDS = ("%00", "a%00b", "%20", "%C3%A9", "a%0A", "x" * 65)


@pytest.mark.parametrize("written", STRANGE_IDS)
def test_what_is_no_id_is_unknown_without_asking_the_storage(
    server: Running, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every database can look for every text: all doors refuse before it is asked."""
    asked: list[str] = []
    for name in ("load_table", "load_document", "sketch", "game_summary", "table_with_code"):
        monkeypatch.setattr(server.registry.storage, name, asked.append)
    refusals = {
        f"/api/tables/{written}": "no-such-table",
        f"/api/games/{written}": "no-such-game",
        f"/api/games/{written}/record": "no-such-game",
        "/api/codes/AAAA%00A": "no-such-code",
    }
    for path, code in refusals.items():
        assert httpx.get(server.url + path).json()["error"]["code"] == code
    for path in (f"/t/{written}", f"/t/{written}/screen", f"/g/{written}"):
        assert httpx.get(server.url + path).status_code == 200
    with connect(f"ws://127.0.0.1:{server.port}/ws/tables/{written}") as opened_socket:
        opened_socket.send('{"type": "hello"}')
        assert json.loads(opened_socket.recv())["error"]["code"] == "no-such-table"
    assert asked == []


def test_requests_that_fail_are_logged_as_seldom_as_others(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds a bug can't fill the disk with reports of it."""
    with running(data, replace(GENEROUS, log_rate=(3, 0.001))) as server:

        async def fail(_table: str) -> None:
            raise RuntimeError("a bug")

        monkeypatch.setattr(server.registry.storage, "load_table", fail)
        for _ in range(10):
            assert httpx.get(f"{server.url}/api/tables/any").status_code == 500
        assert sum(record.getMessage() == "a request failed" for record in caplog.records) == 3


def test_messages_that_fail_are_logged_as_seldom_as_requests(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gets its answer, and the socket stays."""

    def fail(_connection: Connection, _message: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Connection, "_preview", fail)
    with running(data, replace(GENEROUS, log_rate=(8, 0.001))) as server:
        (seat,) = table_of(server.url, 1)
        seat.connect()
        for number in range(20):
            seat.send({"type": "preview", "id": str(number)})
            assert receive_until(seat, "refused")["error"]["code"] == "internal"
        seat.close()
        assert 1 <= sum(record.getMessage() == "a message failed" for record in caplog.records) <= 8


def test_one_who_does_not_read_is_dropped_and_delays_nobody(data: Path) -> None:
    """While a client does not read, another plays on; the first is dropped and may come back."""
    with running(data, replace(GENEROUS, queue_messages=16)) as server:
        slow, quick = table_of(server.url, 2)
        slow.start()
        quick.connect()
        deaf = _deaf_socket(server, slow)
        dropped = server.registry.metrics.dropped
        deadline = time.monotonic() + LONGEST_WAIT
        deaf.setblocking(False)
        unsent = b""
        while not dropped._value.get():
            assert time.monotonic() < deadline
            unsent = unsent or _frame(b'{"type": "preview", "id": "x"}') * 50
            try:
                unsent = unsent[deaf.send(unsent) :]
            except BlockingIOError:
                pass  # the server has not read the last ones yet
            except OSError:
                break
            assert quick.preview()["sheet"] == 1
        wait_until(lambda: dropped._value.get() == 1)
        deaf.close()
        assert slow.connect()["seat"] == 1
        slow.close()
        quick.close()


def test_one_who_reads_slowly_is_told_how_things_are_now(data: Path) -> None:
    """Not how they were all the time: of megabytes that would wait for a slow line, few are sent."""
    with running(data, GENEROUS) as server, socket.socket() as slow:
        (seat,) = table_of(server.url, 1)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(LONGEST_WAIT)
        slow.connect(("127.0.0.1", server.port))
        upgrade(slow, server, seat.table)
        slow.sendall(frame({"type": "hello", "token": seat.token}))
        wait_until(lambda: seat.table in server.registry.live and bool(server.registry.live[seat.table].connections))
        [connection] = server.registry.live[seat.table].connections

        async def tell() -> None:
            for number in range(3000):
                connection.send(b"%10000d." % number, is_newest=True)
                await asyncio.sleep(0)
            connection.send(b"the end")

        server.result_of(tell())
        read = b""
        while not read.endswith(b"the end"):
            read += slow.recv(65536)
        assert b" 2999." in read
        assert len(read) < 1_000_000
        assert not server.registry.metrics.dropped._value.get()


def _deaf_socket(server: Running, seat: Seat) -> socket.socket:
    """Return a plain socket that has said hello and never reads again."""
    deaf = socket.create_connection(("127.0.0.1", server.port), timeout=LONGEST_WAIT)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.sendall(
        f"GET /ws/tables/{seat.table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in deaf.recv(200)
    deaf.sendall(_frame(json.dumps({"type": "hello", "token": seat.token}).encode()))
    for each in tuple(server.server.server_state.connections):  # or the system would keep megabytes for it
        with socket.fromfd(each.transport.get_extra_info("socket").fileno(), socket.AF_INET, socket.SOCK_STREAM) as end:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return deaf


def _frame(payload: bytes) -> bytes:
    """Return *payload* as a client's text frame; a mask of zeros leaves it as it is."""
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload


def test_bytes_that_wait_for_a_socket_are_bounded() -> None:
    """A single message may be as long as it is; what comes behind it has to fit."""

    class Silent:
        """A port whose client does not read."""

        def send_now(self, _messages: object) -> bool:
            return False

        async def send(self, _message: object) -> None:
            await asyncio.Event().wait()

        async def until_read(self) -> None:
            pass

    async def fill() -> list[int]:
        bounds = OutboxBounds(100, 1000, Budget(math.inf, math.inf), "")
        drops: list[int] = []
        outbox = Outbox(cast("Port", Silent()), bounds, lambda: drops.append(size))
        size = 0
        outbox.put(b"being sent")
        for _ in range(3):  # it is tried at once, then the one who waits is woken, then it waits
            await asyncio.sleep(0)
        for size in (5000, 1, 601, 300, 602):
            outbox.put(b"x" * size)
        outbox.close()
        return drops

    assert awaited(fill()) == [1, 602]


def test_a_seat_has_so_many_sockets(data: Path) -> None:
    """The one that has been silent longest is closed for good, so that tabs don't drive each other out for ever."""
    with running(data, replace(GENEROUS, sockets_per_seat=3)) as server:
        (seat,) = table_of(server.url, 1)
        seat.start()
        tabs: list[ClientConnection] = []
        for _ in range(4):
            if len(tabs) == 3:  # the first goes on playing: it is the second that is silent
                tabs[0].send('{"type": "ping", "id": "x"}')
                while json.loads(tabs[0].recv())["type"] != "pong":
                    pass
            tabs.append(opened(server, seat))
            tabs[-1].send(json.dumps({"type": "hello", "token": seat.token}))
            assert json.loads(tabs[-1].recv())["type"] == "welcome"
        while (message := json.loads(tabs[1].recv()))["type"] != "goodbye":
            pass
        assert (message["code"], message["seconds"]) == ("open-elsewhere", None)
        with pytest.raises(ConnectionClosed) as closed:
            tabs[1].recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4409
        for tab in (tabs[0], tabs[2], tabs[3]):
            tab.send('{"type": "ping", "id": "y"}')
            while json.loads(tab.recv())["type"] != "pong":
                pass
            tab.close()


def test_sockets_of_a_seat_share_what_they_are_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat may do is worked out once, however many sockets it has."""
    asked: list[Number] = []

    def counted(state: State, seat: Number) -> OwnPart:
        asked.append(seat)
        return own_part(state, seat)

    monkeypatch.setattr("quillmap.server.tables.own_parts.own_part", counted)
    with running(data) as server:
        (seat,) = table_of(server.url, 1)
        seat.start()
        seat.connect()
        others = [Seat(server.url, seat.table, seat.token) for _ in range(5)]
        for each in others:
            each.connect()
        asked.clear()
        seat.move(first_move(seat))
        for each in (seat, *others):
            receive_until(each, "update")
            each.close()
        assert len(asked) == 1
