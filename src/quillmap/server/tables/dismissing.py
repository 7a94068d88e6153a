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


def dismiss_spectators(table: "LiveTable") -> None:
    """Close the sockets of those who only watch, if nobody may. A host without a seat stays until the rights pass."""
    if table.document.spectators:
        return
    for connection in tuple(table.connections):
        if connection.seat_id is None and not connection.is_host():
            _close(connection, "no-spectators")


def _close(connection: "Connection", code: str) -> None:
    connection.send(encode(Goodbye(code, None)))
    connection.close_soon(4409, code)
