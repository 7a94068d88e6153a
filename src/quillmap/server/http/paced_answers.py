"""Sends long answers in pieces that take turns, and limits how much of them waits for clients that do not read."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.types import Message, Receive, Scope, Send

from quillmap.server.http.departures import while_client_waits
from quillmap.server.http.file_traffic import FilePlace, FileTraffic
from quillmap.server.rate_limits import Budget
from quillmap.server.work.loop_turns import LoopTurns

PIECE: Final = 32 << 10
"""Bytes that are written at once; shorter answers take no room. Up to three pieces of an answer are not read yet."""
PIECES_AT_ONCE: Final = 4
"""Pieces for a network that are written in one turn of the loop; a site has twice as many."""


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


@dataclass(frozen=True, slots=True)
class AnswerPace:
    """What all answers share."""

    room: AnswerRoom
    files: FileTraffic
    turns: LoopTurns
    """Of the pieces of long answers."""


class PacedAnswer:
    """The answer to one request. Room for a long one is held from its first byte until it is released."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, pace: AnswerPace, *, is_file: bool, is_shared: bool
    ) -> None:
        self._receive = receive
        self._send = send
        self._pace = pace
        self._host: str = scope["client"][0] if scope.get("client") else ""
        self._has_body = scope["method"] != "HEAD"
        self._is_file = is_file
        """Whether it is counted with the files of the page."""
        self._is_shared = is_shared
        """Whether the answer is kept once for all clients, and so takes no room."""
        self._is_long = False
        self._start: Message | None = None
        """How a long answer or a file begins, until it is known whether there is room for it."""
        self._held: object = None
        self.is_refused = False
        """Whether there was no room for the answer; then nothing of it has been sent."""

    async def send(self, message: Message) -> None:
        """Send a part of the answer, and wait between pieces until the client has read most of what was sent."""
        if message["type"] == "http.response.start":
            self.is_refused = False
            self._is_file = self._is_file and message["status"] < HTTPStatus.BAD_REQUEST  # that it is refused, is none
            self._is_long = self._has_body and _length(message) > PIECE
            is_held_back = self._is_long or (self._is_file and self._has_body)
            self._start = message if is_held_back else None
            if not is_held_back:
                await self._send(message)
        elif not self._has_body:  # what is not sent costs nothing
            await self._send({**message, "body": b""})
        elif self._is_file:
            await self._send_file(message)
        elif not self.is_refused:
            self.is_refused = not self._begin(message)
            if not self.is_refused:
                await self._send_body(message)

    async def _send_file(self, message: Message) -> None:
        """Send a file in its place among others; what is short takes none."""
        if not self._is_long:
            await self._send_short_file(message)
            return

        async def send_in_place() -> None:
            async with self._pace.files.place(self._host) as place:
                self.is_refused = not self._begin(message)
                if not self.is_refused:
                    await self._send_body(message, place)

        await while_client_waits(self._receive, send_in_place())

    async def _send_short_file(self, message: Message) -> None:
        """Send a file that needs no place; one that nobody waits for any longer takes no room until its turn."""
        if body := message.get("body", b""):
            if self._start is not None:
                self._pace.files.check(self._host)
            seconds = self._pace.files.count(self._host, len(body))
            if seconds > 0:
                await while_client_waits(self._receive, asyncio.sleep(seconds))
        await self._send_body(message)

    def _begin(self, message: Message) -> bool:
        """Take room for an answer that is about to begin; return whether there was any, or it needs none."""
        if self._start is None or self._is_shared:
            return True
        body, size = message.get("body", b""), _length(self._start)
        content = body if len(body) == size else object()  # what comes in parts is made for one reader
        if not self._pace.room.take(self._host, content, size):
            return False
        self._held = content
        return True

    async def _send_body(self, message: Message, place: FilePlace | None = None) -> None:
        """Send the beginning of the answer, if that was not sent yet, and a part of its body."""
        if self._start is not None:
            start, self._start = self._start, None
            await self._send(start)
        body = message.get("body", b"")
        for at in range(0, max(1, len(body)), PIECE):
            piece = body[at : at + PIECE]
            if place is not None:
                await place.share()
                await self._pace.files.pay(self._host, len(piece))
            if self._is_long:
                await self._pace.turns.take(self._host)
            is_last = at + PIECE >= len(body)
            await self._send({**message, "body": piece, "more_body": message.get("more_body", False) or not is_last})

    def release(self) -> None:
        """Give the room back."""
        if self._held is not None:
            self._pace.room.give_back(self._held)
            self._held = None


def _length(start: Message) -> int:
    return next((int(value) for name, value in start.get("headers", ()) if name == b"content-length"), 0)
