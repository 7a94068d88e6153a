"""Lets reads, requests and messages begin in turns, so that a network that sends very many keeps nobody else waiting.

Whatever a request or a message costs, even one that is refused, is paid on the event loop. A thousand that have come at
the same moment would be answered before anybody else's move is looked at. So in one turn of the loop only a few of each
network begin, and a few more of all networks of a site together; the others wait for the next turn, in which everybody
else is served as well. What takes longer than others counts as several.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final, TypeAlias

from quillmap.server.rate_limits import network_of, site_of

AT_ONCE: Final = 8
"""What a network begins in one turn of the loop: requests or moves take two or three milliseconds."""
AT_ONCE_OF_SITE: Final = 16
"""What all networks of a /48 begin: anybody can have thousands of them."""

_Waiting: TypeAlias = OrderedDict[str, deque[tuple[asyncio.Future[None], int]]]
"""Those of a site and what they count, by network; the network whose turn is next comes first."""


class LoopTurns:
    """Who may begin in this turn of the loop, and who waits."""

    def __init__(self, at_once: int = AT_ONCE, of_site: int = AT_ONCE_OF_SITE) -> None:
        self._at_once = at_once
        self._of_site = of_site
        self._begun: Counter[str] = Counter()
        self._begun_of_sites: Counter[str] = Counter()
        self._waiting: dict[str, _Waiting] = {}
        self._is_next_due = False

    def begin(self, host: str, cost: int = 1) -> bool:
        """Begin something of the network of *host* now; return False if it has to wait for a turn."""
        network, site = network_of(host), site_of(host)
        if not self._has_room(network, site) or network in self._waiting.get(site, ()):
            return False
        self._count(network, site, cost)
        return True

    def count(self, host: str, more: int) -> None:
        """Count what has begun as so much *more*, because it takes long."""
        self._count(network_of(host), site_of(host), more)

    async def take(self, host: str, cost: int = 1) -> None:
        """Wait until something of the network of *host* may begin that counts so much."""
        if not self.begin(host, cost):
            await self.wait(host, cost)

    def wait(self, host: str, cost: int = 1) -> asyncio.Future[None]:
        """Queue for a turn, and return what is done when it has come; who cancels it leaves the queue."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        networks = self._waiting.setdefault(site_of(host), OrderedDict())
        networks.setdefault(network_of(host), deque()).append((turn, cost))
        self._expect_next()
        return turn

    def _has_room(self, network: str, site: str) -> bool:
        return self._begun[network] < self._at_once and self._begun_of_sites[site] < self._of_site

    def _count(self, network: str, site: str, cost: int) -> None:
        self._begun[network] += cost
        self._begun_of_sites[site] += cost
        self._expect_next()

    def _expect_next(self) -> None:
        if not self._is_next_due:
            self._is_next_due = True
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._is_next_due = False
        self._begun.clear()
        self._begun_of_sites.clear()
        for site, networks in tuple(self._waiting.items()):
            self._begin_some(site, networks)
            if not networks:
                del self._waiting[site]

    def _begin_some(self, site: str, networks: _Waiting) -> None:
        """Let the networks of a site begin, one of each in turn."""
        while networks:
            network = next(iter(networks))
            if not self._has_room(network, site):  # nor have most others, because each had as many
                return
            turns = networks[network]
            turn, cost = turns.popleft()
            if not turn.done():  # whoever waited may be gone
                turn.set_result(None)
                self._count(network, site, cost)
            networks.move_to_end(network)
            if not turns:
                del networks[network]
