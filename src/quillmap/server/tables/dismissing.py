"""Closing the sockets of those who have no place at a table any more."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from quillmap.server.protocol.messages import Goodbye, encode

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.table import LiveTable

AT_ONCE: Final = 100
"""Sockets that are closed in one turn of the loop: thousands may watch a table."""


def dismiss(table: "LiveTable", seat_id: int, code: str) -> None:
    """Close the sockets of a seat, and say why."""
    for connection in table.sockets_of(seat_id):
        _close(connection, code)


def make_room(table: "LiveTable", seat_id: int) -> None:
    """Close the sockets of a seat that have been silent longest, so that one more may come."""
    by_silence = sorted(table.sockets_of(seat_id), key=lambda each: each.heard, reverse=True)
    for connection in by_silence[table.limits.sockets_per_seat - 1 :]:
        _close(connection, "open-elsewhere")
        connection.leave()


def dismiss_strangers(table: "LiveTable") -> None:
    """Close the sockets of those whose seats are gone, however that came, and of those who watch where nobody may.

    A host without a seat stays until the rights pass.
    """
    _dismiss_some(table, _strangers(table, tuple(table.connections)))


def _dismiss_some(table: "LiveTable", strangers: "dict[Connection, str]") -> None:
    """Close some sockets now and the others soon, if they are still those of strangers then."""
    for connection, code in islice(strangers.items(), AT_ONCE):
        _close(connection, code)
    if left := tuple(islice(strangers, AT_ONCE, None)):
        table.loop.call_soon(lambda: _dismiss_some(table, _strangers(table, left)))


def _strangers(table: "LiveTable", connections: "Iterable[Connection]") -> "dict[Connection, str]":
    """Return those of *connections* that have no place at the table, and why."""
    document = table.document
    seats = {seat.id for seat in document.seats}
    found: dict[Connection, str] = {}
    for connection in connections:
        if connection.seat_id is not None:
            if connection.seat_id not in seats:
                found[connection] = "removed"
        elif not document.spectators and not connection.is_host():
            found[connection] = "no-spectators"
    return found


def _close(connection: "Connection", code: str) -> None:
    connection.send(encode(Goodbye(code, None)))
    connection.close_soon(4409, code)
