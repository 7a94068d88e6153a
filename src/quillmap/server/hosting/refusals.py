"""Answers to requests that are refused before the application sees them."""

from typing import Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from quillmap.server.problems import ErrorAnswer, Problem

TOO_LARGE: Final = 431


def refusal(problem: Problem) -> bytes:
    """Return an answer in the usual JSON shape, after which the connection is closed."""
    content = msgspec.json.encode(ErrorAnswer(problem.body()))
    status = STATUS_LINE[TOO_LARGE if problem.code == "too-large" else problem.status]
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(content)
    return status + head + content
