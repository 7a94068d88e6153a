"""A game in progress: its log, its state, and the one way to change them."""

from quillmap.rules.advance import advance, settle_all
from quillmap.rules.dealing import begin
from quillmap.rules.events import Event
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Move
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.state import State


class Game:
    """The events of one game and what they add up to. An illegal move changes nothing."""

    def __init__(self, setup: Setup) -> None:
        began = begin(setup)
        self.log: list[Event] = [began]
        self.state: State = initial_state(began)
        self._follow(settle_all(self.state))

    def play(self, move: Move) -> list[Event]:
        """Make *move* and let the rules run on; return what happened, or raise ``IllegalMove``."""
        return self._follow(advance(self.state, move))

    def _follow(self, steps: list[tuple[Event, State]]) -> list[Event]:
        events = [event for event, _ in steps]
        self.log += events
        self.state = steps[-1][1]
        return events

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    def waiting(self) -> list[Seat]:
        """Return the seats that have still to answer, in their order."""
        return sorted(self.state.waiting)

    def options(self, seat: Seat) -> Options:
        """Return what *seat*, which must have been asked, may answer."""
        return Options(self.state, seat)
