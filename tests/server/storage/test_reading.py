"""Reading whole logs beside everything else that is read."""

import asyncio
import threading
from typing import Any

import pytest

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
            if sql.startswith("SELECT event"):
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
