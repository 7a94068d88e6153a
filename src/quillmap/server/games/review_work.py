"""Reviewing a seat of a finished game in a separate process, a little at a time.

The process remembers where it stopped. If it is asked for something that it does not remember, it begins again: the
numbers are the same, because time decides only where a part ends.
"""

import os
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from quillmap.play.record import public_events
from quillmap.review.results import SeatReview, write_result
from quillmap.review.reviewing import Reviewed, review_seat
from quillmap.rules.events import GameBegan
from quillmap.rules.ids import CardId, Seat
from quillmap.server.games.reading import StoredGame

PART_SECONDS: Final = 0.5
"""After this time others have their turn."""
NICENESS: Final = 5
"""In addition to that of every worker: bots and replays come first."""
MOST_REMEMBERED: Final = 8
"""Reviews that go on at the same time in one process."""


class ReviewJob(NamedTuple):
    """A seat of a game, and how many results of it are there already."""

    game: StoredGame
    seat: Seat
    done: int
    playouts: int


class ReviewPart(NamedTuple):
    """Some more results as JSON objects, how many there are in all, and the seconds of work."""

    results: tuple[dict[str, Any], ...]
    length: int
    seconds: float


class _Running(NamedTuple):
    """A review that goes on."""

    steps: Iterator[Reviewed]
    edicts: tuple[CardId, ...]
    done: list[int]
    """How many results it has given, as the only item."""


_running: OrderedDict[tuple[str, int], _Running] = OrderedDict()


def review_part(job: ReviewJob) -> ReviewPart:
    """Return the next results of a review: at least one, and no more than fit into a short time."""
    began, worked = time.monotonic(), time.process_time()
    _be_nice()
    running = _find(job)
    found: list[dict[str, Any]] = []
    length = 0
    for step in running.steps:
        running.done[0] += 1
        length = step.length
        if step.done <= job.done:
            continue
        kind = "seat" if isinstance(step.result, SeatReview) else "result"
        found.append({kind: write_result(step.result, running.edicts)})
        if time.monotonic() > began + PART_SECONDS:
            break
    if running.done[0] == length:
        _running.pop((job.game.summary.game, job.seat), None)
    return ReviewPart(tuple(found), length, time.process_time() - worked)


def _find(job: ReviewJob) -> _Running:
    """Return the review that *job* continues, or a new one."""
    key = (job.game.summary.game, job.seat)
    running = _running.get(key)
    if running is None or running.done[0] != job.done:
        events = public_events(job.game.log())
        first = events[0]
        assert isinstance(first, GameBegan)
        running = _running[key] = _Running(review_seat(events, job.seat, playouts=job.playouts), first.edicts, [0])
        while len(_running) > MOST_REMEMBERED:
            _running.popitem(last=False)
    _running.move_to_end(key)
    return running


_nice: list[int] = []


def _be_nice() -> None:
    """Lower the priority of this process, once."""
    if not _nice and hasattr(os, "nice"):
        _nice.append(os.nice(NICENESS))
