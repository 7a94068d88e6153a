"""For which network a table counts: the one that opened it, also after it has left the memory and come back.

Whoever comes first must not be charged for what others have opened: strangers sit down at tables of the lobby.
"""

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

MOST_ORIGINS: Final = 50_000
"""Tables out of the memory of which it is known who opened them, some 200 bytes each; later ones displace the oldest.

Neither the disk nor another node learns of them: nobody's address is kept longer than this server runs.
"""


class Origins:
    """Remembers which networks have opened the tables that have left the memory."""

    def __init__(self, most: int = MOST_ORIGINS) -> None:
        self._most = most
        self._known: OrderedDict[str, str] = OrderedDict()

    def note(self, table_id: str, origin: str) -> None:
        """Remember for whom a table counted that leaves the memory now; nothing is forgotten if nobody is known."""
        if origin:
            self._known[table_id] = origin
            self._known.move_to_end(table_id)
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def of(self, table_id: str) -> str:
        """Return for whom a table counted when it left the memory, or nothing."""
        return self._known.get(table_id, "")


def adopt(table: "LiveTable", network: str, *, is_host: bool) -> None:
    """Count a table that was loaded for who opened it, now that somebody of it has come from *network*.

    Strangers who only look can't bring this about: otherwise they could fill the share of whoever has opened many.

    After a restart, or at another node, nobody knows who that was. Then it counts for its host, who alone could have
    asked for what it has, and only if there is room for all of it beside what their network has already: the rights may
    have been handed on to somebody who knows nothing of that. Guests are never charged for it. While it counts for
    nobody it gets nothing more: no game, no bot, no place in the lobby before others. So it is no way round the limits.
    """
    if not table.origin:
        may_pay = is_host and table.quotas.has_room_for(network, table.document)
        table.origin = table.opener or (network if may_pay else "")
