"""A whole game reviewed, result by result, so that the first can be shown while the others are worked out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from quillmap.analysis.answers import PLAYOUTS, glance
from quillmap.analysis.engine import Outset, foresight_of
from quillmap.analysis.foresight import Method
from quillmap.analysis.parts import Worth, scored
from quillmap.bots.positions import ONLY, alone, answered, is_over
from quillmap.bots.steps import Steps, finish
from quillmap.fast import readiness
from quillmap.play.record import Events, events_of, public_events
from quillmap.review.expectation import prepared_in_steps
from quillmap.review.judging import judge
from quillmap.review.masters_year import MastersYear
from quillmap.review.results import JudgedCard, JudgedDecision, Result, SeatReview
from quillmap.review.tasks import Decision, NotReviewable, Reveal, Task, check, tasks_of
from quillmap.rules.events import Ask, Event, GameBegan
from quillmap.rules.evolve import fold, initial_state
from quillmap.rules.ids import Seat

SEED: Final = "review"
"""Whoever gives no seed gets the same numbers as everybody else."""
EDITION: Final = 3
"""Raised whenever the same record, budget and seed give other numbers than before."""
MOST_PLAYOUTS: Final = 100_000
"""Nobody waits longer than that."""


class Reviewed(NamedTuple):
    """One more thing has been worked out."""

    result: Result
    done: int
    length: int
    """How many there are for this seat; the last is its ``SeatReview``."""


def review_seat(
    events: Events,
    seat: Seat,
    *,
    playouts: int = PLAYOUTS,
    seed: str = SEED,
    outset: Outset | Callable[[], Outset] | None = None,
) -> Iterator[Reviewed]:
    """Yield how well *seat* played a game, by decisions and cards; the last ``result`` is a ``SeatReview``.

    The last decision of the year comes first, then those that look worst at a glance; in the ``SeatReview`` all stand
    in the order of the record.

    Raises ``NotReviewable`` at once for a game that is not over, or was not played by the rules. Whoever reviews
    several seats prepares once, and hands the *outset* to each, or a function that returns it when it is needed.
    """
    _check_budget(playouts)
    public = public_events(events_of(events))
    check(public, [seat])
    if outset is None:
        outset = partial(prepare, public, playouts, seed)
    return _results(public, seat, playouts, seed, outset)


def whole_review(
    events: Events,
    seat: int = 0,
    *,
    playouts: int = PLAYOUTS,
    seed: str = SEED,
    on_progress: Callable[[int, int], object] | None = None,
) -> SeatReview:
    """Return how well *seat* played a game, given by itself or its record: ``review_seat`` to its end.

    It takes some ten seconds of one core; *on_progress* is called with how many results there are, and how many there
    will be. Raises ``NotReviewable`` as ``review_seat`` does.
    """
    for done in review_seat(events, Seat(seat), playouts=playouts, seed=seed):
        if on_progress is not None:
            on_progress(done.done, done.length)
    assert isinstance(done.result, SeatReview)
    return done.result


def prepare(events: Sequence[Event], playouts: int = PLAYOUTS, seed: str = SEED) -> Outset:
    """Return what can be expected at the table of a game, the same for every seat."""
    return finish(prepare_in_steps(events, playouts, seed))


def prepare_in_steps(events: Sequence[Event], playouts: int = PLAYOUTS, seed: str = SEED) -> Steps[Outset]:
    """Do the same in steps, between which it may be put aside; the first of the *events* is enough."""
    _check_budget(playouts)
    start = alone(initial_state(_beginning(events)), Seat(0), is_asked=False)
    return (yield from prepared_in_steps(start, playouts, seed))


def edition_of(playouts: int) -> str:
    """Return what the numbers of a review depend on apart from its record: with another edition they are others."""
    method = Method.LOOK_AHEAD if readiness.is_possible() else Method.VALUE
    return f"{EDITION}/{method}/{playouts}"


def summed_up(
    events: Sequence[Event],
    seat: Seat,
    judged: Sequence[JudgedDecision | JudgedCard],
    outset: Outset,
    playouts: int,
    seed: str,
    *,
    master: Worth | None = None,
) -> SeatReview:
    """Return the review of a seat, all of whose tasks have been judged, wherever that was.

    What the *master* would have made of the cards is worked out unless it is given.
    """
    if master is None and outset.foresight.method is Method.LOOK_AHEAD:
        master = MastersYear(events, seat, playouts, seed).worth()
    return SeatReview(
        seat=seat,
        edicts=_beginning(events).edicts,
        final=scored(fold(events).seats[seat].scores),
        expected=outset.expected,
        master=master,
        decisions=tuple(each for each in judged if isinstance(each, JudgedDecision)),
        cards=tuple(each for each in judged if isinstance(each, JudgedCard)),
        method=outset.foresight.method,
        playouts=playouts,
        seed=seed,
    )


def _results(
    events: Sequence[Event], seat: Seat, playouts: int, seed: str, outset: Outset | Callable[[], Outset]
) -> Iterator[Reviewed]:
    tasks = list(tasks_of(events, seat))
    judged: dict[int, JudgedDecision | JudgedCard] = {}
    last = _ending(tasks)
    if last is not None:
        began = _beginning(events)
        judged[last] = judge(tasks[last], foresight_of(began.setup, began.edicts), playouts, seed)
        yield Reviewed(judged[last], len(judged), len(tasks) + 1)
    if not isinstance(outset, Outset):
        outset = outset()
    has_master = outset.foresight.method is Method.LOOK_AHEAD
    year = MastersYear(events, seat, playouts, seed) if has_master else None
    for place in _worst_first(tasks):
        if place in judged:
            continue
        judged[place] = judge(tasks[place], outset.foresight, playouts, seed)
        if year is not None and isinstance(tasks[place], Reveal):
            year.play_card()  # one with each result, so that none is long in coming
        yield Reviewed(judged[place], len(judged), len(tasks) + 1)
    in_order = [judged[place] for place in range(len(tasks))]
    master = None if year is None else year.worth()
    review = summed_up(events, seat, in_order, outset, playouts, seed, master=master)
    yield Reviewed(review, len(tasks) + 1, len(tasks) + 1)


def _ending(tasks: Sequence[Task]) -> int | None:
    """Return the place of the drawing that ended the year, if the last decision was one.

    It is worth what it scored, so it can be judged before anything is prepared.
    """
    place = max((place for place, task in enumerate(tasks) if isinstance(task, Decision)), default=None)
    if place is None:
        return None
    task = tasks[place]
    assert isinstance(task, Decision)
    if task.ask is not Ask.DRAW:
        return None
    after = answered(alone(task.view, task.seat, is_asked=True), replace(task.played, seat=ONLY))
    return place if is_over(after) else None


def _worst_first(tasks: Sequence[Task]) -> list[int]:
    """Return the order in which tasks are judged: decisions that look worst first, and cards last.

    Before all others comes the one that looks worst in the second half of the year. There is less to look at by then,
    so that it is there in no time.
    """
    losses = {
        place: glance(task.view, task.seat, task.played)
        for place, task in enumerate(tasks)
        if isinstance(task, Decision)
    }
    cards = [place for place in range(len(tasks)) if place not in losses]
    late = list(losses)[len(losses) // 2 :]
    first = max(late, key=lambda place: (losses[place], place), default=None)
    return [*sorted(losses, key=lambda place: (place != first, -losses[place], -place)), *cards]


def _check_budget(playouts: int) -> None:
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise NotReviewable("playouts", most=MOST_PLAYOUTS)


def _beginning(events: Sequence[Event]) -> GameBegan:
    first = events[0]
    assert isinstance(first, GameBegan)
    return first
