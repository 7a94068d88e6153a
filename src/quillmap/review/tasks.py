"""A record divided into tasks: what a seat decided, which cards came, and what neighbours did to its map.

Every task holds all it takes to judge it, so tasks can be judged in any order and anywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quillmap.bots.positions import alone
from quillmap.errors import CodedError
from quillmap.play.answers import Numbered, answer_of, results_from
from quillmap.play.replay import replay
from quillmap.play.verify import Finding, verify
from quillmap.play.view import View, view
from quillmap.rules.cards import TROLL
from quillmap.rules.events import Ask, Asked, CardRevealed, Event, GameBegan
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer
from quillmap.rules.state import State, drawing_sheet


class NotReviewable(CodedError, ValueError):
    """A game that can't be reviewed."""

    text_key = "review.refused.{code}.text"


class NotFair(CodedError):
    """What is wrong with a record that does not agree with its seed and the rules."""

    text_key = "command.verdict.reason.{code}"


@dataclass(frozen=True, slots=True)
class Decision:
    """Something a seat decided."""

    event: int
    """The number of the event that tells it, from 1: the line of the record."""
    seat: Seat
    ask: Ask
    card: CardId
    view: View
    """What the seat saw."""
    played: Answer


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card that came."""

    event: int
    seat: Seat
    card: CardId
    position: View
    """The game before it, as the seat knew it."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What a neighbour did to the map of a seat."""

    event: int
    seat: Seat
    card: CardId
    position: View
    """The game before it, the seat asked in its neighbour's place."""
    done: Answer


Task: TypeAlias = Decision | Reveal | Harm


def check(events: Sequence[Event], seats: Sequence[Seat], *, is_finished: bool = True) -> None:
    """Raise ``NotReviewable`` unless this is a game that was played by the rules, and has these *seats*.

    Of a game that need not be finished nothing more is known as long as its seed is secret.
    """
    for seat in seats:
        if not 0 <= seat < seats_of(events):
            raise NotReviewable("no-such-seat", seat=seat)
    verdict = verify(events)
    if verdict.finding is Finding.UNFINISHED:
        if is_finished:
            raise NotReviewable("unfinished")
        return
    if not verdict.is_honest:
        raise NotReviewable("dishonest", event=verdict.event or 1, problem=NotFair(verdict.code))


def seats_of(events: Sequence[Event]) -> int:
    """Return how many seats a game has."""
    first = events[0]
    assert isinstance(first, GameBegan)  # ``read_record`` sees to it
    return first.setup.seats


def tasks_of(events: Sequence[Event], seat: Seat) -> Iterator[Task]:
    """Yield everything that happened to *seat*, in its order; the record must have passed ``check``."""
    record: Numbered = list(enumerate(events, start=1))
    before: State | None = None
    for number, event, state in replay(events):
        if isinstance(event, CardRevealed):
            assert before is not None  # a record begins with its table
            yield Reveal(number, seat, event.card, alone(before, seat, is_asked=False))
        elif isinstance(event, Asked):
            yield from _of_question(record, number, state, seat)
        before = state


def decision_at(events: Sequence[Event], seat: Seat, number: int) -> Decision | None:
    """Return what *seat* decided in event *number*, if it did; the record must have passed ``check``."""
    found = (task for task in tasks_of(events, seat) if isinstance(task, Decision) and task.event == number)
    return next(found, None)


def _of_question(record: Numbered, number: int, state: State, seat: Seat) -> Iterator[Task]:
    """Yield what *seat* answered to a question, and what others answered about its map."""
    results = results_from(record, number)
    card = TROLL if state.card is None else state.card
    assert state.ask is not None
    for other in sorted(state.waiting):
        is_hostile = state.ask in (Ask.AMBUSH, Ask.GORGON) and drawing_sheet(state, other) != other
        if other != seat and not (is_hostile and drawing_sheet(state, other) == seat):
            continue
        told, answer = answer_of(state, other, results)
        assert answer is not None  # the record was checked
        if other == seat:
            yield Decision(told or number, seat, state.ask, card, view(state, None), answer)
        else:
            yield Harm(told or number, seat, card, alone(state, seat, is_asked=True), answer)
