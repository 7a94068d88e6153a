"""A request as handlers see it: the parts of its path, its token, its origin, its decoded body."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request

from quillmap.server.http.client_address import address_of
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Budget

JSON: Final = "application/json"
DISCARD_SECONDS: Final = 2.0
"""For how long the rest of a refused body is read and thrown away."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, without its body."""

    request: Request
    path: dict[str, str]
    """The variable parts of the address, by name."""

    @property
    def token(self) -> str:
        """The bearer token; without one the request is refused."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Problem("token-needed")
        return token.strip()

    @property
    def token_if_any(self) -> str | None:
        """The bearer token, where one is welcome and not needed."""
        return self.token if "authorization" in self.request.headers else None

    @property
    def address(self) -> str:
        """The network address that the request came from."""
        return address_of(self.request)

    def number(self, name: str) -> int:
        """Return a number in the path."""
        text = self.path[name]
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Problem("not-found")
        return int(text)

    def seat_id(self) -> int:
        """Return the id of the seat in the path."""
        text = self.path["seat"]
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Problem("no-such-seat")
        return int(text)


async def read_body(request: Request, most_bytes: int, seconds: float, budget: Budget) -> bytes:
    """Return the JSON body of *request*; refuse one that is too large or too slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem("wrong-media-type")
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isascii() and announced.isdigit() and len(announced) < 10 else most_bytes
    if size > most_bytes:
        raise Problem("too-large")
    # The room for a body is taken before it is read: many slow ones together must not fill the memory.
    with budget.holding(address_of(request), size):
        return bytes(await _read_text(request, most_bytes, seconds))


def decoded(text: bytes, kind: Any) -> Any:
    """Return a body as a *kind*; refuse one that is malformed."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Problem("bad-request", str(error)[:200]) from None


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
