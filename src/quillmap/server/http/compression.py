"""Compresses long answers: a replay of a hundred seats is 1.4 megabytes, and an eighth of that as gzip."""

import asyncio
import gzip
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

LEAST_BYTES: Final = 8_000
"""Shorter answers fit into a few packets anyway."""
_LEVEL: Final = 5


def has_secret(answer: Any) -> bool:
    """Return whether *answer* carries a token: its compressed length could give the token away."""
    return "token" in getattr(answer, "__struct_fields__", ())


async def compressed(request: Request, response: Response) -> Response:
    """Return *response*, compressed if it is long and the client accepts gzip."""
    is_accepted = "gzip" in request.headers.get("accept-encoding", "")
    if "content-encoding" in response.headers:
        return response if is_accepted else await _plain(response)
    body = bytes(response.body)
    if len(body) < LEAST_BYTES or not is_accepted:
        return response
    response.body = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(response.body))
    response.headers["vary"] = "accept-encoding"
    return response


async def _plain(response: Response) -> Response:
    """Return a *response* that was kept compressed for a client that does not accept gzip."""
    response.body = await asyncio.to_thread(gzip.decompress, response.body)
    del response.headers["content-encoding"]
    response.headers["content-length"] = str(len(response.body))
    return response
