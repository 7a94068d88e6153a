"""A network that sends very many requests at once keeps nobody else waiting."""

import asyncio

from quillmap.server.work.loop_turns import AT_ONCE, AT_ONCE_OF_SITE, LoopTurns

CROWD = 20 * AT_ONCE


def order_of(*hosts: str, gone: int = 0) -> list[str]:
    """Return in which order requests of *hosts* that come at the same moment begin; the last *gone* are given up."""
    begun: list[str] = []

    async def begin(turns: LoopTurns, host: str) -> None:
        await turns.take(host)
        begun.append(host)

    async def come() -> None:
        turns = LoopTurns()
        tasks = [asyncio.create_task(begin(turns, host)) for host in hosts]
        await asyncio.sleep(0)
        for task in tasks[len(tasks) - gone :]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(come())
    return begun


def test_one_who_comes_after_a_crowd_begins_with_its_first() -> None:
    """Everybody of the crowd has a turn, too, in the order in which they came."""
    begun = order_of(*["192.0.2.1"] * CROWD, "192.0.2.2", "2001:db8::1")
    assert begun[: AT_ONCE + 2] == ["192.0.2.1"] * AT_ONCE + ["192.0.2.2", "2001:db8::1"]
    assert len(begun) == CROWD + 2


def test_a_network_is_one_crowd() -> None:
    """A /64 of IPv6 has no more turns than one address."""
    begun = order_of(*(f"2001:db8::{number:x}" for number in range(CROWD)), "192.0.2.2")
    assert begun.index("192.0.2.2") == AT_ONCE


def test_who_has_gone_holds_nobody_up() -> None:
    """A request that was given up takes no turn."""
    assert len(order_of(*["192.0.2.1"] * CROWD, gone=CROWD - 2 * AT_ONCE)) == 2 * AT_ONCE


def test_a_site_is_a_larger_crowd() -> None:
    """All networks of a /48 together have two networks' turns, and each of them has some."""
    site = [f"2001:db8:1:{number % 50:x}::1" for number in range(CROWD)]
    begun = order_of(*site, "2001:db8:1:ffff::1", "192.0.2.2", "2001:db8:2::1")
    assert begun.index("192.0.2.2") == AT_ONCE_OF_SITE
    assert begun.index("2001:db8:2::1") == AT_ONCE_OF_SITE + 1
    assert begun.index("2001:db8:1:ffff::1") < 5 * AT_ONCE_OF_SITE, "one of every network comes first"
    assert len(begun) == CROWD + 3


def test_one_network_does_not_take_all_turns_of_its_site() -> None:
    """Another network of the same /48 begins in the same turn."""
    begun = order_of(*["2001:db8:1:1::1"] * CROWD, *["2001:db8:1:2::1"] * 2)
    assert begun[AT_ONCE : AT_ONCE + 2] == ["2001:db8:1:2::1"] * 2


def test_what_costs_more_counts_as_several() -> None:
    """Fewer of it begin in one turn, and one of another network comes between."""
    begun: list[str] = []

    async def begin(turns: LoopTurns, host: str) -> None:
        await turns.take(host, AT_ONCE // 2)
        begun.append(host)

    async def come() -> None:
        turns = LoopTurns()
        await asyncio.gather(*(begin(turns, host) for host in (*["192.0.2.1"] * CROWD, "192.0.2.2")))

    asyncio.run(come())
    assert begun.index("192.0.2.2") == 2
    assert len(begun) == CROWD + 1
