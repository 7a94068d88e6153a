"""From a request to a typed call of its endpoint, and from the answer to a response."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quillmap.server.hosting.config import Limits
from quillmap.server.http.call import JSON, Call, discard_body, read_body
from quillmap.server.http.compression import compressed, has_secret
from quillmap.server.http.endpoint import Endpoint
from quillmap.server.problems import ErrorAnswer, Problem
from quillmap.server.rate_limits import Budget, address_of

_encode: Final = msgspec.json.Encoder().encode


def error_response(problem: Problem) -> Response:
    """Return the response that reports *problem*."""
    headers = {"retry-after": "5"} if problem.status in (429, 503) else None
    return Response(_encode(ErrorAnswer(problem.body())), problem.status, headers, JSON)


def routes(endpoints: Sequence[Endpoint], limits: Limits) -> list[Route]:
    """Return the routes of *endpoints*, one for each address."""
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
            answer = await endpoint.handler(**await _arguments(request, endpoint, limits, bodies))
        except Problem as problem:
            await discard_body(request)
            return error_response(problem)
        if isinstance(answer, Response):
            return await compressed(request, answer)
        response = Response(_encode(answer), endpoint.status, {"cache-control": "no-store"}, JSON)
        return response if has_secret(answer) else await compressed(request, response)

    return Route(path, serve, methods=list(methods))


async def _arguments(request: Request, endpoint: Endpoint, limits: Limits, bodies: Budget) -> dict[str, Any]:
    """Return what the handler of *endpoint* has parameters for, decoded and checked."""
    found: dict[str, Any] = {}
    if endpoint.body is not None:
        most_bytes = endpoint.most_bytes or limits.body_bytes
        found["body"] = await read_body(request, endpoint.body, most_bytes, limits.body_seconds, bodies)
    if endpoint.needs_call:
        found["call"] = Call(request, dict(request.path_params))
    return found
