"""A queue that shares time fairly, in levels: among sites, among the networks of a site, among the groups of a network.

At each level comes next who has fewest turns at the moment, and of those who has used least time. An owner is a
network, a site all networks that may be one person's, a group a table or a game. Whoever comes now and then waits for
the job that runs, and for nobody else, however many jobs however many others have queued. Time that nobody asked for
is not saved up.
"""

import asyncio
import time
from collections import deque
from collections.abc import Collection, Iterator
from typing import Final, TypeAlias

from quillmap.server.rate_limits import site_of

LEAST_SECONDS: Final = 0.001
"""What a job counts for at least, so that those who had nothing yet come first."""
EXPECTED_SECONDS: Final = 0.1
"""What a job counts for while it runs."""


class TimeShares:
    """How far everybody is who shares time: each job puts its owner further back by the seconds it takes."""

    def __init__(self) -> None:
        self._now = 0.0
        """How far whoever had the last turn was at its beginning: nobody who waits is less far."""
        self._reached: dict[str, float] = {}

    def place_of(self, name: str) -> tuple[float, bool]:
        """Return how far somebody is: who has had least comes first, of equals one who had nothing yet."""
        return max(self._now, self._reached.get(name, 0.0)), name in self._reached

    def begin(self, name: str) -> None:
        """Begin a turn."""
        self._now = max(self._now, self._reached.get(name, 0.0))
        self._reached[name] = self._now + EXPECTED_SECONDS

    def end(self, name: str, seconds: float) -> None:
        """End a turn that took this long."""
        self._reached[name] = self._reached.get(name, self._now) + max(LEAST_SECONDS, seconds) - EXPECTED_SECONDS

    def forget_idle(self, busy: Collection[str]) -> None:
        """Forget those who have nothing to do and are no further than newcomers."""
        self._reached = {name: at for name, at in self._reached.items() if at > self._now or name in busy}


class Turn:
    """One job's turn, from ``FairQueue.acquire`` to ``FairQueue.release``."""

    def __init__(self, path: "_Path") -> None:
        self.path = path
        self.began = time.monotonic()


Ticket: TypeAlias = asyncio.Future[Turn]
_Path: TypeAlias = tuple[str, ...]
"""A site, a network in it, and a group of jobs of this network."""


class _Sharer:
    """Somebody who shares time, and shares it out among parts: all sites, a site, a network, a group of jobs."""

    def __init__(self) -> None:
        self.parts: dict[str, _Sharer] = {}
        """Those that wait or have a turn, by their names."""
        self.shares = TimeShares()
        """How far the parts are."""
        self.tickets: deque[Ticket] = deque()
        """The jobs of a group that wait."""
        self.waiting = 0
        self.running = 0

    def next_part(self) -> str:
        """Return whose turn it is among the parts."""
        waiting = [name for name, part in self.parts.items() if part.waiting]
        return min(waiting, key=lambda name: (self.parts[name].running, *self.shares.place_of(name)))

    def count(self, path: _Path, *, waiting: int = 0, running: int = 0) -> None:
        """Count jobs at the end of *path* and at all levels above, and forget who has none any more."""
        self.waiting += waiting
        self.running += running
        if path:
            part = self.parts.setdefault(path[0], _Sharer())
            part.count(path[1:], waiting=waiting, running=running)
            if not part.waiting and not part.running:
                del self.parts[path[0]]


class FairQueue:
    """Turns for *slots* jobs at the same time: ``acquire`` one, and ``release`` it when the job has ended."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._all = _Sharer()

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return self._all.waiting

    def others_than(self, owner: str) -> int:
        """Return how many other sites wait for a turn, and how many other owners of the same site."""
        path = _path(owner, "")
        return sum(
            part.waiting > 0
            for sharer, own in zip(self._along(path), path[:-1], strict=False)
            for name, part in sharer.parts.items()
            if name != own
        )

    def is_asked_back(self, turn: Turn) -> bool:
        """Return whether a long job should end its turn: others wait while its owner has more turns than its share."""
        slots = self._slots
        for sharer, name in zip(self._along(turn.path), turn.path, strict=False):
            part = sharer.parts[name]
            if sharer.waiting > part.waiting and part.running > max(1, slots // len(sharer.parts)):
                return True
            slots = part.running
        return False

    async def acquire(self, owner: str, group: str) -> Turn:
        """Wait for a turn. A waiter that is cancelled leaves the queue."""
        path = _path(owner, group)
        if self._all.running < self._slots:
            return self._begin(path)
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._all.count(path, waiting=1)
        self._tickets(path).append(ticket)
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # it got its turn at the same moment
                self.release(ticket.result())
            elif ticket in (tickets := self._tickets(path)):  # a turn may have passed it by
                tickets.remove(ticket)
                self._all.count(path, waiting=-1)
            raise

    def release(self, turn: Turn) -> None:
        """End a turn: the next goes to whoever is next at every level."""
        self._end(turn)
        while self._all.waiting:
            path = self._next_path()
            ticket = self._tickets(path).popleft()
            if ticket.cancelled():  # its waiter was cancelled at the same moment, and has not left yet
                self._all.count(path, waiting=-1)
                continue
            ticket.set_result(self._begin(path, waiting=-1))
            return

    def _along(self, path: _Path) -> Iterator[_Sharer]:
        """Yield who shares time on the way to the end of *path*, as far as anybody is there."""
        sharer = self._all
        yield sharer
        for name in path:
            if name not in sharer.parts:
                return
            sharer = sharer.parts[name]
            yield sharer

    def _tickets(self, path: _Path) -> deque[Ticket]:
        sharers = tuple(self._along(path))
        return sharers[-1].tickets if len(sharers) > len(path) else deque()

    def _next_path(self) -> _Path:
        path: list[str] = []
        sharer = self._all
        while sharer.parts:
            path.append(sharer.next_part())
            sharer = sharer.parts[path[-1]]
        return tuple(path)

    def _begin(self, path: _Path, waiting: int = 0) -> Turn:
        self._all.count(path, waiting=waiting, running=1)
        for sharer, name in zip(self._along(path), path, strict=False):
            sharer.shares.begin(name)
        return Turn(path)

    def _end(self, turn: Turn) -> None:
        seconds = time.monotonic() - turn.began
        sharers = tuple(self._along(turn.path))
        for sharer, name in zip(sharers, turn.path, strict=False):
            sharer.shares.end(name, seconds)
        self._all.count(turn.path, running=-1)
        for sharer in sharers:
            sharer.shares.forget_idle(sharer.parts)


def _path(owner: str, group: str) -> _Path:
    return site_of(owner), owner, group
