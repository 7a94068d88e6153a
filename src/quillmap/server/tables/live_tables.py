"""The tables in memory, by their ids.

A table enters and leaves the memory here, wherever that comes from, and tells of its changes here while it is there. So
what is counted of all tables is never looked for among them.
"""

from collections.abc import Callable, Iterator, MutableMapping, ValuesView
from functools import partial
from typing import TYPE_CHECKING

from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.origins import Origins
from quillmap.server.tables.usage import CountedTable, Usage

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable


class CountedInMemory:
    """What counts of a table in memory: its document, and its network. Whatever changes them, the counts follow."""

    def __init__(self, document: TableDocument) -> None:
        self._document = document
        self._origin = ""
        self.opener = ""
        """The network that opened it, if that is known: there it counts as soon as somebody of it comes."""
        self.on_counted: Callable[[], None] = _not_in_memory
        """Called when one of them has changed."""

    @property
    def document(self) -> TableDocument:
        """The newest document, stored or not."""
        return self._document

    @document.setter
    def document(self, document: TableDocument) -> None:
        self._document = document
        self.on_counted()

    @property
    def origin(self) -> str:
        """The network that it counts for, with all that its bots do; nothing before somebody of it has come."""
        return self._origin

    @origin.setter
    def origin(self, origin: str) -> None:
        self._origin = origin
        self.on_counted()


def _not_in_memory() -> None:
    """Count nothing: the table is not in memory yet, or no longer, and somebody still has it in hand."""


class LiveTables(MutableMapping[str, "LiveTable"]):
    """All tables in memory; *usage* counts what each network uses with them."""

    def __init__(self, usage: Usage) -> None:
        self._usage = usage
        self._tables: dict[str, LiveTable] = {}
        self._counted: dict[str, CountedTable] = {}
        self._listed: dict[str, LiveTable] = {}
        self._origins = Origins()

    def __getitem__(self, table_id: str) -> "LiveTable":
        return self._tables[table_id]

    def __setitem__(self, table_id: str, table: "LiveTable") -> None:
        self.pop(table_id, None)
        self._tables[table_id] = table
        self._counted[table_id] = self._usage.count(table.origin, table.document)
        table.on_counted = partial(self._note, table_id)
        self._note(table_id)

    def __delitem__(self, table_id: str) -> None:
        table = self._tables.pop(table_id)
        table.on_counted = _not_in_memory
        self.note_origin(table_id, table.origin or table.opener)
        self._counted.pop(table_id).end()
        self._listed.pop(table_id, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def values(self) -> ValuesView["LiveTable"]:
        """Return all tables; clocks go through them four times a second, and the usual way takes much longer."""
        return self._tables.values()

    def listed(self) -> list["LiveTable"]:
        """Return the tables that the lobby shows."""
        return list(self._listed.values())

    def note_origin(self, table_id: str, origin: str) -> None:
        """Remember for whom a table counts that is not in memory."""
        self._origins.note(table_id, origin)

    def origin_of(self, table_id: str) -> str:
        """Return which network a table counts for, or counted for when it was here last; nothing if nobody knows."""
        table = self._tables.get(table_id)
        return (table.origin if table is not None else "") or self._origins.of(table_id)

    def _note(self, table_id: str) -> None:
        """Count a table as what it is now."""
        table, counted = self._tables[table_id], self._counted[table_id]
        counted.change(table.origin, table.document)
        if counted.use.listed:
            self._listed[table_id] = table
        else:
            self._listed.pop(table_id, None)
