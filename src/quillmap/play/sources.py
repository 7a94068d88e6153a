"""What functions accept in place of a state: a game, known by its attributes, as ``Game`` may not be imported here."""

from typing import Protocol

from quillmap.errors import BadArgument, shown
from quillmap.rules.events import Event
from quillmap.rules.state import State


class Played(Protocol):
    """A game: ``Game`` is one."""

    log: list[Event]
    state: State


def state_of(given: State | Played) -> State:
    """Return the state of a game, or the state that was given."""
    found = getattr(given, "state", given)
    if isinstance(found, str):
        raise BadArgument("a game or a state is wanted, not a text: qm.Game.from_record(text) makes a game of a record")
    if not isinstance(found, State):
        raise BadArgument(f"a game or a state is wanted, not {shown(given)}")
    return found
