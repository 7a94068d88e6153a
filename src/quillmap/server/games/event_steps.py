"""Events with the states before and after them."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from quillmap.rules.events import Event, GameBegan, Submitted, TakenBack
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.state import State

_SECRET: Final = (Submitted, TakenBack)


class EventStep(NamedTuple):
    """An event, and the states before and after it; a game that begins has no state before."""

    before: State
    event: Event
    after: State

    @property
    def is_public(self) -> bool:
        """Whether the whole table sees it: answers are secret until all have answered."""
        return not isinstance(self.event, _SECRET)


def event_steps(state: State | None, events: Iterable[Event]) -> Iterator[EventStep]:
    """Yield *events* with the states around them; *state* is the one before them, unless they begin a game."""
    for event in events:
        if isinstance(event, GameBegan):
            after = initial_state(event)
            yield EventStep(after, event, after)
        else:
            assert state is not None
            after = evolve(state, event)
            yield EventStep(state, event, after)
        state = after


def steps_from(state: State, followed: Iterable[tuple[Event, State]]) -> Iterator[EventStep]:
    """Yield events that come with the states after them as steps; *state* is the one before them all."""
    for event, after in followed:
        yield EventStep(state, event, after)
        state = after


def public_steps(state: State | None, events: Iterable[Event]) -> Iterator[EventStep]:
    """Yield the steps that the whole table sees."""
    return (step for step in event_steps(state, events) if step.is_public)
