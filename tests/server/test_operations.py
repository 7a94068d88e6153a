"""What a host needs while a server runs: health, figures, migrations, retention, faults that spread no further."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from msgspec.structs import replace as replace_fields

from quillmap.server.client import Refused, Seat, call, legal_moves
from quillmap.server.hosting.config import Config
from quillmap.server.hosting.metrics import Metrics
from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.storage.sqlite.migrations import STEPS
from quillmap.server.storage.sqlite.storage import FILE_NAME, SqliteStorage
from quillmap.server.tables.document import PLAYING
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.registry import TableRegistry
from quillmap.server.tables.tokens import new_token
from server.harness import LONGEST_WAIT, Running, awaited, first_move, play_out, refusal, running, table_of, wait_until
from server.test_daily import HOUR, Days
from server.test_resting import let_go


def test_health_and_readiness(server: Running) -> None:
    """Both say so while the server takes moves."""
    assert call(server.url, "GET", "/healthz")["status"] == "ok"
    assert call(server.url, "GET", "/readyz")["status"] == "ready"


def test_the_figures_count_what_happens(server: Running) -> None:
    """Moves, sockets and commits are in the text for Prometheus."""
    seat = table_of(server.url, 1)[0]
    seat.start()
    play_out([seat])
    with urlopen(server.url + "/metrics") as answer:
        lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if not line.startswith("#"))
    assert float(lines["quillmap_moves_total"]) > 10
    assert float(lines["quillmap_units_stored_total"]) > 10
    assert float(lines["quillmap_commit_seconds_count"]) > 10
    assert 'quillmap_messages_total{type="move"}' in lines


def test_migrations_run_once(data: Path) -> None:
    """Opening a file again changes nothing."""
    for _ in range(2):
        storage = SqliteStorage(data)
        assert storage.version == len(STEPS)
        storage.close_file()


def test_a_table_that_could_not_be_stored_begins_again_from_the_file(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """When another writer was faster, the client is told that nothing has happened, and comes back to the truth."""
    with running(data) as server:
        seat = table_of(server.url, 1)[0]
        seat.start()
        seat.connect()
        assert seat.board is not None
        game, version = seat.board["game"], seat.board["version"]
        connection = sqlite3.connect(data / FILE_NAME)
        with connection:
            connection.execute("INSERT INTO events (game, seq, event) VALUES (?, ?, x'00')", (game, version))
        choices = seat.own["choices"] if seat.own else {}
        assert refusal(lambda: seat.move(legal_moves(choices)[0])) == "not-stored"
        [line] = [record for record in caplog.records if record.getMessage() == "could not be stored"]
        assert seat.table.startswith(line.__dict__["table"].removesuffix("…"))
        assert seat.table not in str(vars(line))  # who reads it could open the table
        with connection:
            connection.execute("DELETE FROM events WHERE game = ? AND seq = ?", (game, version))
        connection.close()
        assert seat.connect()["board"]["version"] == version
        seat.close()
        play_out([seat])


def test_old_games_and_forgotten_tables_are_removed(data: Path) -> None:
    """After the days that the host set, and not before."""
    with running(data, keep_days=30, idle_days=10) as server:
        finished = table_of(server.url, 1)[0]
        finished.start()
        play_out([finished])
        forgotten = table_of(server.url, 1)[0]
        forgotten.start()
        wait_until(lambda: let_go(server, finished.table))
        wait_until(lambda: let_go(server, forgotten.table))
        game = finished.board["game"] if finished.board else ""
        registry = server.registry

        def sweep(days: float) -> None:
            server.result_of(registry.remove_old(time.time() + 86400 * days))

        sweep(9)
        assert call(server.url, "GET", f"/api/games/{game}")
        sweep(11)
        assert server.result_of(registry.storage.load_document(forgotten.table)) is None
        assert call(server.url, "GET", f"/api/games/{game}")
        sweep(31)
        assert refusal(lambda: call(server.url, "GET", f"/api/games/{game}")) == "no-such-game"
        assert server.log(game) == []


def test_a_table_that_is_played_at_is_not_removed(data: Path) -> None:
    """Neither while somebody sits there, nor soon after an answer that the others don't see yet."""
    days = Days()
    with running(data, idle_days=10, keep_days=10, calendar=days) as server:
        seats = table_of(server.url, 2)
        seats[0].start()
        for seat in seats:
            seat.connect()
        registry, table = server.registry, seats[0].table

        def sweep_later(count: int) -> None:
            days.time += 24 * HOUR * count
            server.result_of(registry.remove_old(days.now()))

        sweep_later(11)
        version = seats[0].move(first_move(seats[0]))
        for seat in seats:
            seat.close()
        wait_until(lambda: let_go(server, table))
        sweep_later(9)
        assert seats[0].connect()["board"]["version"] == version
        seats[0].close()
        wait_until(lambda: let_go(server, table))
        sweep_later(2)
        assert refusal(seats[0].connect) == "no-such-table"


