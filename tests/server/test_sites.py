"""Many people behind one address get what they need, and one with many addresses gets no more than a few people."""

import logging
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from helpers.asked_by_browsers import FIRST_PAGE, TABLE_LINK
from quillmap.server.client import Refused, Seat, call
from quillmap.server.hosting.config import Config, Limits
from quillmap.server.hosting.connection_bounds import connection_bounds
from quillmap.server.hosting.logs import is_news
from quillmap.server.http.page_files import load_page
from quillmap.server.rate_limits import RateLimiter
from server.harness import GENEROUS, Running, running, table_of, wait_until
from server.raw_sockets import open_connections, opened, read_to_the_end, upgraded


def test_connections_of_an_address_are_bounded(tmp_path: Path) -> None:
    """One connection too many is closed at once; when one goes, another may come."""
    with running(tmp_path, replace(GENEROUS, connections_per_address=3)) as server:
        (seat,) = table_of(server.url, 1)
        wait_until(lambda: open_connections(server) == 0)
        held = [upgraded(server, seat.table), opened(server), opened(server)]
        wait_until(lambda: open_connections(server) == 3)
        assert read_to_the_end(opened(server)) == b""
        held.pop(0).close()
        wait_until(lambda: open_connections(server) == 2)
        assert call(server.url, "GET", "/healthz")["status"] == "ok"
        for each in held:
            each.close()


def test_sockets_of_a_site_are_bounded(tmp_path: Path) -> None:
    """All networks of a /48 share some; another site and another address have their own."""
    limits = replace(GENEROUS, sockets_per_address=2, sockets_per_site=3)
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server, ExitStack() as stack:
        (seat,) = table_of(server.url, 1)

        def is_let_in(address: str) -> bool:
            target = f"ws://127.0.0.1:{server.port}/ws/tables/{seat.table}"
            try:
                stack.enter_context(connect(target, additional_headers={"x-forwarded-for": address}))
            except InvalidStatus:
                return False
            return True

        addresses = [*(f"2001:db8:1:{number}::1" for number in (1, 1, 1, 2, 3)), "2001:db8:2:1::1", "192.0.2.1"]
        assert list(map(is_let_in, addresses)) == [True, True, False, True, False, True, True]


def test_once_guessing_is_over_right_codes_get_the_same_answer(tmp_path: Path) -> None:
    """After too many guesses a client learns nothing more, not even from a hit."""
    with running(tmp_path, replace(GENEROUS, code_rate=(3, 0.0001))) as server:
        (seat,) = table_of(server.url, 1)
        code = seat.ask("GET")["table"]["code"]
        for _ in range(30):  # a class comes in by the same code
            call(server.url, "GET", f"/api/codes/{code}")
        for _ in range(3):
            with pytest.raises(Refused, match="no-such-code"):
                call(server.url, "GET", "/api/codes/AAAAAA")
        for guess in ("AAAAAA", code):
            with pytest.raises(Refused, match="too-many"):
                call(server.url, "GET", f"/api/codes/{guess}")


def test_a_network_has_its_share_of_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """However much it asks for, and whatever it sends instead of HTTP; the metrics count everything."""
    with caplog.at_level(logging.INFO), running(tmp_path, replace(GENEROUS, log_rate=(5, 0.0001))) as server:
        for _ in range(20):
            call(server.url, "GET", "/healthz")
        plain = opened(server)
        plain.sendall(b"NONSENSE\r\n\r\n")
        read_to_the_end(plain)
        wait_until(lambda: server.registry.metrics.requests.labels("200")._value.get() == 20)
        plain = upgraded(server, "nowhere")
        plain.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))  # text that is none
        read_to_the_end(plain)
    lines = [record for record in caplog.records if record.name.startswith(("quillmap.http", "uvicorn"))]
    assert len([record for record in lines if record.levelno >= logging.INFO and record.getMessage() == "request"]) == 5
    assert [record.getMessage() for record in lines if record.levelno >= logging.WARNING and is_news(record)] == []


def test_a_site_guesses_codes_as_little_as_ten_networks(tmp_path: Path) -> None:
    """Anybody can have a /48, which are 65 536 networks; another one has its own share."""
    limits = replace(GENEROUS, code_rate=(2, 0.000001))
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server, httpx.Client(base_url=server.url) as client:

        def guess(address: str) -> int:
            return client.get("/api/codes/AAAAAA", headers={"x-forwarded-for": address}).status_code

        assert [guess(f"2001:db8:1:{number}::1") for number in range(10) for _ in range(2)] == [404] * 20
        assert (guess("2001:db8:1:99::1"), guess("2001:db8:2:99::1"), guess("192.0.2.1")) == (429, 404, 404)


def test_a_class_has_what_it_needs_in_a_lesson(tmp_path: Path) -> None:
    """Thirty behind one address open three tables each, and set out on the expedition of the day: nobody is refused."""
    with running(tmp_path, Limits()) as server:
        opened = {Seat.create(server.url, f"Pupil {number}", most_seats=1).table for number in range(90)}
        for number in range(30):
            wish = {"name": f"Pupil {number}", "player": f"{number:030d}"}
            opened.add(call(server.url, "POST", "/api/daily/today", wish)["table"]["id"])
    assert len(opened) == 120


