"""Replays: a finished game event by event, each with what it changed, so that a page needs no rules to show it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from quillmap.play.codec import write_event
from quillmap.play.record import public_events
from quillmap.rules.events import Asked, Event, GameBegan
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.state import State
from quillmap.server.games.board import Board, SeatBoard, board, seat_board
from quillmap.server.games.previews import Worth, worth_between
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.values import EventLine


class Frame(msgspec.Struct, frozen=True):
    """One event, the fields of the board that it changed, and the seats that it changed by their number."""

    event: EventLine
    changes: dict[str, Any]
    seats: dict[str, SeatBoard]


class Replay(msgspec.Struct, frozen=True):
    """A finished game: the board at its beginning, then a frame for every event."""

    summary: GameSummary
    board: Board
    frames: tuple[Frame, ...]


def replay(summary: GameSummary, log: Sequence[Event]) -> Replay:
    """Return the game with this *log* as frames."""
    events = public_events(log)
    began = events[0]
    assert isinstance(began, GameBegan)
    state = initial_state(began)
    question = 0
    first = board(summary.game, state, 1, question)
    before = _scalars(summary.game, state, question)
    frames = []
    for number, event in enumerate(events[1:], start=1):
        after = evolve(state, event)
        question = number if isinstance(event, Asked) else question
        scalars = before
        # At a large table most events change nothing but a seat: the rest is not worth writing down again.
        if isinstance(event, Asked) or _seen(after) != _seen(state):
            scalars = _scalars(summary.game, after, question)
        changes = {key: value for key, value in scalars.items() if value != before[key]}
        frames.append(Frame(write_event(event), changes, _changed_seats(state, after)))
        state, before = after, scalars
    return Replay(summary, first, tuple(frames))


def _seen(state: State) -> tuple[object, ...]:
    """Return everything but the seats that a board shows of *state* and that events can change."""
    return (
        *(state.step, state.season, state.revealed, state.gone, state.time, state.ruins_pending, state.card),
        *(state.ask, state.waiting, state.answers, state.evading, state.result),
    )


def _scalars(game: str, state: State, question: int) -> dict[str, Any]:
    seatless = board(game, state.but(seats=()), 0, question)
    return {name: getattr(seatless, name) for name in seatless.__struct_fields__ if name not in ("seats", "version")}


def _changed_seats(before: State, after: State) -> dict[str, SeatBoard]:
    if before.seats is after.seats:
        return {}
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    return {str(number): seat_board(new) for number, (old, new) in pairs if new is not old}


def worth_at(log: Sequence[Event], number: int, seat: int) -> Worth:
    """Return what event *number* of the record brought to the map of *seat*."""
    events = public_events(log)
    if not 0 < number < len(events):
        raise Problem("not-found", "there is no such event")
    began = events[0]
    assert isinstance(began, GameBegan)
    if not 0 <= seat < began.setup.seats:
        raise Problem("no-such-seat", seat=seat)
    before = state = initial_state(began)
    for event in events[1 : number + 1]:
        before, state = state, evolve(state, event)
    return worth_between(before, state, Seat(seat))
