"""Messages of a network take turns: a crowd that speaks at the same moment keeps nobody else waiting."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from quillmap.server.hosting.config import Limits
from quillmap.server.protocol.messages import ClientMessage
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.sockets.inbox import EXTRA_COST, Inbox
from quillmap.server.sockets.port import Port
from quillmap.server.tables.host import TableHost
from quillmap.server.work.loop_turns import AT_ONCE, AT_ONCE_OF_SITE, LoopTurns

CROWD = 10 * AT_ONCE
PING = '{"type":"ping","id":"1"}'
HINT = '{"type":"hint","id":"1"}'
HELLO = '{"type":"hello"}'


class Room:
    """Inboxes of one server, and whose messages were answered, in their order."""

    def __init__(self) -> None:
        self.answered: list[str] = []
        counts = SimpleNamespace(labels=lambda _: SimpleNamespace(inc=lambda: None))
        self.server = SimpleNamespace(
            metrics=SimpleNamespace(messages=counts),
            config=SimpleNamespace(limits=Limits()),
            messages=RateLimiter(1e9, 1e9),
            turns=LoopTurns(),
        )
        self.tasks: list[asyncio.Task[None]] = []

    async def enter(self, *hosts: str, says_hello: bool = False) -> "list[Client]":
        """Return clients of *hosts* that have nothing to wait for; messages of others than newcomers go directly."""
        clients = [Client(self, host, says_hello=says_hello) for host in hosts]
        await asyncio.sleep(0)
        return clients

    async def turns(self) -> list[int]:
        """Return how many are answered in each of the next turns of the loop; all of them are enough for everybody."""
        found: list[int] = []
        while len(found) < 2 * CROWD:
            before = len(self.answered)
            await asyncio.sleep(0)
            found.append(len(self.answered) - before)
        for task in self.tasks:
            task.cancel()
        return found


class Client:
    """One socket, as the inbox sees it."""

    def __init__(self, room: Room, host: str, *, says_hello: bool) -> None:
        self._room = room
        self._host = host
        self._take: Callable[[str], bool] = lambda _: False
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        inbox = Inbox(cast("Port", self), cast("TableHost", room.server), host, lambda *_: None, lambda *_: None)
        if not says_hello:
            inbox.listen(self._answer)
        room.tasks.append(asyncio.create_task(self._talk(inbox)))

    def comes(self, text: str) -> None:
        """Let a message come, as a WebSocket does."""
        if not self._take(text):
            self._queue.put_nowait(text)

    def listen(self, take: Callable[[str], bool]) -> None:
        """Hand messages on as they come."""
        self._take = take

    async def receive(self) -> str:
        """Return a message that was not taken."""
        return await self._queue.get()

    def _answer(self, _message: ClientMessage) -> None:
        self._room.answered.append(self._host)

    async def _talk(self, inbox: Inbox) -> None:
        while (message := await inbox.receive()) is not None:
            self._answer(message)


def test_of_a_crowd_the_first_few_are_answered_as_they_come() -> None:
    """One of another network is, too, though it came last; the others have their turns, a few at a time."""

    async def talk() -> tuple[list[str], list[int]]:
        room = Room()
        crowd = await room.enter(*["192.0.2.1"] * CROWD)
        [other] = await room.enter("192.0.2.2")
        for client in (*crowd, other):
            client.comes(PING)
        return room.answered[:], await room.turns()

    at_once, later = asyncio.run(talk())
    assert at_once == ["192.0.2.1"] * AT_ONCE + ["192.0.2.2"]
    assert sum(later) == CROWD - AT_ONCE
    assert max(later) <= AT_ONCE


def test_a_site_is_a_larger_crowd() -> None:
    """All networks of a /48 together have two networks' turns."""

    async def talk() -> tuple[int, list[int]]:
        room = Room()
        for client in await room.enter(*(f"2001:db8:1:{number:x}::1" for number in range(CROWD))):
            client.comes(PING)
        return len(room.answered), await room.turns()

    at_once, later = asyncio.run(talk())
    assert (at_once, max(later)) == (AT_ONCE_OF_SITE, AT_ONCE_OF_SITE)


def test_what_takes_long_counts_as_several() -> None:
    """Of hints and hellos fewer are answered in one turn of the loop."""

    async def talk(text: str, *, says_hello: bool) -> list[int]:
        room = Room()
        for client in await room.enter(*["192.0.2.1"] * CROWD, says_hello=says_hello):
            client.comes(text)
        return [len(room.answered), *await room.turns()]

    for text, says_hello in ((HINT, False), (HELLO, True)):
        turns = asyncio.run(talk(text, says_hello=says_hello))
        assert sum(turns) == CROWD
        assert 0 < max(turns) <= -(-AT_ONCE // min(EXTRA_COST.values()))


def test_nobody_alone_waits() -> None:
    """Messages of one who sends them one after the other are all answered as they come."""

    async def talk() -> int:
        room = Room()
        [client] = await room.enter("192.0.2.1")
        for number in range(CROWD):
            client.comes(PING)
            assert len(room.answered) == number + 1
            await asyncio.sleep(0)
        await room.turns()
        return len(room.answered)

    assert asyncio.run(talk()) == CROWD
