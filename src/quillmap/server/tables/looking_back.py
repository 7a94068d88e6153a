"""Sockets that still show the end of an earlier game while the next one is played: their people don't see that one."""

from typing import TYPE_CHECKING

from quillmap.server.problems import Problem
from quillmap.server.tables.document import PLAYING

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.table import LiveTable


async def note_shown_game(table: "LiveTable", connection: "Connection", game: str) -> None:
    """Count a connection of a seat as away while it shows the end of another game than the one being played.

    Whoever looks up takes the seat again if a bot stood in, and is told what was answered. Raises ``bad-message`` if
    the table has had no such game.
    """
    if game not in (*table.document.games, table.document.game):
        raise Problem("bad-message", "this is no game of the table")
    if connection.is_looking_back and connection.seat_id is not None and not _is_earlier(table, game):
        await table.come_back(connection.seat_id, connection.network)
    is_looking_back = _is_earlier(table, game)
    if is_looking_back == connection.is_looking_back or connection not in table.connections:
        return
    if is_looking_back:
        connection.is_looking_back = True
        table.presence.look_back(connection.seat_id, table.version)
    else:
        _look_up(table, connection)
        if connection.seat_id is not None:
            table.tell_own(connection.seat_id, [connection])
    table.show_progress_soon()


def _is_earlier(table: "LiveTable", game: str) -> bool:
    return table.shown_document.status == PLAYING and game != table.shown_document.game


def all_look_up(table: "LiveTable") -> None:
    """Count everybody as here who looked at an earlier game while one was played: now there is nothing they miss."""
    for connection in [each for each in table.connections if each.is_looking_back]:
        _look_up(table, connection)


def _look_up(table: "LiveTable", connection: "Connection") -> None:
    connection.is_looking_back = False
    table.presence.look_up(connection.seat_id)
    table.arrived(connection)
