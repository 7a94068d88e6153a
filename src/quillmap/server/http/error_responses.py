"""Responses that report problems."""

from typing import Final

import msgspec
from starlette.responses import Response

from quillmap.server.problems import ErrorAnswer, Problem

_encode: Final = msgspec.json.Encoder().encode


def error_response(problem: Problem) -> Response:
    """Return the response that reports *problem*."""
    headers = {"retry-after": str(problem.retry_seconds)} if problem.status in (429, 503) else None
    return Response(_encode(ErrorAnswer(problem.body())), problem.status, headers, "application/json")
