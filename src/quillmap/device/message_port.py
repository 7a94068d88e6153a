"""Messages between the page and a table, over whatever the page and its worker talk through."""

import asyncio
from collections.abc import Callable


class MessagePort:
    """The table's end: *send* and *close* reach the page, which calls ``hear`` and ``hang_up``."""

    def __init__(self, send: Callable[[str], object], close: Callable[[int, str], object]) -> None:
        self._send = send
        self._close = close
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        self._heard.put_nowait(text)

    def hang_up(self) -> None:
        """Take note that the page listens no more."""
        self._heard.put_nowait(None)

    async def receive(self) -> str | None:
        """Return the next message, or None when the page has gone."""
        return await self._heard.get()

    async def send(self, text: str) -> None:
        """Send a message."""
        self._send(text)

    async def close(self, code: int, reason: str) -> None:
        """Close, and say why."""
        self._close(code, reason)
