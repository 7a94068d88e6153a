"""A game as the server holds it: its newest state, and which moves have been made."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from quillmap.play.codec import read_event, write_event
from quillmap.rules.advance import advance, settle_all
from quillmap.rules.dealing import begin
from quillmap.rules.events import Asked, Event, TakenBack
from quillmap.rules.evolve import fold, initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Move
from quillmap.rules.setup import Setup
from quillmap.rules.state import State
from quillmap.server.games.event_steps import EventStep, steps_from
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary

decode = msgspec.json.decode
encode = msgspec.json.Encoder().encode
_SERVER_KEY: Final = re.compile(r"(?P<by>server|absent|clock):(?P<seat>\d+)-(?P<question>\d+)-\d+")
_CLIENT_KEY: Final = re.compile(r"(?P<seat>\d+)(?:/(?P<question>\d+)/[0-9a-f]+)?:(?P<id>.*)", re.DOTALL)
"""The question and the digest of the move are missing in games of earlier versions."""
REMEMBERED_MOVES: Final = 8
"""Moves of a seat that are remembered when their question is over: those that a client may not know to be made yet."""

Answerer: TypeAlias = Literal["server", "absent", "clock"]
"""Who answers in the place of a seat: a bot that has the seat, or that its person asked for (``server``); one that
nobody but others wanted, while the person was away (``absent``); or nobody, who takes the smallest answer (``clock``).
Earlier versions wrote ``server`` for all bots."""


class BotHelp(NamedTuple):
    """In how many questions of a game bots answered for one seat."""

    asked: int
    """By the wish of its person, who saw the answer or kept it."""
    unasked: int
    """Otherwise, while the person was away."""
    taken_back: int
    """Of the latter those whose answer the person saw and took back."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after some number of events."""

    game: str
    state: State
    version: int
    """How many events there were."""
    question: int
    """The version at which seats were last asked."""
    taken_back: Mapping[Seat, int] = field(default_factory=dict)
    """How many answers to that question every seat has taken back."""


@dataclass(slots=True)
class LiveGame:
    """The newest moment of a game, and the moves that led to it by key, with the version after each.

    Of questions that are over, the last few moves of each seat are remembered: who changes their mind often must not
    fill the memory. An older one that comes again is not made either, because its question is over.
    """

    now: Moment
    moves: dict[str, int] = field(default_factory=dict)
    earlier: dict[str, int] = field(default_factory=dict)
    """The moves of the table's previous game; only the last that a client made for each seat is kept.

    It may be sent again after the next game has begun. Of those before it the client knows that they were made.
    """
    summary: GameSummary | None = None
    """How it ended, if it had when it was loaded."""

    _answered: dict[tuple[int, int], int] = field(init=False, default_factory=dict)
    """The answers that the server gave for seats, by seat id and question, with the version after each."""
    _asked_for: set[tuple[int, int]] = field(init=False, default_factory=set)
    """Questions, by seat id, that a bot has answered by the wish of the seat: nothing takes them away again."""
    _unasked: set[tuple[int, int]] = field(init=False, default_factory=set)
    """Those that a bot has answered otherwise."""
    _taken_back: set[tuple[int, int]] = field(init=False, default_factory=set)
    """Those in which such an answer was taken back."""
    _standing: dict[int, int] = field(init=False, default_factory=dict)
    """The question that a bot has answered for a seat, by its id, if that answer was the seat's last."""

    _keys: dict[tuple[str, str], str] = field(init=False, default_factory=dict)
    """The keys of the clients' moves, by seat and message id."""
    _earlier_keys: dict[tuple[str, str], str] = field(init=False, default_factory=dict)

    made: int = field(init=False, default=0)
    """How many moves were made, remembered or not."""
    _open: dict[tuple[str, int], list[str]] = field(init=False, default_factory=dict)
    """The keys of the clients' moves, by seat and question, of which some are forgotten when it is over."""
    _asked: int = field(init=False, default=0)
    """The newest question when some were last forgotten."""

    def __post_init__(self) -> None:
        self.earlier = _last_of_each_seat(self.earlier)
        self._earlier_keys = {sender: key for key in self.earlier if (sender := _sender(key))}
        for key, version in sorted(self.moves.items(), key=itemgetter(1)):
            self._remember(key, version)
        self._forget_some()

    def note(self, key: str, version: int) -> None:
        """Remember that the move with this *key* was made."""
        self._remember(key, version)
        if self._asked != self.now.question:
            self._forget_some()

    def _remember(self, key: str, version: int) -> None:
        self.made += 1
        self.moves[key] = version
        if sender := _sender(key):
            self._keys[sender] = key
            if (question := _question(key)) is not None:
                self._note_move(int(sender[0]), question)
                self._open.setdefault((sender[0], question), []).append(key)
        else:
            self._note_answer(key, version)

    def _forget_some(self) -> None:
        """Forget moves of questions that are over, but for the last few of each seat."""
        self._asked = self.now.question
        for each in [each for each in self._open if each[1] != self._asked]:
            for key in self._open.pop(each)[:-REMEMBERED_MOVES]:
                del self.moves[key]
                sender = _sender(key)
                if sender is not None and self._keys.get(sender) == key:  # the id may have been used again since
                    del self._keys[sender]

    def _note_answer(self, key: str, version: int) -> None:
        if found := _SERVER_KEY.fullmatch(key):
            answer = int(found["seat"]), int(found["question"])
            self._answered[answer] = version
            if found["by"] != "clock":
                self._standing[answer[0]] = answer[1]
                (self._unasked if found["by"] == "absent" else self._asked_for).add(answer)

    def _note_move(self, seat_id: int, question: int) -> None:
        """Note that a client moved for a seat: after an answer, that can only be to take it back."""
        if self._standing.pop(seat_id, None) == question and (seat_id, question) in self._unasked:
            self._taken_back.add((seat_id, question))

    def is_answered_by_server(self, seat_id: int, question: int) -> bool:
        """Return whether a bot or the clock has answered this question for a seat."""
        return (seat_id, question) in self._answered

    def answers_by_server(self, seat_id: int, after: int) -> int:
        """Return how many questions were answered for a seat since the game had *after* events."""
        return sum(seat == seat_id and version > after for (seat, _), version in self._answered.items())

    def is_bots_answer(self, seat_id: int, question: int) -> bool:
        """Return whether the answer of a seat to this question, if it stands, is one that a bot gave."""
        return self._standing.get(seat_id) == question

    def bot_help(self, last_key: str) -> dict[int, BotHelp]:
        """Return what bots answered for each seat by its id, the move with *last_key* included.

        A question counts once, as asked for if it ever was, whatever was taken back in it.
        """
        asked, unasked = set(self._asked_for), set(self._unasked)
        if (found := _SERVER_KEY.fullmatch(last_key)) and found["by"] != "clock":
            (unasked if found["by"] == "absent" else asked).add((int(found["seat"]), int(found["question"])))
        by_kind = [Counter(seat for seat, _ in each) for each in (asked, unasked - asked, self._taken_back - asked)]
        return {seat: BotHelp(*(each[seat] for each in by_kind)) for seat, _ in asked | unasked}

    def version_after(self, key: str) -> int | None:
        """Return the version after the move with this *key*, if it was made already.

        Raises ``bad-message`` if the client has used its id for another move, or could mean a move of either game.
        """
        sender = _sender(key)
        if key in self.moves or sender is None:
            return self.moves.get(key)
        is_for_now = _question(key) == self.now.question
        if (known := self._keys.get(sender)) is not None:
            if _question(known) is not None or is_for_now:
                raise Problem("bad-message", "another move had this id")
            return self.moves[known]
        known = self._earlier_keys.get(sender)
        if known is None or (known != key and _question(known) is not None):
            return None
        if is_for_now:
            raise Problem("bad-message", "a move of the previous game had this id")
        return self.earlier[known]


