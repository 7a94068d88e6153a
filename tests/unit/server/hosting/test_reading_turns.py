"""Connections are read in turns: of a crowd a few in one turn of the loop, and nobody else waits for them."""

import asyncio
from typing import Any

import pytest

from quillmap.server.hosting import reading_turns
from quillmap.server.hosting.reading_turns import PIECE, ReadingTurn, ReadingTurns
from quillmap.server.work.loop_turns import AT_ONCE, AT_ONCE_OF_SITE

CROWD = 20 * AT_ONCE
MANY = (1e9, 1e9)
ROOM = (1 << 30, 1 << 30)
LONG = 5 * PIECE


class Transport:
    """Whether it is read."""

    is_reading = True
    is_cut = False

    def pause_reading(self) -> None:
        """Stop."""
        self.is_reading = False

    def abort(self) -> None:
        """Close at once."""
        self.is_cut = True


class Client:
    """A connection of somebody, and what was read of it."""

    def __init__(self, turns: ReadingTurns, host: str, order: list[str]) -> None:
        self.host = host
        self.order = order
        self.transport: Any = Transport()
        self.turn = ReadingTurn(turns, self._read, lambda _: (self.host, self.cost))
        self.cost = 1
        self.data = b""

    def _read(self, data: bytes) -> None:
        assert len(data) <= PIECE
        self.order.append(self.host)
        self.data += data

    def come(self, data: bytes, cost: int = 1) -> None:
        """Send something."""
        self.cost = cost
        self.turn.take(self.transport, data, self.host)


def order_of(*hosts: str, cost: int = 1) -> tuple[list[str], list[str]]:
    """Return who is read at once, and all in their order, if something of all *hosts* comes in one turn."""
    order: list[str] = []

    async def come() -> list[str]:
        turns = ReadingTurns(MANY, ROOM)
        clients = [Client(turns, host, order) for host in hosts]
        for client in clients:
            client.come(b"x", cost)
        at_once = list(order)
        while any(client.turn.is_waiting for client in clients):
            await asyncio.sleep(0)
        return at_once

    return asyncio.run(come()), order


def test_of_a_crowd_a_few_are_read_in_one_turn() -> None:
    """Somebody else is read in the same turn; all others follow."""
    at_once, order = order_of(*["192.0.2.1"] * CROWD, "192.0.2.2")
    assert at_once == ["192.0.2.1"] * AT_ONCE + ["192.0.2.2"]
    assert len(order) == CROWD + 1


def test_a_site_is_a_larger_crowd() -> None:
    """All networks of a /48 together are read as two networks."""
    at_once, order = order_of(*(f"2001:db8:1:{number:x}::1" for number in range(CROWD)), "192.0.2.2")
    assert len(at_once) == AT_ONCE_OF_SITE + 1
    assert at_once[-1] == "192.0.2.2"
    assert len(order) == CROWD + 1


def test_what_is_long_counts_as_several() -> None:
    """Hundreds of frames in a few bytes each."""
    at_once, _ = order_of(*["192.0.2.1"] * CROWD, cost=AT_ONCE)
    assert len(at_once) == 1


def test_what_comes_while_something_waits_is_read_with_it_and_in_order() -> None:
    """Nothing else is read meanwhile, unless somebody lets it."""

    async def come() -> None:
        order: list[str] = []
        turns = ReadingTurns(MANY, ROOM)
        clients = [Client(turns, "192.0.2.1", order) for _ in range(AT_ONCE + 1)]
        for client in clients:
            client.come(b"one ")
        last = clients[-1]
        assert not last.transport.is_reading
        last.come(b"two")
        for _ in range(4):
            await asyncio.sleep(0)
        assert last.data == b"one two"
        assert len(order) == AT_ONCE + 1

    asyncio.run(come())


def test_who_has_gone_is_not_read() -> None:
    """And takes nobody's turn."""

    async def come() -> None:
        order: list[str] = []
        turns = ReadingTurns(MANY, ROOM)
        clients = [Client(turns, "192.0.2.1", order) for _ in range(CROWD)]
        for client in clients:
            client.come(b"x")
        for client in clients[AT_ONCE:-1]:
            client.turn.stop()
        for _ in range(4):
            await asyncio.sleep(0)
        assert len(order) == AT_ONCE + 1
        assert clients[-1].data == b"x"

    asyncio.run(come())


def test_who_is_read_very_often_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then all that has come meanwhile is read at once; who comes from elsewhere does not wait."""
    monkeypatch.setattr(reading_turns, "LONGEST_PAUSE", 0.01)

    async def come() -> None:
        order: list[str] = []
        turns = ReadingTurns((3, 0.001), ROOM)
        client, other = Client(turns, "192.0.2.1", order), Client(turns, "192.0.2.2", order)
        for number in range(10):
            client.come(b"%d" % number)
            await asyncio.sleep(0)
        assert client.data == b"012"
        other.come(b"x")
        assert other.data == b"x"
        while client.turn.is_waiting:
            await asyncio.sleep(0.005)
        assert client.data == b"0123456789"
        assert order.count("192.0.2.1") == 4

    asyncio.run(come())


def test_what_is_long_is_read_in_pieces() -> None:
    """Each in a turn of its own, in between others are read; what comes meanwhile follows, unless it is stopped."""

    async def come() -> None:
        order: list[str] = []
        turns = ReadingTurns(MANY, ROOM)
        client, other, gone = (Client(turns, f"192.0.2.{number}", order) for number in range(3))
        text = bytes(range(256)) * (10 * PIECE // 256)
        client.come(text + b"12", AT_ONCE)
        gone.come(text, AT_ONCE)
        assert order == [client.host, gone.host]
        assert not client.transport.is_reading
        client.come(b"34", AT_ONCE)
        gone.turn.stop()
        for _ in range(5):
            await asyncio.sleep(0)
        other.come(b"x")
        assert order.index(other.host) < 8
        while client.turn.is_waiting:
            await asyncio.sleep(0)
        assert client.data == text + b"1234"
        assert order.count(client.host) == 11
        assert order.count(gone.host) == 1

    asyncio.run(come())


def test_long_reads_that_wait_are_bounded() -> None:
    """Beyond it a connection is cut; short ones always wait, and room comes back when something was read or ends."""

    async def come() -> None:
        turns = ReadingTurns(MANY, (3 * LONG, 100 * LONG))
        crowd = [Client(turns, "192.0.2.1", []) for _ in range(AT_ONCE + 6)]
        for client in crowd[:AT_ONCE]:
            client.come(b"x")  # nobody else begins in this turn
        first, second, third, fourth, short, late = crowd[AT_ONCE:]
        for client in (first, second, third, fourth):
            client.come(b"y" * LONG)
        short.come(b"z" * PIECE)
        assert [client.transport.is_cut for client in crowd[AT_ONCE:]] == [False, False, False, True, False, False]
        first.turn.stop()
        late.come(b"y" * LONG)
        assert not late.transport.is_cut
        while any(client.turn.is_waiting for client in (second, third, short, late)):
            await asyncio.sleep(0)
        assert [len(client.data) for client in (second, third, short, late)] == [LONG, LONG, PIECE, LONG]
        assert turns.room.take("192.0.2.1", 3 * LONG)

    asyncio.run(come())
