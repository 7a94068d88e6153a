"""Tables and games as records, written in the order in which they change; each change is one write.

| name of a record | text |
|---|---|
| ``table/<table>`` | its document |
| ``times/<table>`` | what every round changes of it |
| ``event/<game>/<number>`` | an event, with the key of the move that it is the last one of |
| ``game/<game>`` | the summary of a game as it began |
| ``end/<game>`` | the same at its end |
| ``review/<game>/<seat>`` | how well a seat was played, and the edition of the review |
"""

import asyncio
import gzip
import logging
from typing import Final

import msgspec
from msgspec.structs import replace

from quillmap.device.records import Records
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.rows import Claim, LogPart, StoredTable, TableWrite, Times
from quillmap.server.tables.document import TableDocument

_encode: Final = msgspec.json.Encoder().encode
_log = logging.getLogger("quillmap.device")


class _KeptEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event as it is kept."""

    key: str | None
    event: msgspec.Raw


class _KeptReview(msgspec.Struct, frozen=True, array_like=True):
    """A review as it is kept."""

    edition: str
    content: msgspec.Raw


class DeviceStorage:
    """The tables and games of a device."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._last: asyncio.Task[None] | None = None
        """The newest write; each waits for the one before it."""

    async def add_table(self, document: TableDocument) -> Claim:
        """Store a new table."""
        claim = Claim(document.id)
        await self.append(claim, TableWrite(document))
        return claim

    def append(self, claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        """Store a change of a table; the future is done when it is durable."""
        self._last = asyncio.create_task(self._write(claim, _records_of(claim.table, write), self._last))
        return self._last

    async def _write(self, claim: Claim, records: dict[str, str], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait({before})
        if claim.is_lost:
            raise Problem("not-stored")
        try:
            await self._records.write(records)
        except OSError:
            claim.is_lost = True
            _log.exception("a change could not be stored", extra={"table": claim.table})
            raise Problem("not-stored") from None

    async def settle(self) -> None:
        """Wait until everything that was given to be stored is stored, or could not be."""
        while (last := self._last) is not None and not last.done():
            await asyncio.wait({last})

    async def load_table(self, table: str) -> StoredTable | None:
        """Return a table with its game."""
        document = await self._document(table)
        if document is None:
            return None
        found = StoredTable(Claim(table), document)
        events = await self._events(document.game) if document.game else []
        if not events:
            return found
        before = document.games[-2:-1]
        return found._replace(
            events=[bytes(kept.event) for kept in events],
            moves=_moves(events),
            earlier=_moves(await self._events(before[0])) if before else {},
            summary=await self.game_summary(document.game),
        )

    async def _document(self, table: str) -> TableDocument | None:
        found = (await self._records.read(f"table/{table}")).get(f"table/{table}")
        if found is None:
            return None
        document = msgspec.json.decode(found, type=TableDocument)
        times = (await self._records.read(f"times/{table}")).get(f"times/{table}")
        return document if times is None else replace(document, **msgspec.json.decode(times, type=Times)._asdict())

    async def _events(self, game: str) -> list[_KeptEvent]:
        found = await self._records.read(f"event/{game}/")
        return [msgspec.json.decode(text, type=_KeptEvent) for text in found.values()]

    async def game_events(self, game: str, network: str = "") -> tuple[bytes, ...]:  # noqa: ARG002  # nobody else asks
        """Return all events of a game."""
        return tuple(bytes(kept.event) for kept in await self._events(game))

    async def game_summary(self, game: str) -> GameSummary | None:
        """Return how a finished game ended."""
        ended, began = await self._summary(f"end/{game}"), await self._summary(f"game/{game}")
        return ended if ended is None or began is None else replace(ended, began=began.began)

    async def _summary(self, name: str) -> GameSummary | None:
        found = (await self._records.read(name)).get(name)
        return None if found is None else msgspec.json.decode(found, type=GameSummary)

    async def review(self, game: str, seat: int, edition: str) -> bytes | None:
        """Return the review of a seat as it was kept, if it was made in this edition."""
        name = f"review/{game}/{seat}"
        found = (await self._records.read(name)).get(name)
        kept = None if found is None else msgspec.json.decode(found, type=_KeptReview)
        return None if kept is None or kept.edition != edition else gzip.compress(bytes(kept.content), mtime=0)

    async def keep_review(self, game: str, seat: int, edition: str, content: bytes) -> None:
        """Keep the review of a seat; one of another edition goes."""
        kept = _KeptReview(edition, msgspec.Raw(gzip.decompress(content)))
        try:
            await self._records.write({f"review/{game}/{seat}": _encode(kept).decode()})
        except OSError:
            raise Problem("not-stored") from None

    async def table_with_code(self, _code: str) -> str | None:
        """Return None: nobody comes to a table of a device from elsewhere."""
        return None


def _records_of(table: str, write: TableWrite) -> dict[str, str]:
    """Return the records that a change of a table writes."""
    found: dict[str, bytes] = {}
    if write.document is not None:
        document = write.document
        found[f"table/{table}"] = _encode(document)
        found[f"times/{table}"] = _encode(Times(document.touched, document.deadline))
    if write.times is not None:
        found[f"times/{table}"] = _encode(write.times)
    if write.log is not None:
        found |= _log_records(write.log)
    if write.summary is not None:
        kind = "game" if write.summary.ended is None else "end"
        found[f"{kind}/{write.summary.game}"] = _encode(write.summary)
    return {name: text.decode() for name, text in found.items()}


def _log_records(log: LogPart) -> dict[str, bytes]:
    last = len(log.events) - 1
    return {
        f"event/{log.game}/{log.first + number:06}": _encode(
            _KeptEvent(log.key if number == last else None, msgspec.Raw(event))
        )
        for number, event in enumerate(log.events)
    }


def _moves(events: list[_KeptEvent]) -> dict[str, int]:
    """Return how many events there were after each move, by its key."""
    return {kept.key: number for number, kept in enumerate(events, start=1) if kept.key}
