"""What every event of a game brought to one map, so that a page can step through a replay without further requests."""

from collections.abc import Iterable, Sequence

import msgspec

from quillmap.play.record import public_events
from quillmap.rules.events import Event, GameBegan
from quillmap.rules.ids import Seat
from quillmap.server.games.event_steps import EventStep, public_steps
from quillmap.server.games.previews import SheetWorth, worth, worth_between
from quillmap.server.problems import Problem


class HistoryEntry(msgspec.Struct, frozen=True):
    """What one event brought; ``event`` is the number of its frame in the replay from 1, and 0 the beginning."""

    event: int
    worth: SheetWorth


class SeatHistory(msgspec.Struct, frozen=True):
    """One seat's map through the game: its worth at the beginning, and whenever it or what scores has changed."""

    seat: int
    entries: tuple[HistoryEntry, ...] = msgspec.field(name="brought")


def seat_history(log: Sequence[Event], seat: int) -> SeatHistory:
    """Return the history of *seat* in the game with this *log*."""
    began = log[0]
    assert isinstance(began, GameBegan)
    if not 0 <= seat < began.setup.seats:
        raise Problem("no-such-seat", seat=seat)
    return seat_histories(public_steps(None, public_events(log)), [Seat(seat)])[0]


def seat_histories(steps: Iterable[EventStep], seats: Sequence[Seat]) -> list[SeatHistory]:
    """Return the histories of *seats* in one go through the public events of a game."""
    found: dict[Seat, list[HistoryEntry]] = {seat: [] for seat in seats}
    for number, (before, _, after) in enumerate(steps):
        has_other_edicts = after.season != before.season
        for seat in seats:
            if number == 0:
                found[seat].append(HistoryEntry(0, worth(after, seat)))
            elif has_other_edicts or after.seats[seat] is not before.seats[seat]:
                found[seat].append(HistoryEntry(number, worth_between(before, after, seat)))
    return [SeatHistory(seat, tuple(entries)) for seat, entries in found.items()]
