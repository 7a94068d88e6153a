"""What waits for a socket: it goes out in one piece, in its order, and waits for a client that does not read."""

import asyncio
import math
from collections.abc import Callable, Collection
from typing import Any

import pytest

from quillmap.server.rate_limits import Budget
from quillmap.server.sockets.outbox import LONG, Outbox, OutboxBounds


class Port:
    """A port to a client that may stop reading; it keeps what was sent, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[list[str]] = []
        self.reads = asyncio.Event()
        self.is_cut = False

    def listen(self, take: Callable[[str], bool]) -> None:
        """Nothing is received here."""

    async def receive(self) -> None:
        """Nothing is received here."""

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Send, if the client reads."""
        if self.reads.is_set():
            self.pieces.append([message.decode() for message in messages])
        return self.reads.is_set()

    def is_read(self) -> bool:
        """Return whether the client reads."""
        return self.reads.is_set()

    async def until_read(self) -> None:
        """Wait until the client reads."""
        await self.reads.wait()

    async def is_there(self, _seconds: float) -> bool:
        """Return whether the client reads."""
        return self.reads.is_set()

    def cut(self) -> None:
        """Keep that it was cut."""
        self.is_cut = True

    async def send(self, text: str) -> None:
        """Send when the client reads."""
        await self.reads.wait()
        self.pieces.append([text])

    async def close(self, code: int, _reason: str) -> None:
        """Keep that it was closed."""
        self.pieces.append([str(code)])


def sent(say: Callable[[Outbox, Port], Any]) -> list[list[str]]:
    """Return what was sent when all of what *say* does has happened."""

    async def run() -> list[list[str]]:
        port = Port()
        outbox = Outbox(port, OutboxBounds(100, 1000, Budget(math.inf, math.inf), "192.0.2.1"), lambda: None)
        await say(outbox, port)
        outbox.close_soon(1000, "")
        await outbox.writer
        outbox.close()
        return port.pieces

    return asyncio.run(run())


def test_what_is_said_at_once_is_sent_at_once() -> None:
    """One piece is one call of the system, and most of what sending costs."""

    async def say(outbox: Outbox, port: Port) -> None:
        port.reads.set()
        outbox.put(b"acknowledged")
        outbox.put(b"own")
        await asyncio.sleep(0)
        outbox.put(b"update")
        await asyncio.sleep(0)

    assert sent(say) == [["acknowledged", "own"], ["update"], ["1000"]]


def test_nothing_overtakes_what_waits() -> None:
    """Also when a client reads again just when something else is said."""

    async def say(outbox: Outbox, port: Port) -> None:
        outbox.put(b"1")
        for _ in range(3):
            await asyncio.sleep(0)
        outbox.put(b"2")
        port.reads.set()
        outbox.put(b"3")
        await asyncio.sleep(0)
        outbox.put(b"4")

    pieces = sent(say)
    assert [message for piece in pieces for message in piece] == ["1", "2", "3", "4", "1000"]


def test_what_is_queued_is_sent_before_the_end() -> None:
    """A reason for closing comes before the closing."""

    async def say(outbox: Outbox, port: Port) -> None:
        port.reads.set()
        outbox.put(b"why")

    assert [message for piece in sent(say) for message in piece] == ["why", "1000"]


class Buffered(Port):
    """A port that takes everything at once, although the client may not read it."""

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Keep it for the client."""
        self.pieces.append([message.decode() for message in messages])
        return True


async def turns() -> None:
    """Let what was said be sent, as far as it can be."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize("port", [Port, Buffered])
def test_what_waits_for_a_network_is_bounded(port: type[Port]) -> None:
    """Of its sockets that do not read, one beyond that is cut; those of others wait on, and reading makes room."""

    async def run() -> None:
        room = Budget(1000, math.inf)
        ports: list[Port] = []
        dropped: list[int] = []

        def socket_of(network: str) -> Outbox:
            number = len(ports)
            ports.append(port())
            return Outbox(ports[-1], OutboxBounds(100, 10_000, room, network), lambda: dropped.append(number))

        first, second, other = socket_of("192.0.2.1"), socket_of("192.0.2.1"), socket_of("192.0.2.2")
        first.put(b"x" * 500)
        await turns()
        first.put(b"x" * 100)  # while it waits
        other.put(b"x" * 600)
        second.put(b"x" * 600)
        await turns()
        assert dropped == [1]
        assert [each.is_cut for each in ports] == [False, True, False]
        assert not room.take("192.0.2.1", 401)
        ports[0].reads.set()
        await turns()
        assert room.take("192.0.2.1", 1000)
        assert not room.take("192.0.2.2", 401)
        for each in (first, second, other):
            each.close()
        assert room.take("192.0.2.2", 1000)

    asyncio.run(run())


