"""What one socket sends: messages that can be understood, no faster than they may come.

Messages of a network take turns: one alone is answered as it comes, of a crowd only the first few are.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from quillmap.server.problems import ErrorBody, Problem
from quillmap.server.protocol.messages import (
    ClientMessage,
    ExtrasMessage,
    Hello,
    HintMessage,
    PreviewMessage,
    decode_client,
)
from quillmap.server.rate_limits import Bucket
from quillmap.server.sockets.port import Port

if TYPE_CHECKING:
    from quillmap.server.tables.host import Count, TableHost

REFUSAL_PAUSE: Final = 0.1
"""Seconds for which nothing is read from a client that sends too much."""
LONGEST_REFUSAL_PAUSE: Final = 2.0
EXTRA_COST: Final = {Hello: 3, PreviewMessage: 4, ExtrasMessage: 4, HintMessage: 4}
"""What takes the server longer than a move counts for more of what an address may send, and of its turn."""
MOST_BAD: Final = 20
"""Messages in a row that can't be understood before the socket is closed."""


class Inbox:
    """Reads the messages of one socket; what can't be accepted is refused."""

    def __init__(
        self,
        port: Port,
        registry: "TableHost",
        network: str,
        refuse: Callable[[str | None, ErrorBody], None],
        close: Callable[[int, str], None],
    ) -> None:
        self._port = port
        self._metrics = registry.metrics
        self._bucket = Bucket(*registry.config.limits.socket_rate)
        self._shared_bucket = registry.messages.bucket(network)
        self._turns = registry.turns
        self._network = network
        self._refuse = refuse
        self._close = close
        self._refused_in_a_row = 0
        self._bad = 0
        self._counts: dict[type, Count] = {}
        """Of the kinds of messages that have come."""
        self._is_waiting = False
        """Whether nothing that has come earlier has still to be answered."""

    def listen(self, answer: Callable[[ClientMessage], None]) -> None:
        """Let messages be answered as they come; those that have to wait for something are received."""

        def take(text: str) -> bool:
            if not self._is_waiting or not self._turns.begin(self._network) or not self._bucket.take():
                return False
            if not self._shared_bucket.take():
                self._bucket.give_back()
                return False
            message = self._read(text)
            if message is not None:
                if (extra := EXTRA_COST.get(type(message))) is not None:
                    self._turns.count(self._network, extra)
                answer(message)
            return True

        self._port.listen(take)

    def close(self) -> None:
        """Refuse nothing any more, so that no circle of references keeps the connection in memory."""
        del self._refuse, self._close

    async def receive(self) -> ClientMessage | None:
        """Return the next message that is well-formed and within the rate limit; None when the socket closes."""
        while True:
            self._is_waiting = True
            received = await self._port.receive()
            self._is_waiting = False
            if received is None:
                return None
            text = received if isinstance(received, str) else None
            await self._turns.take(self._network)
            if not self._bucket.take() or not self._shared_bucket.take():
                self._refuse(_id_of(text), Problem("too-many").body())
                self._refused_in_a_row += 1
                await asyncio.sleep(min(REFUSAL_PAUSE * self._refused_in_a_row, LONGEST_REFUSAL_PAUSE))
                continue
            self._refused_in_a_row = 0
            message = self._read(text)
            if message is not None:
                if (extra := EXTRA_COST.get(type(message))) is not None:
                    await self._turns.take(self._network, extra)
                return message

    def _read(self, text: str | None) -> ClientMessage | None:
        """Return what a client says and count it, or refuse it and return None."""
        message = self._decode(text)
        if message is not None:
            self._bad = 0
            if (extra := EXTRA_COST.get(type(message))) is not None:
                self._shared_bucket.overdraw(extra)
            self._count_of(type(message)).inc()
        return message

    def _count_of(self, kind: type[ClientMessage]) -> "Count":
        count = self._counts.get(kind)
        if count is None:
            count = self._counts[kind] = self._metrics.messages.labels(str(kind.__struct_config__.tag))
        return count

    def _decode(self, text: str | None) -> ClientMessage | None:
        if text is None:
            self._misunderstood(None, Problem("bad-message", "send text, not bytes"))
            return None
        try:
            message: ClientMessage = decode_client(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self._misunderstood(_id_of(text), Problem("bad-message", str(error)[:200]))
            return None
        return message

    def _misunderstood(self, message_id: str | None, problem: Problem) -> None:
        self._refuse(message_id, problem.body())
        self._bad += 1
        if self._bad >= MOST_BAD:
            self._close(1008, "too many messages that can't be understood")


class _OnlyId(msgspec.Struct):
    id: str | None = None


def _id_of(text: str | None) -> str | None:
    """Return the id of a malformed message, so that the refusal can name it."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        found = msgspec.json.decode(text or "", type=_OnlyId).id
        return found if found is None else found[:64]
    return None
