"""The SQLite file and the log beside it."""

import asyncio
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quillmap.server.problems import Problem
from quillmap.server.storage.sqlite import storage
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
