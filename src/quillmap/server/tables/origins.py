"""For which network a table counts: the one that opened it, also after it has left the memory and come back.

Whoever comes first must not be charged for what others have opened: strangers sit down at tables of the lobby.
"""

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from quillmap.server.tables.document import TableDocument

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

    It counts when somebody of the opener's network comes. Strangers can't bring that about: they sit down at any table
    of the lobby, and could fill the share of whoever has opened many, one after the other.

    After a restart, or at another node, nobody knows who that was. Then it counts for its host, who alone could have
    asked for what it has, and only if there is room for all of it beside what their network has already: the rights may
    have been handed on to somebody who knows nothing of that. Guests are never charged for it.
    """
    if table.origin:
        return
    unlisted = replace(table.document, listed=False)  # of those a share is shown, however many there are
    is_opener = network == table.opener
    if is_opener or (is_host and not table.opener and table.quotas.has_room_for(network, unlisted)):
        table.origin = network


def may_ask_for_more(table: "LiveTable", network: str, wanted: TableDocument) -> bool:
    """Let a table count for the network from which its host wants it to be like *wanted*; return whether it does now.

    Rights go to others when a host stays away. Who has got them must not spend the share of who opened the table: bots,
    games and places in the lobby count for whoever asks for them, with all that the table has, if there is room for it.
    """
    if table.origin != network and table.quotas.has_room_for(network, wanted):
        table.origin = network
    return table.origin == network
