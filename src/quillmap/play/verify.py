"""Was a recorded game honest? The whole game is played again from its seed, and every event compared.

The seed is published with the last event, and its hash was published with the first, so it was not chosen afterwards.
From the seed the table is dealt again; the seats answer as the record says they did; everything else follows from the
rules. If every event comes out as recorded, every card was the one the seed deals, every drawing legal and every point
right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import reduce
from typing import Final

from quillmap.errors import english
from quillmap.play.answers import Numbered, answer_of, results_from
from quillmap.play.codec import BadRecord, write_event
from quillmap.play.record import Events, events_of
from quillmap.play.view import cut
from quillmap.rules.chance import seed_hash
from quillmap.rules.dealing import begin
from quillmap.rules.decide import decide
from quillmap.rules.events import (
    CardRevealed,
    Event,
    GameBegan,
    GameEnded,
    SeasonScored,
    Submitted,
    TakenBack,
)
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.moves import IllegalMove
from quillmap.rules.settle import settle
from quillmap.rules.setup import InvalidSetup
from quillmap.rules.state import State


class Finding(StrEnum):
    """What a record turned out to be."""

    HONEST = "honest"
    DISHONEST = "dishonest"
    UNFINISHED = "unfinished"
    """The seed is not known yet, so nothing can be dealt again."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, and where and why if something is wrong."""

    finding: Finding
    code: str
    """``honest``, ``unfinished``, or what is wrong: ``command.verdict.reason`` in the catalogues lists all."""
    event: int | None = None
    """The number of the event, from 1: the line of the record."""
    expected: str = ""
    found: str = ""
    refusal: IllegalMove | InvalidSetup | None = field(default=None, compare=False)
    """Why the rules refuse a move or a table, for those who tell it in other words than ``found``."""
    expected_event: Event | None = field(default=None, compare=False)
    found_event: Event | None = field(default=None, compare=False)
    """The events that differ, for those who tell them in other words than ``expected`` and ``found``."""

    @property
    def is_honest(self) -> bool:
        """Whether the game was dealt and played by the rules."""
        return self.finding is Finding.HONEST

    def __str__(self) -> str:
        where = "" if self.event is None else f"event {self.event}: "
        details = f": expected {self.expected}, found {self.found}" if self.expected or self.found else ""
        return f"{where}{english(f'command.verdict.reason.{self.code}')}{details}"


_CODES: Final[dict[type, str]] = {
    CardRevealed: "wrong-card",
    SeasonScored: "wrong-score",
    GameEnded: "wrong-score",
}
"""The code for an event that turns out differently."""


class Dishonest(Exception):
    """The first thing that is wrong."""

    def __init__(
        self,
        code: str,
        event: int | None,
        expected: str = "",
        found: str = "",
        refusal: IllegalMove | InvalidSetup | None = None,
        events: tuple[Event | None, Event | None] = (None, None),
    ) -> None:
        self.verdict = Verdict(Finding.DISHONEST, code, event, expected, found, refusal, *events)
        super().__init__(code)


def verify(events: Events) -> Verdict:
    """Return whether a game or its record is honest, and if not, what is the first thing wrong.

    What can't be read, or holds nothing, raises ``BadRecord``.
    """
    given = events_of(events)
    if not given:
        raise BadRecord("empty")
    if not any(isinstance(event, GameEnded) for event in given):
        return Verdict(Finding.UNFINISHED, "unfinished")
    try:
        played_from_seed(given)
    except Dishonest as found:
        return found.verdict
    return Verdict(Finding.HONEST, "honest")


def played_from_seed(events: Sequence[Event]) -> list[Event]:
    """Return the whole log of a finished game, played again from its seed; raise ``Dishonest`` where it differs."""
    record: Numbered = [
        (number, cut(event, None))
        for number, event in enumerate(events, start=1)
        if not isinstance(event, Submitted | TakenBack)
    ]
    seed = next(event.seed for _, event in record if isinstance(event, GameEnded))
    began = _deal(record, seed)
    log: list[Event] = [began]
    state = initial_state(began)
    place = 1
    while not state.is_over:
        event = settle(state)
        if event is None:
            answered = _answers(state, record, place)
            state = reduce(evolve, answered, state)
            log += answered
            continue
        # There is always a next one: the record has an end, and nothing agrees with it before the game's own.
        number, found = record[place]
        _compare(cut(event, None), found, number, _CODES.get(type(event), "wrong-event"))
        state = evolve(state, event)
        log.append(event)
        place += 1
    if place < len(record):
        number, found = record[place]
        raise Dishonest("too-long", number, "nothing", _written(found), events=(None, found))
    return log


def _deal(record: Numbered, seed: str) -> GameBegan:
    """Return the beginning of the game that *seed* deals."""
    number, first = record[0]
    if not isinstance(first, GameBegan):
        raise Dishonest("no-beginning", number)
    if not _is_text(seed):
        raise Dishonest("bad-seed", number)
    if seed_hash(seed) != first.seed_hash:
        raise Dishonest("wrong-seed", number, seed_hash(seed), first.seed_hash)
    try:
        began = begin(replace(first.setup, seed=seed))
    except InvalidSetup as error:
        raise Dishonest("bad-setup", number, found=str(error), refusal=error) from None
    _compare(cut(began, None), first, number, "wrong-deal")
    return began


def _is_text(seed: str) -> bool:
    """Return whether *seed* can be written as UTF-8: JSON can hold lone surrogates, which have no hash."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        return False
    return True


def _compare(expected: Event, found: Event, number: int, code: str) -> None:
    if expected == found:
        return
    if type(expected) is not type(found):
        raise Dishonest(code, number, _written(expected), _written(found), events=(expected, found))
    # Only what differs is worth telling.
    ours, theirs = write_event(expected), write_event(found)
    different = [each.name for each in fields(expected) if getattr(expected, each.name) != getattr(found, each.name)]
    raise Dishonest(
        code,
        number,
        ", ".join(f"{name} {ours.get(name)}" for name in different),
        ", ".join(f"{name} {theirs.get(name)}" for name in different),
        events=(expected, found),
    )


def _written(event: Event) -> str:
    written = write_event(event)
    name = written.pop("event")
    details = ", ".join(f"{key} {value}" for key, value in written.items())
    return f"{name} ({details})" if details else str(name)


def _answers(state: State, record: Numbered, place: int) -> list[Event]:
    """Return what the waiting seats answered, as the events from *place* on say."""
    asked_at = record[place - 1][0]
    results = results_from(record, place)
    answered: list[Event] = []
    for seat in sorted(state.waiting):
        number, answer = answer_of(state, seat, results)
        if answer is None:
            raise Dishonest("missing-move", asked_at, f"an answer of seat {seat}", "none")
        try:
            answered.append(decide(state, answer))
        except IllegalMove as error:
            told = next((event for each, event in results.get(seat, ()) if each == number), None)
            raise Dishonest(
                "illegal-move", number or asked_at, found=str(error), refusal=error, events=(None, told)
            ) from None
        state = evolve(state, answered[-1])
    return answered
