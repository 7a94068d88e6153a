"""What one client can cost the others: bounded before it is paid, whatever is sent."""

import asyncio
import json
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from quillmap.server.client import Refused, Seat, call, legal_moves
from quillmap.server.hosting import connections
from quillmap.server.http.page_files import load_page
from quillmap.server.problems import Problem
from quillmap.server.work.loop_turns import LoopTurns
from server.harness import (
    GENEROUS,
    LONGEST_WAIT,
    Running,
    play_out,
    receive_until,
    refusal,
    running,
    table_of,
    wait_until,
)
from server.raw_sockets import frame, open_connections, opened, read_answer, read_to_the_end, upgraded

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


CHUNK = 16_384


PLENTY = 32 << 20
"""Far more than any bound, and the buffers of the system, let pass."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with the usual bounds of connections."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


def sent_before_the_end(plain: socket.socket, part: bytes) -> int:
    """Send *part* again and again until the other side hangs up; return how many bytes it took."""
    sent = 0
    try:
        while sent < PLENTY:
            plain.sendall(part)
            sent += len(part)
    except OSError:
        pass
    return sent


def error_in(answer: bytes) -> dict[str, str]:
    """Return the error in an answer of HTTP, which has the one shape of errors."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    found: dict[str, str] = json.loads(body)["error"]
    return found


@pytest.mark.parametrize(
    ("beginning", "part"),
    [
        (HEAD + b"X-Long: ", b"y" * CHUNK),
        (HEAD, b"a: b\r\n" * 200),
        (b"GET /", b"y" * CHUNK),
        (HEAD + b"\r\n", (HEAD + b"\r\n") * 50),
    ],
    ids=["an endless header", "endless headers", "an endless path", "requests without end"],
)
def test_what_comes_before_a_request_is_understood_is_bounded(server: Running, beginning: bytes, part: bytes) -> None:
    """A client that never completes a request is cut off before it costs anything."""
    with opened(server) as plain:
        plain.sendall(beginning)
        assert sent_before_the_end(plain, part) < PLENTY
    wait_until(lambda: open_connections(server) == 0)


def test_a_head_that_is_too_large_is_told_so(server: Running) -> None:
    """A client that has not understood its limits reads them in the one shape of errors."""
    plain = opened(server)
    plain.sendall(HEAD + b"a: b\r\n" * 101)
    answer = read_to_the_end(plain)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert error_in(answer)["code"] == "too-large"


