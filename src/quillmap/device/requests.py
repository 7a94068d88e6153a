"""Requests of the page that are answered on its device: by the handlers that a server answers them with."""

import gzip
import logging
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from quillmap.device.tables import HERE, DeviceTables
from quillmap.server.http.call import JSON, Call, Content, decoded
from quillmap.server.http.endpoint import Endpoint, endpoints_of
from quillmap.server.http.handlers.games import GameHandlers
from quillmap.server.http.handlers.general import GeneralHandlers
from quillmap.server.http.handlers.puzzles import PuzzleHandlers
from quillmap.server.http.handlers.records import RecordHandlers
from quillmap.server.http.handlers.tables import TableHandlers
from quillmap.server.problems import ErrorAnswer, Problem
from quillmap.server.rate_limits import RateLimiter

_encode: Final = msgspec.json.Encoder().encode
_PART: Final = re.compile(r"\{(\w+)\}")
_log = logging.getLogger("quillmap.device")


class Answered(NamedTuple):
    """An answer as HTTP would carry it."""

    status: int
    media_type: str
    body: bytes


class DeviceRequests:
    """Answers requests about the tables and games of a device, and about the rules."""

    def __init__(self, tables: DeviceTables, base: str) -> None:
        new_tables = RateLimiter(*tables.config.limits.table_rate)
        handlers = (
            TableHandlers(tables, new_tables),
            GameHandlers(tables, new_tables),
            RecordHandlers(tables, new_tables),
            PuzzleHandlers(tables),
            GeneralHandlers(tables.config),
        )
        self._base = base
        """The address of the page."""
        self._endpoints = [(_pattern(each.path), each) for all_ in handlers for each in endpoints_of(all_)]

    async def answer(self, method: str, path: str, authorization: str | None, body: bytes) -> Answered:
        """Return the answer to a request, problems included."""
        try:
            endpoint, parts = self._find(method, path)
            arguments: dict[str, Any] = {}
            if endpoint.body is not None:
                arguments["body"] = decoded(body, endpoint.body)
            if endpoint.needs_call:
                arguments["call"] = Call(parts, HERE, authorization, self._base)
            return _answered(endpoint, await endpoint.handler(**arguments))
        except Problem as problem:
            return _refusal(problem)
        except Exception:
            _log.exception("a request failed", extra={"method": method})
            return _refusal(Problem("internal"))

    def _find(self, method: str, path: str) -> tuple[Endpoint, Mapping[str, str]]:
        for pattern, endpoint in self._endpoints:
            if endpoint.method == method and (match := pattern.fullmatch(path)) is not None:
                return endpoint, match.groupdict()
        raise Problem("not-found")


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(_PART.sub(r"(?P<\1>[^/]+)", path))


def _answered(endpoint: Endpoint, answer: object) -> Answered:
    if not isinstance(answer, Content):
        return Answered(endpoint.status, JSON, _encode(answer))
    body = gzip.decompress(answer.body) if answer.is_packed else answer.body
    return Answered(endpoint.status, answer.media_type, body)


def _refusal(problem: Problem) -> Answered:
    return Answered(problem.status, JSON, _encode(ErrorAnswer(problem.body())))
