"""The record of a game: JSON lines from which everything can be checked (``docs/record.md``)."""

import json
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from quillmap.errors import BadArgument, shown
from quillmap.play.codec import EVENT_TYPES, BadRecord, read_event, write_event
from quillmap.play.record_bounds import EventBounds
from quillmap.play.sources import Played
from quillmap.play.view import cut
from quillmap.rules.events import Event, GameBegan, Submitted, TakenBack
from quillmap.rules.ids import Seat

Events: TypeAlias = Iterable[Event] | str | Played
"""A game, its record as text, or its events."""
VERSION: Final = 1
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "))


def events_of(given: Events) -> list[Event]:
    """Return the events of *given*; raise ``BadRecord`` for a text that is none, ``BadArgument`` for other things."""
    found: Any = getattr(given, "log", given)
    if isinstance(found, PurePath):
        raise BadArgument(f"a record is read from its text, not from the name of a file: {found!r}.read_text()")
    if isinstance(found, str):
        return read_record(found)
    try:
        events = list(found)
    except TypeError:
        raise BadArgument(f"a game, a record or a list of events is wanted, not {shown(given)}") from None
    wrong = next((each for each in events if not isinstance(each, EVENT_TYPES)), None)
    if wrong is not None:
        raise BadArgument(f"{shown(wrong)} is no event: read_record(text) makes events of a record")
    return events


def public_events(log: Iterable[Event]) -> list[Event]:
    """Return the events of *log* that are part of its record: what the whole table has seen."""
    return [cut(event, None) for event in log if not isinstance(event, Submitted | TakenBack)]


def write_record(log: Events) -> str:
    """Return the record of a game, finished or not, given by itself or its *log*."""
    lines = []
    events = events_of(log)
    if not (events and isinstance(events[0], GameBegan)):
        raise BadArgument("a record begins with the beginning of its game: a game made by from_view has none")
    for event in public_events(events):
        written = write_event(event)
        if isinstance(event, GameBegan):
            written = {"event": written.pop("event"), "version": VERSION, **written}
        lines.append(_ENCODER.encode(written) + "\n")
    return "".join(lines)


def read_record(text: str) -> list[Event]:
    """Return the events of a record, or raise ``BadRecord`` naming the line that is wrong."""
    if not isinstance(text, str):
        raise BadArgument(f"a record is read from its text, not from {type(text).__name__}: Path(…).read_text()")
    if text.endswith(".jsonl"):
        raise BadArgument(f"a record is read from its text, not from the name of a file: Path({text!r}).read_text()")
    events: list[Event] = []
    bounds: EventBounds | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            event = _read_line(line, is_first=not events)
            if isinstance(event, GameBegan):
                bounds = EventBounds(event.setup)
            assert bounds is not None
            bounds.count(event)
            events.append(event)
            _check_seats(events)
        except BadRecord as error:
            raise BadRecord("in-line", line=number, problem=error) from None
    if not events:
        raise BadRecord("in-line", line=1, problem=BadRecord("empty"))
    return events


def _read_line(line: str, *, is_first: bool) -> Event:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        raise BadRecord("not-json", reason=error, column=column) from None
    event = read_event(value)
    if is_first and not isinstance(event, GameBegan):
        raise BadRecord("no-beginning")
    if not is_first and isinstance(event, GameBegan):
        raise BadRecord("second-beginning")
    if is_first and value.get("version") != VERSION:
        raise BadRecord("wrong-version", value=value.get("version"), version=VERSION)
    return event


def _check_seats(events: list[Event]) -> None:
    first, event = events[0], events[-1]
    assert isinstance(first, GameBegan)
    named: list[Seat] = list(getattr(event, "seats", ()))
    named += [value for name in ("seat", "sheet") if (value := getattr(event, name, None)) is not None]
    for seat in named:
        if seat >= first.setup.seats:
            raise BadRecord("no-such-seat", seat=seat)
