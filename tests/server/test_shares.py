"""Nobody takes what is there for all: every network has its share of lobby, seats, news, pictures, bots and disk."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from quillmap.server import rate_limits
from quillmap.server.client import Refused, Seat, call
from quillmap.server.http.endpoint import declared_endpoints
from quillmap.server.http.handlers.tables import CHANGE, TABLE, TableHandlers
from server.harness import GENEROUS, Running, play_out, receive_until, refusal, running, table_of, wait_until
from server.test_daily import Days


def test_an_address_has_its_share_of_the_lobby(tmp_path: Path) -> None:
    """Nobody fills the lobby alone: the next table may be opened, but is in no list."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server:
        hosts = [Seat.create(server.url, "Ada", listed=True) for _ in range(2)]
        assert refusal(lambda: Seat.create(server.url, "Ada", listed=True)) == "quota-used-up"
        hidden = Seat.create(server.url, "Ada")
        assert refusal(lambda: hidden.ask("PATCH", body={"listed": True})) == "quota-used-up"
        hosts[0].start()
        hidden.ask("PATCH", body={"listed": True})


def test_tables_that_are_being_stored_count_in_the_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that come at once can't all pass before the first table is there."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server:
        store, may_go_on = server.registry.storage.add_table, threading.Event()

        async def store_later(*arguments: Any) -> Any:
            await asyncio.to_thread(may_go_on.wait)
            return await store(*arguments)

        monkeypatch.setattr(server.registry.storage, "add_table", store_later)
        with ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(Seat.create, server.url, "Ada", listed=True) for _ in range(8)]
            wait_until(lambda: sum(each.done() for each in asked) == 6)
            may_go_on.set()
            errors = [each.exception() for each in asked]
    assert errors.count(None) == 2
    assert {each.code for each in errors if isinstance(each, Refused)} == {"quota-used-up"}


def test_an_address_has_its_share_of_the_seats(tmp_path: Path) -> None:
    """Strangers find a seat at a table of the lobby; a party at a table of its own takes all of them."""
    with running(tmp_path, replace(GENEROUS, listed_seats_per_address=2)) as server:
        open_table, own_table = Seat.create(server.url, "Ada", listed=True), Seat.create(server.url, "Ada")
        for number in range(2):
            Seat.join(server.url, open_table.table, f"Guest {number}")
        assert refusal(lambda: Seat.join(server.url, open_table.table, "Guest 3")) == "quota-used-up"
        for number in range(20):
            Seat.join(server.url, own_table.table, f"Guest {number}")
        assert refusal(lambda: own_table.ask("PATCH", body={"listed": True})) == "quota-used-up"
        for number in range(3, 22):
            own_table.ask("DELETE", f"/seats/{number}")
        own_table.ask("PATCH", body={"listed": True})
        Seat.join(server.url, own_table.table, "The last")
        assert len(server.registry.live[own_table.table].seat_networks) == 2


