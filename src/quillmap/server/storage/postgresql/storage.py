"""Storage in a PostgreSQL database: one writing connection with group commits, a few that read.

A whole group commit is sent at once (libpq's pipeline mode) and costs one round trip. When the database goes away, what
was being written is refused, and the next write tries to connect again. A write whose commit was on its way then may be
stored in spite of that: its table is loaded again, and knows the move by its key when the client repeats it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from quillmap.server.problems import Problem
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.group_commit import GroupCommit, StorageLost
from quillmap.server.storage.postgresql.batches import Batch, batch_of, merged, new_table
from quillmap.server.storage.postgresql.connections import (
    ConnectionLost,
    ReadingPool,
    connect,
    first_connection,
    is_lost,
    query,
    reason,
)
from quillmap.server.storage.postgresql.migrations import migrate
from quillmap.server.storage.postgresql.ownership import (
    RENEWAL_SECONDS,
    claim_database,
    let_go,
    renewal,
)
from quillmap.server.storage.rows import Attempt, Claim, TableWrite
from quillmap.server.storage.sql_storage import SqlStorage, Statement
from quillmap.server.tables.document import TableDocument

_log = logging.getLogger("quillmap.storage")


class PostgresStorage(SqlStorage[Batch]):
    """The database at *url*, which no other server writes to meanwhile."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._writing = first_connection(url)
        try:
            self.version = migrate(self._writing)
            self._epoch = claim_database(self._writing)
        except BaseException as error:
            self._writing.close()
            if isinstance(error, psycopg.Error):  # somebody else's tables, no right to make ours
                raise Unusable(reason(error)) from error
            raise
        self._reading = ReadingPool(url)
        self._is_away = False
        # Also while there is nothing to write this server stays the owner, and notices when the database goes or comes.
        self.writer = GroupCommit(self._transaction, idle_seconds=RENEWAL_SECONDS)

    # -- in other threads ----------------------------------------------------------------------

    def _transaction(self, batches: Sequence[Batch]) -> None:
        try:
            self._store(merged(batches))
        except StorageLost as error:
            if not self._is_away:
                _log.error("the database is away", extra={"error": str(error)})
            self._is_away = True
            raise
        if self._is_away:
            _log.warning("the database is back")
            self._is_away = False

    def _store(self, batch: Batch) -> None:
        self._connect_again()
        try:
            with self._writing.pipeline():
                self._writing.execute("BEGIN")
                self._writing.execute(*renewal(self._epoch))
                for sql, values in batch.statements():
                    self._writing.execute(query(sql), values)
                self._writing.execute("COMMIT")
        except Exception as error:
            if is_lost(self._writing, error):
                self._writing.close()
                raise StorageLost(reason(error)) from error
            if self._writing.info.transaction_status != TransactionStatus.IDLE:
                self._writing.execute("ROLLBACK")
            raise

    def _connect_again(self) -> None:
        if self._writing.closed:
            try:
                self._writing = connect(self._url)
            except psycopg.Error as error:
                raise StorageLost(reason(error)) from error

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""
        try:
            return self._reading.rows(sql, *values)
        except (ConnectionLost, psycopg.OperationalError) as error:
            if not self._is_away:  # otherwise the log has it
                _log.error("could not be read", extra={"error": str(error)})
            raise Problem("storage-away") from error

    # -- on the event loop ---------------------------------------------------------------------

    async def _write(self, *statements: Statement) -> None:
        await self.writer.put(None, Batch(others=list(statements)))

    async def add_table(self, document: TableDocument, attempt: Attempt | None = None) -> Claim:
        """Store a new table, with the counted attempt that it was opened for, if any."""
        await self.writer.put(None, new_table(document, attempt))
        return Claim(document.id)

    def append(self, claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        """Store a change of a table; the future is done when it is durable."""
        return self.writer.put(claim, batch_of(claim.table, write))

    async def prove_writable(self, now: float) -> None:  # noqa: ARG002  # the renewal says when
        """Store something small, to find out whether that is possible."""
        await self.writer.put(None, Batch())

    async def close(self) -> None:
        """Store what is waiting, then let go of everything."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.writer.close()
        with contextlib.suppress(psycopg.Error):  # it is gone already
            let_go(self._writing, self._epoch)
        self._writing.close()
        self._reading.close()
