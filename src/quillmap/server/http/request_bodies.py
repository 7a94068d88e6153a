"""The bodies of requests: read within bounds of size and time, or thrown away."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

from starlette.requests import ClientDisconnect, Request

from quillmap.server.http.call import JSON
from quillmap.server.http.client_address import address_of
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Budget

DISCARD_SECONDS: Final = 2.0
"""For how long the rest of a refused body is read and thrown away."""
SMALL_BODY: Final = 1 << 16
"""Bytes of a body for which room is kept that no large one may take: all but records and pictures are smaller."""


class BodyRoom:
    """The room for bodies that are being read, by the length that was announced."""

    def __init__(self, per_network: int, in_all: int) -> None:
        self._bodies = Budget(per_network, in_all)
        self._large = Budget(per_network, in_all * 3 // 4)

    @contextlib.contextmanager
    def holding(self, host: str, size: int) -> Iterator[None]:
        """Hold room for *size* bytes for as long as the block runs, or raise the problem ``too-many``."""
        with contextlib.ExitStack() as held:
            if size > SMALL_BODY:
                held.enter_context(self._large.holding(host, size))
            held.enter_context(self._bodies.holding(host, size))
            yield


@contextlib.asynccontextmanager
async def body_of(request: Request, most_bytes: int, seconds: float, room: BodyRoom) -> AsyncIterator[bytes]:
    """Give the JSON body of *request*; refuse one that is too large or too slow.

    Its room is held for as long as the block runs: what waits for its turn is still in the memory.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem("wrong-media-type")
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isascii() and announced.isdigit() and len(announced) < 10 else most_bytes
    if size > most_bytes:
        raise Problem("too-large")
    # The room for a body is taken before it is read: many slow ones together must not fill the memory.
    with room.holding(address_of(request), size):
        yield bytes(await _read_text(request, most_bytes, seconds))


async def _read_text(request: Request, most_bytes: int, seconds: float) -> bytearray:
    text = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                if len(text) + len(part) > most_bytes:
                    raise Problem("too-large")
                text += part
    except ClientDisconnect:
        raise Problem("bad-request", "it broke off") from None
    except TimeoutError:
        raise Problem("bad-request", "it came too slowly") from None
    return text


async def discard_body(request: Request) -> None:
    """Throw away what is still to come of a refused request.

    Closing a connection on a client that is still sending would reset it, and the client could not read why.
    """
    with contextlib.suppress(ClientDisconnect, TimeoutError, RuntimeError):  # it has been read already
        async with asyncio.timeout(DISCARD_SECONDS):
            async for _ in request.stream():
                pass