def test_a_table_that_changes_all_the_time_is_told_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody gets the newest names, but not each of them; that the game begins is never kept."""
    # However long the changes take, no time passes in which more could be told.
    monkeypatch.setattr(rate_limits, "monotonic", partial(float, time.monotonic()))
    with running(tmp_path, replace(GENEROUS, news_rate=(1000, 2000), news_seconds=0.5)) as server:
        host, guest = table_of(server.url, 2)
        guest.connect()
        for number in range(40):
            host.ask("PATCH", "/seats/1", {"name": f"Ada {number}"})
        names = []
        while "Ada 39" not in names:
            names.append(receive_until(guest, "table")["table"]["seats"][0]["name"])
        assert len(names) < 30
        host.ask("PATCH", "/seats/1", {"name": "Ada"})
        host.ask("PATCH", "/seats/1", {"name": "Bea"})
        host.start()
        table = receive_until(guest, "table")["table"]
        while table["status"] == "waiting":
            table = receive_until(guest, "table")["table"]
        assert (table["status"], table["seats"][0]["name"]) == ("playing", "Bea")
        guest.close()


def test_a_stranger_delays_no_news_of_others(tmp_path: Path) -> None:
    """Who changes much at one table is told of later there; who has opened it goes on there, and elsewhere."""
    with running(tmp_path, replace(GENEROUS, news_rate=(20_000, 1)), trusted_proxy="127.0.0.1") as server:
        host, other = Seat.create(server.url, "Ada"), Seat.create(server.url, "Bea")
        for seat in (host, other):
            seat.connect()
        table = f"{server.url}/api/tables/{host.table}"
        with httpx.Client(headers={"x-forwarded-for": "192.0.2.9"}) as stranger:
            seated = stranger.post(f"{table}/seats", json={"name": "Cleo"}).json()
            stranger.headers["authorization"] = f"Bearer {seated['token']}"
            for number in range(60):
                renamed = stranger.patch(f"{table}/seats/{seated['seat']}", json={"name": f"Cleo {number}"})
                assert renamed.status_code == 200
        for seat in (host, other):
            seat.ask("PATCH", "/seats/1", {"name": "Dora"})
            began = time.monotonic()
            while receive_until(seat, "table")["table"]["seats"][0]["name"] != "Dora":
                pass
            assert time.monotonic() - began < GENEROUS.news_seconds / 2
            seat.close()


def test_a_table_is_stored_again_only_so_often(tmp_path: Path) -> None:
    """Whatever it is that changes, it is refused until it is stored seldom enough; the game itself goes on."""
    with running(tmp_path, replace(GENEROUS, document_rate=(5000, 0.0001))) as server:
        host, guest = table_of(server.url, 2)

        def rename_on() -> None:
            for number in range(20):
                host.ask("PATCH", "/seats/1", {"title": f"The {number}th"})

        assert refusal(rename_on) == "too-many"
        assert refusal(lambda: host.add_bots("random", 1)) == "too-many"
        assert refusal(lambda: Seat.join(server.url, host.table, "Cleo")) == "too-many"
        host.start()
        play_out([host, guest])


def test_hints_and_clocks_are_stored_only_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them stores the whole table; a clock whose end is not stored yet is looked at again."""
    days = Days()
    with running(tmp_path, replace(GENEROUS, document_rate=(500, 0.0001)), calendar=days) as server:
        [seat] = table_of(server.url, 1, pace={"kind": "seconds", "amount": 10, "timeout": "wait"})
        seat.start()
        seat.connect()
        refused: list[str] = []
        for level in cycle(("random", "apprentice")):  # a hint that was given already costs nothing
            if refused:
                break
            seat.send({"type": "hint", "id": "h", "level": level})
            answer = receive_until(seat, "hint", "refused")
            refused += [answer["error"]["code"]] if answer["type"] == "refused" else []
        assert refused == ["too-many"]
        table = server.registry.live[seat.table]
        looks = 0

        def counted(*asked: Any) -> None:
            nonlocal looks
            looks += 1
            change(*asked)

        change = table.quotas.change
        monkeypatch.setattr(table.quotas, "change", counted)
        days.time += 11
        wait_until(lambda: looks > 1)
        assert table.document.passed_deadline is None
        table.quotas.documents_of(table.origin).give_back(1e6)
        wait_until(lambda: table.document.passed_deadline is not None)
        seat.close()


def test_pictures_of_links_are_made_once(tmp_path: Path) -> None:
    """However many look at one; further ones have to wait, under other names of the server, too."""
    with running(tmp_path, replace(GENEROUS, picture_rate=(1, 0.0001))) as server:
        first, second = Seat.create(server.url, "Ada").table, Seat.create(server.url, "Bo").table

        def ask(table: str, host: str = "127.0.0.1") -> int:
            connection = HTTPConnection("127.0.0.1", server.port)
            connection.request("GET", f"/api/tables/{table}/qr", headers={"host": host})
            status = connection.getresponse().status
            connection.close()
            return status

        assert [ask(first) for _ in range(20)] == [200] * 20
        assert (ask(second), ask(first, "localhost:1"), ask(first)) == (429, 429, 200)


