"""Replays: a finished game event by event, each with what it changed, so that a page needs no rules to show it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quillmap.play.record import public_events
from quillmap.rules.events import Asked, Event, GameBegan
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.state import State
from quillmap.server.games.board import Board, SeatBoard, board, board_fields, seat_board
from quillmap.server.games.event_steps import public_steps
from quillmap.server.games.previews import SheetWorth, worth_between
from quillmap.server.games.told_events import changed_seats, event_line
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


_UNSEEN: Final = frozenset({"seats", "deck", "ambush_deck", "hero_deck", "resolved", "lasting_done"})
"""What a board does not show of a state, and the seats, which frames tell apart."""
_seen: Final = attrgetter(*(each.name for each in fields(State) if each.name not in _UNSEEN))


def replay(summary: GameSummary, log: Sequence[Event]) -> Replay:
    """Return the game with this *log* as frames."""
    told = public_steps(None, public_events(log))
    began = next(told)
    question = 0
    first = board(summary.game, began.after, 1, question)
    before = board_fields(summary.game, began.after, question)
    frames = []
    for number, step in enumerate(told, start=1):
        is_asked = isinstance(step.event, Asked)
        question = number if is_asked else question
        found = before
        # At a large table most events change nothing but a seat: the rest is not worth writing down again.
        if is_asked or _seen(step.after) != _seen(step.before):
            found = board_fields(summary.game, step.after, question)
        changes = {key: value for key, value in found.items() if value != before[key]}
        seats = {str(place): seat_board(seat) for place, seat in changed_seats(step).items()}
        frames.append(Frame(event_line(step), changes, seats))
        before = found
    return Replay(summary, first, tuple(_with_result(frames, summary)))


def _with_result(frames: Sequence[Frame], summary: GameSummary) -> Iterator[Frame]:
    """Yield *frames*, the end with what only the summary tells.

    That is who played, who had help, whether the deal was chosen, and that whoever gave up comes last.
    """
    ranks = summary.ranks
    told = {"ranks": ranks, "help": summary.help, "names": summary.names, "is_seeded": summary.is_seeded}
    for frame in frames:
        if ranks and (result := frame.changes.get("result")) is not None:
            changes = frame.changes | {"ranks": ranks, "result": replace(result, **told)}
            yield replace(frame, event=frame.event | {"ranks": list(ranks)}, changes=changes)
        else:
            yield frame


def worth_at(log: Sequence[Event], number: int, seat: int) -> SheetWorth:
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
