"""A WebSocket client that does as little as it can, so that a load test measures the server and not its clients."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit


class LightSocket(asyncio.Protocol):
    """Reads whole text frames and hands their bytes on; writes text frames under a mask of zeros."""

    def __init__(self, on_text: Callable[[memoryview], None]) -> None:
        self._on_text = on_text
        self._buffer = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the transport."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own class only behaves like one

    def connection_lost(self, _error: Exception | None) -> None:
        """Note that the server closed."""
        self.is_lost = True

    def data_received(self, data: bytes) -> None:
        """Cut what has come into frames."""
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self._buffer[:20], bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            self._is_open = True
            self.opened.set_result(None)
        start = 0
        with memoryview(self._buffer) as view:
            while (frame := _frame(view, start)) is not None:
                kind, begin, start = frame
                if kind == 1:
                    self._on_text(view[begin:start])
                elif kind == 9:
                    self._send(0xA, bytes(view[begin:start]))
        del self._buffer[:start]

    def close(self) -> None:
        """Close without a word."""
        if self._transport is not None:
            self._transport.close()

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + payload)


def _frame(view: memoryview, start: int) -> tuple[int, int, int] | None:
    """Return kind, begin and end of the frame at *start*, if it is there as a whole."""
    begin = start + 2
    if len(view) < begin:
        return None
    size = view[start + 1]
    if size >= 126:
        width = 2 if size == 126 else 8
        if len(view) < begin + width:
            return None
        size = int.from_bytes(view[begin : begin + width], "big")
        begin += width
    return None if len(view) < begin + size else (view[start] & 15, begin, begin + size)


async def open_socket(address: str, on_text: Callable[[memoryview], None]) -> LightSocket:
    """Open a WebSocket at an address that begins with ``http://``."""
    parts = urlsplit(address)
    loop = asyncio.get_running_loop()
    transport, light = await loop.create_connection(
        lambda: LightSocket(on_text), parts.hostname or "", parts.port or 80
    )
    key = b64encode(os.urandom(16)).decode()
    transport.write(
        f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await asyncio.wait_for(light.opened, 60)
    return light
