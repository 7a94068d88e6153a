"""The fair queue: who asks for much waits for it alone."""

import asyncio
from contextlib import suppress

import pytest

from quillmap.server.work import fair_queue
from quillmap.server.work.fair_queue import FairQueue


async def order_of(jobs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Queue *jobs* behind one that runs, and return the order in which they have their turns."""
    queue = FairQueue(1)
    first = await queue.acquire("first", "first")
    done: list[tuple[str, str]] = []

    async def work(owner: str, group: str) -> None:
        turn = await queue.acquire(owner, group)
        done.append((owner, group))
        await asyncio.sleep(0)
        queue.release(turn)

    tasks = [asyncio.create_task(work(*job)) for job in jobs]
    await asyncio.sleep(0)
    queue.release(first)
    await asyncio.gather(*tasks)
    assert len(queue) == 0
    return done


def test_every_owner_has_a_turn() -> None:
    """One job of somebody else is not behind a hundred of mine."""
    jobs = [("me", "a")] * 100 + [("you", "b")]
    assert asyncio.run(order_of(jobs))[:3] == [("me", "a"), ("you", "b"), ("me", "a")]


def test_every_group_of_an_owner_has_a_turn() -> None:
    """At a school with one address a table of a hundred bots does not hold up the other tables."""
    jobs = [("school", "large")] * 10 + [("school", "small")]
    assert asyncio.run(order_of(jobs))[:2] == [("school", "large"), ("school", "small")]


def test_every_site_has_a_turn() -> None:
    """Anybody can have a /48, which are 65 536 networks: they wait for each other, and others wait for one of them."""
    jobs = [(f"2001:db8:1:{n:x}::/64", "a") for n in range(60)]
    done = asyncio.run(order_of([*jobs, ("192.0.2.1", "b")]))
    assert done == [jobs[0], ("192.0.2.1", "b"), *jobs[1:]]


def test_every_network_of_a_site_has_a_turn() -> None:
    """One room of a campus does not hold up the others."""
    room, other = "2001:db8:1:1::/64", "2001:db8:1:2::/64"
    assert asyncio.run(order_of([(room, "a")] * 10 + [(other, "b")]))[:2] == [(room, "a"), (other, "b")]


def test_others_of_a_site_count_for_themselves() -> None:
    """However many networks somebody has, to everybody else they are one who waits."""

    async def scenario() -> None:
        queue = FairQueue(1)
        await queue.acquire("first", "first")
        owners = [f"2001:db8:1:{n:x}::/64" for n in range(5)]
        waiting = [asyncio.create_task(queue.acquire(owner, "table")) for owner in (*owners, "192.0.2.1")]
        await asyncio.sleep(0)
        assert [queue.others_than(owner) for owner in (owners[0], "192.0.2.1", "192.0.2.2")] == [5, 1, 2]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("holding", "waits", "asked"),
    [
        (["a"] * 4, "a", 0),
        (["a"] * 4, "b", 2),
        (["a", "a", "b", "b"], "c", 2),
        (["a", "b", "c", "d"], "e", 0),
        ([f"2001:db8:1:{n}::/64" for n in range(4)], "a", 2),
        ([f"2001:db8:1:{n}::/64" for n in (1, 1, 1, 2)], "2001:db8:1:3::/64", 2),
    ],
)
def test_long_jobs_leave_others_their_share(holding: list[str], waits: str, asked: int) -> None:
    """Whoever has more turns than there are for everybody is asked for them, and never for the last one."""

    async def scenario() -> int:
        queue = FairQueue(4)
        turns = [await queue.acquire(owner, "game") for owner in holding]
        assert not any(map(queue.is_asked_back, turns)), "nobody waits"
        waiting = [asyncio.create_task(queue.acquire(waits, "game")) for _ in range(4)]
        await asyncio.sleep(0)
        count = 0
        while asking := [turn for turn in turns if queue.is_asked_back(turn)]:
            queue.release(asking[0])
            turns.remove(asking[0])
            count += 1
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return count

    assert asyncio.run(scenario()) == asked


def test_a_turn_goes_to_who_has_fewest() -> None:
    """A long job counts while it runs, not when it ends: who has two of them waits for who has none."""

    async def scenario() -> None:
        queue = FairQueue(3)
        queue.release(await queue.acquire("b", "b"))  # has had some time
        first, *_ = [await queue.acquire("a", "a") for _ in range(3)]
        waiting = [asyncio.create_task(queue.acquire(owner, "game")) for owner in ("a", "b")]
        await asyncio.sleep(0)
        queue.release(first)
        await waiting[1]
        assert not waiting[0].done()
        waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(scenario())


def test_whoever_leaves_is_forgotten() -> None:
    """A cancelled job gives its place, or the turn it was given in the same moment, to the next."""

    async def scenario() -> bool:
        queue = FairQueue(1)
        turn = await queue.acquire("a", "a")
        waiting = asyncio.create_task(queue.acquire("b", "b"))
        leaving = asyncio.create_task(queue.acquire("c", "c"))
        next_one = asyncio.create_task(queue.acquire("d", "d"))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.sleep(0)
        assert len(queue) == 2
        queue.release(turn)  # b has the turn, and goes before it knows
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        await next_one
        return len(queue) == 0

    assert asyncio.run(scenario())


def test_several_jobs_run_at_once_where_there_is_room() -> None:
    """Nobody waits while a slot is free."""

    async def scenario() -> None:
        queue = FairQueue(2)
        first = await queue.acquire("a", "a")
        await queue.acquire("a", "a")
        third = asyncio.create_task(queue.acquire("a", "a"))
        await asyncio.sleep(0)
        assert not third.done()
        queue.release(first)
        await third

    asyncio.run(scenario())


class Clock:
    """A clock that moves when somebody works."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Return what it shows."""
        return self.now


def test_a_turn_passes_by_those_who_are_leaving() -> None:
    """A waiter that was cancelled a moment ago neither gets the turn nor loses it for the next."""

    async def scenario() -> None:
        queue = FairQueue(1)
        turn = await queue.acquire("a", "a")
        leaving = [asyncio.create_task(queue.acquire("b", str(n))) for n in range(3)]
        staying = asyncio.create_task(queue.acquire("c", "c"))
        await asyncio.sleep(0)
        for task in leaving:
            task.cancel()
        queue.release(turn)
        queue.release(await staying)
        await asyncio.gather(*leaving, return_exceptions=True)
        assert len(queue) == 0
        queue.release(await queue.acquire("d", "d"))

    asyncio.run(scenario())


async def waiting_time(others: int, clock: Clock) -> tuple[float, FairQueue]:
    """Let *others* work without end, a tenth of a second at a time; return how long somebody waits who comes late."""
    queue = FairQueue(1)
    end = clock.now + 100 + others

    async def work(owner: str) -> None:
        while clock.now < end:
            turn = await queue.acquire(owner, "table")
            await asyncio.sleep(0)
            clock.now += 0.1
            queue.release(turn)

    tasks = [asyncio.create_task(work(f"other {number}")) for number in range(others)]
    for _ in range(20 * others):
        await asyncio.sleep(0)
    began = clock.now
    turn = await queue.acquire("newcomer", "table")
    waited = clock.now - began
    queue.release(turn)
    await asyncio.gather(*tasks)
    return waited, queue


@pytest.mark.parametrize("others", [1, 4, 40])
def test_who_comes_now_and_then_waits_for_one_job(others: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many addresses keep the queue full all the time; and nobody is remembered when all is done."""
    clock = Clock()
    monkeypatch.setattr(fair_queue, "time", clock)
    waited, queue = asyncio.run(waiting_time(others, clock))
    assert waited <= 0.2 + 1e-6
    assert (len(queue), queue._all.parts) == (0, {})


def test_time_is_shared_by_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has long jobs has fewer of them, and nobody saves time up."""
    clock = Clock()
    monkeypatch.setattr(fair_queue, "time", clock)
    had = {"long": 0.0, "short": 0.0, "late": 0.0}

    async def play() -> None:
        queue = FairQueue(1)

        async def work(owner: str, seconds: float) -> None:
            while clock.now < 1200:
                turn = await queue.acquire(owner, "table")
                await asyncio.sleep(0)
                clock.now += seconds
                had[owner] += seconds
                queue.release(turn)

        async def come_late() -> None:
            while clock.now < 1100:
                await asyncio.sleep(0)
            await work("late", 0.5)

        # Each has two tables, so that one always waits.
        jobs = [("long", 1.0), ("long", 1.0), ("short", 0.1), ("short", 0.1)]
        await asyncio.gather(*(work(*job) for job in jobs), come_late(), come_late())

    asyncio.run(play())
    assert had == {
        "long": pytest.approx(50 + 33, abs=5),
        "short": pytest.approx(50 + 33, abs=5),
        "late": pytest.approx(33, abs=5),
    }
