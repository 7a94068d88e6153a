"""A queue that shares time fairly: the owner who has used least comes next, with the group that has used least.

An owner is a network, a group is a table or a game. Whoever comes now and then waits for the job that runs, and for
nobody else, however many jobs however many others have queued. Time that nobody asked for is not saved up.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Collection, Iterable
from typing import Final, TypeAlias

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

    def next_of(self, names: Iterable[str]) -> str:
        """Return whoever has had least; of equals one who had nothing yet, or who came first."""
        return min(names, key=lambda name: (max(self._now, self._reached.get(name, 0.0)), name in self._reached))

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

    def __init__(self, owner: str, group: str) -> None:
        self.owner = owner
        self.group = group
        self.began = time.monotonic()


Ticket: TypeAlias = asyncio.Future[Turn]


class FairQueue:
    """Turns for *slots* jobs at the same time: ``acquire`` one, and ``release`` it when the job has ended."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[str, dict[str, deque[Ticket]]] = {}
        self._running: Counter[str] = Counter()
        self._owners = TimeShares()
        self._groups: dict[str, TimeShares] = {}
        """Of every owner that waits or has a turn."""

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return sum(len(tickets) for groups in self._waiting.values() for tickets in groups.values())

    def others_than(self, owner: str) -> int:
        """Return how many other owners wait for a turn."""
        return len(self._waiting) - (owner in self._waiting)

    async def acquire(self, owner: str, group: str) -> Turn:
        """Wait for a turn. A waiter that is cancelled leaves the queue."""
        if self._free:
            self._free -= 1
            return self._begin(owner, group)
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, {}).setdefault(group, deque()).append(ticket)
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # it got its turn at the same moment
                self.release(ticket.result())
            else:
                self._leave(owner, group, ticket)
            raise

    def release(self, turn: Turn) -> None:
        """End a turn: the next goes to whoever has had least time."""
        self._end(turn)
        while self._waiting:
            owner = self._owners.next_of(self._waiting)
            group = self._groups_of(owner).next_of(self._waiting[owner])
            ticket = self._waiting[owner][group][0]
            self._leave(owner, group, ticket)
            if not ticket.cancelled():  # its waiter was cancelled at the same moment, and has not left yet
                ticket.set_result(self._begin(owner, group))
                return
        self._free += 1

    def _groups_of(self, owner: str) -> TimeShares:
        return self._groups.setdefault(owner, TimeShares())

    def _begin(self, owner: str, group: str) -> Turn:
        self._running[owner] += 1
        self._owners.begin(owner)
        self._groups_of(owner).begin(group)
        return Turn(owner, group)

    def _end(self, turn: Turn) -> None:
        seconds = time.monotonic() - turn.began
        self._owners.end(turn.owner, seconds)
        self._groups_of(turn.owner).end(turn.group, seconds)
        self._running[turn.owner] -= 1
        if not self._running[turn.owner]:
            del self._running[turn.owner]
        busy = self._waiting.keys() | self._running.keys()
        self._owners.forget_idle(busy)
        if turn.owner in busy:
            self._groups[turn.owner].forget_idle(self._waiting.get(turn.owner, {}))
        else:
            del self._groups[turn.owner]

    def _leave(self, owner: str, group: str, ticket: Ticket) -> None:
        groups = self._waiting.get(owner, {})
        if ticket not in groups.get(group, ()):
            return
        groups[group].remove(ticket)
        if not groups[group]:
            del groups[group]
        if not groups:
            del self._waiting[owner]
