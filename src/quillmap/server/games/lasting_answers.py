"""Which answers in a stored log were taken back.

Somebody may change their mind very often at every question, so that a log has some forty times as many events as its
game. Nothing follows from such answers, so they are left out as soon as they come from the disk: then a log costs as
much as its game, wherever it is kept, sent or read. Places stay, because they tell versions, and where something is
wrong.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

LEFT_OUT: Final = b""
"""What stands in the place of an answer that was taken back, and of what took it back."""
_ANSWERS: Final = (b'{"event":"submitted"', b'{"event":"taken-back"')
"""How these events begin. What is written otherwise is left in, and found by whoever reads it."""


class _KindAndSeat(msgspec.Struct):
    event: str
    seat: Any = None


_kind = msgspec.json.Decoder(_KindAndSeat).decode


class LastingLog:
    """A log that comes from the disk little by little."""

    def __init__(self) -> None:
        self.events: list[bytes] = []
        """All events so far in their places, without answers that were taken back."""
        self._newest: dict[Any, int] = {}
        """The place of the newest answer of each seat."""

    def add(self, written: bytes) -> None:
        """Add the next event."""
        if written.startswith(_ANSWERS):
            kind = _kind(written)
            if kind.event == "submitted":
                self._newest[kind.seat] = len(self.events)
            elif (answer := self._newest.pop(kind.seat, None)) is not None:
                self.events[answer] = written = LEFT_OUT
        self.events.append(written)


def taken_back(events: Iterable[bytes]) -> set[int]:
    """Return the places of all answers in stored *events* that were taken back, and of what took them back."""
    found: set[int] = set()
    newest: dict[int, int] = {}
    for place, written in enumerate(events):
        if written == LEFT_OUT:
            found.add(place)
            continue
        kind = _kind(written)
        if kind.event == "asked":
            newest.clear()
        elif kind.event == "submitted":
            newest[kind.seat] = place
        elif kind.event == "taken-back":
            found.update((newest.pop(kind.seat, place), place))
    return found