def test_a_sweep_that_fails_is_not_the_last(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the file could not be written for a while, what is old is removed afterwards."""
    monkeypatch.setattr("quillmap.server.tables.registry.SWEEP_SECONDS", 0.01)
    forgotten = replace_fields(new_document(CreateTable(), new_token()), touched=0.0)

    async def watch() -> None:
        registry = TableRegistry(Config(data=data, idle_days=1), Metrics())
        with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as other:
            other.execute("CREATE TRIGGER stuck BEFORE DELETE ON tables BEGIN SELECT RAISE(ABORT, 'stuck'); END")
            registry.open()
            await registry.storage.add_table(forgotten)
            async with asyncio.timeout(LONGEST_WAIT):
                while "could not be stored" not in caplog.messages:
                    await asyncio.sleep(0.01)
                other.execute("DROP TRIGGER stuck")
                while await registry.storage.load_document(forgotten.id) is not None:
                    await asyncio.sleep(0.01)
        assert "could not be stored" in caplog.messages, "the first sweep had failed"
        await registry.close()

    awaited(watch())


def test_a_table_that_can_not_be_read_keeps_no_other_asleep(data: Path) -> None:
    """Tables that go on by themselves are woken at the start, whatever is in the row of one of them."""
    good = replace_fields(
        new_document(CreateTable(), new_token()), id="b", status=PLAYING, deadline=time.time() + 86400, code="BBBBBB"
    )
    bad = replace_fields(good, id="a", code="AAAAAA")

    async def keep_both() -> None:
        storage = SqliteStorage(data)
        for document in (bad, good):
            await storage.add_table(document)
        await storage.close()

    awaited(keep_both())
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE tables SET document = x'00' WHERE id = 'a'")

    async def woken() -> set[str]:
        registry = TableRegistry(Config(data=data), Metrics())
        registry.open()
        async with asyncio.timeout(LONGEST_WAIT):
            while not registry.live:
                await asyncio.sleep(0.01)
        await registry.close()
        return set(registry.live)

    assert awaited(woken()) == {"b"}


def test_an_idle_table_leaves_the_memory_and_comes_back(data: Path) -> None:
    """Nobody notices."""
    with running(data, replace(Config().limits, idle_minutes=0)) as server:
        seat = Seat.create(server.url, "Ada")
        seat.start()
        server.registry.let_go(server.registry.live.values())
        assert not server.registry.live
        assert seat.connect()["board"]["version"] > 0
        server.registry.let_go(server.registry.live.values())
        assert server.registry.live
        seat.close()


def test_a_server_that_can_not_store_is_not_ready(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is full nobody is sent here; when there is room again the server is back by itself."""
    monkeypatch.setattr("quillmap.server.tables.registry.FRESH_SECONDS", 0.2)
    with running(data) as server:
        assert call(server.url, "GET", "/readyz")["status"] == "ready"
        storage = server.registry.storage
        assert isinstance(storage, SqliteStorage)

        def refuse(_batch: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        real = storage.writer.transaction
        monkeypatch.setattr(storage.writer, "transaction", refuse)
        time.sleep(0.3)
        with pytest.raises(Refused, match="not-stored"):
            call(server.url, "GET", "/readyz")
        monkeypatch.setattr(storage.writer, "transaction", real)
        assert call(server.url, "GET", "/readyz")["status"] == "ready"
