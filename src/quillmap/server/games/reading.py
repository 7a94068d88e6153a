"""What is read from a finished game: a replay, a record, a history, a verdict. The archive's process does it."""

import gzip
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from quillmap.play.record import write_record
from quillmap.rules.events import Event
from quillmap.server.games.live_game import unstored
from quillmap.server.games.records import judge, show
from quillmap.server.games.replay import replay, worth_at
from quillmap.server.games.seat_history import seat_history
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary

COMPRESSION: Final = 5


class ReadingJob(NamedTuple):
    """What to read, and from what: the stored events of a game, or the text of a record."""

    task: str
    summary: GameSummary | None
    source: tuple[bytes, ...] | str
    arguments: tuple[int, ...] = ()


class Reading(NamedTuple):
    """An answer as JSON, or as the lines of a record, compressed; or the problem with it; and what it cost."""

    content: bytes
    problem: tuple[str, str, dict[str, object]] | None
    seconds: float


def _worth(_summary: GameSummary, log: list[Event], number: int, seat: int) -> Any:
    return worth_at(log, number, seat)


def _history(_summary: GameSummary, log: list[Event], seat: int) -> Any:
    return seat_history(log, seat)


def _verdict(_summary: GameSummary, log: list[Event]) -> Any:
    return judge(log)


TASKS: Final[dict[str, Callable[..., Any]]] = {
    "replay": replay,
    "worth": _worth,
    "history": _history,
    "verdict": _verdict,
}
"""What can be read from the log of a game and turned into JSON; a ``record`` is text, and ``show`` reads one."""


def read(job: ReadingJob) -> Reading:
    """Do *job*."""
    began = time.process_time()
    content, problem = b"", None
    try:
        content = gzip.compress(_content(job), COMPRESSION, mtime=0)
    except Problem as error:
        problem = (error.code, error.detail, error.params)
    return Reading(content, problem, time.process_time() - began)


def _content(job: ReadingJob) -> bytes:
    if isinstance(job.source, str):
        return msgspec.json.encode(show(job.source))
    log = [unstored(event) for event in job.source]
    if job.task == "record":
        return write_record(log).encode()
    return msgspec.json.encode(TASKS[job.task](job.summary, log, *job.arguments))
