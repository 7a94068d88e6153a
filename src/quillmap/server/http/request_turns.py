"""Lets requests begin in turns, so that a network that sends very many at once keeps nobody else waiting.

Whatever a request costs, even one that is refused, is paid on the event loop. A thousand that have come at the same
moment would be answered before anybody's move is looked at. So in one turn of the loop only a few of each network
begin, and a few more of all networks of a site together; the others wait for the next turn, in which everybody else is
served as well.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final, TypeAlias

from quillmap.server.rate_limits import network_of, site_of

AT_ONCE: Final = 8
"""Requests of a network that begin in one turn of the loop: they take two or three milliseconds."""
AT_ONCE_OF_SITE: Final = 16
"""Requests of all networks of a /48: anybody can have thousands of them."""

_Waiting: TypeAlias = OrderedDict[str, deque[asyncio.Future[None]]]
"""Those of a site, by network; the network whose turn is next comes first."""


class RequestTurns:
    """Who may begin in this turn of the loop, and who waits."""

    def __init__(self, at_once: int = AT_ONCE, of_site: int = AT_ONCE_OF_SITE) -> None:
        self._at_once = at_once
        self._of_site = of_site
        self._begun: Counter[str] = Counter()
        self._begun_of_sites: Counter[str] = Counter()
        self._waiting: dict[str, _Waiting] = {}

    async def take(self, host: str) -> None:
        """Wait until a request of the network of *host* may begin."""
        network, site = network_of(host), site_of(host)
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self._has_room(network, site) and network not in self._waiting.get(site, ()):
            self._begin(network, site)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(site, OrderedDict()).setdefault(network, deque()).append(turn)
        await turn

    def _has_room(self, network: str, site: str) -> bool:
        return self._begun[network] < self._at_once and self._begun_of_sites[site] < self._of_site

    def _begin(self, network: str, site: str) -> None:
        self._begun[network] += 1
        self._begun_of_sites[site] += 1

    def _next_turn(self) -> None:
        self._begun.clear()
        self._begun_of_sites.clear()
        for site, networks in tuple(self._waiting.items()):
            self._begin_some(site, networks)
            if not networks:
                del self._waiting[site]
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _begin_some(self, site: str, networks: _Waiting) -> None:
        """Let requests of the networks of a site begin, one of each in turn."""
        while networks:
            network = next(iter(networks))
            if not self._has_room(network, site):  # nor has any other, because each had as many
                return
            turns = networks[network]
            turn = turns.popleft()
            if not turn.done():  # whoever waited may be gone
                turn.set_result(None)
                self._begin(network, site)
            networks.move_to_end(network)
            if not turns:
                del networks[network]
