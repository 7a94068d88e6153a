"""A decision of a finished game as its seat had it before: what was on the table, and what could be answered."""

from collections.abc import Sequence

import msgspec

from quillmap.play.record import public_events
from quillmap.review.tasks import Decision, NotReviewable, check, decision_at
from quillmap.rules.decide import decide
from quillmap.rules.events import Event
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, IllegalMove, TakeBack
from quillmap.server.games.board import Board, board
from quillmap.server.games.choices import OwnPart, own_part
from quillmap.server.games.previews import SheetWorth, worth
from quillmap.server.problems import Problem
from quillmap.server.protocol.moves import AnyMove, to_move


class DecisionPosition(msgspec.Struct, frozen=True):
    """What a seat saw when it had to decide."""

    board: Board
    own: OwnPart
    worth: SheetWorth


def decision_position(game: str, log: Sequence[Event], event: int, seat: Seat) -> DecisionPosition:
    """Return what *seat* saw when it decided what *event* tells, or raise a problem."""
    view = checked_decision(public_events(log), seat, event).view
    return DecisionPosition(board(game, view, event, event), own_part(view, seat), worth(view, seat))


def not_reviewable(error: NotReviewable) -> Problem:
    """Return why a game can't be reviewed; if its record is not fair, with the line of it that is wrong."""
    line = {"event": error.params["event"]} if "event" in error.params else {}
    return Problem("not-reviewable", str(error), reason=error.code, **line)


def checked_decision(events: Sequence[Event], seat: Seat, event: int) -> Decision:
    """Return what *seat* decided in *event* of a game, or raise a problem."""
    try:
        check(events, [seat])
    except NotReviewable as error:
        raise not_reviewable(error) from None
    found = decision_at(events, seat, event)
    if found is None:
        raise Problem("not-found", "this seat decided nothing there")
    return found


def legal_answer(decision: Decision, sent: AnyMove) -> Answer:
    """Return another answer to a question, or raise a problem."""
    move = to_move(sent, decision.seat)
    if isinstance(move, TakeBack):
        raise Problem("bad-request", "nothing can be taken back here")
    try:
        decide(decision.view, move)
    except IllegalMove as error:
        raise Problem("illegal-move", str(error), reason=error.code) from None
    return move
