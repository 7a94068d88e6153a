"""Backups of a running server: whole, private, and never over anything that is there."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from quillmap.server.client import call
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.sqlite.backup import backup
from quillmap.server.storage.sqlite.storage import FILE_NAME, SqliteStorage
from server.command_line import quillmap
from server.harness import awaited, play_out, running, table_of


def test_a_backup_while_the_server_runs_is_whole(data: Path, tmp_path: Path) -> None:
    """The copy opens as a server's file and holds the finished game."""
    copies = tmp_path / "copies"
    copies.mkdir()
    with running(data) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        stop = threading.Event()

        def copy_on() -> None:
            number = 0
            while not stop.is_set():
                backup(data, copies / f"{number}.db")
                number += 1

        copying = threading.Thread(target=copy_on)
        copying.start()
        play_out(seats)
        stop.set()
        copying.join()
        assert quillmap("backup", str(copies / "last.db"), "--data", str(data)) == 0
        game = seats[0].board["game"] if seats[0].board else ""
    for copy in copies.iterdir():
        connection = sqlite3.connect(copy)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    restored = tmp_path / "restored"
    restored.mkdir()
    (copies / "last.db").rename(restored / FILE_NAME)
    with running(restored) as server:
        assert len(call(server.url, "GET", f"/api/games/{game}")["totals"]) == 2


def test_a_backup_overwrites_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says so in one line and fails."""
    SqliteStorage(data).close_file()
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert quillmap("backup", str(target), "--data", str(data)) == 2
    assert "There is a file of this name." in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert quillmap("backup", str(tmp_path / "new.db"), "--data", str(tmp_path / "nowhere")) == 2


@pytest.mark.parametrize("name", ["no#1", "50%41"])
def test_a_backup_takes_the_folder_as_it_is_called(tmp_path: Path, name: str) -> None:
    """Whatever its name would mean in an address, the games in it are copied, and nothing else is made."""
    folder = tmp_path / name

    async def keep_secret() -> None:
        storage = SqliteStorage(folder)
        await storage.secret("a", "b")
        await storage.close()

    awaited(keep_secret())
    backup(folder, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT name, value FROM secrets").fetchall() == [("a", "b")]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "copy.db"])


@pytest.mark.skipif(os.name == "nt", reason="files have no such rights there")
def test_only_the_owner_can_read_a_backup(data: Path, tmp_path: Path) -> None:
    """Whatever other programs may usually read: it holds the seeds of games that are played."""
    SqliteStorage(data).close_file()
    before = os.umask(0o022)
    try:
        backup(data, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert oct((tmp_path / "copy.db").stat().st_mode)[-3:] == "600"


def test_a_backup_that_fails_leaves_nothing_behind(data: Path, tmp_path: Path) -> None:
    """A file that is no database is not copied, and half a copy is not kept."""
    data.mkdir(exist_ok=True)
    (data / FILE_NAME).write_bytes(b"junk" * 1000)
    with pytest.raises(Unusable):
        backup(data, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
