"""``decide``: what a move causes. It changes nothing, and refuses what the rules don't allow."""

from quillmap.rules.events import Ask, Event, Submitted, TakenBack
from quillmap.rules.moves import Draw, IllegalMove, Move, TakeBack
from quillmap.rules.options import Options
from quillmap.rules.skilled import plan
from quillmap.rules.state import State


def decide(state: State, move: Move) -> Event:
    """Return what *move* causes, or raise ``IllegalMove``; never change *state*."""
    if state.is_over:
        raise IllegalMove("game-over")
    if not 0 <= move.seat < len(state.seats):
        raise IllegalMove("unknown-seat", seat=move.seat)
    if isinstance(move, TakeBack):
        # Once nobody is waited for, the answers are on the table.
        if move.seat not in state.answers or not state.waiting:
            raise IllegalMove("nothing-to-take-back")
        return TakenBack(move.seat)
    if move.seat not in state.waiting:
        is_repeat = move.seat in state.answers and bool(state.waiting)
        raise IllegalMove("already-answered" if is_repeat else "not-asked", seat=move.seat)
    if isinstance(move, Draw) and state.ask in (Ask.DRAW, Ask.AMBUSH):
        shape, extra = plan(state, move)
        return Submitted(move.seat, move, shape, extra)
    Options(state, move.seat).check(move)
    return Submitted(move.seat, move)
