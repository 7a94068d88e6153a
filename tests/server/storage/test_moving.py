"""Moving a whole folder to PostgreSQL: everything arrives, once, however often it is tried."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from quillmap.cli import main
from quillmap.server.client import Seat, call
from quillmap.server.push.sealing import KEY_NAME
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.interface import KEPT
from quillmap.server.storage.postgresql import moving
from quillmap.server.storage.postgresql.moving import move_data
from quillmap.server.storage.postgresql.storage import PostgresStorage
from quillmap.server.storage.sqlite.storage import FILE_NAME, SqliteStorage
from server.harness import awaited, play_out, play_some, running, table_of, wait_until
from server.storage.postgres import PostgresServer
from server.test_daily import Days

PLAYER = "secret-of-a-device-1234567"
WISH = {"name": "Ada", "player": PLAYER}


def quillmap(*arguments: str) -> int:
    """Run the command line in English; return its exit code."""
    return main(["--lang", "en", *arguments])


@pytest.fixture
def url(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of an empty database; parts are small, so that there are several."""
    monkeypatch.setattr(moving, "ROWS_AT_ONCE", 7)
    monkeypatch.setattr("quillmap.server.storage.postgresql.moving.PATIENCE_SECONDS", 0.2)
    return postgres.new_database()


def play_solo(data: Path, rounds: int | None) -> Seat:
    """Play a solo game in a folder to its end, or for some rounds."""
    with running(data) as server:
        seat = Seat.create(server.url, "Ada")
        seat.start()
        if rounds is None:
            play_out([seat])
        else:
            play_some(seat, rounds, "begun")
    return seat


def counts(data: Path) -> dict[str, int]:
    """Return how many rows each table of the file has that is moved."""
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT}


def test_a_folder_is_served_from_the_database(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Finished games, games in progress, links, the counted attempt and the deal of the day are the same there."""
    with running(data, calendar=Days()) as server:
        finished, begun = (Seat.create(server.url, name) for name in ("Ada", "Ben"))
        for seat in (finished, begun):
            seat.start()
        play_out([finished])
        play_some(begun, 3, "begun")
        daily = call(server.url, "POST", "/api/daily/today", WISH)
        game = finished.board["game"] if finished.board else ""
        summary = call(server.url, "GET", f"/api/games/{game}")
        log = server.log(game)
        deal = server.log(daily["table"]["game"])
        key = call(server.url, "GET", "/api/push")["key"]
    capsys.readouterr()
    assert quillmap("move-data", str(data), url) == 0
    printed = capsys.readouterr().out
    assert f"Events: {counts(data)['events']} (new: {counts(data)['events']})" in printed
    assert "Tables: 3 (new: 3)" in printed
    with running(data / "unused", calendar=Days(), database=url) as server:
        assert call(server.url, "GET", f"/api/games/{game}") == summary
        assert server.log(game) == log
        wait_until(lambda: call(server.url, "GET", "/api/push")["key"] == key)
        assert server.log(daily["table"]["game"]) == deal
        assert call(server.url, "POST", "/api/daily/today", WISH)["table"]["id"] == daily["table"]["id"]
        play_out([Seat(server.url, begun.table, begun.token)])
        other = call(server.url, "POST", "/api/daily/today", {"name": "Ben", "player": "another-device-1234567890"})
        assert server.log(other["table"]["game"])[0] == deal[0]


def test_a_move_that_was_interrupted_goes_on(data: Path, url: str) -> None:
    """What has arrived is not moved again, and everything is there in the end."""
    play_solo(data, None)
    moves = move_data(data, url)
    first = next(moves)
    assert (first.kind, first.rows, first.new) == ("events", counts(data)["events"], counts(data)["events"])
    moves.close()  # as Ctrl+C does
    again = {each.kind: each for each in move_data(data, url)}
    assert {kind: each.rows for kind, each in again.items()} == counts(data)
    assert {kind: each.new for kind, each in again.items()} == {**counts(data), "events": 0}
    assert {each.new for each in move_data(data, url)} == {0}


def test_a_move_that_breaks_in_the_middle_of_a_kind_goes_on(data: Path, url: str) -> None:
    """Parts that were stored stay; the part that failed is stored the next time."""
    play_solo(data, None)
    awaited(PostgresStorage(url).close())
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE events ADD CONSTRAINT broken CHECK (seq < 20)")
        with pytest.raises(Unusable, match="broken"):
            list(move_data(data, url))
        arrived = connection.execute("SELECT count(*) FROM events").fetchone()
        assert arrived == (14,)
        connection.execute("ALTER TABLE events DROP CONSTRAINT broken")
    again = {each.kind: each for each in move_data(data, url)}
    assert again["events"].new == counts(data)["events"] - 14


def test_what_went_on_in_the_folder_is_moved_later(data: Path, url: str) -> None:
    """A table that was moved, and then played on in the folder, is as it is there; never the other way round."""
    begun = play_solo(data, 2)
    list(move_data(data, url))
    with running(data) as server:
        play_out([Seat(server.url, begun.table, begun.token)])
    later = {each.kind: each for each in move_data(data, url)}
    assert (later["tables"].new, later["games"].new) == (1, 1)
    with running(data / "unused", database=url) as server:
        table = Seat(server.url, begun.table, begun.token).ask("GET")["table"]
        assert table["status"] == "finished"
        assert call(server.url, "GET", f"/api/games/{table['game']}")["totals"]
        call(server.url, "POST", f"/api/tables/{begun.table}/rematch", token=begun.token)
    assert {each.new for each in move_data(data, url)} == {0}


def test_a_clock_that_went_on_is_moved_later(data: Path, url: str) -> None:
    """A question follows another within the half minute in which a table is not noted as played at."""
    with running(data) as server:
        [seat] = table_of(server.url, 1, pace={"kind": "seconds", "amount": 600, "timeout": "skip"})
        seat.start()
        play_some(seat, 1, "clock")
    list(move_data(data, url))
    with running(data) as server:
        play_some(Seat(server.url, seat.table, seat.token), 1, "on")
    with closing(sqlite3.connect(data / FILE_NAME)) as source, psycopg.connect(url) as target:
        asked = "SELECT deadline FROM tables"
        newest = source.execute(asked).fetchone()
        assert newest != target.execute(asked).fetchone()
        target.commit()
        list(move_data(data, url))
        assert newest == target.execute(asked).fetchone()
        target.execute("UPDATE tables SET deadline = deadline + 1")  # as if the database were ahead
        target.commit()
        list(move_data(data, url))
        assert newest != target.execute(asked).fetchone()


def test_null_characters_of_older_versions_stop_nothing(
    data: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They were taken in the ids of moves; they are replaced, and it is said how often."""
    play_solo(data, 2)
    with closing(sqlite3.connect(data / FILE_NAME)) as source, source:
        source.execute("UPDATE events SET move = '1/' || char(0) WHERE seq IN (2, 9)")
    capsys.readouterr()
    assert quillmap("move-data", str(data), url) == 0
    assert "Events: 2 with characters that PostgreSQL can’t store" in capsys.readouterr().out
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT seq FROM events WHERE move = '1/\ufffd' ORDER BY seq").fetchall() == [
            (2,),
            (9,),
        ]
    assert {(each.new, each.mended) for each in move_data(data, url)} == {(0, 0), (0, 2)}


