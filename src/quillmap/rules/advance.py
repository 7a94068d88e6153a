"""A move and everything the rules do after it, up to the next question."""

from quillmap.rules.decide import decide
from quillmap.rules.events import Event
from quillmap.rules.evolve import evolve
from quillmap.rules.moves import Move
from quillmap.rules.settle import settle
from quillmap.rules.state import State


def advance(state: State, move: Move) -> list[tuple[Event, State]]:
    """Return the events from *move* to the next question, each with the state after it; or raise ``IllegalMove``."""
    event = decide(state, move)
    after = evolve(state, event)
    return [(event, after), *settle_all(after)]


def settle_all(state: State) -> list[tuple[Event, State]]:
    """Return the events that follow without a move, up to the next question, each with the state after it."""
    steps: list[tuple[Event, State]] = []
    while (event := settle(state)) is not None:
        state = evolve(state, event)
        steps.append((event, state))
    return steps
