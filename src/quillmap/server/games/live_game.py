"""A game as the server holds it: what its events add up to, and which moves it has seen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from quillmap.play.codec import read_event, write_event
from quillmap.rules.dealing import begin
from quillmap.rules.decide import decide
from quillmap.rules.events import Asked, Event, GameBegan, Submitted, TakenBack
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.moves import Move
from quillmap.rules.settle import settle
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

decode = msgspec.json.decode
encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after some number of events."""

    game: str
    state: State
    version: int
    """How many events there were."""
    question: int
    """The version at which seats were last asked."""


@dataclass(slots=True)
class LiveGame:
    """The newest moment of a game, and the moves that led to it by key, with the version after each."""

    now: Moment
    moves: dict[str, int] = field(default_factory=dict)
    earlier: dict[str, int] = field(default_factory=dict)
    """The moves of the table's game before: the last of them may be repeated when the next game has begun."""

    def version_after(self, key: str) -> int | None:
        """Return the version after the move with this *key*, if it was made already."""
        return self.moves.get(key, self.earlier.get(key))


def client_key(seat_id: int, message_id: str) -> str:
    """Return under which key a move is known that somebody sent from a seat."""
    return f"{seat_id}:{message_id}"


def server_key(name: str) -> str:
    """Return under which key a move is known that the server makes itself: no seat has such a key."""
    return f"server:{name}"


def first_moment(game: str, setup: Setup) -> tuple[list[Event], Moment]:
    """Return how a game begins."""
    began = begin(setup)
    return _advance(Moment(game, initial_state(began), 1, 0), began)


def next_moment(moment: Moment, move: Move) -> tuple[list[Event], Moment]:
    """Return what *move* causes and what comes of it, or raise ``IllegalMove``."""
    event = decide(moment.state, move)
    return _advance(_after(moment, event), event)


def _advance(moment: Moment, first: Event) -> tuple[list[Event], Moment]:
    events = [first]
    while (event := settle(moment.state)) is not None:
        events.append(event)
        moment = _after(moment, event)
    return events, moment


def _after(moment: Moment, event: Event) -> Moment:
    question = moment.version if isinstance(event, Asked) else moment.question
    return Moment(moment.game, evolve(moment.state, event), moment.version + 1, question)


def replayed(game: str, events: Iterable[Event]) -> Moment:
    """Return the moment that stored *events* add up to."""
    rest = iter(events)
    began = next(rest)
    assert isinstance(began, GameBegan)
    moment = Moment(game, initial_state(began), 1, 0)
    for event in rest:
        moment = _after(moment, event)
    return moment


def is_settled(events: Sequence[Event]) -> bool:
    """Return whether something happened besides answers given and taken back."""
    return any(not isinstance(event, Submitted | TakenBack) for event in events)


def stored(event: Event) -> bytes:
    """Return *event* as it is kept, secrets and all."""
    return encode(write_event(event))


def unstored(written: bytes) -> Event:
    """Return a kept event."""
    return read_event(decode(written))
