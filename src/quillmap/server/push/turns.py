"""What people are told where the pace is days: that it is their turn, and once more before their time is up."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from quillmap.locales import catalogue, languages
from quillmap.server.tables.document import PERSON, PLAYING, SeatDocument, TableDocument
from quillmap.server.tables.pace import Pace

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

Occasion: TypeAlias = Literal["turn", "reminder"]

REMINDER_PART: Final = 0.25
"""The part of the time before its end at which people are reminded."""
LONGEST_REMINDER: Final = 12 * 3600.0
MOST_NAMES: Final = 3
"""Names in a message."""
LEAST_SECONDS: Final = 60
TOPIC_LENGTH: Final = 32
"""What push services allow."""
TIME: Final = "{time}"
"""Stands in a sentence where the device, which knows its time zone, writes the time."""


class TurnMessage(msgspec.Struct, frozen=True):
    """What a device is sent: no token, no card, nothing that it could not know already."""

    occasion: Occasion
    table: str
    title: str
    text: str
    """It may contain ``{time}``: when the time is up."""
    language: str
    deadline: float


def reminder_before(pace: Pace) -> float:
    """Return how many seconds before the end of their time people are reminded."""
    return min(REMINDER_PART * (pace.seconds or 0.0), LONGEST_REMINDER)


def occasion(table: "LiveTable", now: float) -> Occasion | None:
    """Return what people at a table have to be told now, for the first time."""
    document = table.document
    is_by_days = document.pace.kind == "days" and document.status == PLAYING
    if not is_by_days or document.deadline is None or table.has_failed or table.shown is None or table.game is None:
        return None
    question = table.shown.question
    if table.game.now.question != question or now >= document.deadline:
        return None
    if document.told != question:
        return "turn"
    is_soon = document.deadline - now <= reminder_before(document.pace)
    return "reminder" if is_soon and document.reminded != question else None


def addressees(table: "LiveTable") -> Iterator[SeatDocument]:
    """Yield the seats that are waited for, whose people are not here and have a device to be told on."""
    assert table.shown is not None
    for number in sorted(table.shown.state.waiting):
        seat = table.document.seats[number]
        if seat.kind == PERSON and not seat.is_played_by_bot and seat.push and not table.presence.is_here(seat.id):
            yield seat


def message(document: TableDocument, seat: SeatDocument, language: str, about: Occasion) -> TurnMessage:
    """Return what one device of *seat* is sent."""
    language = language if language in languages() else "en"
    words = catalogue(language)
    names = [each.name for each in document.seats if each.id != seat.id]
    shown = [*names[:MOST_NAMES], "…"] if len(names) > MOST_NAMES else names
    key = f"turns.{about}.text" if names else f"turns.{about}.alone.text"
    params = {"time": TIME, "names": words.listed(shown)} if names else {"time": TIME}
    return TurnMessage(
        about, document.id, words.text(f"turns.{about}"), words.text(key, **params), language, document.deadline or 0.0
    )


def topic(table: str) -> str:
    """Return under which topic the messages of a table replace each other; it does not tell which table it is."""
    return hashlib.sha256(table.encode()).hexdigest()[:TOPIC_LENGTH]