def test_nothing_is_moved_under_a_server(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A server that uses the folder or the database has to be stopped first."""
    with running(data):
        assert quillmap("move-data", str(data), url) == 2
        assert "Stop it first." in capsys.readouterr().err
    with running(data / "unused", database=url):
        assert quillmap("move-data", str(data), url) == 2
        assert "Stop it first." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "target", "complaint"),
    [
        ("nowhere", "postgresql://127.0.0.1:1/quillmap", "no games of a server"),
        ("data", "elsewhere", "looks like postgresql://"),
        ("data", "postgresql://127.0.0.1:1/quillmap", "goes on where it stopped"),
    ],
)
def test_mistakes_are_told_in_a_line(
    source: str, target: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the exit code is 2."""
    SqliteStorage(tmp_path / "data").close_file()
    assert quillmap("move-data", str(tmp_path / source), target) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_backup_says_what_copies_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It copies nothing itself, and prints no password."""
    target = tmp_path / "copy"
    assert quillmap("backup", str(target), "--database", "postgresql://me:word@db/quillmap") == 2
    assert f"pg_dump --format=custom --file={target} postgresql://db/quillmap" in capsys.readouterr().err
    assert not target.exists()


def test_other_tables_of_the_file_are_left_alone(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also those that are called like the cluster's own: nobody is a node, or holds a table, because a file says so."""
    play_solo(data, 2)
    with closing(sqlite3.connect(data / FILE_NAME)) as source, source:
        source.execute("CREATE TABLE leases (table_id TEXT PRIMARY KEY, node TEXT, epoch INTEGER)")
        source.execute("INSERT INTO leases VALUES ('planted', 'planted', 7)")
        source.execute("CREATE TABLE nodes (id TEXT PRIMARY KEY, name TEXT, expires TEXT, cluster TEXT)")
        source.execute("INSERT INTO nodes VALUES ('planted', 'planted', '2999-01-01', 'planted')")
        source.execute('CREATE TABLE "something; else" (x)')
    capsys.readouterr()
    assert quillmap("move-data", str(data), url) == 0
    assert capsys.readouterr().out.count("(new:") == len(KEPT)
    with psycopg.connect(url) as target:
        for name in ("nodes", "leases"):
            assert target.execute(f"SELECT * FROM {name}").fetchall() == []


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE reviews",
        "ALTER TABLE events ADD COLUMN later",
        'ALTER TABLE events ADD COLUMN "a"" b"',
        "ALTER TABLE events RENAME COLUMN seq TO number",
        "UPDATE events SET seq = 'text' WHERE seq = 1",
        "UPDATE events SET seq = 9223372036854775807 WHERE seq = 1",
        "UPDATE events SET move = CAST(x'ff' AS TEXT)",
        "DROP TABLE events; CREATE TABLE events (game, seq, move, event); INSERT INTO events VALUES (1, 2, 3, 4)",
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused_in_a_line(
    change: str, data: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the exit code is 2."""
    play_solo(data, 2)
    with closing(sqlite3.connect(data / FILE_NAME)) as source:
        source.executescript(change)
    capsys.readouterr()
    assert quillmap("move-data", str(data), url) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_key_that_is_no_text_is_refused_in_a_line(data: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And the exit code is 2."""
    SqliteStorage(data).close_file()
    (data / KEY_NAME).write_bytes(b"\xff")
    assert quillmap("move-data", str(data), url) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_both_databases_have_the_same_tables(data: Path, url: str) -> None:
    """Whatever is added to one of them has to be added to the other, and to what is moved, or is its own alone."""
    SqliteStorage(data).close_file()
    awaited(PostgresStorage(url).close())
    with closing(sqlite3.connect(data / FILE_NAME)) as source, psycopg.connect(url) as target:
        sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        found = {row for row in target.execute(sql) if row[0] not in ("nodes", "leases", "chores", "quillmap")}
        names = {row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        names -= {"heartbeat"}
        wanted = {(name, row[1]) for name in names for row in source.execute(f"PRAGMA table_info({name})")}
    assert found == wanted
    assert names == {*KEPT}
