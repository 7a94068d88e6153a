"""Reading whole logs beside everything else that is read."""

import asyncio
import threading
from typing import Any

import pytest

from quillmap.server.storage import sql_storage
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.rows import TableWrite
from quillmap.server.storage.sql_storage import SqlStorage
from server.harness import awaited
from server.storage.places import Place, a_log, a_summary, a_table, used

LOGS = 40


def test_small_reads_wait_for_no_log(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many logs somebody has read; and of those, others have theirs next."""
    may_go_on, begun = threading.Event(), list[str]()

    def slow(storage: SqlStorage[Any]) -> None:
        rows = storage.rows

        def waiting(sql: str, *values: object) -> list[Any]:
            if sql.startswith("SELECT seq, event"):
                begun.append(str(values[0]))
                assert may_go_on.wait(60)
            return rows(sql, *values)

        monkeypatch.setattr(storage, "rows", waiting)

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        table = a_table()
        claim = await storage.add_table(table)
        await storage.append(claim, TableWrite(log=a_log("g", 0, b"one"), summary=a_summary("g", ended=1.0)))
        slow(storage)
        many = [asyncio.create_task(storage.game_events("g", "192.0.2.1")) for _ in range(LOGS)]
        other = asyncio.create_task(storage.game_events("other", "192.0.2.2"))
        gone = asyncio.create_task(storage.game_events("gone", "192.0.2.3"))
        try:
            async with asyncio.timeout(20):
                assert await storage.table_with_code(table.code) == table.id
                assert await storage.game_summary("g") is not None
                assert (await storage.lobby(5)) == []
            gone.cancel()
            await asyncio.sleep(0.05)
        finally:
            may_go_on.set()
        assert await asyncio.gather(*many) == [(b"one",)] * LOGS
        assert await other == ()
        assert "other" in begun[:4]
        assert "gone" not in begun

    awaited(used(place, scenario))


ASKED = b'{"event":"asked","card":"treetop-village"}'
CHANGED_MIND = [
    *(b'{"event":"submitted","seat":%d,"answer":{"move":"draw"}}' % seat for seat in range(3)),
    *(b'{"event":"taken-back","seat":%d}' % seat for seat in (1, 0)),
]
"""Three answer, and two of them take that back."""


@pytest.mark.parametrize("at_once", [1, 4, 5, 1000])
def test_what_was_taken_back_is_read_and_left_out_a_little_at_a_time(
    at_once: int, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody has changed their mind, little is in memory, and everything else keeps its place."""
    monkeypatch.setattr(sql_storage, "EVENTS_AT_ONCE", at_once)
    log = [ASKED, *CHANGED_MIND, ASKED, *CHANGED_MIND, *CHANGED_MIND[:2], b"the end"]
    lasting = (ASKED, b"", b"", CHANGED_MIND[2], b"", b"")
    most: list[int] = []

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        claim = await storage.add_table(a_table())
        await storage.append(claim, TableWrite(log=a_log("g", 0, *log), summary=a_summary("g", ended=1.0)))
        rows = storage.rows

        def counted(sql: str, *values: object) -> list[Any]:
            found = rows(sql, *values)
            most.append(len(found))
            return found

        monkeypatch.setattr(storage, "rows", counted)
        assert await storage.game_events("g") == (*lasting, *lasting, *CHANGED_MIND[:2], b"the end")

    awaited(used(place, scenario))
    assert max(most) <= at_once


def test_nobody_reads_half_a_game_that_is_removed_meanwhile(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is marked as removed after its first part was read: then it is not there."""
    monkeypatch.setattr(sql_storage, "EVENTS_AT_ONCE", 2)

    async def scenario(storage: Storage) -> None:
        assert isinstance(storage, SqlStorage)
        claim = await storage.add_table(a_table())
        await storage.append(claim, TableWrite(log=a_log("g", 0, *CHANGED_MIND), summary=a_summary("g", ended=1.0)))
        rows, loop = storage.rows, asyncio.get_running_loop()
        removing = asyncio.Event()

        def removed_after(sql: str, *values: object) -> list[Any]:
            found = rows(sql, *values)
            if not removing.is_set():
                removing.set()
                asyncio.run_coroutine_threadsafe(storage.remove_old(2.0, None, ()), loop).result(60)
            return found

        monkeypatch.setattr(storage, "rows", removed_after)
        assert await storage.game_events("g") == ()

    awaited(used(place, scenario))
