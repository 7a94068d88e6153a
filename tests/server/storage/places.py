"""Places where a storage can be opened, again and again, and the tests that are run in each of them."""

import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from quillmap.server.protocol.bodies import CreateTable, GameSummary
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.postgresql.storage import PostgresStorage
from quillmap.server.storage.rows import LogPart
from quillmap.server.storage.sqlite.storage import SqliteStorage
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.tokens import new_token
from server.harness import awaited


class Place(Protocol):
    """Somewhere things are kept; nothing is there at first."""

    def open(self) -> Storage:
        """Open the storage."""
        ...


class SqlitePlace:
    """A folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self) -> Storage:
        """Open the file in the folder."""
        return SqliteStorage(self._folder)


class PostgresPlace:
    """A database of its own."""

    def __init__(self, url: str) -> None:
        self._url = url

    def open(self) -> Storage:
        """Open the database."""
        return PostgresStorage(self._url)


async def used(place: Place, test: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    """Open the storage, run *test* on it, and close it."""
    storage = place.open()
    try:
        await test(storage)
    finally:
        await storage.close()


def contract(test: Callable[[Storage], Coroutine[Any, Any, None]]) -> Callable[[Place], None]:
    """Make a test of *test*, which takes an open storage."""

    def run(place: Place) -> None:
        awaited(used(place, test))

    run.__doc__ = test.__doc__
    return run


def a_table(**fields: Any) -> TableDocument:
    """Return a new table, with some of its fields as they are given."""
    return replace(new_document(CreateTable(name="Ada"), new_token()), **fields)


def a_summary(game: str, **fields: Any) -> GameSummary:
    """Return the summary of a game that begins, with some of its fields as they are given."""
    known: dict[str, Any] = {
        "began": 1.0,
        "ended": None,
        "names": ("Ada",),
        "totals": (),
        "ranks": (),
        "rating": None,
        "title": None,
        "seed_hash": "00",
        "day": "",
    }
    return GameSummary(game=game, **(known | fields))


def a_log(game: str, first: int, *events: bytes, key: str | None = None) -> LogPart:
    """Return events of a game."""
    return LogPart(game, first, events, key)


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.found.append(record)


@contextmanager
def logged() -> Iterator[list[logging.LogRecord]]:
    """Give a list of all that is logged meanwhile."""
    lines = Lines()
    logging.getLogger().addHandler(lines)
    try:
        yield lines.found
    finally:
        logging.getLogger().removeHandler(lines)
