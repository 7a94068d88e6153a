"""The tables that wait for players, as everybody is shown them: read once a second, however many ask.

No network has more of them than its share, and no site. When a table is listed its network has room for it; but those
that left the memory are not counted then, and stay listed. So what is shown is counted once more here.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from quillmap.server.cluster.members import Members
from quillmap.server.hosting.config import Limits
from quillmap.server.protocol.bodies import LobbyEntry
from quillmap.server.rate_limits import site_of
from quillmap.server.storage.interface import Storage
from quillmap.server.tables.document import WAITING, TableDocument, TableSketch

MOST_LISTED: Final = 100
KEPT_SECONDS: Final = 1.0
"""For how long a list is shown: tables with large crests take a moment to read, and whole classes look at once."""

Listed = TypeVar("Listed", TableDocument, TableDocument | TableSketch)


class LobbyShares:
    """How many tables of one network, and of one site, are shown; *origin_of* tells which network a table is of."""

    def __init__(self, limits: Limits, origin_of: Callable[[str], str]) -> None:
        self._limits = limits
        self._origin_of = origin_of

    def within(self, documents: Iterable[Listed]) -> Iterator[Listed]:
        """Yield the tables that are shown: of each network the first ones; the next when one of these is gone.

        Of some it is not known whose they are: after a restart, those at which nobody has been since, and at several
        nodes, those of others, which count there.
        """
        of_networks, of_sites = Counter[str](), Counter[str]()
        for document in documents:
            origin = self._origin_of(document.id)
            site = site_of(origin)
            if origin:
                if of_networks[origin] >= self._limits.listed_per_address:
                    continue
                if of_sites[site] >= self._limits.listed_per_site:
                    continue
                of_networks[origin] += 1
                of_sites[site] += 1
            yield document


class ListedTables:
    """Reads the listed tables, for all who ask at the same time together."""

    def __init__(
        self, storage: Storage, members: Members, occupied: Callable[[], list[TableDocument]], shares: LobbyShares
    ) -> None:
        self._storage = storage
        self._members = members
        self._occupied = occupied
        self._shares = shares
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
        return [_entry(document) for document in list(self._shares.within(found.values()))[:MOST_LISTED]]

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
