"""How a node that stops gives its tables to the others: some at a time, while people play on at the rest.

If all of them were let go at once, everybody would come back at once, and the last would wait for all the others. First
the node says that it is not ready, and waits until load balancers have noticed: otherwise they would send those who
come back to it again.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from quillmap.server.problems import Problem
from quillmap.server.protocol.messages import Goodbye, encode

if TYPE_CHECKING:
    from quillmap.server.sockets.connection import Connection
    from quillmap.server.tables.registry import TableRegistry
    from quillmap.server.tables.table import LiveTable

NOTICE_SECONDS: Final = 1.5
"""In which a load balancer notices that this node is not ready: it asks twice a second, and believes the second no."""
LOT_SECONDS: Final = 0.1
"""From one lot to the next: another node loads a table in some ten milliseconds."""
MOST_LOTS: Final = 40
"""So the whole takes some four seconds at most."""
PATIENCE_SECONDS: Final = 6.0
"""After which the rest is let go at once."""
COME_BACK: Final = 1012


async def hand_over(registry: "TableRegistry", notice: float, stop_claiming: Callable[[], None]) -> None:
    """Let go of all tables at which somebody is, and of all sockets that are passed on; *stop_claiming* comes before.

    Tables at which nobody is are left: nobody comes back to them, so they need not be spread over time.
    """
    if _people(registry):
        await asyncio.sleep(notice)
    stop_claiming()
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _give_away(registry)


def _people(registry: "TableRegistry") -> int:
    passed = 0 if registry.passing is None else len(registry.passing.sockets)
    return passed + len(_occupied(registry))


def _occupied(registry: "TableRegistry") -> "list[LiveTable]":
    return [table for table in registry.live.values() if table.connections]


async def _give_away(registry: "TableRegistry") -> None:
    assert registry.passing is not None
    passed = set(registry.passing.sockets)  # those that come from now on are asked to come back at the end
    tables_at_once, sockets_at_once = _share(len(_occupied(registry))), _share(len(passed))
    while (tables := _occupied(registry)) or passed:
        began = time.monotonic()
        sockets = [passed.pop() for _ in range(min(sockets_at_once, len(passed)))]
        await _give(registry, tables[:tables_at_once])
        ask_back(sockets, seconds=0)
        await asyncio.sleep(began + LOT_SECONDS - time.monotonic())


def _share(count: int) -> int:
    """Return how many of so many belong to one lot."""
    return max(1, -(-count // MOST_LOTS))


async def _give(registry: "TableRegistry", tables: "list[LiveTable]") -> None:
    """Let others claim some tables, as soon as all that was done there is stored, and send everybody to them."""
    for table in tables:
        registry.live.pop(table.document.id, None)
        table.has_failed = True  # no move is made here any more
    try:
        while any(table.unstored for table in tables):
            await asyncio.sleep(0.002)
        with suppress(Problem):  # then others have to wait until this server is taken for dead
            await registry.storage.release_some([table.claim for table in tables])
    finally:
        ask_back([each for table in tables for each in table.connections], seconds=0)


def ask_back(connections: "Iterable[Connection]", seconds: float) -> None:
    """Close sockets, and ask their clients to come back after some *seconds*."""
    message = encode(Goodbye("stopping", seconds))
    for connection in tuple(connections):
        connection.send(message)
        connection.close_soon(COME_BACK, "the server stops: come back")
