"""Tables that leave the memory while nothing happens there, and how they come back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quillmap.rules.events import Submitted
from quillmap.server.client import Seat
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import ChangeTable
from quillmap.server.storage.rows import Claim
from quillmap.server.tables import registry as registry_module
from quillmap.server.tables.actions import change_table
from server.harness import GENEROUS, Running, first_move, refusal, running, table_of, wait_until
from server.test_daily import HOUR, Days

A_DAY_EACH = {"kind": "days", "amount": 1, "timeout": "skip"}


def let_go(server: Running, table: str) -> bool:
    """Let a table rest that nobody has used for long; return whether it has left the memory."""
    registry = server.registry

    async def unload() -> bool:
        registry.live[table].last_used = float("-inf")
        registry.let_go([registry.live[table]])
        return table not in registry.live

    return server.result_of(unload())


def test_a_table_rests_until_its_time_is_up(data: Path) -> None:
    """Nobody has to keep it in the memory for days; it comes back by itself, and goes on."""
    days = Days()
    with running(data, calendar=days) as server:
        seats = table_of(server.url, 2, pace=A_DAY_EACH)
        seats[0].start()
        game = seats[0].ask("GET")["table"]["game"]
        wait_until(lambda: server.registry.live[seats[0].table].shown_document.told > 0)
        wait_until(lambda: let_go(server, seats[0].table))
        days.time += 18 * HOUR + 1  # a quarter of the time before its end people are reminded
        wait_until(lambda: seats[0].table in server.registry.live)
        wait_until(lambda: server.registry.live[seats[0].table].shown_document.reminded > 0)
        wait_until(lambda: let_go(server, seats[0].table))
        assert not any(isinstance(event, Submitted) for event in server.log(game))
        days.time += 6 * HOUR
        wait_until(lambda: sum(isinstance(event, Submitted) for event in server.log(game)) == 2)
        assert server.registry.live[seats[0].table].origin == "127.0.0.1", "it still counts for whoever opened it"


def test_a_table_with_bots_that_wait_for_somebody_rests(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have nothing to do before a person comes, who finds them as they were; no other node takes them over."""
    with running(data) as server:
        released: list[Claim] = []
        monkeypatch.setattr(server.registry.storage, "release", released.append)
        [seat] = table_of(server.url, 1)
        seat.add_bots("random")
        seat.start()
        table = server.registry.live[seat.table]
        wait_until(lambda: table.shown is not None and table.shown.state.waiting == {0})
        wait_until(lambda: let_go(server, seat.table))
        assert not released
        seat.connect()
        assert seat.move(first_move(seat))
        seat.close()


def test_a_table_on_which_something_happens_soon_does_not_rest(data: Path) -> None:
    """Its clock runs for seconds, or for the last minutes of a day."""
    days = Days()
    with running(data, calendar=days) as server:
        quick = table_of(server.url, 2, pace={"kind": "seconds", "amount": 600, "timeout": "skip"})[0]
        slow = table_of(server.url, 2, pace=A_DAY_EACH)[0]
        for seat in (quick, slow):
            seat.start()
        days.time += 500
        assert not let_go(server, quick.table)
        days.time += 24 * HOUR - 1000
        wait_until(lambda: server.registry.live[slow.table].shown_document.reminded > 0)
        assert not let_go(server, slow.table)


def test_who_still_has_a_table_that_rests_stores_nothing(data: Path) -> None:
    """Somebody else may have it by then as it is in the file, and has changed it."""
    with running(data) as server:
        [seat] = table_of(server.url, 1)
        old = server.registry.live[seat.table]
        assert let_go(server, seat.table)
        seat.ask("PATCH", body={"hints": False})
        with pytest.raises(Problem, match="could not be stored"):
            server.result_of(old.change(change_table(old.document, ChangeTable(spectators=False))))
        assert seat.ask("GET")["table"]["spectators"] is True


def test_tables_that_could_rest_have_so_much_room(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many stored tables somebody reads one after the other, those that were used last stay."""
    monkeypatch.setattr(registry_module, "LOOK_AFTER_SEATS", 1)
    with running(data, replace(GENEROUS, resting_seats=4)) as server:
        tables = [table_of(server.url, 2)[0].table for _ in range(5)]
        for table in tables:
            assert let_go(server, table)
        for table in tables:
            server.result_of(server.registry.table(table))
        wait_until(lambda: list(server.registry.live) == tables[-2:])


def slowly(load: Callable[[str], Any], may_go_on: asyncio.Event, begun: list[str]) -> Callable[[str], Any]:
    """Return what loads a table when it may go on."""

    async def loaded(table: str) -> Any:
        begun.append(table)
        await may_go_on.wait()
        return await load(table)

    return loaded


def test_who_loads_many_tables_keeps_nobody_waiting(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are loaded one at a time; others load meanwhile, even one of those that are waited for."""
    with running(data) as server:
        tables = [table_of(server.url, 1)[0].table for _ in range(4)]
        for table in tables:
            assert let_go(server, table)
        storage, begun = server.registry.storage, list[str]()

        async def load() -> list[str]:
            may_go_on = asyncio.Event()
            monkeypatch.setattr(storage, "load_table", slowly(storage.load_table, may_go_on, begun))
            many = [asyncio.create_task(server.registry.table(table, "192.0.2.1")) for table in tables]
            await asyncio.sleep(0.05)
            other = asyncio.create_task(server.registry.table(tables[-1], "192.0.2.2"))
            await asyncio.sleep(0.05)
            so_far = list(begun)
            may_go_on.set()
            found = {id(table) for table in await asyncio.gather(*many, other)}
            assert len(found) == len(tables), "nobody has a table of their own"
            return so_far

        assert server.result_of(load()) == [tables[0], tables[-1]]
        assert sorted(begun) == sorted(tables)


def test_games_of_an_address_have_so_much_room(data: Path) -> None:
    """As long as they are in the memory; one that is over, or rests, makes room for the next."""
    with running(data, replace(GENEROUS, playing_per_address=4)) as server:
        tables = [table_of(server.url, 2)[0] for _ in range(3)]
        for seat in tables[:2]:
            seat.start()
        assert refusal(tables[2].start) == "quota-used-up"
        assert let_go(server, tables[0].table)
        tables[2].start()


def test_sockets_of_an_address_keep_so_many_seats_in_the_memory(data: Path) -> None:
    """A table counts once, however many look at it, and no longer than somebody does."""
    with running(data, replace(GENEROUS, watched_per_address=4)) as server:
        first, second = table_of(server.url, 3)[0], table_of(server.url, 2)[0]
        watching = [Seat(server.url, first.table, first.token) for _ in range(3)]
        for each in watching:
            each.connect()
        assert refusal(second.connect) == "quota-used-up"
        for each in watching:
            each.close()
        wait_until(lambda: not server.registry.live[first.table].connections)
        second.connect()
        second.close()