def test_an_address_has_its_share_of_the_bots(tmp_path: Path) -> None:
    """At all tables together, until these are finished."""
    with running(tmp_path, replace(GENEROUS, bots_per_address=5)) as server:
        first, second = Seat.create(server.url, "Ada"), Seat.create(server.url, "Ada")
        first.add_bots("random", 3)
        assert refusal(lambda: second.add_bots("random", 3)) == "quota-used-up"
        second.add_bots("random", 2)
        people = table_of(server.url, 1)
        people[0].start()
        people[0].ask("PUT", "/seats/1/stand-in", {"level": "random", "until": "end"})  # nobody is kept in a game
        assert refusal(lambda: second.add_bots("random", 1)) == "quota-used-up"


def test_a_game_that_is_over_does_not_come_back_into_a_full_lobby(tmp_path: Path) -> None:
    """Its table waits for another one all the same, and who knows its code finds it."""
    with running(tmp_path, replace(GENEROUS, listed_per_address=2)) as server:
        first = _resigned(server)
        others = [Seat.create(server.url, "Ada", listed=True) for _ in range(2)]
        table = first.ask("POST", "/rematch")["table"]
        assert (table["status"], table["listed"]) == ("waiting", False)
        shown = call(server.url, "GET", "/api/tables")["tables"]
        assert {each["id"] for each in shown} == {each.table for each in others}


def _resigned(server: Running) -> Seat:
    """Return the host of a listed table whose game is over."""
    host = Seat.create(server.url, "Ada", listed=True)
    host.start()
    host.ask("PUT", "/seats/1/stand-in", {"level": "random", "until": "end"})
    wait_until(lambda: host.ask("GET")["table"]["status"] == "finished")
    return host


def test_bots_of_tables_that_were_away_are_counted_when_they_start(tmp_path: Path) -> None:
    """A table that nobody looks at leaves the memory; its bots count again when it comes back."""
    with running(tmp_path, replace(GENEROUS, bots_per_address=5)) as server:
        first = Seat.create(server.url, "Ada")
        first.add_bots("random", 4)
        del server.registry.live[first.table]
        second = Seat.create(server.url, "Ada")
        second.add_bots("random", 4)
        assert refusal(first.start) == "quota-used-up"


def test_a_game_that_goes_on_is_told_before_what_is_used_up(tmp_path: Path) -> None:
    """Whoever asks for what can't be done any more is told so, whatever else they may have too much of."""
    limits = replace(GENEROUS, bots_per_address=1, playing_per_address=2, listed_per_address=0)
    with running(tmp_path, limits) as server:
        host = Seat.create(server.url, "Ada")
        host.add_bots("random", 1)
        other = Seat.create(server.url, "Bea")
        host.start()
        assert refusal(host.start) == "already-started"
        assert refusal(lambda: host.add_bots("random", 1)) == "already-started"
        assert refusal(lambda: host.ask("PATCH", body={"listed": True})) == "already-started"
        assert refusal(other.start) == "quota-used-up"


def test_every_change_of_a_table_counts_as_several_requests() -> None:
    """Each writes out the whole table."""
    found = [each for each in declared_endpoints(TableHandlers) if each.method != "GET" and TABLE in each.path]
    assert len(found) > 8
    assert {each.path: each.cost for each in found} == {each.path: CHANGE for each in found}


def test_an_address_has_its_share_of_the_disk(tmp_path: Path) -> None:
    """A game that has begun is played to its end; the next one has to wait."""
    with running(tmp_path, replace(GENEROUS, disk_rate=(1000, 0.001))) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        play_out(seats)
        seats[0].ask("POST", "/rematch")
        assert refusal(seats[0].start) == "quota-used-up"
