"""Storage in one SQLite file: many readers, one writer thread that commits in groups.

A write is reported when its transaction is on the disk (WAL, ``synchronous=FULL``). The primary key ``(game, seq)`` is
the fence against two writers: the second one's write fails.
"""

import asyncio
import contextlib
import logging
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from quillmap.server.problems import Problem
from quillmap.server.storage.data_folder import DataFolder
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.group_commit import GroupCommit
from quillmap.server.storage.rows import Attempt, Claim, Statement, TableWrite
from quillmap.server.storage.sql_storage import SqlStorage
from quillmap.server.storage.sqlite.migrations import migrate
from quillmap.server.storage.sqlite.reading import ReadingConnections
from quillmap.server.storage.sqlite.statements import (
    ARE_THERE,
    Write,
    attempt_statements,
    heartbeat_statement,
    statements_of,
    table_statement,
    tables_of,
    write_of,
)
from quillmap.server.tables.document import TableDocument

FILE_NAME: Final = "quillmap.db"
CHECKPOINT_SECONDS: Final = 1.0
"""A page that changes several times in between is moved once."""
LONG_LOG: Final = 4096
"""Pages of the log, 16 MB, from which on the writer lends a hand. Moves wait for that, some 25 milliseconds: with a
thousand drawings a second it happens every other second."""
LOG_BYTES: Final = 64 << 20
"""How large the log beside the file stays once its pages are in the file; a burst of writes makes it larger.

Far more than a log that is long: moves wait for a file to be cut, 0.1 seconds for 50 MB."""

_log = logging.getLogger("quillmap.storage")


def connect(path: Path) -> sqlite3.Connection:
    """Open the file at *path* so that commits are durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=512)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
    return connection


class Removed(Exception):
    """A table that was to be changed is not there any more."""


class SqliteStorage(SqlStorage[Write]):
    """The file of one server."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = DataFolder(folder)
        self.path = self._folder.private_file(FILE_NAME)  # its log gets the same rights
        try:
            self._writing = connect(self.path)
            self.version = migrate(self._writing)
            self._reading = ReadingConnections(lambda: connect(self.path))
        except BaseException as error:
            self._folder.let_go()
            if isinstance(error, sqlite3.Error):
                raise Unusable(str(error)) from error
            raise
        # Moving pages from the log into the file takes long when the disk is busy; moves must not wait for it.
        self._writing.execute("PRAGMA wal_autocheckpoint = 0")
        self._is_log_long = False
        """Whether the writer has to move the rest of the log into the file before it goes on."""
        self._is_closing = threading.Event()
        self._checkpointer = threading.Thread(target=self._checkpoint_on, name="checkpointer", daemon=True)
        self._checkpointer.start()
        self.writer = GroupCommit(self._transaction)

    # -- in other threads ----------------------------------------------------------------------

    def _transaction(self, batch: Sequence[Write]) -> None:
        if self._is_log_long:
            self._finish_log()
        statements, tables = statements_of(batch), tables_of(batch)
        if len(statements) == 1:  # which is a transaction by itself, and nobody else writes
            self._check_there(tables)
            self._writing.execute(*statements[0])
            return
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                self._writing.execute(sql, values)
            self._check_there(tables)  # last: they may be removed in the same transaction
            self._writing.execute("COMMIT")
        except Exception:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            raise

    def _check_there(self, tables: str) -> None:
        if tables and not self._writing.execute(ARE_THERE, (tables,)).fetchone()[0]:
            raise Removed("a table was removed")

    def _checkpoint_on(self) -> None:
        """Move pages from the log into the file now and then, without holding up the writer."""
        connection = connect(self.path)
        while not self._is_closing.wait(CHECKPOINT_SECONDS):
            with contextlib.suppress(sqlite3.Error):  # busy now: try again later
                _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                self._is_log_long = pages > LONG_LOG
        connection.close()

    def _finish_log(self) -> None:
        """Move what is left of the log into the file, so that the next page begins it anew.

        It begins anew only if all of it is in the file. While somebody writes all the time the checkpointer never gets
        that far, and the log would grow for ever. It was just there, so not much is left to do.
        """
        self._is_log_long = False
        with contextlib.suppress(sqlite3.Error):  # busy now: the checkpointer says it again
            self._writing.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""
        try:
            return self._reading.rows(sql, *values)
        except sqlite3.OperationalError as error:
            _log.exception("could not be read")
            raise Problem("storage-away") from error

    # -- on the event loop ---------------------------------------------------------------------

    async def _write(self, *statements: Statement) -> None:
        await self.writer.put(None, Write(statements))

    async def add_table(self, document: TableDocument, attempt: Attempt | None = None) -> Claim:
        """Store a new table, with the counted attempt that it was opened for, if any."""
        statements = [table_statement(document)]
        if attempt is not None:
            statements += attempt_statements(attempt)
        await self._write(*statements)
        await self._check_first(attempt)
        return Claim(document.id)

    def append(self, claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        """Store a change of a table; the future is done when it is durable."""
        return self.writer.put(claim, write_of(claim.table, write))

    async def prove_writable(self, now: float) -> None:
        """Store something small, to find out whether that is possible."""
        await self._write(heartbeat_statement(now))

    async def close(self) -> None:
        """Store what is waiting, then let go of everything."""
        await asyncio.to_thread(self.close_file)

    def close_file(self) -> None:
        """Store what is waiting, then close the file; not to be called on the event loop."""
        self.writer.close()
        self._readers.shutdown()
        self._logs.close(wait=True)
        self._is_closing.set()
        self._checkpointer.join()
        self._writing.close()
        self._reading.close()
        self._folder.let_go()
