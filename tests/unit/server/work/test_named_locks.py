"""Locks by name."""

import asyncio

from quillmap.server.work.named_locks import NamedLocks


def test_a_lock_keeps_only_those_of_its_name_waiting() -> None:
    """And none stays when nobody needs it, whatever names there were."""

    async def scenario() -> None:
        locks, entered = NamedLocks(), list[str]()

        async def enter(name: str) -> None:
            async with locks.of("day", name):
                entered.append(name)

        async with locks.of("day", "one"):
            waiting = asyncio.create_task(enter("one"))
            await asyncio.create_task(enter("two"))
            await asyncio.sleep(0)
            assert entered == ["two"]
        await waiting
        assert entered == ["two", "one"]
        del waiting
        await asyncio.sleep(0)
        assert len(locks) == 0

    asyncio.run(scenario())
