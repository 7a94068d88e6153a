"""Sends long answers in pieces, and limits how much of them waits for clients that do not read."""

from dataclasses import dataclass
from typing import Final

from starlette.types import Message, Send

from quillmap.server.rate_limits import Budget

PIECE: Final = 128 << 10
"""Bytes that are written at once; shorter answers are not counted."""


class AnswerRoom:
    """The room for long answers that wait to be read: what many read at once is in the memory once, and counts once."""

    def __init__(self, per_network: float, in_all: float) -> None:
        self._room = Budget(per_network, in_all)
        self._read: dict[int, _Read] = {}

    def take(self, host: str, content: object, size: int) -> bool:
        """Hold room for *content* as long as it is read, at the expense of whoever was first."""
        known = self._read.get(id(content))
        if known is None:
            if not self._room.take(host, size):
                return False
            known = self._read[id(content)] = _Read(content, host, size)
        known.readers += 1
        return True

    def give_back(self, content: object) -> None:
        """Note that one reader fewer needs *content*."""
        known = self._read[id(content)]
        known.readers -= 1
        if not known.readers:
            del self._read[id(content)]
            self._room.give_back(known.host, known.size)


@dataclass(slots=True)
class _Read:
    """What some read at this moment."""

    content: object
    host: str
    size: int
    readers: int = 0


class PacedAnswer:
    """The answer to one request. Room for a long one is held from its first byte until it is released."""

    def __init__(self, send: Send, room: AnswerRoom, host: str, *, is_shared: bool) -> None:
        self._send = send
        self._room = room
        self._host = host
        self._is_shared = is_shared
        """Whether the answer is kept once for all clients, and so takes no room."""
        self._start: Message | None = None
        """How a long answer begins, until it is known whether there is room for it."""
        self._held: object = None
        self.is_refused = False
        """Whether there was no room for the answer; then nothing of it has been sent."""

    async def send(self, message: Message) -> None:
        """Send a part of the answer, and wait between pieces until the client has read most of what was sent."""
        if message["type"] == "http.response.start":
            self.is_refused = False
            if _length(message) > PIECE and not self._is_shared:
                self._start = message
                return
        if self.is_refused:
            return
        body = message.get("body", b"")
        if self._start is not None:
            start, self._start = self._start, None
            self.is_refused = not self._hold(body, _length(start))
            if self.is_refused:
                return
            await self._send(start)
        if len(body) <= PIECE:
            await self._send(message)
            return
        for at in range(0, len(body), PIECE):
            is_last = at + PIECE >= len(body)
            more_body = message.get("more_body", False) or not is_last
            await self._send({**message, "body": body[at : at + PIECE], "more_body": more_body})

    def release(self) -> None:
        """Give the room back."""
        if self._held is not None:
            self._room.give_back(self._held)
            self._held = None

    def _hold(self, body: bytes, size: int) -> bool:
        content = body if len(body) == size else object()  # what comes in parts is made for one reader
        if not self._room.take(self._host, content, size):
            return False
        self._held = content
        return True


def _length(start: Message) -> int:
    return next((int(value) for name, value in start.get("headers", ()) if name == b"content-length"), 0)
