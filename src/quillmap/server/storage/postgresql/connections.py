"""Connections to the database: one line for whatever keeps us from having one, and a small pool for reading."""

import contextlib
import queue
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from quillmap.server.storage.errors import Unusable

CONNECT_SECONDS: Final = 5
MOST_READING: Final = 8
"""Connections that read at the same time: as many as there are threads that do, so that none waits for another."""


def connect(url: str) -> psycopg.Connection:
    """Return a connection on which every statement outside a transaction stands for itself."""
    return psycopg.connect(
        url,
        autocommit=True,
        prepare_threshold=None,  # PgBouncer gives every transaction another session
        connect_timeout=CONNECT_SECONDS,
        # A database that falls silent is away after some ten seconds, and not after the two hours of the system.
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        tcp_user_timeout=10_000,
        application_name="quillmap",
    )


def first_connection(url: str) -> psycopg.Connection:
    """Return a connection for the start, or raise why there is none in one line."""
    try:
        return connect(url)
    except psycopg.Error as error:
        raise Unusable(reason(error)) from None


def reason(error: Exception) -> str:
    """Return what is wrong in one line; the driver has several, the first of which says which try failed."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


def is_lost(connection: psycopg.Connection, error: Exception) -> bool:
    """Return whether *error* says that the database is away, and not that it refused something."""
    refusals = (psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown, psycopg.errors.CannotConnectNow)
    return connection.closed or connection.broken or isinstance(error, refusals)


def is_address(url: str) -> bool:
    """Return whether *url* is written as the address of a database; nobody is asked."""
    try:
        conninfo_to_dict(url)
    except psycopg.Error:
        return False
    return url.startswith(("postgresql://", "postgres://"))


def shown(url: str) -> str:
    """Return the address of a database without its password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "postgresql://…"
    host, port, name = parts.get("host", ""), parts.get("port"), parts.get("dbname", "")
    return f"postgresql://{host}{f':{port}' if port else ''}/{name}"


@cache
def query(sql: str) -> bytes:
    """Return SQL with ``?`` for every value as the driver has it."""
    return sql.replace("?", "%s").encode()


class ConnectionLost(Exception):
    """The database went away while a connection waited or worked."""


class ReadingPool:
    """Connections that wait for somebody to read; each is made when it is needed, and again when it was lost."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: queue.LifoQueue[psycopg.Connection] = queue.LifoQueue()
        self._room = threading.BoundedSemaphore(MOST_READING)

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""
        with self._room:
            while (connection := self._take()) is not None:
                with self._giving_back(connection), contextlib.suppress(ConnectionLost):
                    return _rows(connection, sql, values)
            connection = connect(self._url)
            with self._giving_back(connection):
                return _rows(connection, sql, values)

    def _take(self) -> psycopg.Connection | None:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return None

    @contextlib.contextmanager
    def _giving_back(self, connection: psycopg.Connection) -> Iterator[None]:
        try:
            yield
        finally:
            if connection.closed:
                connection.close()
            else:
                self._idle.put(connection)

    def close(self) -> None:
        """Close what waits."""
        while (connection := self._take()) is not None:
            connection.close()


def _rows(connection: psycopg.Connection, sql: str, values: tuple[object, ...]) -> list[Any]:
    try:
        return connection.execute(query(sql), values, binary=True).fetchall()
    except psycopg.Error as error:
        if is_lost(connection, error):
            connection.close()
            raise ConnectionLost(reason(error)) from error
        raise
