"""Who really is at a table: an open socket does not tell, because nobody hears that a network is gone."""

import asyncio
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from quillmap.rules.ids import Seat
from quillmap.server.tables.document import PERSON

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.table import LiveTable

SIGN_SECONDS: Final = 2.0
"""How long a client may take to show that it is there; every WebSocket answers a ping by itself."""


async def people_there(table: "LiveTable", seats: Collection[Seat]) -> frozenset[Seat]:
    """Return those of *seats* whose people are there: something comes from one of their clients when it is asked.

    It does not matter what the client shows.
    """
    wanted = {table.document.seats[seat].id: seat for seat in seats if table.document.seats[seat].kind == PERSON}
    sockets: dict[Seat, list[Connection]] = {}
    for connection in table.connections:
        if connection.seat_id in wanted:
            sockets.setdefault(wanted[connection.seat_id], []).append(connection)
    found = await asyncio.gather(*(_is_any_there(each) for each in sockets.values()))
    return frozenset(seat for seat, is_there in zip(sockets, found, strict=True) if is_there)


async def _is_any_there(connections: "Sequence[Connection]") -> bool:
    asked = [asyncio.ensure_future(each.port.is_there(SIGN_SECONDS)) for each in connections]
    try:
        for answer in asyncio.as_completed(asked):
            if await answer:
                return True
        return False
    finally:
        for each in asked:
            each.cancel()
