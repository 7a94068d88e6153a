"""Messages between the page and a table, over whatever the page and its worker talk through."""

import asyncio
from collections.abc import Callable, Collection


class MessagePort:
    """The table's end: *send* and *close* reach the page, which calls ``hear`` and ``hang_up``."""

    def __init__(self, send: Callable[[str], object], close: Callable[[int, str], object]) -> None:
        self._send = send
        self._close = close
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._take: Callable[[str], bool] | None = None

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        if not (self._take is not None and self._heard.empty() and self._take(text)):
            self._heard.put_nowait(text)

    def hang_up(self) -> None:
        """Take note that the page listens no more."""
        self._heard.put_nowait(None)

    async def receive(self) -> str | None:
        """Return the next message, or None when the page has gone."""
        return await self._heard.get()

    def listen(self, take: Callable[[str], bool]) -> None:
        """Hand messages to *take* as they come; those for which it returns False are received."""
        self._take = take

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Send messages."""
        for message in messages:
            self._send(message.decode())
        return True

    def is_read(self) -> bool:
        """Return that the page has got everything."""
        return True

    async def until_read(self) -> None:
        """Wait for nothing: the page gets everything at once."""

    async def is_there(self, _seconds: float) -> bool:
        """Return that the page is there: no network is between."""
        return True

    def cut(self) -> None:
        """End it."""
        self._close(1006, "")

    async def send(self, text: str) -> None:
        """Send a message."""
        self._send(text)

    async def close(self, code: int, reason: str) -> None:
        """Close, and say why."""
        self._close(code, reason)
