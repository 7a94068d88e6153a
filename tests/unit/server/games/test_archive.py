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


def test_nothing_waits_for_records_that_were_sent() -> None:
    """A large one takes a second; games and puzzles are read beside it."""

    async def scenario() -> None:
        pool, pool_for_sent = Counted(), Counted()
        archive = Archive((1e9, 1e9), pool, pool_for_sent)
        showing = [asyncio.create_task(archive.show("{}", HERE)) for _ in range(3)]
        while not pool_for_sent.calls:
            await asyncio.sleep(0)
        pool.go.set()
        puzzle = ReadingKey(read_replay, "puzzle")
        assert await archive.read_from(nothing, ReadingKey(read_replay, "game"), HERE) == b"record"
        assert await archive.answer(puzzle, "move", HERE) == b"record"
        assert pool.calls == 2
        assert not any(each.done() for each in showing)
        pool_for_sent.go.set()
        assert await asyncio.gather(*showing) == [b"record"] * 3
        archive.close()

    asyncio.run(scenario())


def test_nobody_waits_for_a_replay_in_the_queue_of_another() -> None:
    """Whoever has asked for many games keeps nobody waiting for one of them; what is worked out is shared."""

    async def scenario() -> None:
        pool = Counted()
        archive = Archive((1e9, 1e9), pool)

        def ask(game: int, address: str) -> asyncio.Task[bytes]:
            return asyncio.create_task(archive.read_from(nothing, ReadingKey(read_replay, str(game)), address))

        many = [ask(game, HERE) for game in range(20)]
        while not pool.calls:
            await asyncio.sleep(0)
        elsewhere = [ask(19, f"192.0.2.{number}") for number in range(2, 12)]
        done: list[asyncio.Task[bytes]] = []
        for each in (*many, *elsewhere):
            each.add_done_callback(done.append)
        await asyncio.sleep(0)
        pool.go.set()
        assert set(await asyncio.gather(*many, *elsewhere)) == {b"record"}
        assert sum(each in elsewhere for each in done[:13]) == 10, "they came before most of the many"
        assert pool.calls == 20, "each game was read once"
        assert not archive._flights
        assert not archive._at_work
        archive.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("is_sent", [False, True])
def test_what_waits_to_be_read_is_paid_for_when_its_turn_comes(*, is_sent: bool) -> None:
    """Those who ask at once have no more time than those who ask one after the other."""

    async def scenario() -> None:
        pool = Counted()
        pool.go.set()
        archive = Archive((1.5, 1e-9), pool)

        def ask(game: int) -> asyncio.Task[bytes]:
            key = ReadingKey(read_replay, str(game))
            return asyncio.create_task(archive.show("{}", HERE) if is_sent else archive.read_from(nothing, key, HERE))

        answers = await asyncio.gather(*(ask(game) for game in range(20)), return_exceptions=True)
        refused = [each.code for each in answers if isinstance(each, Problem)]
        assert set(refused) == {"too-many"}
        assert pool.calls == 20 - len(refused)
        assert pool.calls in {2, 3}, "the next may begin just before the last is paid for"
        archive.close()

    asyncio.run(scenario())
