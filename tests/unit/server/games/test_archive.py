"""Who waits for a place to read finished games."""

import asyncio
import threading
from typing import Any

import pytest

from quillmap.server.games.archive import MOST_WAITING, Archive, ReadingKey
from quillmap.server.games.reading import Reading, read_replay
from quillmap.server.problems import Problem
from quillmap.server.work.processes import WorkerPool

HERE = "192.0.2.1"


class Paced(WorkerPool):
    """Works when it is let go."""

    def __init__(self) -> None:
        super().__init__(1)
        self.go = asyncio.Event()
        self.calls = 0

    async def call_when_due(self, *_: object) -> Any:
        """Wait, and return a result."""
        self.calls += 1
        await self.go.wait()
        return Reading(b"replay", None, 0.001)


async def nothing() -> None:
    """Load nothing."""


def test_a_party_waits_for_one_replay() -> None:
    """However many ask for the same, it takes one place; other games take one each, and in the end all are free."""

    async def scenario() -> None:
        pool = Paced()
        archive = Archive((1e9, 1e9), pool)

        def ask(game: int) -> asyncio.Task[bytes]:
            return asyncio.create_task(archive.read_from(nothing, ReadingKey(read_replay, str(game)), HERE))

        most = MOST_WAITING[0]
        same = [ask(0) for _ in range(10 * most)]
        others = [ask(game) for game in range(1, most + 1)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [each.done() for each in (*same, *others)].count(True) == 1
        with pytest.raises(Problem) as refused:
            await others[-1]
        assert refused.value.code == "too-many"
        pool.go.set()
        assert set(await asyncio.gather(*same, *others[:-1])) == {b"replay"}
        assert pool.calls == most
        assert await ask(most) == b"replay"
        archive.close()

    asyncio.run(scenario())


class Counted(WorkerPool):
    """Works in a thread of this process, when it is let go; each job costs a second."""

    def __init__(self) -> None:
        super().__init__(1)
        self.go = threading.Event()
        self.calls = 0

    def call_now(self, *_: object) -> Any:
        """Wait, and return a result."""
        self.calls += 1
        self.go.wait()
        return Reading(b"record", None, 1.0)


def test_what_was_sent_is_not_read_for_those_who_have_gone() -> None:
    """They leave the queue, and give their room to others; what had begun is paid for."""

    async def scenario() -> None:
        pool = Counted()
        archive = Archive((1.0, 1e-9), pool)
        most = MOST_WAITING[0]
        asking = [asyncio.create_task(archive.show("{}", HERE)) for _ in range(most)]
        while not pool.calls:
            await asyncio.sleep(0)
        assert len(pool.queue) == most - 1
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert len(pool.queue) == 0
        elsewhere = asyncio.create_task(archive.show("{}", "192.0.2.2"))
        pool.go.set()
        assert await elsewhere == b"record"
        assert pool.calls == 2
        assert not archive._accounts.take(HERE, 0.5), "the one that had begun has cost a second"
        archive.close()

    asyncio.run(scenario())
