"""Connections to the SQLite file that only read: each thread has its own while it reads, so that none waits for one."""

import queue
import sqlite3
from collections.abc import Callable
from typing import Any


class ReadingConnections:
    """Connections that wait for somebody to read; another is opened by *connect* when none waits."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._idle: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        self._idle.put(connect())

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query; can be called from any thread."""
        connection = self._take() or self._connect()
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            self._idle.put(connection)

    def _take(self) -> sqlite3.Connection | None:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        """Close what waits."""
        while (connection := self._take()) is not None:
            connection.close()
