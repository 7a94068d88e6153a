"""``decide``: what a move causes. It changes nothing, and refuses what the rules don't allow."""

from quillmap.rules.events import ASK_AMBUSH, ASK_DRAW, Event, Submitted, TakenBack
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove, Move, TakeBack
from quillmap.rules.options import Options
from quillmap.rules.skill_drawings import plan
from quillmap.rules.state import State


def decide(state: State, move: Move) -> Event:
    """Return what *move* causes, or raise ``IllegalMove``; never change *state*."""
    if isinstance(move, TakeBack):
        return _take_back(state, move)
    if move.seat not in state.waiting:
        raise _not_waited_for(state, move.seat)
    if isinstance(move, Draw) and (state.ask is ASK_DRAW or state.ask is ASK_AMBUSH):
        shape, extra = plan(state, move)
        return Submitted(move.seat, move, shape, extra)
    Options(state, move.seat).check(move)
    return Submitted(move.seat, move)


def _take_back(state: State, move: TakeBack) -> Event:
    # Once everybody has answered, the answers are public.
    if state.waiting and move.seat in state.answers:
        return TakenBack(move.seat)
    problem = _not_waited_for(state, move.seat)
    is_seat_fine = problem.code in ("not-asked", "already-answered")
    raise IllegalMove("nothing-to-take-back") if is_seat_fine else problem


def _not_waited_for(state: State, seat: Seat) -> IllegalMove:
    """Return why nothing is expected from *seat*."""
    if state.is_over:
        return IllegalMove("game-over")
    if not 0 <= seat < len(state.seats):
        return IllegalMove("unknown-seat", seat=seat)
    is_repeat = state.waiting and seat in state.answers
    return IllegalMove("already-answered" if is_repeat else "not-asked", seat=seat)
