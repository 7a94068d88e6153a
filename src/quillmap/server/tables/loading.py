"""Tables as they begin, and as they are found in the storage."""

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from quillmap.server.games.live_game import LiveGame, replayed, unstored
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.storage.interface import TableLog
from quillmap.server.storage.rows import Claim, LogPart, StoredTable, TableWrite
from quillmap.server.tables.actions import open_table
from quillmap.server.tables.changes import summary_of
from quillmap.server.tables.document import WAITING, TableDocument
from quillmap.server.tables.tokens import new_code, new_id


class NewTables(TableLog, Protocol):
    """What a new table needs of a storage."""

    async def add_table(self, document: TableDocument) -> Claim:
        """Store a new table."""
        ...


def new_document(wish: CreateTable, token: str, *, is_on_device: bool = False) -> TableDocument:
    """Return the document of a new table; it is not kept yet."""
    return open_table(wish, token, new_id(is_on_device=is_on_device), new_code(), time.time())


def loaded_game(found: StoredTable) -> LiveGame:
    """Return the game of a stored table, played again from its events."""
    moment = replayed(found.document.game, (unstored(event) for event in found.events))
    return LiveGame(moment, dict(found.moves), dict(found.earlier))


async def store_begun(storage: NewTables, document: TableDocument, events: Sequence[bytes]) -> tuple[Claim, LiveGame]:
    """Store a new table whose game has come to *events* already, and return the claim to it, and its game."""
    waiting = replace(document, status=WAITING, game="", games=())  # nothing is half begun if the program stops here
    found = StoredTable(await storage.add_table(waiting), document, events)
    game = await asyncio.to_thread(loaded_game, found)
    log = LogPart(document.game, 0, events)
    try:
        await storage.append(found.claim, TableWrite(document, log=log, summary=summary_of(document, game.now)))
    except Exception:
        raise Problem("not-stored") from None
    return found.claim, game
