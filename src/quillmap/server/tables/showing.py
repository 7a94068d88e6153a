"""Tells those at a table what has happened: to each seat with what only it sees.

What a seat may do next takes half a millisecond to work out, so a hundred seats would hold up everybody else for long.
They are told in parts, as are the sockets of thousands who watch, and in between others have their turn. For each
client everything still comes in its order: whatever is said to one who was not told yet comes after it.
"""

from collections import deque
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

import msgspec

from quillmap.server.games.told_events import map_changes
from quillmap.server.protocol.messages import Update, encode

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.changes import TableChange
    from quillmap.server.tables.table import LiveTable

AT_ONCE: Final = 8
"""Seats that are told in one turn of the loop."""
SOCKETS_AT_ONCE: Final = 100
"""Sockets that are told in one: thousands may watch a table, and each is written to."""


class Showing:
    """Shows what has happened at one table."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._rounds: deque[_Round] = deque()
        """Changes of which somebody was not told yet, the oldest first."""

    @property
    def is_under_way(self) -> bool:
        """Whether somebody was not told yet."""
        return bool(self._rounds)

    def begin(self, change: "TableChange") -> None:
        """Tell everybody what *change* has brought: some now, the others soon, after what they are told before."""
        newest = _Round(self._table, change)
        is_first = not self._rounds
        self._rounds.append(newest)
        if not is_first or newest.is_large:
            for connection in newest.left:
                connection.owed = partial(self._catch_up, connection)
        if is_first:
            self._go_on()

    def _go_on(self) -> None:
        """Tell some of those who were not told of the oldest change; they hear of all later ones as well."""
        oldest = self._rounds[0]
        new_seats: set[int | None] = set()
        for connection in tuple(islice(oldest.left, SOCKETS_AT_ONCE)):
            if connection.seat_id not in oldest.messages:
                new_seats.add(connection.seat_id)
            if len(new_seats) > AT_ONCE:
                break
            self._catch_up(connection)
        while self._rounds and not self._rounds[0].left:
            self._rounds.popleft()
        if self._rounds:
            self._table.loop.call_soon(self._go_on)

    def _catch_up(self, connection: "Connection") -> None:
        """Tell one client all that it was not told yet."""
        connection.owed = None
        for each in self._rounds:
            each.tell(connection)


class _Round:
    """One change, and those who are still to be told; sockets of one seat, and all who only watch, share a message."""

    def __init__(self, table: "LiveTable", change: "TableChange") -> None:
        self._table = table
        self._change = change
        self._shown = table.shown
        self._changes = map_changes([step for step in change.steps if step.is_public])
        self._board = msgspec.Raw(encode(table.shown_board()))
        self._recent = table.recent
        self.messages: dict[int | None, bytes] = {}
        """By the ids of seats, as far as they were needed."""
        by_seat: dict[int | None, list[Connection]] = {}
        for connection in table.connections:
            by_seat.setdefault(connection.seat_id, []).append(connection)
        self.left = dict.fromkeys(chain.from_iterable(by_seat.values()))
        """Those who are still to be told, seat by seat."""
        self.is_large = len(by_seat) > AT_ONCE or len(self.left) > SOCKETS_AT_ONCE

    def tell(self, connection: "Connection") -> None:
        """Tell one client, unless it was told."""
        if connection not in self.left:
            return
        del self.left[connection]
        message = self.messages.get(connection.seat_id)
        if message is None:
            message = self.messages[connection.seat_id] = self._message_for(connection.seat_id)
        connection.send(message)

    def _message_for(self, seat_id: int | None) -> bytes:
        own = self._table.own_part_in(self._shown, self._change.document, seat_id)
        changed = () if own is None else tuple(self._changes.get(own.seat, ()))
        deadline, late = self._change.document.deadline, self._change.late
        return encode(Update(self._recent, self._board, own, changed, deadline, late))