def test_nonsense_instead_of_http_gets_the_one_shape_of_errors(server: Running) -> None:
    """Also what uvicorn refuses by itself is answered as everything else is."""
    plain = opened(server)
    plain.sendall(b"NONSENSE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    answer = read_to_the_end(plain)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert error_in(answer)["code"] == "bad-request"


def test_a_body_after_the_answer_is_not_read_for_ever(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever drips on after a refusal is cut off."""
    monkeypatch.setattr(connections, "CUT_SECONDS", 0.2)
    plain = opened(server)
    plain.sendall(
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 60000\r\n\r\n{"
    )
    assert read_answer(plain).startswith(b"HTTP/1.1 415")
    assert read_to_the_end(plain) == b""


def test_bodies_that_stall_are_bounded_together(tmp_path: Path) -> None:
    """The room for a body is taken when it is announced: more than an address may send at once is refused."""
    with running(tmp_path, replace(GENEROUS, bodies_per_address=3_000_000)) as server:
        head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += b"Content-Length: %d\r\n\r\n"
        with opened(server) as first:
            first.sendall(head % 1_900_000 + b'{"record": "')
            wait_until(lambda: open_connections(server) == 1)
            plain = opened(server)
            plain.sendall(head % 1_900_000)
            assert plain.recv(65536).startswith(b"HTTP/1.1 429")
            plain.close()
        wait_until(lambda: open_connections(server) == 0)
        with opened(server) as later:
            later.sendall(head % 20 + b'{"record": "nothing"')
            assert later.recv(65536).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("path", ["/api/replay", "/api/replay/review"])
def test_the_limit_of_records_is_taken_before_the_body(tmp_path: Path, path: str) -> None:
    """Whoever may not show another record, or have it reviewed, need not send it."""
    with running(tmp_path, replace(GENEROUS, record_rate=(0, 0.001))) as server, opened(server) as plain:
        plain.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1900000\r\n\r\n".encode())
        assert plain.recv(65536).startswith(b"HTTP/1.1 429")


def test_a_review_may_be_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends a record again to know how far its review is sends no other one."""
    with running(tmp_path, replace(GENEROUS, record_rate=(1, 0.0001))) as server:

        async def progress(text: str, _seat: int, _address: str, on_known: Callable[[], None]) -> bytes:
            if text == "known":
                on_known()
            raise Problem("bad-record")

        monkeypatch.setattr(server.registry.reviews, "record_progress", progress)
        asked = [
            refusal(partial(call, server.url, "POST", "/api/replay/review", {"record": record, "seat": 0}))
            for record in ("known", "known", "new", "new")
        ]
        assert asked == ["bad-record"] * 3 + ["too-many"]


@pytest.mark.parametrize(
    "part",
    [bytes([0x89, 0x80]) + bytes(4), bytes([0x00, 0x80]) + bytes(4), bytes([0x8A, 0xFD]) + bytes(4 + 125)],
    ids=["pings", "empty fragments", "answers to pings that nobody sent"],
)
def test_a_socket_that_floods_is_cut_off(server: Running, part: bytes) -> None:
    """Frames that no application sees are bounded, too."""
    (seat,) = table_of(server.url, 1)
    plain = upgraded(server, seat.table)
    plain.sendall(frame({"type": "hello", "token": seat.token}))
    plain.sendall(bytes([0x01, 0x80]) + bytes(4))  # a message that is continued for ever
    assert sent_before_the_end(plain, part * 100) < PLENTY
    plain.close()
    wait_until(lambda: server.registry.metrics.sockets._value.get() == 0)


def test_logs_hold_no_links(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not even a refused or unknown address is written down with the id of a table in it."""
    with caplog.at_level(logging.INFO, "quillmap.http"), running(tmp_path) as server:
        (seat,) = table_of(server.url, 1)
        for path in (f"/api/tables/{seat.table}", f"/t/{seat.table}/nowhere", f"/api/{seat.table}", f"/{seat.table}"):
            with pytest.raises(Refused):
                call(server.url, "DELETE", path)
        with pytest.raises(Refused):
            call(server.url, "GET", f"/static/t/{seat.table}")
        plain = HTTPConnection("127.0.0.1", server.port)
        plain.request("GET", "/static/css/base.css")
        assert plain.getresponse().status == 200
        plain.close()
    paths = {record.__dict__["path"] for record in caplog.records if "path" in record.__dict__}
    assert {"/api/tables/…", "/static/css/base.css"} <= paths
    assert not [path for path in paths if seat.table in path]


def test_requests_and_sockets_begin_in_turns(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes to the server waits for its turn, as every answer does: no crowd keeps others waiting."""
    taken: list[str] = []

    async def take(_turns: LoopTurns, host: str, _cost: int = 1) -> None:
        taken.append(host)

    monkeypatch.setattr(LoopTurns, "take", take)
    seat = Seat.create(server.url, "Ada")
    assert len(taken) == 2
    seat.connect()
    assert len(taken) == 5  # the socket, its first message, and what that costs more than others
    seat.close()
    wait_until(lambda: len(taken) == 6)


def test_what_costs_more_than_most_counts_as_several(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scoring a map or changing a full table takes as long as four small requests: fewer begin in one turn."""
    costs: list[int] = []

    async def take(_turns: LoopTurns, _host: str, cost: int = 1) -> None:
        costs.append(cost)

    monkeypatch.setattr(LoopTurns, "take", take)
    refusal(lambda: call(server.url, "POST", "/api/score", {"map": "x", "edicts": ["sentinel-wood"]}))
    assert costs == [1, 4]
    seat = Seat.create(server.url, "Ada")
    costs.clear()
    seat.ask("PATCH", "/seats/1", {"title": "Queen"})
    assert costs == [1, 4, 1]


def test_what_waits_for_its_turn_still_takes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body is in the memory until its request is answered, however long that takes."""
    body = {"record": "x" * 100_000}
    with running(tmp_path, replace(GENEROUS, bodies_per_address=150_000)) as server, ThreadPoolExecutor(1) as other:
        asked, go = threading.Event(), asyncio.Event()

        async def show(_text: str, _address: str) -> bytes:
            asked.set()
            await go.wait()
            raise Problem("bad-record")

        monkeypatch.setattr(server.registry.archive, "show", show)
        first = other.submit(refusal, lambda: call(server.url, "POST", "/api/replay", body))
        assert asked.wait(LONGEST_WAIT)
        assert refusal(lambda: call(server.url, "POST", "/api/replay", body)) == "too-many"
        server.registry.loop.call_soon_threadsafe(go.set)
        assert first.result() == "bad-record"
        assert refusal(lambda: call(server.url, "POST", "/api/replay", body)) == "bad-record"


def test_reading_waits_for_no_other_work(tmp_path: Path) -> None:
    """Lobby, codes and tables come from the disk in threads of their own, whatever goes on in others."""
    with running(tmp_path) as server:
        (seat,) = table_of(server.url, 1, listed=True)
        code = seat.ask("GET")["table"]["code"]
    is_over = threading.Event()
    with running(tmp_path) as server:
        for _ in range(100):
            server.registry.loop.call_soon_threadsafe(server.registry.loop.run_in_executor, None, is_over.wait, 60)
        with ThreadPoolExecutor(1) as thread:
            try:
                assert thread.submit(call, server.url, "GET", f"/api/codes/{code}").result(20)["table"] == seat.table
                found = thread.submit(call, server.url, "GET", f"/api/tables/{seat.table}").result(20)
                assert found["table"]["code"] == code
            finally:
                is_over.set()


def test_answers_have_a_rate(tmp_path: Path) -> None:
    """Whoever was sent very much lately has to wait before more is worked out; lists that never change are files."""
    with running(tmp_path, replace(GENEROUS, answer_rate=(2000, 1))) as server:
        (seat,) = table_of(server.url, 1)
        for _ in range(20):
            try:
                seat.ask("GET")
            except Refused as refused:
                assert refused.code == "too-many"  # noqa: PT017  # it comes after a few, however long they are
                break
        else:
            raise AssertionError("everything was answered")
        connection = HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", f"/api/tables/{seat.table}")
        answer = connection.getresponse()
        assert (answer.status, int(answer.headers["retry-after"]) > 1) == (429, True)
        connection.close()
        assert call(server.url, "GET", "/api/bots")


def test_answers_count_as_long_as_they_are_sent(tmp_path: Path) -> None:
    """What is kept compressed is unpacked for whoever can't read it so: that is several times as much."""
    with running(tmp_path, replace(GENEROUS, answer_rate=(40_000, 1e-9))) as server:
        [seat] = table_of(server.url, 1)
        seat.start()
        [result] = play_out([seat])
        game = seat.ask("GET")["table"]["game"]
        assert result

        def answered(encoding: str) -> list[int]:
            return [
                httpx.get(f"{server.url}/api/games/{game}/replay", headers={"accept-encoding": encoding}).status_code
                for _ in range(2)
            ]

        assert answered("gzip") == [200, 200]
        assert answered("identity") == [200, 429]


def test_files_wait_when_very_much_was_sent(tmp_path: Path) -> None:
    """A long one takes as long as its bytes may, and comes whole; no part of it can be had, and its head is free."""
    with running(tmp_path, replace(GENEROUS, file_bytes_rate=(100_000, 200_000))) as server:
        path, file = max(load_page().items(), key=lambda each: len(each[1].body))
        length = len(file.body)
        headers = {"accept-encoding": "identity"}
        began = time.monotonic()
        for _ in range(20):
            head = httpx.head(f"{server.url}/static/{path}", headers=headers)
            assert (head.status_code, head.headers["content-length"], head.content) == (200, str(length), b"")
        answer = httpx.get(
            f"{server.url}/static/{path}", headers=headers | {"range": "bytes=0-9"}, timeout=LONGEST_WAIT
        )
        assert (answer.status_code, answer.content) == (200, file.body)
        assert time.monotonic() - began > (length - 100_000) / 200_000 - 0.1


def test_a_finished_game_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many who ask at the same time wait for one reading; later ones get what was kept, and it costs nothing."""
    with running(tmp_path, replace(GENEROUS, work_rate=(1, 0.0001))) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        play_out(seats)
        game = seats[0].board["game"] if seats[0].board else ""
        jobs = []
        real = server.registry.archive.pool.call_now

        def counted(function: Callable[[Any], Any], job: object) -> Any:
            jobs.append(job)
            return real(function, job)

        monkeypatch.setattr(server.registry.archive.pool, "call_now", counted)
        with ThreadPoolExecutor(10) as threads:
            asked = [threads.submit(call, server.url, "GET", f"/api/games/{game}/replay") for _ in range(40)]
            replays = [each.result() for each in asked]
        assert len(jobs) == 1
        assert all(each == replays[0] for each in replays)


def test_reading_is_paid_for_in_seconds(tmp_path: Path) -> None:
    """Whoever has used up their time is refused, but still gets what was read already."""
    with running(tmp_path, replace(GENEROUS, work_rate=(0.001, 0.0001))) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        play_out(seats)
        game = seats[0].board["game"] if seats[0].board else ""
        first = call(server.url, "GET", f"/api/games/{game}/replay")
        with pytest.raises(Refused, match="too-many"):
            call(server.url, "GET", f"/api/games/{game}/verdict")
        with pytest.raises(Refused, match="too-many"):
            call(server.url, "POST", "/api/replay", {"record": "nothing"})
        assert call(server.url, "GET", f"/api/games/{game}/replay") == first


def test_a_reader_that_dies_is_replaced(tmp_path: Path) -> None:
    """One reading fails, with an error in the one shape; the next one succeeds."""
    with running(tmp_path) as server:
        seats = table_of(server.url, 1)
        seats[0].start()
        play_out(seats)
        game = seats[0].board["game"] if seats[0].board else ""
        call(server.url, "GET", f"/api/games/{game}/replay")
        (reader,) = server.registry.archive.pool.idle
        os.kill(reader, signal.SIGKILL)
        with pytest.raises(Refused, match="internal"):
            call(server.url, "GET", f"/api/games/{game}/verdict")
        assert call(server.url, "GET", f"/api/games/{game}/verdict")["finding"] == "honest"


def test_spectators_leave_when_they_must(server: Running) -> None:
    """Spectators are told, and their sockets close; seats and a host without a seat stay."""
    host = Seat.create(server.url, "Screen", play=False)
    guest = Seat.join(server.url, host.table, "Ada")
    watching = upgraded(server, host.table)
    watching.sendall(frame({"type": "hello"}))
    host.connect()
    guest.connect()
    wait_until(lambda: len(server.registry.live[host.table].connections) == 3)
    host.ask("PATCH", body={"spectators": False})
    assert b"no-spectators" in read_to_the_end(watching)
    for seat in (host, guest):
        seat.send({"type": "ping", "id": "here"})
        receive_until(seat, "pong")
        seat.close()


def test_a_host_without_a_seat_leaves_with_the_rights(server: Running) -> None:
    """Where nobody may watch; whoever gets the rights stays, as does everybody else with a seat."""
    host = Seat.create(server.url, "Screen", play=False, spectators=False)
    guests = [Seat.join(server.url, host.table, name) for name in ("Ada", "Bo")]
    for seat in (host, *guests):
        seat.connect()
    host.ask("PUT", "/host", {"seat": 1})
    assert receive_until(host, "goodbye")["code"] == "no-spectators"
    wait_until(lambda: len(server.registry.live[host.table].connections) == 2)
    guests[0].start()
    for seat in guests:
        assert receive_until(seat, "update")["board"]["question"]
        seat.close()


def test_minds_are_not_changed_for_ever(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever draws and takes back without end is told to wait; the drawing stands."""
    monkeypatch.setattr("quillmap.server.tables.take_backs.TAKE_BACK_RATE", (3, 0.0001))
    (seat,) = table_of(server.url, 1, setup={"seed": "again"})
    Seat.join(server.url, seat.table, "Zuse")
    seat.start()
    seat.connect()
    assert seat.own is not None
    assert seat.board is not None
    both = (legal_moves(seat.own["choices"])[0], {"move": "take-back"})
    for number in range(8):
        question = seat.board["question"]
        seat.send({"type": "move", "id": str(number), "question": question, "move": both[number % 2]})
    answers = [receive_until(seat, "ack", "refused") for _ in range(8)]
    (refused,) = (answer for answer in answers if answer["type"] == "refused")
    assert (refused["id"], refused["error"]["code"]) == ("7", "too-many")
    seat.close()


def test_a_body_that_is_too_large_is_told_so(server: Running) -> None:
    """Whoever is still sending when it is refused can read why."""
    with pytest.raises(Refused, match="too-large"):
        call(server.url, "POST", "/api/replay", {"record": "x" * 3_000_000})


def test_a_record_leaves_the_queue_with_its_client(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for what nobody reads."""
    waiting: list[str] = []

    async def wait_for_ever(*_job: object) -> None:
        waiting.append("record")
        try:
            await asyncio.Event().wait()
        finally:
            waiting.clear()

    monkeypatch.setattr(server.registry.archive.pool_for_sent, "call_when_due", wait_for_ever)
    body = b'{"record": "nothing"}'
    head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with opened(server) as plain:
        plain.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        wait_until(lambda: bool(waiting))
    wait_until(lambda: not waiting)
