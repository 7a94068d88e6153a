"""Storage: one SQLite file, many readers, one writer thread that commits in groups.

A *unit* is what has to be stored together: it is in the file as a whole or not at all. The writer takes all units
that wait, writes them in one transaction, and reports each when the transaction is on the disk (WAL,
``synchronous=FULL``). The primary key ``(game, seq)`` is the fence against two writers: the second one's unit fails.
"""

import contextlib
import math
import queue
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from quillmap.server.storage.data_folder import DataFolder
from quillmap.server.storage.migrations import migrate

FILE_NAME: Final = "quillmap.db"
CHECKPOINT_SECONDS: Final = 0.5
MOST_AT_ONCE: Final = 512
"""Units of one transaction."""

Statement = tuple[str, Sequence[Any]]


class Unit(NamedTuple):
    """Statements that are stored together, and a callback for when they are (None) or why they are not."""

    group: object
    """Units of a group build on one another: when one fails, so do all that follow. It is referred to weakly."""
    statements: Sequence[Statement]
    done: Callable[[Exception | None], None]


def connect(path: Path) -> sqlite3.Connection:
    """Open the file at *path* so that commits are durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=512)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


class BuiltOnFailure(Exception):
    """A unit was not written because one before it could not be."""


class Storage:
    """The file of one server."""

    def __init__(self, folder: Path) -> None:
        self._folder = DataFolder(folder)
        self.path = self._folder.private_file(FILE_NAME)  # its log gets the same rights
        try:
            self._writing = connect(self.path)
            self.version = migrate(self._writing)
            self._reading = connect(self.path)
        except BaseException:
            self._folder.let_go()
            raise
        self._reading_lock = threading.Lock()
        self._failed: weakref.WeakSet[Any] = weakref.WeakSet()
        self._units: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self.last_commit = -math.inf
        """When something was last written, by the monotonic clock."""
        self.on_commit: Callable[[int, float], None] | None = None
        """Called after every commit with the number of units and the seconds it took."""
        # Moving pages from the log into the file takes long when the disk is busy; moves must not wait for it.
        self._writing.execute("PRAGMA wal_autocheckpoint = 0")
        self._is_closing = threading.Event()
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()
        self._checkpointer = threading.Thread(target=self._checkpoint_on, name="checkpointer", daemon=True)
        self._checkpointer.start()

    # -- writing -------------------------------------------------------------------------------

    def write(self, unit: Unit) -> None:
        """Queue *unit*; its ``done`` is called from the writer's thread."""
        self._units.put(unit)

    def _write_on(self) -> None:
        while (unit := self._units.get()) is not None:
            batch = [unit]
            is_last = False
            while len(batch) < MOST_AT_ONCE and not self._units.empty():
                following = self._units.get()
                if following is None:
                    is_last = True
                    break
                batch.append(following)
            self._commit(batch)
            if is_last:
                return

    def _commit(self, batch: list[Unit]) -> None:
        start = time.perf_counter()
        error = self._transaction(batch)
        if error is None:
            self.last_commit = time.monotonic()
            if self.on_commit is not None:
                self.on_commit(len(batch), time.perf_counter() - start)
            for unit in batch:
                unit.done(None)
            return
        # One bad unit must not take the others with it: each gets its own transaction now.
        for unit in batch:
            found = error if len(batch) == 1 else self._transaction([unit])
            if found is not None:
                self._failed.add(unit.group)
            unit.done(found)

    def _transaction(self, batch: list[Unit]) -> Exception | None:
        if self._failed and any(unit.group in self._failed for unit in batch):
            return BuiltOnFailure("an earlier change could not be stored")
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            for unit in batch:
                for sql, values in unit.statements:
                    self._writing.execute(sql, values)
            self._writing.execute("COMMIT")
        except Exception as error:  # also a value that SQLite has no type for: the writer outlives every unit
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            return error
        return None

    def _checkpoint_on(self) -> None:
        """Move pages from the log into the file now and then, without holding up the writer."""
        connection = connect(self.path)
        while not self._is_closing.wait(CHECKPOINT_SECONDS):
            with contextlib.suppress(sqlite3.Error):  # busy now: try again later
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        connection.close()

    def close(self) -> None:
        """Write what is queued, then close the file."""
        self._units.put(None)
        self._writer.join()
        self._is_closing.set()
        self._checkpointer.join()
        self._writing.close()
        with self._reading_lock:
            self._reading.close()
        self._folder.let_go()

    # -- reading -------------------------------------------------------------------------------

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""
        with self._reading_lock:
            return self._reading.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Any | None:
        """Return the first row of a query."""
        with self._reading_lock:
            return self._reading.execute(sql, values).fetchone()


def has_games(folder: Path) -> bool:
    """Return whether *folder* holds the games of a server."""
    return (folder / FILE_NAME).is_file()


def backup(folder: Path, target: Path) -> None:
    """Copy a consistent snapshot of the file in *folder* to *target*, also while a server writes to it."""
    if not has_games(folder):
        raise FileNotFoundError(f"there is no {FILE_NAME} in {folder}")
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    address = (folder / FILE_NAME).resolve().as_uri()  # its name may contain characters that are special in a URI
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{address}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a log beside it
        partial.replace(target)  # a half-written copy never has the name that was asked for
    finally:
        partial.unlink(missing_ok=True)
