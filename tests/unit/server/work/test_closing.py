"""A pool that is closed while jobs wait: whoever waits is told so, in words that they know."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quillmap.server.games.archive import Archive, ReadingKey
from quillmap.server.games.reading import read_replay
from quillmap.server.problems import Problem
from quillmap.server.storage.sqlite.storage import SqliteStorage
from quillmap.server.work.pool import PoolClosed
from quillmap.server.work.processes import WorkerPool


class Slow(WorkerPool):
    """Works until it is let go."""

    def __init__(self) -> None:
        super().__init__(1)
        self.has_begun, self.may_go_on = threading.Event(), threading.Event()

    def call_now(self, _function: Callable[[Any], Any], _job: object) -> Any:
        """Wait."""
        self.has_begun.set()
        assert self.may_go_on.wait(60)
        raise PoolClosed


async def closed_while_waiting(pool: Slow, waiting: list[asyncio.Task[Any]]) -> list[Any]:
    """Close a pool while one job is done and others wait; return what becomes of them."""
    while not pool.has_begun.is_set():
        await asyncio.sleep(0.001)
    pool.close()
    pool.may_go_on.set()
    async with asyncio.timeout(20):
        return await asyncio.gather(*waiting, return_exceptions=True)


def test_jobs_that_wait_are_not_begun() -> None:
    """Nor are those that come later; and nothing is prepared for them."""
    prepared: list[int] = []

    async def scenario() -> None:
        pool = Slow()

        def ask(number: int) -> asyncio.Task[Any]:
            async def prepare() -> int:
                prepared.append(number)
                return number

            return asyncio.create_task(pool.call_when_due(abs, prepare, "", ""))

        found = await closed_while_waiting(pool, [ask(number) for number in range(5)])
        assert [type(each) for each in found] == [PoolClosed] * 5
        with pytest.raises(PoolClosed):
            await ask(5)
        assert prepared == [0]

    asyncio.run(scenario())


def test_who_waits_for_a_game_is_asked_to_come_back() -> None:
    """It is no error of the server."""

    async def scenario() -> None:
        async def nothing() -> None:
            return None

        pool = Slow()
        archive = Archive((1e9, 1e9), pool)
        waiting = [
            asyncio.create_task(archive.read_from(nothing, ReadingKey(read_replay, str(game)), "192.0.2.1"))
            for game in range(5)
        ]
        found = await closed_while_waiting(pool, waiting)
        assert [isinstance(each, Problem) and each.code for each in found] == ["not-ready"] * 5

    asyncio.run(scenario())


def test_a_closed_storage_asks_to_come_back(tmp_path: Path) -> None:
    """Whatever is read, small or large."""

    async def scenario() -> None:
        storage = SqliteStorage(tmp_path)
        await storage.close()
        for reading in (storage.game_events("game"), storage.table_with_code("CODE")):
            with pytest.raises(Problem) as problem:
                await reading
            assert problem.value.code == "not-ready"

    asyncio.run(scenario())
