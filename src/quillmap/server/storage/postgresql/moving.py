"""Moving everything from an SQLite file to a PostgreSQL database.

It can be interrupted and repeated: every part is a transaction of its own, what is there already stays, and what has
gone on in the file since the last time takes the place of what is older. Nothing is removed from the file.
"""

import contextlib
import sqlite3
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

from quillmap.server.push.sealing import KEY_NAME, SECRET_NAME
from quillmap.server.storage.data_folder import DataFolder
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.interface import KEPT
from quillmap.server.storage.postgresql.connections import first_connection, reason
from quillmap.server.storage.postgresql.migrations import migrate as migrate_target
from quillmap.server.storage.postgresql.nodes import PATIENCE_SECONDS, join, leave, renewal, this_node
from quillmap.server.storage.rows import Node
from quillmap.server.storage.sqlite.migrations import migrate as migrate_source
from quillmap.server.storage.sqlite.storage import FILE_NAME, connect

ROWS_AT_ONCE: Final = 1000

_NEWER: Final = {
    "tables": sql.SQL("(tables.touched, tables.deadline) < (excluded.touched, excluded.deadline)"),
    "games": sql.SQL("games.ended IS NULL AND excluded.ended IS NOT NULL"),
    "attempts": sql.SQL("attempts.rating IS NULL AND excluded.rating IS NOT NULL"),
}
"""When a row of the file takes the place of one that is in the database; rows of other tables never change."""


class Moved(NamedTuple):
    """What was moved of one kind."""

    kind: str
    """The name of its table."""
    rows: int
    """How many there are in the file."""
    new: int
    """How many of them were not, or not as they are now, in the database."""
    mended: int
    """How many hold characters that PostgreSQL can't store, which were replaced."""


def move_data(folder: Path, url: str) -> Generator[Moved, None, None]:
    """Move everything, a kind at a time; no server may use the file or the database meanwhile.

    What else there may be in the file stays where it is.
    """
    try:
        with _source(folder) as source, _target(url) as (target, node):
            _move_key(folder, target)
            for name in KEPT:
                yield _move(source, target, node, name)
    except (sqlite3.Error, psycopg.Error, ValueError) as error:  # also a key that is no text
        raise Unusable(reason(error)) from error


@contextlib.contextmanager
def _source(folder: Path) -> Iterator[sqlite3.Connection]:
    held = DataFolder(folder)
    try:
        with contextlib.closing(connect(folder / FILE_NAME)) as connection:
            migrate_source(connection)
            yield connection
    finally:
        held.let_go()


@contextlib.contextmanager
def _target(url: str) -> Iterator[tuple[psycopg.Connection, Node]]:
    with contextlib.closing(first_connection(url)) as connection:
        migrate_target(connection)
        node = this_node()
        join(connection, node, PATIENCE_SECONDS)
        try:
            yield connection, node
        finally:
            with contextlib.suppress(psycopg.Error):
                leave(connection, node)


def _move_key(folder: Path, target: psycopg.Connection) -> None:
    """Take the key for notifications along: a file in the folder, a secret in the database."""
    with contextlib.suppress(FileNotFoundError):
        key = (folder / KEY_NAME).read_text(encoding="ascii")
        statement = "INSERT INTO secrets (name, value) VALUES (%s, %s) ON CONFLICT (name) DO NOTHING"
        target.execute(statement, (SECRET_NAME, key))


def _move(source: sqlite3.Connection, target: psycopg.Connection, node: Node, name: str) -> Moved:
    info = source.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [row[1] for row in info]
    statement = _statement(name, columns, keys=[row[1] for row in info if row[5]])
    if not columns:
        raise Unusable(f"the file has no table {name}")
    rows = source.execute(f"SELECT {', '.join(map(_quoted, columns))} FROM {name}")
    count = new = mended = 0
    while some := rows.fetchmany(ROWS_AT_ONCE):
        with target.transaction(), target.cursor() as cursor:
            target.execute(*renewal(node))
            cursor.executemany(statement, [_storable(row) for row in some])
            new += cursor.rowcount
        count += len(some)
        mended += sum(_storable(row) != row for row in some)
    return Moved(name, count, new, mended)


def _quoted(column: str) -> str:
    return '"{}"'.format(column.replace('"', '""'))


def _storable(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return *row* without the null characters that older versions accepted in the ids of moves."""
    return tuple(value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value for value in row)


def _statement(name: str, columns: list[str], keys: list[str]) -> sql.Composed:
    def listed(names: list[str]) -> sql.Composed:
        return sql.SQL(", ").join(map(sql.Identifier, names))

    insert = sql.SQL("INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({})").format(
        sql.Identifier(name), listed(columns), sql.SQL(", ").join(sql.Placeholder() * len(columns)), listed(keys)
    )
    if name not in _NEWER:
        return insert + sql.SQL(" DO NOTHING")
    changed = [each for each in columns if each not in keys]
    changes = sql.SQL(", ").join(sql.SQL("{0} = excluded.{0}").format(sql.Identifier(each)) for each in changed)
    return insert + sql.SQL(" DO UPDATE SET {} WHERE {}").format(changes, _NEWER[name])
