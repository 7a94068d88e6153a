"""Tells everybody at a table who is there and who still draws, as often as that changes, within bounds."""

import asyncio
import math
from typing import TYPE_CHECKING, Final

from quillmap.server.protocol.messages import encode

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

PROGRESS_PAUSE: Final = 0.05
"""Seconds from one news of who has drawn to the next: a hundred seats must not cause ten thousand messages."""
PAUSE_EACH: Final = PROGRESS_PAUSE / 100
"""The same for each socket where there are more of them: thousands that only watch may come and go all the time."""


class ProgressNews:
    """When those who watch a table are told."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._shown = -math.inf
        """When it was last shown, by the clock of the loop."""
        self._rest = 0.0
        """For how many seconds nothing is shown after that, because so much was sent."""

    def show_soon(self) -> None:
        """Tell everybody now, or in a moment if they were told just before."""
        if self._timer is not None:
            return
        pause = max(PROGRESS_PAUSE, PAUSE_EACH * len(self._table.connections), self._rest)
        wait = self._shown + pause - self._table.loop.time()
        if wait > 0:
            self._timer = self._table.loop.call_later(wait, self._show)
        else:
            self._show()

    def _show(self) -> None:
        table = self._table
        self._timer = None
        self._shown = table.loop.time()
        if not table.connections or table.has_failed:
            return
        if table.is_showing:  # who is told of this was to be told that first, all of them now
            self._timer = table.loop.call_later(PROGRESS_PAUSE, self._show)
            return
        # First the time of the next look, then the news: what becomes true in between is in the news already.
        table.look_after_the_absent()
        message = encode(table.progress())
        connections = tuple(table.connections)
        for connection in connections:
            connection.send(message, is_newest=True)
        self._rest = table.quotas.told_progress(table, len(message) * len(connections))