def test_one_who_reads_takes_no_room() -> None:
    """However little of it is left."""

    async def run() -> None:
        port = Port()
        port.reads.set()
        outbox = Outbox(port, OutboxBounds(100, 1000, Budget(0, 0), "192.0.2.1"), port.cut)
        for _ in range(3):
            outbox.put(b"x" * 500)
            await turns()
        outbox.close()
        assert len(port.pieces) == 3
        assert not port.is_cut

    asyncio.run(run())


def test_room_is_given_back_with_what_is_dropped() -> None:
    """A queue that is full is forgotten; what was sent and not read takes its room until the socket closes."""

    async def run() -> None:
        room = Budget(10_000, math.inf)
        dropped: list[bool] = []
        outbox = Outbox(Buffered(), OutboxBounds(2, 10_000, room, "192.0.2.1"), lambda: dropped.append(True))
        for size in (1000, 100, 100, 100):
            outbox.put(b"x" * size)
            await turns()
        assert dropped
        assert room.take("192.0.2.1", 9000)
        assert not room.take("192.0.2.1", 1)
        outbox.close()
        assert room.take("192.0.2.1", 1000)

    asyncio.run(run())


def test_long_messages_take_room_before_they_are_sent() -> None:
    """Very many may be queued in one turn of the loop; who reads them gives the room back."""

    async def run() -> None:
        room = Budget(3 * LONG, math.inf)
        ports = [Port() for _ in range(4)]
        outboxes = [Outbox(each, OutboxBounds(100, 10 * LONG, room, "here"), lambda: None) for each in ports]
        for outbox, port in zip(outboxes, ports, strict=True):
            port.reads.set()
            outbox.put(b"x" * (LONG + 1))
        assert [port.is_cut for port in ports] == [False, False, True, True]
        await turns()
        assert [len(port.pieces) for port in ports] == [1, 1, 0, 0]
        assert room.take("here", 3 * LONG), "all of it was given back"
        for outbox in outboxes:
            outbox.close()
        await asyncio.gather(*(outbox.writer for outbox in outboxes), return_exceptions=True)

    asyncio.run(run())


def test_what_is_newer_replaces_what_waits() -> None:
    """Who reads slowly is told how things are; all else keeps its order, and what was sent stays sent."""

    async def say(outbox: Outbox, port: Port) -> None:
        for number in range(3):
            outbox.put_newest(f"progress {number}".encode())
            outbox.put(f"move {number}".encode())
            await turns()
        port.reads.set()
        await turns()
        outbox.put_newest(b"progress 3")
        await turns()
        outbox.put_newest(b"progress 4")

    pieces = sent(say)
    told = [message for piece in pieces for message in piece]
    assert told == ["move 0", "move 1", "progress 2", "move 2", "progress 3", "progress 4", "1000"]


@pytest.mark.parametrize("size", [100, LONG + 1])
@pytest.mark.parametrize("port", [Port, Buffered])
def test_what_is_replaced_takes_no_room(port: type[Port], size: int) -> None:
    """However often, before it could be sent or while the client does not read."""

    async def run() -> None:
        room = Budget(3 * size, math.inf)
        client = port()
        outbox = Outbox(client, OutboxBounds(2, 3 * size, room, "here"), client.cut)
        for number in range(40):
            outbox.put_newest(f"{number:{size}}".encode())
            if number % 3:
                await turns()
        assert not client.is_cut
        client.reads.set()
        await turns()
        assert client.pieces[-1] == [f"{39:{size}}"]
        assert room.take("here", 3 * size), "all of it was given back"
        outbox.close()

    asyncio.run(run())
