"""Sends long answers in pieces, and limits how much of them waits for clients that do not read."""

from typing import Final

from starlette.types import Message, Send

from quillmap.server.rate_limits import Budget

PIECE: Final = 128 << 10
"""Bytes that are written at once; shorter answers are not counted."""


class PacedAnswer:
    """The answer to one request. Room for a long one is held from its first byte until it is released."""

    def __init__(self, send: Send, room: Budget, host: str, *, is_shared: bool) -> None:
        self._send = send
        self._room = room
        self._host = host
        self._is_shared = is_shared
        """Whether the answer is kept once for all clients, and so takes no room."""
        self._held = 0
        self.is_refused = False
        """Whether there was no room for the answer; then nothing of it has been sent."""

    async def send(self, message: Message) -> None:
        """Send a part of the answer, and wait between pieces until the client has read most of what was sent."""
        if message["type"] == "http.response.start":
            self.is_refused = not self._hold(_length(message))
        if self.is_refused:
            return
        body = message.get("body", b"")
        if len(body) <= PIECE:
            await self._send(message)
            return
        for at in range(0, len(body), PIECE):
            is_last = at + PIECE >= len(body)
            more_body = message.get("more_body", False) or not is_last
            await self._send({**message, "body": body[at : at + PIECE], "more_body": more_body})

    def release(self) -> None:
        """Give the room back."""
        if self._held:
            self._room.give_back(self._host, self._held)
            self._held = 0

    def _hold(self, size: int) -> bool:
        if size <= PIECE or self._is_shared:
            return True
        if not self._room.take(self._host, size):
            return False
        self._held += size
        return True


def _length(start: Message) -> int:
    return next((int(value) for name, value in start.get("headers", ()) if name == b"content-length"), 0)
