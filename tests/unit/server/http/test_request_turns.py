"""A network that sends very many requests at once keeps nobody else waiting."""

import asyncio

from quillmap.server.http.request_turns import AT_ONCE, RequestTurns

CROWD = 20 * AT_ONCE


def order_of(*hosts: str, gone: int = 0) -> list[str]:
    """Return in which order requests of *hosts* that come at the same moment begin; the last *gone* are given up."""
    begun: list[str] = []

    async def begin(turns: RequestTurns, host: str) -> None:
        await turns.take(host)
        begun.append(host)

    async def come() -> None:
        turns = RequestTurns()
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
