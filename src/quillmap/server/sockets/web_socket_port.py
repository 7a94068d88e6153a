"""A WebSocket as a port for messages."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from quillmap.server.hosting.socket_connections import DIRECT, BoundedSocketProtocol
from quillmap.server.sockets.port import PortClosed


class WebSocketPort:
    """An accepted WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        extension = socket.scope.get("extensions", {}).get(DIRECT, {})
        self._direct: BoundedSocketProtocol | None = extension.get("protocol")

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None when the other side has closed."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text: str | None = event.get("text")
        return event.get("bytes") or b"" if text is None else text

    def listen(self, take: Callable[[str], bool]) -> None:
        """Hand messages to *take* as they come; those for which it returns False are received."""
        if self._direct is not None:
            self._direct.listen(take)

    def send_now(self, messages: Collection[bytes]) -> bool:
        """Send messages at once; return False if they have to wait, or the other side may be gone."""
        return self._direct is not None and self._direct.send_now(messages)

    def is_read(self) -> bool:
        """Return whether the client has read most of what was sent."""
        return self._direct is None or self._direct.writable.is_set()

    async def until_read(self) -> None:
        """Wait until the client has read most of what was sent, or is gone."""
        if self._direct is not None:
            await self._direct.writable.wait()

    async def is_there(self, seconds: float) -> bool:
        """Return whether anything comes from the client in time, at least the answer to a ping."""
        return self._direct is None or await self._direct.is_there(seconds)

    def cut(self) -> None:
        """End the connection now."""
        if self._direct is not None:
            self._direct.transport.abort()

    async def send(self, text: str) -> None:
        """Send a message, or raise ``PortClosed``."""
        with _gone_as_closed():
            await self.socket.send({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str) -> None:
        """Close, unless the other side has done so already."""
        with _gone_as_closed():
            if self.socket.application_state is WebSocketState.CONNECTED:
                await self.socket.close(code, reason)


@contextmanager
def _gone_as_closed() -> Iterator[None]:
    """Raise ``PortClosed`` for all the ways in which a socket says that nobody is there any more."""
    try:
        yield
    except (WebSocketDisconnect, RuntimeError, OSError) as error:
        raise PortClosed from error
