"""What one seat may see: the state and the events with the secrets cut out.

A view is a state like any other, so the same functions work on it. Cutting and folding commute: the view of a state is
what the cut events add up to.
"""

from dataclasses import replace
from typing import NewType

from quillmap.play.sources import Played, state_of
from quillmap.rules.events import Event, GameBegan, SeasonBegan, Submitted
from quillmap.rules.ids import Seat
from quillmap.rules.state import State

View = NewType("View", State)
"""A state without secrets; spectators' views and seats' views are both of this kind."""


def view(state: State | Played, seat: Seat | None) -> View:
    """Return what *seat* may know of a state or a game; ``None`` is a spectator."""
    if not isinstance(state, State):
        state = state_of(state)
    answers = {each: answer if each == seat else Submitted(each, None) for each, answer in state.answers.items()}
    return View(state.but(setup=state.setup.without_seed(), ambush_deck=(), hero_deck=(), deck=(), answers=answers))


def cut(event: Event, seat: Seat | None) -> Event:
    """Return what *seat* may know of *event*; ``None`` is a spectator."""
    match event:
        case GameBegan():
            return replace(event, setup=event.setup.without_seed(), ambush_deck=(), hero_deck=())
        case SeasonBegan():
            return replace(event, deck=())
        case Submitted() if event.seat != seat:
            return Submitted(event.seat, None)
        case _:
            return event
