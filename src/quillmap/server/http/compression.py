"""Compresses long answers: a replay of a hundred seats is 1.4 megabytes, and an eighth of that as gzip.

That takes long, so it is done in threads that are used for nothing else, in a fair queue by site and network. What was
compressed is kept for a while: many ask for the same table.
"""

import asyncio
import gzip
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quillmap.server.http.client_address import address_of
from quillmap.server.http.paced_answers import PIECE
from quillmap.server.rate_limits import network_of
from quillmap.server.work.fair_queue import FairQueue

LEAST_BYTES: Final = 8_000
"""Shorter answers fit into a few packets anyway."""
MOST_KEPT: Final = 16 << 20
"""Bytes of answers that are kept, compressed and not."""
THREADS: Final = 2
_LEVEL: Final = 5


def has_secret(answer: Any) -> bool:
    """Return whether *answer* carries a token: its compressed length could give the token away."""
    return "token" in getattr(answer, "__struct_fields__", ())


class Compression:
    """Compresses answers."""

    def __init__(self) -> None:
        self._turns = FairQueue(THREADS)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="compression")
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        """What was compressed lately, by what it was."""
        self._bytes = 0

    async def answer(self, request: Request, response: Response) -> Response:
        """Return *response*, compressed if it is long and the client accepts gzip."""
        is_accepted = "gzip" in request.headers.get("accept-encoding", "")
        network = network_of(address_of(request))
        if "content-encoding" in response.headers:
            return response if is_accepted else _Unpacked(response, self, network)
        body = bytes(response.body)
        if len(body) < LEAST_BYTES or not is_accepted:
            return response
        response.body = await self._packed(body, network)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
        response.headers["vary"] = "accept-encoding"
        return response

    @asynccontextmanager
    async def turn(self, network: str) -> AsyncIterator[None]:
        """Let the block begin when it is the turn of *network*."""
        turn = await self._turns.acquire(network, "")
        try:
            yield
        finally:
            self._turns.release(turn)

    async def in_thread(self, work: Callable[[], bytes]) -> bytes:
        """Return what *work* does in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _packed(self, body: bytes, network: str) -> bytes:
        if (kept := self._kept_for(body)) is not None:
            return kept
        async with self.turn(network):
            if (kept := self._kept_for(body)) is not None:  # another request has compressed the same meanwhile
                return kept
            packed = await self.in_thread(partial(_packed, body))
        if body not in self._kept:
            self._keep(body, packed)
        return packed

    def _kept_for(self, body: bytes) -> bytes | None:
        found = self._kept.get(body)
        if found is not None:
            self._kept.move_to_end(body)
        return found

    def _keep(self, body: bytes, packed: bytes) -> None:
        self._kept[body] = packed
        self._bytes += len(body) + len(packed)
        while self._bytes > MOST_KEPT:
            oldest = self._kept.popitem(last=False)
            self._bytes -= sum(map(len, oldest))


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)


class _Unpacked(Response):
    """An answer that is kept compressed, for a client that does not accept gzip.

    It is unpacked piece by piece while it is read, so that a client that does not read it takes little memory.
    """

    def __init__(self, packed: Response, compression: Compression, network: str) -> None:
        super().__init__(status_code=packed.status_code, headers=dict(packed.headers))
        self._packed = bytes(packed.body)
        self._compression = compression
        self._network = network
        del self.headers["content-encoding"]
        # gzip ends with the length of what was packed.
        self.headers["content-length"] = str(int.from_bytes(self._packed[-4:], "little"))

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the answer; who asks for its head alone has nothing unpacked."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        rest = self._packed
        while scope["method"] != "HEAD" and not unpacking.eof:
            async with self._compression.turn(self._network):
                piece = await self._compression.in_thread(partial(unpacking.decompress, rest, PIECE))
            rest = unpacking.unconsumed_tail
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
