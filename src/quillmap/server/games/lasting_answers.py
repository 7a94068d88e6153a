"""Which answers in a stored log were taken back.

Somebody may change their mind very often at every question. Nothing follows from such answers, so whoever works with a
finished game leaves them out before they are read: then a log costs as much as its game.
"""

from collections.abc import Iterable
from typing import Any

import msgspec


class _KindAndSeat(msgspec.Struct):
    event: str
    seat: Any = None


_kind = msgspec.json.Decoder(_KindAndSeat).decode


def taken_back(events: Iterable[bytes]) -> set[int]:
    """Return the places of all answers in stored *events* that were taken back, and of what took them back."""
    found: set[int] = set()
    newest: dict[int, int] = {}
    for place, written in enumerate(events):
        kind = _kind(written)
        if kind.event == "asked":
            newest.clear()
        elif kind.event == "submitted":
            newest[kind.seat] = place
        elif kind.event == "taken-back":
            found.update((newest.pop(kind.seat, place), place))
    return found
