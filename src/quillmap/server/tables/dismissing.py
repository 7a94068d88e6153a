"""Closing the sockets of those who have no place at a table any more."""

from typing import TYPE_CHECKING

from quillmap.server.protocol.messages import Goodbye, encode

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.table import LiveTable


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
    document = table.document
    seats = {seat.id for seat in document.seats}
    for connection in tuple(table.connections):
        if connection.seat_id is not None:
            if connection.seat_id not in seats:
                _close(connection, "removed")
        elif not document.spectators and not connection.is_host():
            _close(connection, "no-spectators")


def _close(connection: "Connection", code: str) -> None:
    connection.send(encode(Goodbye(code, None)))
    connection.close_soon(4409, code)
