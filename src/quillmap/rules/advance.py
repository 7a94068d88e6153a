"""A move and everything the rules do after it, up to the next question."""

from quillmap.rules.decide import decide
from quillmap.rules.events import Event
from quillmap.rules.evolve import evolve
from quillmap.rules.moves import Move
from quillmap.rules.settle import settle
from quillmap.rules.state import State


def advance(state: State, move: Move) -> tuple[list[Event], State]:
    """Return what *move* causes until a seat has to act again, and the state then; or raise ``IllegalMove``."""
    event = decide(state, move)
    events, after = settle_all(evolve(state, event))
    return [event, *events], after


def settle_all(state: State) -> tuple[list[Event], State]:
    """Return what the rules cause by themselves until a seat has to act, and the state then."""
    events: list[Event] = []
    while (event := settle(state)) is not None:
        state = evolve(state, event)
        events.append(event)
    return events, state
