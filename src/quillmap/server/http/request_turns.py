"""Lets requests begin in turns, so that a network that sends very many at once keeps nobody else waiting.

Whatever a request costs, even one that is refused, is paid on the event loop. A thousand that have come at the same
moment would be answered before anybody's move is looked at. So in one turn of the loop only a few of each network
begin; the others wait for the next turn, in which everybody else is served as well.
"""

import asyncio
from collections import Counter, deque
from typing import Final

from quillmap.server.rate_limits import network_of

AT_ONCE: Final = 8
"""Requests of a network that begin in one turn of the loop: they take two or three milliseconds."""


class RequestTurns:
    """Who may begin in this turn of the loop, and who waits."""

    def __init__(self) -> None:
        self._begun: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, host: str) -> None:
        """Wait until a request of the network of *host* may begin."""
        network = network_of(host)
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self._begun[network] < AT_ONCE and network not in self._waiting:
            self._begun[network] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(turn)
        await turn

    def _next_turn(self) -> None:
        self._begun.clear()
        for network, turns in tuple(self._waiting.items()):
            while turns and self._begun[network] < AT_ONCE:
                turn = turns.popleft()
                if not turn.done():  # whoever waited may be gone
                    turn.set_result(None)
                    self._begun[network] += 1
            if not turns:
                del self._waiting[network]
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)
