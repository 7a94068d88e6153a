"""Tables as they begin, and as they are found in the storage."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

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
from quillmap.server.work.slots import SharedSlots

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

Key = TypeVar("Key")
Load: TypeAlias = "Callable[[str], Coroutine[Any, Any, LiveTable]]"
"""Loads the table with an id."""
LOADED_AT_ONCE: Final = (2, 1)
"""Tables that are read and played again at the same time, and how many of them for one network."""

_NEW_TABLES: Final = "new"
"""What all tables that begin with a game take turns as; those that are loaded go by their ids."""
EVENTS_AT_ONCE: Final = 500
"""Events of a log that are stored in one transaction."""


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
    return LiveGame(moment, dict(found.moves), dict(found.earlier), found.summary)


async def store_begun(storage: NewTables, document: TableDocument, events: Sequence[bytes]) -> tuple[Claim, LiveGame]:
    """Store a new table whose game has come to *events* already, and return the claim to it, and its game.

    A long log is stored in parts, so that what others store goes between. The table knows of the game with the last of
    them: if the program stops before, it is a table at which nothing has begun, and goes with what was stored for it.
    """
    waiting = replace(document, status=WAITING, game="", games=())  # nothing is half begun if the program stops here
    found = StoredTable(await storage.add_table(waiting), document, events)
    game = await asyncio.to_thread(loaded_game, found)
    summary = summary_of(document, game.now)
    try:
        for first in range(0, len(events), EVENTS_AT_ONCE):
            log = LogPart(document.game, first, events[first : first + EVENTS_AT_ONCE])
            is_last = first + EVENTS_AT_ONCE >= len(events)
            await storage.append(found.claim, TableWrite(document if is_last else None, log=log, summary=summary))
    except Exception:
        raise Problem("not-stored") from None
    return found.claim, game


class LoadingTurns:
    """Lets tables be loaded, unless they are *live*, when it is the turn of those who ask for them.

    A full table takes a tenth of a second: whoever asks for many waits for them one after the other, and nobody else
    does, not even for one of these.
    """

    def __init__(self, live: Mapping[str, "LiveTable"]) -> None:
        self._live = live
        self._turns = SharedSlots(*LOADED_AT_ONCE)
        self._waiting: dict[tuple[str, str], asyncio.Task[LiveTable]] = {}
        """Those who wait for their turn, or for what they ask for: by table and network."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    def turn(self, network: str) -> AbstractAsyncContextManager[None]:
        """Wait for a turn to begin a table with a game, as much work as loading one, for somebody in *network*."""
        return self._turns.holding(network, _NEW_TABLES)

    async def table(self, table_id: str, network: str, load: Load) -> "LiveTable":
        """Return a table that somebody in *network* asks for; *load* loads it."""
        return await _shared(self._waiting, (table_id, network), lambda: self._wait(table_id, network, load))

    async def _wait(self, table_id: str, network: str, load: Load) -> "LiveTable":
        async with self._turns.holding(network, table_id):
            if (table := self._live.get(table_id)) is not None:  # it was loaded for somebody else meanwhile
                return table
            return await _shared(self._loading, table_id, lambda: load(table_id))


async def _shared(
    tasks: "dict[Key, asyncio.Task[LiveTable]]", key: Key, begin: "Callable[[], Coroutine[Any, Any, LiveTable]]"
) -> "LiveTable":
    """Return what the task with this *key* finds; it is begun unless it goes on already, and outlives who asks."""
    task = tasks.get(key)
    if task is None:
        task = tasks[key] = asyncio.create_task(begin())
        task.add_done_callback(lambda _: tasks.pop(key, None))
    try:
        return await asyncio.shield(task)
    finally:
        del task  # if it fails its error knows this frame: together they would stay in memory
