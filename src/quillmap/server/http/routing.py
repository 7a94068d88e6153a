"""From a request to a typed call of its endpoint, and from the answer to a response."""

import contextlib
import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quillmap.server.cluster.passed_requests import NOT_HERE, is_passed
from quillmap.server.cluster.passing import Passing
from quillmap.server.hosting.config import Limits
from quillmap.server.http.call import JSON, Call, Content
from quillmap.server.http.client_address import address_of
from quillmap.server.http.compression import Compression, has_secret
from quillmap.server.http.departures import while_client_waits
from quillmap.server.http.endpoint import Endpoint
from quillmap.server.http.error_responses import error_response
from quillmap.server.http.long_bodies import LongBodies
from quillmap.server.http.request_bodies import BodyRoom, body_of, discard_body
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import RateLimiter
from quillmap.server.storage.errors import HeldElsewhere
from quillmap.server.work.loop_turns import LoopTurns

ANSWERS_AT_ONCE: Final = 2
"""Answers to a network that are written in one turn of the loop: a full table takes more than half a millisecond."""
_encode: Final = msgspec.json.Encoder().encode


def routes(endpoints: Sequence[Endpoint], limits: Limits, passing: Passing | None = None) -> list[Route]:
    """Return the routes of *endpoints*, one for each address; *passing* reaches tables that another node holds."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    bodies = BodyRoom(limits.bodies_per_address, limits.bodies)
    answers = _Answers(limits)
    return [_route(path, methods, limits, bodies, answers, passing) for path, methods in by_path.items()]


def _route(
    path: str,
    methods: dict[str, Endpoint],
    limits: Limits,
    bodies: BodyRoom,
    answers: "_Answers",
    passing: Passing | None,
) -> Route:
    async def serve(request: Request) -> Response:
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        try:
            if not endpoint.is_constant:
                answers.admit(request)
            if endpoint.admit is not None:
                endpoint.admit(address_of(request))
            async with _body(request, endpoint, limits, bodies) as body:
                arguments = await _arguments(request, endpoint, body, answers)
                work = _answer(request, endpoint, body, arguments, passing)
                answer = await (while_client_waits(request.receive, work) if endpoint.ends_with_client else work)
        except Problem as problem:
            await discard_body(request)
            return _refusal(request, problem)
        if isinstance(answer, _Passed):
            return answer.response
        if not endpoint.is_constant:
            await answers.turns.take(address_of(request))
        if isinstance(answer, Content):
            response = _written(answer)
        else:
            response = Response(_encode(answer), endpoint.status, {"cache-control": "no-store"}, JSON)
        if endpoint.is_constant:
            return await answers.compression.answer(request, response)
        length = len(response.body)
        answers.count(request, length)
        sent = response if has_secret(answer) else await answers.compression.answer(request, response)
        # What is kept compressed is unpacked for those who can't read it so: they are sent more than there was.
        answers.count(request, max(0, int(sent.headers["content-length"]) - length))
        return sent

    return Route(path, serve, methods=list(methods))


class _Answers:
    """What all answers share: who may have more of them, whose turn it is, and what compresses them."""

    def __init__(self, limits: Limits) -> None:
        self._bytes = RateLimiter(*limits.answer_rate)
        self.turns = LoopTurns(ANSWERS_AT_ONCE, 2 * ANSWERS_AT_ONCE)
        self.beginnings = LoopTurns()
        """Of requests that cost more than others."""
        self.bodies = LongBodies()
        self.compression = Compression()

    def admit(self, request: Request) -> None:
        """Raise ``too-many`` if the network of a client was sent very much lately, before anything is worked out."""
        bucket = self._bytes.bucket(address_of(request))
        if not bucket.take(0):
            raise Problem("too-many").until(max(1, math.ceil(bucket.wait(0))))

    def count(self, request: Request, length: int) -> None:
        """Count an answer, as long as it was before it is compressed: that is what making it costs."""
        self._bytes.bucket(address_of(request)).overdraw(length)


def _written(content: Content) -> Response:
    headers = {"cache-control": content.caching} if content.caching else {}
    if content.is_packed:
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    if content.file_name:
        headers["content-disposition"] = f'attachment; filename="{content.file_name}"'
    return Response(content.body, headers=headers, media_type=content.media_type)


class _Passed(NamedTuple):
    """The answer of another node, which is sent as it is."""

    response: Response


async def _answer(
    request: Request, endpoint: Endpoint, body: bytes, arguments: dict[str, Any], passing: Passing | None
) -> Any:
    """Return what the handler answers, or the node that holds the table."""
    if passing is None:
        return await endpoint.handler(**arguments)

    async def pass_on(held: HeldElsewhere) -> _Passed | None:
        found = await passing.request(request, body, held)
        return None if found is None else _Passed(found)

    return await passing.repeat(request, lambda: endpoint.handler(**arguments), pass_on)


def _refusal(request: Request, problem: Problem) -> Response:
    response = error_response(problem)
    if problem.code == "not-ready" and is_passed(request.scope):  # nothing has happened: another node may be asked
        response.headers[NOT_HERE] = "1"
    return response


def _body(
    request: Request, endpoint: Endpoint, limits: Limits, bodies: BodyRoom
) -> contextlib.AbstractAsyncContextManager[bytes]:
    """Give the body of a request to *endpoint*, empty if it takes none."""
    if endpoint.body is None:
        return contextlib.nullcontext(b"")
    return body_of(request, endpoint.most_bytes or limits.body_bytes, limits.body_seconds, bodies)


async def _arguments(request: Request, endpoint: Endpoint, body: bytes, answers: "_Answers") -> dict[str, Any]:
    """Return what the handler of *endpoint* has parameters for, decoded and checked, when it may begin."""
    found: dict[str, Any] = {}
    if endpoint.body is not None:
        found["body"] = await answers.bodies.decoded(body, endpoint.body, address_of(request))
    if endpoint.cost > 1:
        await answers.beginnings.take(address_of(request), endpoint.cost)
    if endpoint.needs_call:
        authorization = request.headers.get("authorization")
        found["call"] = Call(request.path_params, address_of(request), authorization, str(request.base_url))
    return found
