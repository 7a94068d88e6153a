"""Tells everybody at a table that it has changed: its seats, names, rights or settings.

All of that is sent again with every change, and a full table has half a megabyte: so what is told is bounded.
"""

import asyncio
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
        self._timer: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Tell everybody that the table has changed, unless so much was told lately that it has to wait.

        Those who may not know of it any longer leave at once.
        """
        dismiss_strangers(self._table)
        document = self._table.shown_document
        if not self._table.connections:
            self._told = None
            return
        is_urgent = self._told is None or document.status != self._told.status
        if self._timer is not None and not is_urgent:
            return
        info = table_info(document)
        if info == self._told:
            return
        self._told = info
        messages = {each: encode(TableMessage(info, each)) for each in (False, True)}
        connections = tuple(self._table.connections)
        for connection in connections:
            connection.send(messages[connection.is_host()])
        self._wait(self._table.quotas.told(self._table, len(messages[False]) * len(connections)))

    def _wait(self, seconds: float) -> None:
        """Let further changes wait, and tell of all of them together."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._table.loop.call_later(seconds, self._tell_later) if seconds else None

    def _tell_later(self) -> None:
        self._timer = None
        self.tell()
