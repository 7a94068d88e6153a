"""The tables that wait for players, as everybody is shown them: read once a second, however many ask."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from quillmap.server.cluster.members import Members
from quillmap.server.protocol.bodies import LobbyEntry
from quillmap.server.storage.interface import Storage
from quillmap.server.tables.document import WAITING, TableDocument, TableSketch

MOST_LISTED: Final = 100
KEPT_SECONDS: Final = 1.0
"""For how long a list is shown: tables with large crests take a moment to read, and whole classes look at once."""


class ListedTables:
    """Reads the listed tables, for all who ask at the same time together."""

    def __init__(self, storage: Storage, members: Members, occupied: Callable[[], list[TableDocument]]) -> None:
        self._storage = storage
        self._members = members
        self._occupied = occupied
        self._reading: asyncio.Task[list[LobbyEntry]] | None = None
        self._began = 0.0

    async def entries(self) -> list[LobbyEntry]:
        """Return the tables that are listed and wait: those where somebody is first, then the newest.

        Otherwise rooms that nobody waits in could hide all others.
        """
        reading = self._reading
        if reading is None or (reading.done() and self._is_over(reading)):
            self._began = time.monotonic()
            reading = self._reading = asyncio.create_task(self._read())
        return await asyncio.shield(reading)  # others wait for it, too

    def _is_over(self, reading: asyncio.Task[list[LobbyEntry]]) -> bool:
        """Return whether what was read is too old, or could not be read."""
        has_failed = reading.cancelled() or reading.exception() is not None
        return has_failed or time.monotonic() - self._began >= KEPT_SECONDS

    async def _read(self) -> list[LobbyEntry]:
        stored = await self._storage.lobby(MOST_LISTED)
        listed: list[TableDocument | TableSketch] = [*self._occupied(), *await self._occupied_elsewhere(stored)]
        listed.sort(key=lambda document: document.touched, reverse=True)
        found = {document.id: document for document in (*listed, *stored)}
        return [_entry(document) for document in list(found.values())[:MOST_LISTED]]

    async def _occupied_elsewhere(self, stored: list[TableSketch]) -> list[TableSketch]:
        """Return the listed tables at which somebody waits at other nodes; most are known already."""
        known = {document.id: document for document in stored}
        ids = self._members.occupied[:MOST_LISTED]
        found = [known.get(table) or await self._storage.sketch(table) for table in ids]
        return [each for each in found if each is not None and each.listed and each.status == WAITING]


def _entry(document: TableDocument | TableSketch) -> LobbyEntry:
    host = next((seat.name for seat in document.seats if seat.id == document.host), "")
    return LobbyEntry(
        id=document.id,
        code=document.code,
        host=host,
        seats=len(document.seats),
        most_seats=document.most_seats,
        setup=document.setup,
        pace=document.pace,
        is_seeded=document.is_seeded,
    )
