"""The nodes that share a database, as this one sees them; it looks around twice a second."""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final
from urllib.parse import urlsplit

from quillmap.server.problems import Problem
from quillmap.server.storage.interface import Storage

LOOK_SECONDS: Final = 0.5

_log = logging.getLogger("quillmap.cluster")


class Members:
    """All nodes. While the database is away, everybody is thought to be there."""

    def __init__(self, storage: Storage, occupied: Callable[[], Collection[str]]) -> None:
        self._storage = storage
        self._occupied_here = occupied
        """Called for the ids of listed tables at which somebody waits here."""
        self.occupied: tuple[str, ...] = ()
        """The listed tables at which somebody waits at other nodes."""
        self._gone: dict[str, asyncio.Event] = {}
        self._known: set[str] = set()
        self.count = 1
        self.names: set[str] = set()
        """The host names in the addresses of all nodes that were ever seen: each passes on what was sent to its own."""
        self.hosts: set[str] = set()
        """The network addresses of all nodes that were ever seen: many clients come from there."""

    async def watch(self) -> None:
        """Look around for ever."""
        while True:
            try:
                await self.look()
            except Problem:
                pass  # the database is away, and the log has it
            except Exception:  # a bug must not leave this node without others for ever
                _log.exception("looking around failed")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look around once: those that have died are removed, and whoever waits for them is told."""
        waited_for = tuple(self._gone)  # a node that is waited for from now on may have come after this look
        nodes = await self._storage.look_around(self._occupied_here())
        others = [node for node in nodes if node.id != self._storage.node_id]
        self.occupied = tuple(table for node in others for table in node.occupied)
        self.count = len(nodes)
        present = {node.id for node in nodes}
        for node in [each for each in waited_for if each not in present]:
            self._gone.pop(node).set()
        for address in {node.address for node in nodes} - self._known:
            self._known.add(address)
            name = urlsplit(address).hostname or ""
            self.names.add(name)
            self.hosts |= await _addresses(name)

    async def suspect(self, node: str) -> None:
        """Note that nobody listens at the address of a node."""
        await self._storage.suspect(node)

    def gone(self, node: str) -> asyncio.Event:
        """Return what is set when a node is no longer there."""
        return self._gone.setdefault(node, asyncio.Event())


async def _addresses(host: str) -> set[str]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:  # it can't be reached either
        return set()
    return {str(each[4][0]) for each in found}
