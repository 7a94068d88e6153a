"""How the HTTP part is written down: an endpoint is a function with typed input and output, its own documentation."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from quillmap.server.hosting.config import Limits
from quillmap.server.http.compression import compressed, has_secret
from quillmap.server.problems import ErrorAnswer, Problem
from quillmap.server.rate_limits import Budget, address_of

_encode: Final = msgspec.json.Encoder().encode
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """One request: what is in its path, its token, its address and its body."""

    request: Request
    path: dict[str, str]
    body: Any

    @property
    def token(self) -> str:
        """The token that was sent along, or the problem that there is none."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Problem("token-needed")
        return token.strip()

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.request)

    def seat_id(self) -> int:
        """Return the id of the seat in the path."""
        text = self.path["seat"]
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Problem("no-such-seat")
        return int(text)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address and method."""

    method: str
    path: str
    handler: Callable[[Call], Awaitable[Any]]
    answer: Any
    """The type of the answer, or a media type."""
    body: Any = None
    status: int = 200
    needs_token: bool = False
    codes: tuple[str, ...] = ()
    """The problems that may be answered, besides those of every request."""
    most_bytes: int = 0
    """Of the body, where it may be larger than others."""
    admit: Callable[[str], None] | None = None
    """Raises a problem if this address may not call now; asked before the body is read."""

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]


def error_response(problem: Problem) -> Response:
    """Return the answer that tells of *problem*."""
    headers = {"retry-after": "5"} if problem.status in (429, 503) else None
    return Response(_encode(ErrorAnswer(problem.body())), problem.status, headers, JSON)


def routes(endpoints: Sequence[Endpoint], limits: Limits) -> list[Route]:
    """Return the routes of *endpoints*, one for each address: decode at the door, typed values behind it."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    bodies = Budget(limits.bodies_per_address, limits.bodies)
    return [_route(path, methods, limits, bodies) for path, methods in by_path.items()]


def _route(path: str, methods: dict[str, Endpoint], limits: Limits, bodies: Budget) -> Route:
    async def serve(request: Request) -> Response:
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        try:
            if endpoint.admit is not None:
                endpoint.admit(address_of(request))
            body = await _read_body(request, endpoint, limits, bodies)
            answer = await endpoint.handler(Call(request, dict(request.path_params), body))
        except Problem as problem:
            return error_response(problem)
        if isinstance(answer, Response):
            return await compressed(request, answer)
        response = Response(_encode(answer), endpoint.status, {"cache-control": "no-store"}, JSON)
        return response if has_secret(answer) else await compressed(request, response)

    return Route(path, serve, methods=list(methods))


async def _read_body(request: Request, endpoint: Endpoint, limits: Limits, bodies: Budget) -> Any:
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem("wrong-media-type")
    most_bytes = endpoint.most_bytes or limits.body_bytes
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isascii() and announced.isdigit() and len(announced) < 10 else most_bytes
    if size > most_bytes:
        raise Problem("too-large")
    # The room for a body is taken before it is read: many slow ones together must not fill the memory.
    with bodies.holding(address_of(request), size):
        text = await _read_text(request, most_bytes, limits.body_seconds)
    try:
        return msgspec.json.decode(text, type=endpoint.body)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Problem("bad-request", str(error)[:200]) from None


async def _read_text(request: Request, most_bytes: int, seconds: float) -> bytes:
    parts, size = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most_bytes:
                    raise Problem("too-large")
                parts.append(part)
    except ClientDisconnect:
        raise Problem("bad-request", "it broke off") from None
    except TimeoutError:
        raise Problem("bad-request", "it came too slowly") from None
    return b"".join(parts)
