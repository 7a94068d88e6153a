"""A way for messages in both directions, whatever carries them: here a WebSocket, in a browser the port of a worker."""

from collections.abc import Callable, Collection
from typing import Protocol


class PortClosed(Exception):
    """The other side is gone."""


class Port(Protocol):
    """One end of the way to a client."""

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None when the other side has closed."""
        ...

    def listen(self, take: Callable[[str], bool]) -> None:
        """Hand messages to *take* as they come, if possible; those for which it returns False are received."""
        ...

    async def send(self, text: str) -> None:
        """Send a message, or raise ``PortClosed``."""
        ...

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Send messages at once; return False if they have to wait, or the other side may be gone."""
        ...

    def is_read(self) -> bool:
        """Return whether the other side has read most of what was sent."""
        ...

    async def until_read(self) -> None:
        """Wait until the other side has read most of what was sent, or is gone."""
        ...

    async def is_there(self, seconds: float) -> bool:
        """Return whether anything comes from the other side within so many seconds after it is asked for a sign."""
        ...

    def cut(self) -> None:
        """End it now, without a word."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close, and say why with a code of the WebSocket protocol; or raise ``PortClosed``."""
        ...
