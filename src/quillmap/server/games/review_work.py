"""Reviewing a seat of a finished game in a separate process, a little at a time.

The process remembers where it stopped. If it is asked for something that it does not remember, it begins again, and
catches up a little at a time, too: the numbers are the same, because time decides only where a part ends.

Who tries another answer has turns as bots have: what was found out in one of them goes with the job into the next.
"""

import os
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from quillmap.analysis.engine import Outset
from quillmap.bots.steps import Done, Steps, go_on
from quillmap.fast import readiness
from quillmap.play.record import public_events
from quillmap.review.judging import judge_instead_in_steps
from quillmap.review.results import JudgedCard, JudgedDecision, Result, SeatReview, stars, write_reasons, write_result
from quillmap.review.reviewing import SEED, prepare_in_steps, review_seat
from quillmap.review.scale import looking_ahead
from quillmap.review.tasks import Decision, NotReviewable, check
from quillmap.rules.events import Event, GameBegan
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer
from quillmap.server.bots.turns import Interrupted, WorkTurn
from quillmap.server.games.positions import checked_decision, legal_answer, not_reviewable
from quillmap.server.games.reading import StoredGame
from quillmap.server.games.records import SentRecord, events_in
from quillmap.server.problems import Problem
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.review_bodies import (
    ReviewAccount,
    ReviewedCard,
    ReviewedDecision,
    ReviewReason,
    TriedDecision,
)

PART_SECONDS: Final = 0.2
"""After this time others have their turn; a result that is begun is finished."""
NICENESS: Final = 5
"""In addition to that of every worker: bots and replays come first."""
MOST_REMEMBERED: Final = 16
"""Reviews that go on at the same time in one process: a megabyte each, at a table of sixty."""

SentResult: TypeAlias = ReviewedDecision | ReviewedCard | ReviewAccount


class ReviewJob(NamedTuple):
    """A seat of a game, and how many results of it are there already."""

    game: StoredGame | SentRecord
    seat: Seat
    done: int
    playouts: int


class ReviewPart(NamedTuple):
    """Some more results, how many there are in all, and the seconds of work; or why there can be none."""

    results: tuple[SentResult, ...]
    length: int
    ahead: float
    seconds: float
    problem: Problem | None = None


class TryJob(NamedTuple):
    """Another answer to something that a seat decided."""

    name: str
    """What the game is known by."""
    game: StoredGame | SentRecord | None
    """Nothing any more when it has been read."""
    seat: Seat
    event: int
    move: AnyMove
    playouts: int
    before: Interrupted | None = None
    """What had been found out when its last turn ended."""


class Tried(NamedTuple):
    """What it would have cost, why that can't be told, or how far it has got; and the seconds of work."""

    found: TriedDecision | None
    seconds: float
    problem: Problem | None = None
    interrupted: Interrupted | None = None


class _Question(NamedTuple):
    """What is needed of a game to try another answer."""

    decision: Decision
    answer: Answer
    began: Event


class _Running:
    """A review that goes on."""

    def __init__(self, job: ReviewJob, events: Sequence[Event]) -> None:
        began = events[0]
        assert isinstance(began, GameBegan)
        self.edicts = began.edicts
        self.ahead = stars(looking_ahead(began.setup.pool))
        self.steps = review_seat(events, job.seat, playouts=job.playouts, outset=self.outset)
        self.done = 0
        """How many results it has given."""
        self.length = 0
        self._prepare = partial(_outset_in_steps, job.game.name, began, job.playouts)
        self._found_out: tuple[Any, ...] = ()
        self._outset: Outset | None = None

    @property
    def is_prepared(self) -> bool:
        """Whether it is known what could be expected at the table."""
        return self._outset is not None

    def outset(self) -> Outset:
        """Return what could be expected at the table."""
        self.prepare(inf)
        assert self._outset is not None
        return self._outset

    def prepare(self, end: float) -> None:
        """Find out more of that; there is time until *end*."""
        if self._outset is None:
            found = go_on(self._prepare(), self._found_out, end)
            if isinstance(found, Done):
                self._outset, self._found_out = found.result, ()
            else:
                self._found_out = found.returned


_running: OrderedDict[tuple[str, int], _Running] = OrderedDict()
_outsets: OrderedDict[str, Outset] = OrderedDict()
"""What could be expected at the tables of the last games that were reviewed, or in which somebody tried again."""


def get_ready(_: None) -> None:
    """Load all that reviews need; what was never compiled on this machine is compiled when somebody needs it."""
    be_nice()
    if readiness.is_kept():
        readiness.warm_up()


