"""Tables as they begin, and as they are found in the storage."""

import time

from quillmap.server.games.live_game import LiveGame, replayed, unstored
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.storage.rows import StoredTable
from quillmap.server.tables.actions import open_table
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.tokens import new_code, new_id


def new_document(wish: CreateTable, token: str) -> TableDocument:
    """Return the document of a new table; it is not kept yet."""
    return open_table(wish, token, new_id(), new_code(), time.time())


def loaded_game(found: StoredTable) -> LiveGame:
    """Return the game of a stored table, played again from its events."""
    moment = replayed(found.document.game, (unstored(event) for event in found.events))
    return LiveGame(moment, dict(found.moves), dict(found.earlier))
