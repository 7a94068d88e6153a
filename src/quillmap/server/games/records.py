"""Records that clients send, and whether a game was honest."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from quillmap.play.codec import BadRecord, write_event
from quillmap.play.record import read_record, write_record
from quillmap.play.replay import replay as checked_steps
from quillmap.play.verify import verify
from quillmap.rules.events import Event, GameBegan, GameEnded, Submitted, TakenBack
from quillmap.rules.ids import Seat
from quillmap.rules.state import State
from quillmap.server.games.event_steps import EventStep
from quillmap.server.games.replay import Replay, replay
from quillmap.server.games.seat_history import SeatHistory, seat_histories
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.values import EventLine
from quillmap.server.tables.document import Continued

CONTINUED: Final = "continued_from"
"""The key of a record's first line that says that its game was played on from another one; no event has it."""
LARGEST_LINE: Final = 1_000_000
"""No record has so many lines."""
Finding: TypeAlias = Literal["honest", "dishonest", "unfinished"]


class RecordVerdict(msgspec.Struct, frozen=True):
    """Whether a game was honest: dealt from the seed whose hash was published, and played by the rules."""

    finding: Finding
    code: str
    """``honest``, ``unfinished``, or what is wrong first (``quillmap.play.verify``)."""
    event: int | None
    """The line of the record where it is."""
    expected: str
    found: str
    expected_event: EventLine | None = None
    found_event: EventLine | None = None
    """The event by the rules and the one in the record, where they differ: to be told in words."""


class ShownRecord(msgspec.Struct, frozen=True):
    """A record as a replay, with its verdict and the histories of all seats. Nothing of it is kept."""

    replay: Replay
    verdict: RecordVerdict
    histories: tuple[SeatHistory, ...] = msgspec.field(name="stories")


class SentRecord(NamedTuple):
    """A record that a client sent, by a name of its own: nothing of it is kept."""

    name: str
    text: str


def events_in(record: SentRecord) -> list[Event]:
    """Return the events of a record, or raise the problem ``bad-record``."""
    try:
        return read_record(record.text)
    except ValueError as error:  # also a number too long for the JSON reader
        raise Problem("bad-record", str(error)[:200]) from None


def written_record(summary: GameSummary, log: Sequence[Event]) -> str:
    """Return the record of a game; that of one that was played on says so, since its events can't."""
    text = write_record(log)
    if summary.continued_from is None:
        return text
    first, rest = text.split("\n", 1)
    began = json.loads(first) | {CONTINUED: {"event": summary.continued_from.event}}
    return f"{json.dumps(began, ensure_ascii=False)}\n{rest}"


def sent_record(text: str) -> SentRecord:
    """Return a record under the name that the same text always has, and no game of this server."""
    return SentRecord(f"record/{sha256(text.encode(errors='backslashreplace')).hexdigest()}", text)


def judge(log: Sequence[Event]) -> RecordVerdict:
    """Return whether the game with this *log* was honest."""
    verdict = verify(log)
    return RecordVerdict(
        verdict.finding.value,
        verdict.code,
        verdict.event,
        verdict.expected,
        verdict.found,
        _line(verdict.expected_event),
        _line(verdict.found_event),
    )


def _line(event: Event | None) -> EventLine | None:
    return None if event is None else write_event(event)


def show(text: str) -> ShownRecord:
    """Return the game in a record, or raise the problem ``bad-record``."""
    try:
        events: list[Event] = [event for event in read_record(text) if not isinstance(event, Submitted | TakenBack)]
        seats = len(next(checked_steps(events)).state.seats)  # once the set-up is known to be one of the game
        histories = tuple(seat_histories(_checked_steps(events), [Seat(number) for number in range(seats)]))
    except (BadRecord, ValueError) as error:  # also a number too long for the JSON reader
        raise _problem_with(error) from None
    return ShownRecord(replay(_summary(events, _continued(text)), events), judge(events), histories)


def _problem_with(error: BadRecord | ValueError) -> Problem:
    """Return why a record can't be shown; of one that was changed or damaged, with the first event that can't be."""
    detail = str(error)[:200]
    if isinstance(error, BadRecord) and error.code == "in-event":
        return Problem("bad-record", detail, event=error.params["event"])
    return Problem("bad-record", detail)


def _checked_steps(events: Sequence[Event]) -> Iterator[EventStep]:
    """Yield the events with the states around them, one at a time; raises ``BadRecord`` for an impossible one."""
    before: State | None = None
    for _, event, state in checked_steps(events):
        yield EventStep(before or state, event, state)
        before = state


def _summary(events: Sequence[Event], origin: Continued | None) -> GameSummary:
    began, end = events[0], events[-1]
    assert isinstance(began, GameBegan)
    result = end if isinstance(end, GameEnded) else None
    return GameSummary(
        game="",
        began=0,
        ended=None,
        names=(),
        totals=() if result is None else result.totals,
        ranks=() if result is None else result.ranks,
        rating=None if result is None else result.rating,
        title=None if result is None else result.title,
        seed_hash=began.seed_hash,
        day="",
        continued_from=origin,
    )


def _continued(text: str) -> Continued | None:
    """Return what a record says of where it was played on from: anybody can leave that out, or write it."""
    origin = json.loads(next(filter(str.strip, text.split("\n")))).get(CONTINUED)
    event = origin.get("event") if isinstance(origin, dict) else None
    return Continued("", event) if type(event) is int and 0 < event < LARGEST_LINE else None
