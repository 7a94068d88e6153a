"""Closing the sockets of those who have no place at a table any more."""

from quillmap.server.protocol.messages import Goodbye, encode
from quillmap.server.tables.table import LiveTable


def dismiss(table: LiveTable, seat_id: int | None, code: str) -> None:
    """Close the sockets of a seat, or those of all spectators, and say why. A host without a seat may stay."""
    for connection in tuple(table.connections):
        if connection.seat_id == seat_id and not (seat_id is None and connection.is_host()):
            connection.send(encode(Goodbye(code, None)))
            connection.close_soon(4409, code)