def review_part(job: ReviewJob) -> ReviewPart:
    """Return the next results of a review, as many as fit into a short time.

    The first part is the first result, so that it is there soon for everybody who waits for one. Some parts after it
    have none: to prepare the others takes as long as several of them.
    """
    began, worked = time.monotonic(), time.process_time()
    be_nice()
    try:
        running = _find(job)
    except NotReviewable as error:
        return ReviewPart((), 0, 0, time.process_time() - worked, not_reviewable(error))
    except Problem as problem:
        return ReviewPart((), 0, 0, time.process_time() - worked, problem)
    if running.done and not running.is_prepared:
        running.prepare(began + PART_SECONDS)
        return ReviewPart((), running.length, running.ahead, time.process_time() - worked)
    found: list[SentResult] = []
    for step in running.steps:
        running.done, running.length = step.done, step.length
        if step.done > job.done:
            found.append(sent_result(step.result, running.edicts))
        if not (job.done and running.is_prepared) or time.monotonic() > began + PART_SECONDS:
            break
    if running.done == running.length:
        _running.pop((job.game.name, job.seat), None)
    return ReviewPart(tuple(found), running.length, running.ahead, time.process_time() - worked)


def try_move(job: TryJob) -> Tried:
    """Return what another answer would have cost, or how far that has got when the turn ends."""
    worked = time.process_time()
    be_nice()
    try:
        found = WorkTurn(1.0).go_on(_tried_in_steps(job), job.before)
    except Problem as problem:
        return Tried(None, time.process_time() - worked, problem)
    if isinstance(found, Interrupted):
        return Tried(None, time.process_time() - worked, interrupted=found)
    return Tried(found.result, time.process_time() - worked)


def _tried_in_steps(job: TryJob) -> Steps[TriedDecision]:
    """Find out what another answer would have cost."""
    question: _Question = yield partial(_question, job)
    decision, answer, began = question
    outset = yield from _outset_in_steps(job.name, began, job.playouts)
    tried = yield from judge_instead_in_steps(decision, answer, outset.foresight, job.playouts, SEED)
    judged = sent_result(tried.judged, decision.view.edicts)
    assert isinstance(judged, ReviewedDecision)
    gained = msgspec.convert(write_reasons(tried.gained, decision.view.edicts), tuple[ReviewReason, ...])
    return TriedDecision(**msgspec.structs.asdict(judged), gain=stars(sum(tried.gained)), gained=gained)


def _question(job: TryJob) -> _Question:
    """Return what a job asks about its game, which it has not read yet, or raise a problem."""
    assert job.game is not None
    events = _events_of(job.game)
    decision = checked_decision(events, job.seat, job.event)
    return _Question(decision, legal_answer(decision, job.move), events[0])


def _events_of(game: StoredGame | SentRecord) -> list[Event]:
    """Return what the record of a game tells, or raise a problem."""
    return public_events(events_in(game) if isinstance(game, SentRecord) else game.log())


def _outset_in_steps(game: str, began: Event, playouts: int) -> Steps[Outset]:
    """Find out what could be expected at the table of a game, the same for all of its seats."""
    known: Outset | None = yield partial(_outsets.get, game)
    found = _outsets[game] = known or (yield from prepare_in_steps([began], playouts))
    _outsets.move_to_end(game)
    while len(_outsets) > MOST_REMEMBERED:
        _outsets.popitem(last=False)
    return found


def sent_result(result: Result, edicts: tuple[CardId, ...]) -> SentResult:
    """Return a result as it is sent."""
    written: dict[str, Any] = write_result(result, edicts)
    match result:
        case JudgedDecision():
            for valued in (written["played"], *written["best"]):
                del valued["move"]["seat"]  # as clients send them
            return msgspec.convert(written, ReviewedDecision)
        case JudgedCard():
            return msgspec.convert(written, ReviewedCard)
        case SeatReview():
            return msgspec.convert({**written, "method": result.method}, ReviewAccount)


def _find(job: ReviewJob) -> _Running:
    """Return the review that *job* continues, or a new one."""
    key = (job.game.name, job.seat)
    running = _running.get(key)
    if running is None or running.done > job.done:
        events = _events_of(job.game)
        check(events, [job.seat])
        running = _running[key] = _Running(job, events)
        while len(_running) > MOST_REMEMBERED:
            _running.popitem(last=False)
    _running.move_to_end(key)
    return running


_nice: list[int] = []


def be_nice() -> None:
    """Lower the priority of this process, once."""
    if not _nice and hasattr(os, "nice"):
        _nice.append(os.nice(NICENESS))
