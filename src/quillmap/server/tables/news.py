"""Tells everybody at a table that it has changed: its seats, names, rights or settings.

All of that is sent again with every change, and a full table has half a megabyte: so what is told is bounded, for
whoever makes the changes. What they have changed waits, with what they change meanwhile; others' changes don't.
"""

from typing import TYPE_CHECKING

from quillmap.server.protocol.bodies import TableInfo, table_info
from quillmap.server.protocol.messages import TableMessage, encode
from quillmap.server.tables.dismissing import dismiss_strangers

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable


class TableNews:
    """What those who watch a table were told of it."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._told: TableInfo | None = table_info(table.shown_document)
        """None if it has changed since while nobody watched: to write out a full table takes milliseconds."""
        self._has_newcomers = False
        """Whether somebody came while something waited, and has seen what others were not told of."""
        self._waiting: dict[str, float] = {}
        """Since when it waits what a network has changed, by the network and the clock of the loop."""

    def tell(self, by: str) -> None:
        """Tell everybody that the network *by* has changed the table, now or later: it may have been told much of it.

        Those who may not know of it any longer leave at once.
        """
        dismiss_strangers(self._table)
        is_urgent = self._told is None or self._table.shown_document.status != self._told.status
        if is_urgent or not self._table.connections or not self._waits(by):
            self._tell_now(by)

    def note_newcomer(self) -> None:
        """Note that somebody is shown the table as it is now."""
        self._has_newcomers = self._has_newcomers or bool(self._waiting)

    def _tell_now(self, by: str) -> None:
        if not self._table.connections:
            self._told = None
            return
        info = table_info(self._table.shown_document)
        if info == self._told and not self._has_newcomers:
            return
        self._told, self._has_newcomers = info, False
        messages = {each: encode(TableMessage(info, each)) for each in (False, True)}
        connections = tuple(self._table.connections)
        for connection in connections:
            connection.send(messages[connection.is_host()])
        self._table.quotas.told(self._table, by, len(messages[False]) * len(connections))

    def _waits(self, by: str) -> bool:
        """Return whether what a network has changed is told later, with all that it changes until then."""
        if by in self._waiting:
            return True
        seconds = self._table.quotas.news_wait(self._table, by)
        if seconds:
            self._waiting[by] = self._table.loop.time()
            self._table.loop.call_later(seconds, self._look_again, by)
        return bool(seconds)

    def _look_again(self, by: str) -> None:
        """Tell what a network has changed, unless it owes more by now and there is still time."""
        waited = self._table.loop.time() - self._waiting[by]
        if seconds := self._table.quotas.news_wait(self._table, by, waited):
            self._table.loop.call_later(seconds, self._look_again, by)
            return
        del self._waiting[by]
        self._tell_now(by)
