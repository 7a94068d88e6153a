"""Compresses long answers: a replay of a hundred seats is 1.4 megabytes, and an eighth of that as gzip."""

import asyncio
import gzip
import zlib
from functools import lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quillmap.server.http.paced_answers import PIECE

LEAST_BYTES: Final = 8_000
"""Shorter answers fit into a few packets anyway."""
_LEVEL: Final = 5


def has_secret(answer: Any) -> bool:
    """Return whether *answer* carries a token: its compressed length could give the token away."""
    return "token" in getattr(answer, "__struct_fields__", ())


async def compressed(request: Request, response: Response, *, is_constant: bool = False) -> Response:
    """Return *response*, compressed if it is long and the client accepts gzip; a constant one is compressed once."""
    is_accepted = "gzip" in request.headers.get("accept-encoding", "")
    if "content-encoding" in response.headers:
        return response if is_accepted else _Unpacked(response)
    body = bytes(response.body)
    if len(body) < LEAST_BYTES or not is_accepted:
        return response
    response.body = await asyncio.to_thread(_packed_once if is_constant else _packed, body)
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(response.body))
    response.headers["vary"] = "accept-encoding"
    return response


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)


_packed_once: Final = lru_cache(maxsize=8)(_packed)


class _Unpacked(Response):
    """An answer that is kept compressed, for a client that does not accept gzip.

    It is unpacked piece by piece while it is read, so that a client that does not read it takes little memory.
    """

    def __init__(self, packed: Response) -> None:
        super().__init__(status_code=packed.status_code, headers=dict(packed.headers))
        self._packed = bytes(packed.body)
        del self.headers["content-encoding"]
        # gzip ends with the length of what was packed.
        self.headers["content-length"] = str(int.from_bytes(self._packed[-4:], "little"))

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        rest = self._packed
        while not unpacking.eof:
            piece = await asyncio.to_thread(unpacking.decompress, rest, PIECE)
            rest = unpacking.unconsumed_tail
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
