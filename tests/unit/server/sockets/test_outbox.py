"""What waits for a socket: it goes out in one piece, in its order, and waits for a client that does not read."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from quillmap.server.sockets.outbox import Outbox


class Port:
    """A port to a client that may stop reading; it keeps what was sent, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[list[str]] = []
        self.reads = asyncio.Event()

    def listen(self, take: Callable[[str], bool]) -> None:
        """Nothing is received here."""

    async def receive(self) -> None:
        """Nothing is received here."""

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Send, if the client reads."""
        if self.reads.is_set():
            self.pieces.append([message.decode() for message in messages])
        return self.reads.is_set()

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
        outbox = Outbox(port, 100, 1000)
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
