"""Storage in a PostgreSQL database: one writing connection with group commits, a few that read.

A whole group commit is sent at once (libpq's pipeline mode) and costs one round trip. When the database goes away, what
was being written is refused, and the next write tries to connect again. A write whose commit was on its way then may be
stored in spite of that: its table is loaded again, and knows the move by its key when the client repeats it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from quillmap.server.problems import Problem
from quillmap.server.storage.errors import DatabaseInUse, HeldElsewhere, Unusable
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
from quillmap.server.storage.postgresql.leases import (
    CLAIM,
    FREE_BUSY_TABLES,
    HOLDER,
    NOT_ELSEWHERE,
    RELEASE_ALL,
    TAKEN,
    fence,
    forget_removed,
    release,
)
from quillmap.server.storage.postgresql.migrations import migrate
from quillmap.server.storage.postgresql.nodes import (
    ALL_NODES,
    LEASE_SECONDS,
    OCCUPY,
    PATIENCE_SECONDS,
    REMOVE_DEAD,
    REMOVE_SILENT,
    REMOVED,
    RENEWAL_SECONDS,
    SILENT_SECONDS,
    STEADY_SECONDS,
    TAKE_TURN,
    join,
    leave,
    renewal,
    this_node,
)
from quillmap.server.storage.rows import Attempt, Claim, Node, Statement, TableWrite
from quillmap.server.storage.sql_storage import SqlStorage
from quillmap.server.tables.document import TableDocument

CLAIMS_TRIED: Final = 3

_log = logging.getLogger("quillmap.storage")


class Taken(Exception):
    """A table belongs to another server by now."""


class PostgresStorage(SqlStorage[Batch]):
    """The database at *url*, which no other server writes to meanwhile, or only to tables of its own."""

    def __init__(self, url: str, address: str = "", cluster: str = "") -> None:
        super().__init__()
        self._url = url
        self._writing = first_connection(url)
        try:
            self.version = migrate(self._writing)
            self.node = this_node(address, cluster)
            self._sure_until = join(self._writing, self.node, PATIENCE_SECONDS)
        except BaseException as error:
            self._writing.close()
            if isinstance(error, psycopg.Error):  # somebody else's tables, no right to make ours
                raise Unusable(reason(error)) from error
            raise
        self._reading = ReadingPool(url)
        self._is_away = False
        self._is_removed = False
        self._occupied = ""
        self._renewed = self._steady_since = time.monotonic()
        self._tell_claims_lost: Callable[[], object] | None = None
        # Also while there is nothing to write this server keeps its row, and notices when the database goes or comes.
        self.writer = GroupCommit(self._transaction, idle_seconds=RENEWAL_SECONDS)

    # -- in other threads ----------------------------------------------------------------------

    def _transaction(self, batches: Sequence[Batch]) -> None:
        began = time.monotonic()  # the database renews the row later than this, so it expires later, too
        try:
            self._store(merged(batches))
        except StorageLost as error:
            if not self._is_away and str(error) != REMOVED:
                _log.error("the database is away", extra={"error": str(error)})
                self._is_away = True
            raise
        if self._is_away:
            _log.warning("the database is back")
            self._is_away = False
        self._sure_until = began + LEASE_SECONDS
        self._note_renewal(time.monotonic())

    def _note_renewal(self, now: float) -> None:
        if now - self._renewed > STEADY_SECONDS:
            self._steady_since = now
        self._renewed = now

    def _store(self, batch: Batch) -> None:
        self._connect_again()
        if self._is_removed:
            self._join_again()
        fences = [fence(batch.held, self.node)] if batch.held else []
        try:
            with self._writing.pipeline():
                self._writing.execute("BEGIN")
                self._writing.execute(*renewal(self.node))
                for sql, values in (*fences, *batch.statements(self.node)):
                    self._writing.execute(query(sql), values)
                self._writing.execute("COMMIT")
        except Exception as error:
            if is_lost(self._writing, error):
                self._writing.close()
                raise StorageLost(reason(error)) from error
            if self._writing.info.transaction_status != TransactionStatus.IDLE:
                self._writing.execute("ROLLBACK")
            if isinstance(error, psycopg.DataError) and REMOVED in str(error):
                self._lose_claims()
                raise StorageLost(REMOVED) from error
            if isinstance(error, psycopg.DataError) and TAKEN in str(error):
                raise Taken(TAKEN) from error
            raise

    def _lose_claims(self) -> None:
        """Forget all that this server held, and come back under another name with the next transaction."""
        self._is_removed = True
        _log.warning(f"{REMOVED}: it lets go of its tables")
        if self._tell_claims_lost is not None:
            self._tell_claims_lost()

    def _join_again(self) -> None:
        node = this_node(self.node.address, self.node.cluster)
        try:
            self._sure_until = join(self._writing, node, patience=0)
        except (DatabaseInUse, psycopg.Error) as error:
            raise StorageLost(reason(error)) from error
        self.node = node
        self._occupied = ""
        self._is_removed = False

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

    def _claim(self, table: str) -> Claim | None:
        for _ in range(CLAIMS_TRIED):
            if epochs := self.rows(CLAIM, table, self.node.id):
                return Claim(table, epochs[0][0])
            if holders := self.rows(HOLDER, table):
                raise HeldElsewhere(*holders[0])
            if not self.rows("SELECT 1 FROM tables WHERE id = ?", table):
                return None
        raise Problem("storage-away")  # it changes hands again and again, or this server was taken for dead

    def _free(self) -> Statement:
        """Return what is true of tables that no other server holds."""
        return NOT_ELSEWHERE, (self.node.id,)

    def _forget(self, tables: Sequence[str]) -> Sequence[Statement]:
        """Return how nobody holds those of these tables any more that were removed."""
        return (forget_removed(*tables),)

    @property
    def node_id(self) -> str:
        """What this server is called in the storage now, where it shares it with others."""
        return self.node.id

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken this server for dead yet: what it has claimed is certainly still its own."""
        return not self._is_removed and time.monotonic() < self._sure_until

    # -- on the event loop ---------------------------------------------------------------------

    async def _write(self, *statements: Statement) -> None:
        await self.writer.put(None, Batch(others=list(statements)))

    async def add_table(self, document: TableDocument, attempt: Attempt | None = None) -> Claim:
        """Store a new table, with the counted attempt that it was opened for, if any."""
        await self.writer.put(None, new_table(document, attempt))
        await self._check_first(attempt)
        return Claim(document.id, epoch=1)

    def append(self, claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        """Store a change of a table; the future is done when it is durable."""
        return self.writer.put(claim, batch_of(claim, write))

    def release(self, claim: Claim) -> None:
        """Let others claim a table of which everything is stored."""
        released = self.writer.put(None, Batch(others=[release(claim.table, claim.epoch, self.node)]))
        released.add_done_callback(lambda ended: ended.exception())  # if it can't be stored, it stays ours

    async def release_some(self, claims: Collection[Claim]) -> None:
        """Let others claim some tables of which everything is stored, and return when they can."""
        await self._write(*(release(claim.table, claim.epoch, self.node) for claim in claims))

    async def release_all(self) -> None:
        """Let others claim all tables: this server stops."""
        await self._write((RELEASE_ALL, (self.node.id,)))

    def on_claims_lost(self, tell: Callable[[], object]) -> None:
        """Call *tell*, in any thread, when this server was taken for dead: others may have claimed all its tables.

        Nothing is claimed under another name before it returns.
        """
        self._tell_claims_lost = tell

    async def look_around(self, occupied: Collection[str] = ()) -> list[Node]:
        """Return all servers that share the storage, without those that have died.

        They are told at which listed tables somebody waits here.
        """
        now = time.monotonic()
        if now - self._renewed < STEADY_SECONDS and now - self._steady_since > LEASE_SECONDS:
            await self._read(f"{REMOVE_DEAD} RETURNING id", self.node.id)
        ids = " ".join(sorted(occupied))
        if ids != self._occupied:
            await self._write((OCCUPY, (ids, self.node.id)))
            self._occupied = ids
        return [Node._make((*row[:-1], tuple(row[-1].split()))) for row in await self._read(ALL_NODES)]

    async def suspect(self, node: str) -> None:
        """Take a server for dead at whose address nobody listens, if it has not been heard of for a while either."""
        await self._read(REMOVE_SILENT, node, LEASE_SECONDS - SILENT_SECONDS)

    async def take_turn(self, seconds: float) -> bool:
        """Return whether this server is the one that tidies up now: one of all, once in this many seconds."""
        return bool(await self._read(TAKE_TURN, seconds))

    async def busy_tables(self) -> list[str]:
        """Return the ids of tables that go on without people, because a clock runs or bots play, and nobody holds."""
        return [row[0] for row in await self._read(FREE_BUSY_TABLES)]

    async def prove_writable(self, now: float) -> None:  # noqa: ARG002  # the renewal says when
        """Store something small, to find out whether that is possible."""
        await self.writer.put(None, Batch())

    async def close(self) -> None:
        """Store what is waiting, then let go of everything."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.writer.close()
        self._readers.shutdown(wait=False)  # the database may be away, and they wait for it
        self._logs.close(wait=False)
        with contextlib.suppress(psycopg.Error):  # it is gone already
            leave(self._writing, self.node)
        self._writing.close()
        self._reading.close()
