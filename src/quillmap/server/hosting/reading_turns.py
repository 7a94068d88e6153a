"""Lets connections be read in turns, so that a network with very many of them keeps nobody else waiting.

A request is read, a handshake checked and a frame taken apart before anybody can say how much of it is too much. If
thousands of connections have something to read at the same moment, a few of each network are read in one turn of the
loop (``work.loop_turns``). The others are not read on until it is their turn: meanwhile what they send gathers, and
costs no more than if it had come at once. Whoever has read very often, such as a byte at a time, pauses before that.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from quillmap.server.rate_limits import RateLimiter
from quillmap.server.work.loop_turns import LoopTurns

LONGEST_PAUSE: Final = 0.25
"""Seconds for which nothing is read from a network that is read too often."""


class ReadingTurns:
    """When the connections of all networks are read."""

    def __init__(self, rate: tuple[float, float]) -> None:
        self.turns = LoopTurns()
        self.reads = RateLimiter(*rate)


class ReadingTurn:
    """Lets one connection be read in turns: *read* is called with what has come, in its order."""

    def __init__(self, all_turns: ReadingTurns, read: Callable[[bytes], None]) -> None:
        self._all = all_turns
        self._read = read
        self._held: list[bytes] = []
        self._turn: asyncio.Future[None] | None = None
        self._pause: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that was not read yet."""
        return bool(self._held)

    def take(self, transport: asyncio.Transport, data: bytes, host: str, whose: str, cost: int) -> None:
        """Read *data* now if it is the turn of *host*, otherwise later, and nothing else before.

        It counts as a read of *whose* it is: a proxy is one host, and must not be slower because many come through it.
        """
        debt = self._all.reads.bucket(whose).overdraw(1)
        if not self._held and debt <= 0 and self._all.turns.begin(host, cost):
            self._read(data)
            return
        transport.pause_reading()
        self._held.append(data)
        if len(self._held) > 1:  # it waits already; somebody else has let it be read on
            return
        if debt > 0:
            wait = min(debt, LONGEST_PAUSE)
            self._pause = asyncio.get_running_loop().call_later(wait, self._queue, host, cost)
        else:
            self._queue(host, cost)

    def _queue(self, host: str, cost: int) -> None:
        self._turn = self._all.turns.wait(host, cost)
        self._turn.add_done_callback(self._begin)

    def _begin(self, turn: asyncio.Future[None]) -> None:
        if not turn.cancelled():
            held, self._held = b"".join(self._held), []
            self._read(held)

    def stop(self) -> None:
        """Read nothing any more."""
        self._held = []
        if self._pause is not None:
            self._pause.cancel()
        if self._turn is not None:
            self._turn.cancel()
        self._read = _nobody  # so that no circle of references keeps the connection in memory


def _nobody(_: bytes) -> None:
    """Read nothing: the connection is closed."""
