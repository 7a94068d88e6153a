"""Removing what is old while others go on."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from quillmap.server.storage import retention
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.postgresql.connections import connect, query
from quillmap.server.storage.postgresql.storage import PostgresStorage
from quillmap.server.storage.rows import Claim, Statement, TableWrite, Times
from quillmap.server.storage.sql_storage import SqlStorage
from quillmap.server.tables.document import FINISHED, PLAYING
from server.harness import awaited
from server.storage.places import Place, a_log, a_summary, a_table, contract, used
from server.storage.postgres import PostgresServer
from server.storage.test_tables import refused

EVENTS = 25


async def add(storage: Storage, name: str, status: str, ended: float | None, touched: float = 10.0) -> None:
    """Store a table with a game."""
    claim = await storage.add_table(a_table(id=name, status=status, touched=touched, game=name, games=(name,)))
    events = [str(number).encode() for number in range(EVENTS)]
    await storage.append(claim, TableWrite(log=a_log(name, 0, *events), summary=a_summary(name, ended=ended)))


async def events_left(storage: SqlStorage[Any]) -> int:
    """Return how many events are stored, of whatever games."""
    return int((await asyncio.to_thread(storage.rows, "SELECT count(*) FROM events"))[0][0])


def test_what_is_old_is_removed_a_little_at_a_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds a game that is being removed; whatever stops that, the next time goes on with it."""
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 10)

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        for name, status, ended in (("one", FINISHED, 10.0), ("two", FINISHED, 10.0), ("idle", PLAYING, None)):
            await add(storage, name, status, ended)
        await add(storage, "touched", FINISHED, 10.0, touched=90.0)
        await add(storage, "new", FINISHED, 90.0, touched=90.0)
        write, left = storage._write, [await events_left(storage)]

        async def stopping(*statements: Any) -> None:
            if len(left) == 3:
                raise ConnectionError
            await write(*statements)
            if (count := await events_left(storage)) != left[-1]:
                left.append(count)

        monkeypatch.setattr(storage, "_write", stopping)
        with pytest.raises(ConnectionError):
            await storage.remove_old(50.0, 50.0)
        assert left == [125, 115, 105], "some of one log have gone"
        for name in ("one", "two", "idle"):
            assert await storage.game_summary(name) is None
            assert await storage.game_events(name) == ()
            assert await storage.load_document(name) is None
        found = await storage.load_table("touched")
        assert found is not None
        assert found.events == (), "no part of a log"
        monkeypatch.setattr(storage, "_write", write)
        await storage.remove_old(50.0, 50.0)
        assert await events_left(storage) == EVENTS
        assert len(await storage.game_events("new")) == EVENTS
        assert await storage.game_summary("new") is not None
        assert await asyncio.to_thread(storage.rows, "SELECT count(*) FROM games") == [(1,)]

    awaited(used(place, scenario))


