"""What keeps records on a device: texts by their names, in the order of the names."""

from collections.abc import Mapping
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
