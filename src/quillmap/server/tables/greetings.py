"""What everybody who comes to a table is sent of it: table and board, written out once for all who come together.

A full table with large crests has half a megabyte, which takes three milliseconds to write out. Hundreds of sockets
that come at the same moment share what was written out for the first, as long as nothing has changed.
"""

import operator
from typing import TYPE_CHECKING, Final

import msgspec

from quillmap.server.protocol.bodies import table_info
from quillmap.server.protocol.messages import encode

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

KEPT_SECONDS: Final = 1.0
"""How long it is kept: most tables are come to by a few people, who then stay."""


class Greetings:
    """Writes out what is shown of one table."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._kept: tuple[tuple[object, ...], msgspec.Raw, msgspec.Raw] | None = None
        """What was shown, and how it was written out."""

    def parts(self) -> tuple[msgspec.Raw, msgspec.Raw]:
        """Return table and board as they are shown now; the board is null if there is no game."""
        table = self._table
        shown = (table.shown_document, table.shown, table.hides_seed())
        # They are the very same or not: to compare documents would take as long.
        is_kept = self._kept is not None and all(map(operator.is_, self._kept[0], shown))
        if self._kept is None or not is_kept:
            if self._kept is None:
                table.loop.call_later(KEPT_SECONDS, self._forget)
            info, board = msgspec.Raw(encode(table_info(shown[0]))), msgspec.Raw(encode(table.shown_board()))
            self._kept = (shown, info, board)
        return self._kept[1:]

    def _forget(self) -> None:
        self._kept = None