def test_a_site_does_as_much_as_ten_networks() -> None:
    """Whatever has a rate: what one network of a /48 takes, overdraws or gives back counts for the others."""
    limiter = RateLimiter(2, 0.01)
    assert all(limiter.take(f"2001:db8:1:{number}::1") for number in range(20))
    other = limiter.bucket("2001:db8:1:99::1")
    assert not other.take()
    assert 9 < other.wait() <= 10
    assert limiter.take("2001:db8:2::1")
    assert limiter.take("192.0.2.1")
    limiter.bucket("2001:db8:1:1::1").give_back()
    assert other.take()
    assert 19 < limiter.bucket("2001:db8:1:98::1").overdraw(2) <= 20


@pytest.mark.parametrize(("files", "of_site"), [(100_000, 1500), (4096, 800), (1024, 384), (256, 96)])
def test_others_can_connect_where_few_files_may_be_open(files: int, of_site: int) -> None:
    """No site takes more than half of the connections, and few of them where there are many."""
    bounds = connection_bounds(Config(), 1, files)
    site = [f"2001:db8:1:{number % 8:x}::1" for number in range(files)]
    assert sum(map(bounds.admit, site)) == of_site
    assert bounds.admit("203.0.113.9")
    assert of_site >= min(800, files * 3 // 8), "a single address has its share"


def statuses(server: Running, addresses: Iterable[str]) -> list[int]:
    """Return how *addresses* are answered, one after the other over one connection."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    found = []
    for address in addresses:
        connection.request("GET", address)
        response = connection.getresponse()
        response.read()
        found.append(response.status)
    connection.close()
    return found


def test_a_class_behind_one_address_gets_in_at_once(tmp_path: Path) -> None:
    """Thirty browsers load all files of the page and join one table at the same moment, without one refusal."""
    files = [f"/static/{path}" for path in load_page() if re.match(r"[0-9a-f]{16}/(js|css|locales/de)/", path)]
    assert len(files) > 40

    def come_in(number: int) -> list[int]:
        answers = statuses(server, (*(each.format(table=teacher.table) for each in TABLE_LINK), *files))
        seat = Seat.join(server.url, code, f"Pupil {number}")
        assert seat.connect()["seat"] is not None
        seat.close()
        return answers

    with running(tmp_path, Limits()) as server:
        teacher = Seat.create(server.url, "Teacher", play=False)
        code = teacher.ask("GET")["table"]["code"]
        with ThreadPoolExecutor(30) as pupils:
            found = [status for answers in pupils.map(come_in, range(30)) for status in answers]
    assert set(found) == {200}
    assert 100 * (len(files) + len(TABLE_LINK)) < Limits().file_rate[0], "a party of a hundred has its files, too"


@pytest.mark.parametrize("asked", [TABLE_LINK, FIRST_PAGE], ids=["table", "first-page"])
def test_a_party_behind_one_address_gets_in_at_once(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """A hundred people open a link at the same moment and join a table, without one refusal; waiting gives nothing."""
    limits = Limits()
    limits = replace(limits, address_rate=(limits.address_rate[0], 0.001), file_rate=(limits.file_rate[0], 0.001))

    def come_in(number: int) -> list[int]:
        found = statuses(server, (each.format(table=host.table, yesterday=yesterday) for each in asked))
        seat = Seat.join(server.url, host.table, f"Guest {number}")
        assert seat.connect()["seat"] is not None
        seat.close()
        return found

    with running(tmp_path, limits) as server:
        yesterday = server.registry.calendar.today() - timedelta(days=1)
        host = Seat.create(server.url, "Host", play=False)
        with ThreadPoolExecutor(16) as guests:
            found = [status for answers in guests.map(come_in, range(100)) for status in answers]
    assert set(found) == {200}


def test_what_costs_no_more_than_a_file_is_counted_like_one(tmp_path: Path) -> None:
    """Also from an address that may ask for nothing else now; it hears when it may, and links lose their preview."""
    with running(tmp_path, replace(GENEROUS, address_rate=(3, 0.02))) as server:
        table = Seat.create(server.url, "Ada").table
        previews = [httpx.get(f"{server.url}/t/{table}").text for _ in range(8)]
        assert ["1 of" in each for each in previews[:3]] == [True] * 3
        assert "1 of" not in previews[-1]
        constant = ("/", "/api/cards", "/api/bots", "/api/paces", "/api/push", "/api/reference", "/service-worker.js")
        assert set(statuses(server, 8 * (*constant, f"/t/{table}", "/rules/cards/x"))) == {200}
        answers = [httpx.get(f"{server.url}/api/invitation") for _ in range(8)]
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert 5 < int(refused.headers["retry-after"]) <= 50
        assert httpx.post(f"{server.url}/api/cards").status_code == 429
