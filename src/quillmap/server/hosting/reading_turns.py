"""Lets connections be read in turns, so that a network with very many of them keeps nobody else waiting.

A request is read, a handshake checked and a frame taken apart before anybody can say how much of it is too much. If
thousands of connections have something to read at the same moment, a few of each network are read in one turn of the
loop (``work.loop_turns``). The others are not read on until it is their turn: meanwhile what they send gathers, and
costs no more than if it had come at once. Whoever has read very often, such as a byte at a time, pauses before that.
What is long is read in pieces, each in a turn of its own: a few bytes may be a part of a body, and cost as much.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from quillmap.server.rate_limits import Budget, RateLimiter
from quillmap.server.work.loop_turns import LoopTurns

LONGEST_PAUSE: Final = 0.25
"""Seconds for which nothing is read from a network that is read too often."""
PIECE: Final = 4096
"""Bytes of a connection that are read in one turn: they can be seven hundred parts of a body."""


class ReadingTurns:
    """When the connections of all networks are read."""

    def __init__(self, rate: tuple[float, float], room: tuple[int, int]) -> None:
        self.turns = LoopTurns()
        self.reads = RateLimiter(*rate)
        self.room = Budget(*room)
        """Bytes of long reads that wait. Short ones always have room: a connection has one of them."""


class ReadingTurn:
    """Lets one connection be read in turns: *read* is called with what has come, in its order.

    *place* tells for so many bytes whose turn it takes to read them, and as how much they count.
    """

    def __init__(
        self, all_turns: ReadingTurns, read: Callable[[bytes], None], place: Callable[[int], tuple[str, int]]
    ) -> None:
        self._all = all_turns
        self._read = read
        self._place = place
        self._held = bytearray()
        self._room: tuple[str, int] | None = None
        """What is held for whom, where it counts."""
        self._turn: asyncio.Future[None] | None = None
        self._pause: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that was not read yet."""
        return bool(self._held)

    def take(self, transport: asyncio.Transport, data: bytes, whose: str) -> None:
        """Read *data* now if it is the turn for that, otherwise later, and nothing else before.

        It counts as a read of *whose* it is: a proxy is one host, and must not be slower because many come through it.
        """
        debt = self._all.reads.bucket(whose).overdraw(1)
        was_waiting = self.is_waiting
        if not was_waiting and debt <= 0 and self._all.turns.begin(*self._place(min(PIECE, len(data)))):
            if len(data) <= PIECE:
                self._read(data)
                return
            if self._is_kept(transport, data, whose):
                self._read_piece()
            return
        if not self._is_kept(transport, data, whose):
            return
        if was_waiting:  # somebody else has let it be read on
            return
        if debt > 0:
            self._pause = asyncio.get_running_loop().call_later(min(debt, LONGEST_PAUSE), self._queue)
        else:
            self._queue()

    def _is_kept(self, transport: asyncio.Transport, data: bytes, whose: str) -> bool:
        """Keep *data* until it is read, and read no more meanwhile; without room the connection is cut."""
        if len(data) > PIECE:
            owner, size = self._room or (whose, 0)
            if not self._all.room.take(owner, len(data)):
                transport.abort()
                return False
            self._room = (owner, size + len(data))
        transport.pause_reading()
        self._held += data
        return True

    def _give_back(self) -> None:
        if self._room is not None:
            self._all.room.give_back(*self._room)
            self._room = None

    def _queue(self) -> None:
        self._turn = self._all.turns.wait(*self._place(min(PIECE, len(self._held))))
        self._turn.add_done_callback(self._begin)

    def _begin(self, turn: asyncio.Future[None]) -> None:
        if not turn.cancelled():
            self._read_piece()

    def _read_piece(self) -> None:
        """Read some of what is held; the rest, unless the connection ends with that, has another turn."""
        piece = bytes(self._held[:PIECE])
        del self._held[:PIECE]
        if not self._held:
            self._give_back()
        self._read(piece)
        if self._held:
            self._queue()

    def stop(self) -> None:
        """Read nothing any more."""
        self._held.clear()
        self._give_back()
        if self._pause is not None:
            self._pause.cancel()
        if self._turn is not None:
            self._turn.cancel()
        self._read, self._place = _nobody, _nowhere  # so that no circle of references keeps the connection in memory


def _nobody(_: bytes) -> None:
    """Read nothing: the connection is closed."""


def _nowhere(_: int) -> tuple[str, int]:
    """Take nobody's turn."""
    return "", 0
