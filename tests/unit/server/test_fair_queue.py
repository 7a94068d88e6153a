"""The fair queue: who asks for much waits for it alone."""

import asyncio
from contextlib import suppress

from quillmap.server.work.fair_queue import FairQueue


async def order_of(jobs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Queue *jobs* behind one that runs, and return the order in which they have their turns."""
    queue = FairQueue(1)
    await queue.acquire("first", "first")
    done: list[tuple[str, str]] = []

    async def work(owner: str, group: str) -> None:
        await queue.acquire(owner, group)
        done.append((owner, group))
        await asyncio.sleep(0)
        queue.release()

    tasks = [asyncio.create_task(work(*job)) for job in jobs]
    await asyncio.sleep(0)
    queue.release()
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


def test_whoever_leaves_is_forgotten() -> None:
    """A cancelled job gives its place, or the turn it was given in the same moment, to the next."""

    async def scenario() -> bool:
        queue = FairQueue(1)
        await queue.acquire("a", "a")
        waiting = asyncio.create_task(queue.acquire("b", "b"))
        leaving = asyncio.create_task(queue.acquire("c", "c"))
        next_one = asyncio.create_task(queue.acquire("d", "d"))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.sleep(0)
        assert len(queue) == 2
        queue.release()  # b has the turn, and goes before it knows
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
        await queue.acquire("a", "a")
        await queue.acquire("a", "a")
        third = asyncio.create_task(queue.acquire("a", "a"))
        await asyncio.sleep(0)
        assert not third.done()
        queue.release()
        await third

    asyncio.run(scenario())
