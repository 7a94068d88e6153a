"""The SQLite file and the log beside it."""

from pathlib import Path

import pytest

from quillmap.server.storage.sqlite import storage


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
