"""Tells those at a table what has happened: to each seat with what only it sees.

What a seat may do next takes half a millisecond to work out, so a hundred seats would hold up everybody else for long.
They are told in parts, and in between others have their turn. For each client everything still comes in its order:
whatever is said to one who was not told yet comes after it.
"""

from functools import partial
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


class Showing:
    """Shows what has happened at one table."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._round: _Round | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether somebody was not told yet."""
        return self._round is not None

    def begin(self, change: "TableChange") -> None:
        """Tell everybody what *change* has brought: some now, the others soon."""
        if self._round is not None:
            self._round.finish()
        self._round = _Round(self._table, change)
        self._go_on(self._round)

    def _go_on(self, going: "_Round") -> None:
        going.tell_some()
        if going.left:
            self._table.loop.call_soon(self._go_on, going)
        elif self._round is going:
            self._round = None


class _Round:
    """One change, and those who are still to be told; sockets of one seat, and all who only watch, share a message."""

    def __init__(self, table: "LiveTable", change: "TableChange") -> None:
        self._table = table
        self._change = change
        self._shown = table.shown
        self._changes = map_changes([step for step in change.steps if step.is_public])
        self._board = msgspec.Raw(encode(table.shown_board()))
        self._recent = table.recent
        self.left: dict[int | None, list[Connection]] = {}
        """By the ids of their seats."""
        for connection in table.connections:
            self.left.setdefault(connection.seat_id, []).append(connection)
        if len(self.left) > AT_ONCE:
            for connection in table.connections:
                connection.owed = partial(self._tell, connection.seat_id)

    def tell_some(self) -> None:
        """Tell those of a few seats."""
        for seat_id in tuple(self.left)[:AT_ONCE]:
            self._tell(seat_id)

    def finish(self) -> None:
        """Tell all others."""
        for seat_id in tuple(self.left):
            self._tell(seat_id)

    def _tell(self, seat_id: int | None) -> None:
        connections = self.left.pop(seat_id)
        own = self._table.own_part_in(self._shown, self._change.document, seat_id)
        changed = () if own is None else tuple(self._changes.get(own.seat, ()))
        deadline, late = self._change.document.deadline, self._change.late
        message = encode(Update(self._recent, self._board, own, changed, deadline, late))
        for connection in connections:
            connection.owed = None
            connection.send(message)
