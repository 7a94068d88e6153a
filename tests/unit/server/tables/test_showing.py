"""A table of a hundred is told what has happened in parts, and for each client everything comes in its order."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from quillmap.server.games.choices import OwnPart
from quillmap.server.tables.changes import TableChange
from quillmap.server.tables.showing import AT_ONCE, SOCKETS_AT_ONCE, Showing
from quillmap.server.tables.table import LiveTable

SEATS = 5 * AT_ONCE


class Client:
    """A connection that keeps what it was told."""

    def __init__(self, seat_id: int | None) -> None:
        self.seat_id = seat_id
        self.owed: Callable[[], None] | None = None
        self.told: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep *message*, as ``Connection.send`` queues it."""
        if self.owed is not None:
            self.owed()
        self.told.append(message)


class Table:
    """What ``Showing`` needs of a table."""

    def __init__(self, clients: list[Client]) -> None:
        self.connections = clients
        self.loop = asyncio.get_running_loop()
        self.shown = object()
        self.recent = msgspec.Raw(b"[]")
        self.asked: list[int | None] = []
        self.showing = Showing(cast("LiveTable", self))

    def shown_board(self) -> None:
        """There is no board."""

    def own_part_in(self, shown: object, _document: object, seat_id: int | None) -> OwnPart | None:
        """Return what a seat sees."""
        assert shown is self.shown
        self.asked.append(seat_id)
        return None if seat_id is None else OwnPart(seat_id, None, None)

    def happen(self, deadline: float) -> None:
        """Let something happen, which can be told by its deadline."""
        document = SimpleNamespace(deadline=deadline)
        change: Any = SimpleNamespace(steps=(), document=document, late=())
        self.showing.begin(cast("TableChange", change))


def deadlines(client: Client) -> list[float | str]:
    """Return what a client was told, in its order."""
    return [msgspec.json.decode(message).get("deadline", "other") for message in client.told]


def run(play: Callable[[Table], Any], *seats: int | None) -> Table:
    """Return a table with two clients of each seat after *play* and all that follows from it."""

    async def act() -> Table:
        table = Table([Client(seat) for seat in seats * 2])
        await play(table)
        for _ in range(SEATS):
            await asyncio.sleep(0)
        assert not table.showing.is_under_way
        return table

    return asyncio.run(act())


def test_others_have_their_turn_between_the_seats_of_a_large_table() -> None:
    """A few seats are told in each turn of the loop; each is worked out once, and all who only watch are one."""

    async def play(table: Table) -> None:
        table.happen(1)
        assert table.showing.is_under_way
        for turn in range(1, SEATS // AT_ONCE):
            assert len(table.asked) == turn * AT_ONCE
            await asyncio.sleep(0)

    table = run(play, None, *range(1, SEATS))
    assert sorted(table.asked, key=str) == sorted([None, *range(1, SEATS)], key=str)
    assert all(deadlines(client) == [1] for client in table.connections)


def test_nothing_overtakes_what_a_client_was_to_be_told() -> None:
    """Neither an answer to one of them, nor what happens next."""

    async def play(table: Table) -> None:
        table.happen(1)
        table.connections[SEATS - 1].send(b"{}")
        await asyncio.sleep(0)
        table.happen(2)
        table.connections[2 * SEATS - 1].send(b"{}")

    table = run(play, *range(SEATS))
    assert deadlines(table.connections[SEATS - 1]) == [1, "other", 2]
    assert deadlines(table.connections[2 * SEATS - 1]) == [1, 2, "other"]
    assert all(deadlines(client) == [1, 2] for client in table.connections[: SEATS - 1])


def test_a_small_table_is_told_at_once() -> None:
    """There nobody has to wait."""

    async def play(table: Table) -> None:
        table.happen(1)
        assert all(deadlines(client) == [1] for client in table.connections)

    run(play, None, *range(1, AT_ONCE))


def test_a_crowd_that_watches_is_told_in_parts() -> None:
    """In one turn of the loop so many sockets are told, however soon the next thing happens; all share a message."""
    told: list[int] = []

    async def play(table: Table) -> None:
        def count() -> int:
            return sum(bool(client.told) for client in table.connections)

        table.happen(1)
        told.append(count())
        table.happen(2)
        told.append(count())
        while table.showing.is_under_way:
            await asyncio.sleep(0)
            told.append(count())

    table = run(play, *[None] * 3 * SOCKETS_AT_ONCE)
    assert told[:2] == [SOCKETS_AT_ONCE] * 2
    assert max(later - earlier for earlier, later in pairwise(told)) == SOCKETS_AT_ONCE
    assert table.asked == [None, None], "once for each change"
    assert all(deadlines(client) == [1, 2] for client in table.connections)
