"""The SQLite file and the log beside it."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from quillmap.server.problems import Problem
from quillmap.server.storage import retention
from quillmap.server.storage.rows import Statement
from quillmap.server.storage.sqlite import storage
from quillmap.server.storage.sqlite.migrations import STEPS, migrate
from quillmap.server.storage.sqlite.reading import ReadingConnections
from quillmap.server.storage.sqlite.statements import Write


def test_the_log_shrinks_after_a_burst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the largest burst there ever was would stay on the disk."""
    monkeypatch.setattr(storage, "LOG_BYTES", 100_000)
    log = tmp_path / "file.db-wal"
    connection = storage.connect(tmp_path / "file.db")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE numbers (number BLOB)")
    connection.execute("INSERT INTO numbers VALUES (zeroblob(1000000))")
    assert log.stat().st_size > 1_000_000
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    connection.execute("INSERT INTO numbers VALUES (1)")
    assert log.stat().st_size <= 100_000
    connection.close()


def test_the_log_begins_anew_while_there_is_always_something_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not grow for as long as an evening is busy."""
    monkeypatch.setattr(storage, "CHECKPOINT_SECONDS", 0.01)
    monkeypatch.setattr(storage, "LONG_LOG", 200)
    written, each = 60_000_000, 200_000

    async def write_on() -> int:
        kept = storage.SqliteStorage(tmp_path)
        row = "INSERT INTO reviews VALUES (?, 0, '', zeroblob(?))"
        last = asyncio.get_running_loop().create_future()
        for number in range(written // each):
            last = kept.writer.put(None, Write([(row, (str(number), each))]))
            if number % 2:  # so that one more always waits
                await last
        await last
        size = (tmp_path / f"{storage.FILE_NAME}-wal").stat().st_size
        await kept.close()
        return size

    assert asyncio.run(write_on()) < written / 2


def test_no_reader_waits_for_another(tmp_path: Path) -> None:
    """Each has a connection of its own while it reads."""
    may_go_on, has_begun = threading.Event(), threading.Event()

    def wait() -> int:
        has_begun.set()
        return int(may_go_on.wait(60))

    def connect() -> sqlite3.Connection:
        connection = storage.connect(tmp_path / "file.db")
        connection.create_function("wait", 0, wait)
        return connection

    reading = ReadingConnections(connect)
    with ThreadPoolExecutor(2) as threads:
        slow = threads.submit(reading.rows, "SELECT wait()")
        try:
            assert has_begun.wait(60)
            assert threads.submit(reading.rows, "SELECT 2").result(20) == [(2,)]
        finally:
            may_go_on.set()
        assert slow.result() == [(1,)]
    reading.close()


def test_what_can_not_be_read_is_told_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever asks may come back, and whatever looks again and again goes on; why is in the log."""

    async def read() -> None:
        kept = storage.SqliteStorage(tmp_path)
        with pytest.raises(Problem) as problem:
            await asyncio.to_thread(kept.rows, "SELECT * FROM nowhere")
        assert problem.value.code == "storage-away"
        await kept.close()

    asyncio.run(read())
    assert caplog.messages == ["could not be read"]


@contextmanager
def migrated(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a file of the present version."""
    with closing(storage.connect(path)) as connection:
        migrate(connection)
        yield connection


def keep_tables(connection: sqlite3.Connection, status: str, count: int) -> None:
    """Store tables at which nothing has happened for long, each with a game and an event."""
    ended = 1.0 if status == "finished" else None
    for number in range(count):
        name = f"{status} {number}"
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, 0, 1.0, NULL, 0, x'')", (name, name, status))
        connection.execute("INSERT INTO games VALUES (?, ?, 0.0, ?, x'')", (f"game {name}", name, ended))
        connection.execute("INSERT INTO events VALUES (?, 0, NULL, x'')", (f"game {name}",))


@pytest.mark.parametrize("count", [1, 4, 50])
def test_what_is_removed_is_not_looked_for_among_all(tmp_path: Path, count: int) -> None:
    """Moves wait for whatever the writer does: it finds games and tables by their ids, and reads ends by their time."""
    writes, reads = list[str](), list[str]()

    with migrated(tmp_path / "file.db") as connection:

        def plan(sql: str, values: Any) -> list[str]:
            return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]

        async def read(sql: str, *values: Any) -> list[Any]:
            reads.extend(plan(sql, values))
            return connection.execute(sql, values).fetchall()

        async def write(*statements: Statement) -> None:
            for sql, values in statements:
                writes.extend(plan(sql, values))
                connection.execute(sql, values)

        for status in ("finished", "playing"):
            keep_tables(connection, status, count)
        asyncio.run(retention.remove_old(read, write, 50.0, 50.0, (), ("1 = 1", ()), lambda _: ()))
        left = "SELECT id FROM games UNION ALL SELECT id FROM tables"
        assert connection.execute(left).fetchall() == []

    searches = {each for each in writes if each.startswith(("SEARCH", "SCAN"))}
    found_by_ids = ("PRIMARY KEY (", "games_by_table (table_id=? AND ended=?)", "sqlite_autoindex_reviews_1 (game=?)")
    assert [each for each in searches if each.startswith("SCAN") or not any(way in each for way in found_by_ids)] == []
    assert any("games_by_table" in each for each in searches)
    of_games = {each for each in reads if " games" in each}
    assert of_games
    found_by_times = ("games_by_end (ended<?)", "games_by_end (ended>? AND ended<?)")
    assert [each for each in of_games if not each.endswith(found_by_times)] == []


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_old_file_gets_what_was_added_since(tmp_path: Path, version: int) -> None:
    """All tables and indices of a new one, and it keeps what it holds."""

    def things(connection: sqlite3.Connection) -> set[tuple[str, str]]:
        return set(connection.execute("SELECT type, name FROM sqlite_master"))

    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        for step in STEPS[:version]:
            connection.executescript(step)
        keep_tables(connection, "playing", 3)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
    with migrated(old) as upgraded, migrated(tmp_path / "new.db") as new:
        assert things(upgraded) == things(new)
        assert ("index", "games_by_table") in things(upgraded)
        assert upgraded.execute("SELECT count(*) FROM games").fetchall() == [(3,)]
        assert upgraded.execute("PRAGMA user_version").fetchall() == [(len(STEPS),)]
