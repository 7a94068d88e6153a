"""A move and everything the rules do after it, up to the next question."""

from collections.abc import Iterator
from itertools import chain

from quillmap.rules.decide import decide
from quillmap.rules.events import Event
from quillmap.rules.evolve import evolve
from quillmap.rules.moves import Move
from quillmap.rules.settle import settle
from quillmap.rules.state import State


def advance(state: State, move: Move) -> Iterator[tuple[Event, State]]:
    """Return the events from *move* to the next question, each with the state after it; or raise ``IllegalMove``.

    One after the other: nobody has to hold the states of a hundred seats' drawings at once.
    """
    event = decide(state, move)
    after = evolve(state, event)
    return chain(((event, after),), settle_all(after))


def settle_all(state: State) -> Iterator[tuple[Event, State]]:
    """Yield the events that follow without a move, up to the next question, each with the state after it."""
    while (event := settle(state)) is not None:
        state = evolve(state, event)
        yield event, state


def question_after(state: State, move: Move) -> State:
    """Return the state at the next question after *move*, or raise ``IllegalMove``."""
    return settled(evolve(state, decide(state, move)))


def settled(state: State) -> State:
    """Return the state at the next question."""
    for _, after in settle_all(state):
        state = after
    return state