def test_many_small_games_go_together(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as have so many events; what others store comes between."""
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 60)
    writes: list[int] = []

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        for number in range(7):
            await add(storage, f"old {number}", FINISHED, 10.0)
        write = storage._write

        def counted(*statements: Any) -> Coroutine[Any, Any, None]:
            writes.append(sum(sql.startswith("DELETE FROM games") for sql, _ in statements))
            return write(*statements)

        monkeypatch.setattr(storage, "_write", counted)
        await storage.remove_old(50.0, None)
        assert await events_left(storage) == 0

    awaited(used(place, scenario))
    assert [each for each in writes if each] == [3, 3, 1]


async def begin_removal(storage: Storage, monkeypatch: pytest.MonkeyPatch, finished: float | None, idle: float) -> None:
    """Mark what is old, and stop before any of its events are removed."""
    assert isinstance(storage, SqlStorage)
    write = storage._write

    async def stopping(*statements: Any) -> None:
        if any(sql.startswith("DELETE FROM events") for sql, _ in statements):
            raise ConnectionError
        await write(*statements)

    with monkeypatch.context() as patch:
        patch.setattr(storage, "_write", stopping)
        with pytest.raises(ConnectionError):
            await storage.remove_old(finished, idle)


def test_nothing_is_stored_at_a_table_that_is_being_removed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever still has it in the memory is told so, whatever they want to store, and nothing of it comes back."""

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        await add(storage, "idle", PLAYING, None)
        found = await storage.load_table("idle")
        assert found is not None
        await begin_removal(storage, monkeypatch, None, 50.0)
        writes = (
            TableWrite(log=a_log("idle", EVENTS, b"answer")),
            TableWrite(times=Times(90.0, None), log=a_log("idle", EVENTS, b"answer")),
            TableWrite(found.document, log=a_log("idle", EVENTS, b"answer")),
            TableWrite(found.document),
            TableWrite(found.document, summary=a_summary("idle", ended=90.0)),
        )
        for number in range(2):
            for write in writes:
                assert await refused(storage.append(Claim("idle", found.claim.epoch), write)), (number, write)
            assert await storage.load_document("idle") is None
            assert await storage.game_summary("idle") is None
            await storage.remove_old(None, 50.0)
        assert await events_left(storage) == 0

    awaited(used(place, scenario))


def test_a_game_that_is_being_removed_does_not_come_back(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even with a late word about its end."""

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        await add(storage, "old", FINISHED, 10.0, touched=90.0)
        found = await storage.load_table("old")
        assert found is not None
        await begin_removal(storage, monkeypatch, 50.0, 50.0)
        await storage.append(found.claim, TableWrite(summary=a_summary("old", ended=90.0)))
        assert await storage.game_summary("old") is None
        await storage.remove_old(50.0, 50.0)
        assert await events_left(storage) == 0

    awaited(used(place, scenario))


@contract
async def test_tables_that_are_used_stay(storage: Storage) -> None:
    """However many they are, all others go."""
    tables = [f"{status} {number}" for status in (PLAYING, FINISHED) for number in range(retention.GAMES_AT_ONCE + 9)]
    for name in tables:
        await storage.add_table(a_table(id=name, status=name.split()[0], touched=10.0))
    free = {f"{status} {number}" for status in (PLAYING, FINISHED) for number in (3, 57)}
    await storage.remove_old(50.0, 50.0, set(tables) - free)
    assert {name for name in tables if await storage.load_document(name) is None} == free
    await storage.remove_old(50.0, 50.0)
    assert [name for name in tables if await storage.load_document(name) is not None] == []


MANY = (
    "INSERT INTO tables SELECT 'table ' || i, 'code ' || i, CASE i % 2 WHEN 0 THEN 'finished' ELSE 'playing' END,"
    " 0, CASE WHEN i < 200 THEN 10.0 ELSE 90.0 END, NULL, 0, '' FROM generate_series(1, 20000) AS i",
    "INSERT INTO leases SELECT id, '', 1 FROM tables",
    "INSERT INTO games SELECT 'game ' || id, id, 0, CASE status WHEN 'finished' THEN touched END, '' FROM tables",
    "INSERT INTO events SELECT id, 0, NULL, '' FROM games",
    "INSERT INTO reviews SELECT id, 0, '', '' FROM games",
    "INSERT INTO attempts SELECT '1960-01-0' || (1 + i % 9), 'player ' || i, '', ''"
    " FROM generate_series(1, 20000) AS i",
    "UPDATE attempts SET table_id = 'table' WHERE player LIKE 'player 7_'",
    "ANALYZE",
)
"""Tables with a game each, of which one in a hundred is old."""


def test_postgresql_does_not_look_for_what_is_removed_among_all(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves wait for whatever the writer does: it finds everything by its id, however much else there is."""
    url = postgres.new_database()
    plans: dict[str, list[str]] = {}

    async def scenario() -> None:
        storage = PostgresStorage(url)
        write = storage._write
        with connect(url) as connection:
            for sql in MANY:
                connection.execute(sql)

            async def explained(*statements: Statement) -> None:
                for sql, values in statements:
                    rows = connection.execute(b"EXPLAIN " + query(sql), list(values))
                    plans[sql] = [row[0].strip() for row in rows]
                await write(*statements)

            monkeypatch.setattr(storage, "_write", explained)
            await storage.remove_old(50.0, 50.0)
        counts = {name: storage.rows(f"SELECT count(*) FROM {name}")[0][0] for name in ("tables", "leases", "games")}
        assert counts == dict.fromkeys(counts, 19_801)
        await storage.close()

    awaited(scenario())
    assert {sql.split()[0] for sql in plans} == {"DELETE", "UPDATE"}
    assert any("DELETE FROM leases" in sql for sql in plans)
    looks = [line for plan in plans.values() for line in plan if "Seq Scan on" in line]
    assert [line for line in looks if "nodes" not in line] == [], "there are few nodes, and many of all else"
