"""What keeps records on a device: texts by their names, in the order of the names."""

import json
from collections.abc import Awaitable, Mapping
from typing import Protocol


class Records(Protocol):
    """A database of records."""

    async def read(self, beginning: str) -> Mapping[str, str]:
        """Return all records whose names have this *beginning*, in the order of their names."""
        ...

    async def write(self, records: Mapping[str, str]) -> None:
        """Keep all these records, or none of them and raise ``OSError``; when it returns, they are durable."""
        ...


class RecordsInMemory:
    """Records that are gone with the program."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    async def read(self, beginning: str) -> Mapping[str, str]:
        """Return all records whose names have this *beginning*, in the order of their names."""
        return {name: text for name, text in sorted(self._kept.items()) if name.startswith(beginning)}

    async def write(self, records: Mapping[str, str]) -> None:
        """Keep all these records."""
        self._kept.update(records)


class Database(Protocol):
    """The browser's database, as a script offers it (``web/worker/database.js``); texts go there and back as JSON."""

    def read(self, beginning: str) -> Awaitable[str]:
        """Return a list of names and texts, in the order of the names."""
        ...

    def write(self, records: str) -> Awaitable[str]:
        """Keep the records of an object, and return nothing but why that was not possible."""
        ...


class BrowserRecords:
    """Records in the browser's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, beginning: str) -> Mapping[str, str]:
        """Return all records whose names have this *beginning*, in the order of their names."""
        return dict(json.loads(await self._database.read(beginning)))

    async def write(self, records: Mapping[str, str]) -> None:
        """Keep all these records, durably."""
        if trouble := await self._database.write(json.dumps(records)):
            raise OSError(trouble)
