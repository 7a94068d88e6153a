"""A game told in sentences, for ``quillmap replay`` and ``quillmap play``."""

from typing import Final

from quillmap.cli.language import figure, say, words
from quillmap.locales import tell as tell_event
from quillmap.play.replay import ReplayStep
from quillmap.rules.counting import total_of
from quillmap.rules.events import Asked, GameEnded, RoundEnded, SeasonBegan, SeasonScored, Submitted, TakenBack
from quillmap.rules.state import State

_UNTOLD: Final = (Asked, RoundEnded, Submitted, TakenBack)
"""Events that only keep order: their results are told."""


def tell(step: ReplayStep) -> list[str]:
    """Return the lines that tell of an event; a blank one before each season and the end."""
    event, state = step.event, step.state
    if isinstance(event, _UNTOLD):
        return []
    lines = tell_event(event, state.setup, names(state), words())
    if isinstance(event, SeasonBegan | GameEnded):
        return ["", *lines]
    if isinstance(event, SeasonScored):
        return [*lines, say("story.so-far", stars=_stars(state))]
    return lines


def names(state: State) -> list[str]:
    """Return what the players are called, by seat."""
    if len(state.seats) == 1:
        return [say("story.cartographer")]
    return [say("story.seat", seat=seat) for seat in range(len(state.seats))]


def _stars(state: State) -> str:
    """Return the stars of all seats so far."""
    stars = [figure(total_of(seat)) for seat in state.seats]
    if len(stars) == 1:
        return stars[0]
    return ", ".join(f"{name} {each}" for name, each in zip(names(state), stars, strict=True))
