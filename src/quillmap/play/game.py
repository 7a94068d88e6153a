"""A game in progress: its log, its state, and the one way to change them."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from quillmap.display import Displayed
from quillmap.errors import BadArgument
from quillmap.play.determinizing import Chance, determinize
from quillmap.play.playing_again import played_again
from quillmap.play.record import Events, events_of
from quillmap.play.tables import SetupLike, setup_of
from quillmap.play.texts import moment_text, move_of
from quillmap.play.view import View, view
from quillmap.rules.advance import advance, settle_all
from quillmap.rules.counting import total_of
from quillmap.rules.dealing import begin
from quillmap.rules.events import Event, GameBegan, Submitted, TakenBack
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import IllegalMove, Move, TakeBack
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import State


class Game(Displayed):
    """The events of one game and what they add up to. An illegal move changes nothing.

    *setup* is a ``Setup``, or anything ``play.tables`` can read: ``Game()``, ``Game("heroes", seats=2)``. A game
    without a seed is dealt by chance; ``game.seed`` deals it again.
    """

    def __init__(self, setup: SetupLike = None, **changes: Any) -> None:
        if not isinstance(setup, Setup) or changes:
            setup = setup_of(setup, **changes)
        if not setup.seed:
            setup = replace(setup, seed=secrets.token_hex(16))
        began = begin(setup)
        self.log: list[Event] = [began]
        self.state: State = initial_state(began)
        self._start = (1, self.state)
        """How many events can't be undone, and what they add up to."""
        self._follow(settle_all(self.state))

    @classmethod
    def from_record(cls, record: Events, rng: Chance = None) -> "Game":
        """Return the game of a record, given as text or as its events; raise ``BadRecord`` for what is none.

        A finished game is dealt and played again from its seed; its moves can be undone. It must turn out as recorded.
        An unfinished one stands at its last question. Its deck is not in the record: what nobody has seen is dealt by
        *rng*, as by ``redeal``. So ``Game.from_record(events[:40])`` is the game as it was at that moment.
        """
        log, state = played_again(events_of(record), rng)
        game = object.__new__(cls)
        game.log, game.state = log, state
        first = log[0]
        assert isinstance(first, GameBegan)
        game._start = (1, initial_state(first)) if state.is_over else (len(log), state)
        game._follow(settle_all(state))
        return game

    @classmethod
    def from_view(cls, view: View | State, rng: Chance = None) -> "Game":
        """Return a game that goes on from what *view* shows, all that it does not show dealt by *rng*.

        So a bot looks ahead: it plays a copy for each of its answers, all on the same deal (``determinize``). The log
        holds what happens from here on; it is no record.
        """
        game = object.__new__(cls)
        game.log, game.state = [], determinize(view, rng)
        game._start = (0, game.state)
        game._follow(settle_all(game.state))
        return game

    def play(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Make *move* and let the rules run on; return what happened, or raise ``IllegalMove``.

        A move may be written as ``str(move)`` writes it. At a table of several, say then which *seat* it is of.
        """
        is_text = isinstance(move, str)
        move = move_of(move, self._only_seat() if is_text and seat is None else seat or 0)
        if seat is not None and move.seat != seat:
            raise BadArgument(f"this is a move of seat {move.seat}, not of seat {seat}: {move}")
        return self._follow(advance(self.state, move))

    def _only_seat(self) -> int:
        if len(self.state.seats) > 1 and len(self.state.waiting) != 1:
            raise BadArgument(f"say whose move it is, seat=…: waiting are {self.waiting()}")
        return min(self.state.waiting, default=Seat(0))

    def _follow(self, steps: Iterable[tuple[Event, State]]) -> list[Event]:
        happened: list[Event] = []
        for event, state in steps:
            happened.append(event)
            self.state = state
        self.log += happened
        return happened

    @property
    def seed(self) -> str:
        """The text that deals this game again: ``Game(game.state.setup)``."""
        return self.state.setup.seed

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The stars of every seat so far."""
        return tuple(total_of(seat) for seat in self.state.seats)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The maps of all seats: ``game.sheets[0]``."""
        return tuple(seat.sheet for seat in self.state.seats)

    @property
    def edicts(self) -> tuple[CardId, ...]:
        """The scoring cards of edicts A to D."""
        return self.state.edicts

    def waiting(self) -> list[Seat]:
        """Return the seats that have still to answer, in their order."""
        return sorted(self.state.waiting)

    def options(self, seat: int = 0) -> Options:
        """Return what *seat* may answer, or raise ``IllegalMove`` if nothing is asked."""
        return Options(self.state, self._known(seat))

    def view(self, seat: int | None = None) -> View:
        """Return what *seat* may know; ``None`` is a spectator."""
        return view(self.state, None if seat is None else self._known(seat))

    def _known(self, seat: int) -> Seat:
        if seat not in range(len(self.state.seats)):
            raise IllegalMove("unknown-seat", seat=seat)
        return Seat(seat)

    def undo(self) -> Move:
        """Take the last move back, with everything that followed from it; return it, or raise ``IllegalMove``.

        A game that was made from a view or an unfinished record, or dealt again, goes back no further than that.
        """
        known, state = self._start
        places = [place for place, event in enumerate(self.log) if isinstance(event, Submitted | TakenBack)]
        if not places or places[-1] < known:
            # What was read or dealt again has no deck of before; of a view there is not even a log (known is 0).
            raise IllegalMove("undo-too-far") if places or not known else IllegalMove("nothing-to-undo")
        event = self.log[places[-1]]
        for earlier in self.log[known : places[-1]]:
            state = evolve(state, earlier)
        del self.log[places[-1] :]
        self.state = state
        assert isinstance(event, Submitted | TakenBack)
        move = event.answer if isinstance(event, Submitted) else TakeBack(event.seat)
        assert move is not None  # only views lack answers
        return move

    def copy(self) -> "Game":
        """Return a game that stands like this one; playing one leaves the other alone."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.log = [*self.log]
        return other

    __copy__ = copy

    def redeal(self, rng: Chance = None) -> "Game":
        """Return a copy that goes on with other cards: all that nobody has seen yet are dealt again by *rng*.

        So a search looks ahead without knowing what comes. The copy can't be undone to before it was dealt, and its
        record is not honest: the published seed deals other cards.
        """
        other = self.copy()
        other.state = determinize(self.state, rng)
        other._start = (len(other.log), other.state)
        return other

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        return f"<Game: {moment_text(self.state)}>"