def client_key(seat_id: int, message_id: str, question: int, move: bytes) -> str:
    """Return the key of a *move*, as it is written, that a client sent from a seat.

    It has all that a message says, so that only the same message is taken for a repeat.
    """
    digest = hashlib.blake2b(move, digest_size=8).hexdigest()
    return f"{seat_id}/{question}/{digest}:{message_id}"


@lru_cache(maxsize=64)  # the key of a move is looked at several times, one after the other
def _sender(key: str) -> tuple[str, str] | None:
    """Return seat and message id of a client's move; None for a move of the server."""
    found = _CLIENT_KEY.fullmatch(key)
    return found and (found["seat"], found["id"])


@lru_cache(maxsize=64)
def _question(key: str) -> int | None:
    """Return the question that a client's move answered, if its key tells it."""
    found = _CLIENT_KEY.fullmatch(key)
    return int(found["question"]) if found and found["question"] else None


def _last_of_each_seat(moves: dict[str, int]) -> dict[str, int]:
    last: dict[str, str] = {}
    for key, _ in sorted(moves.items(), key=lambda each: each[1]):
        if sender := _sender(key):
            last[sender[0]] = key
    return {key: moves[key] for key in last.values()}


def server_key(seat_id: int, question: int, version: int, by: Answerer = "server") -> str:
    """Return the key of a move that the server makes itself; no client can make such a key."""
    return f"{by}:{seat_id}-{question}-{version}"


def first_moment(game: str, setup: Setup) -> tuple[list[EventStep], Moment]:
    """Return how a game begins: what happens before the first question, and the moment then."""
    began = begin(setup)
    state = initial_state(began)
    steps = [EventStep(state, began, state), *steps_from(state, settle_all(state))]
    return steps, _later(Moment(game, state, 0, 0), steps)


def next_moment(moment: Moment, move: Move) -> tuple[list[EventStep], Moment]:
    """Return what *move* causes and the moment after that, or raise ``IllegalMove``."""
    steps = list(steps_from(moment.state, advance(moment.state, move)))
    return steps, _later(moment, steps)


def _later(moment: Moment, steps: Sequence[EventStep]) -> Moment:
    return _counted(moment, [step.event for step in steps], steps[-1].after)


def _counted(moment: Moment, events: Iterable[Event], state: State) -> Moment:
    """Return the moment after *events*, which lead to *state*."""
    version, question, taken_back = moment.version, moment.question, moment.taken_back
    for event in events:
        if isinstance(event, Asked):
            question, taken_back = version, {}
        elif isinstance(event, TakenBack):
            taken_back = {**taken_back, event.seat: taken_back.get(event.seat, 0) + 1}
        version += 1
    return Moment(moment.game, state, version, question, taken_back)


def replayed(game: str, events: Iterable[Event]) -> Moment:
    """Return the moment that stored *events* add up to."""
    log = list(events)
    state = fold(log)
    return _counted(Moment(game, state, 0, 0), log, state)


def is_settled(steps: Sequence[EventStep]) -> bool:
    """Return whether something happened other than an answer given or taken back, which only the first step can be."""
    return bool(steps) and steps[-1].is_public


def stored(event: Event) -> bytes:
    """Return *event* as it is kept, secrets and all."""
    return encode(write_event(event))


def unstored(written: bytes) -> Event:
    """Return a kept event."""
    return read_event(decode(written))
