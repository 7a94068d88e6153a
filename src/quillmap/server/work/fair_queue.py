"""A queue that takes turns: owners in rotation, and within an owner its groups in rotation.

An owner is a network, a group is a table or a game. However many jobs one owner queues, the first job of another waits
for at most one job of each other owner.
"""

import asyncio
from collections import OrderedDict, deque
from typing import TypeAlias

Ticket: TypeAlias = asyncio.Future[None]


class FairQueue:
    """Turns for *slots* jobs at the same time: ``acquire`` one, and ``release`` it when the job has ended."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Ticket]]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return sum(len(tickets) for groups in self._waiting.values() for tickets in groups.values())

    async def acquire(self, owner: str, group: str) -> None:
        """Wait for a turn. A waiter that is cancelled leaves the queue."""
        if self._free:
            self._free -= 1
            return
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, OrderedDict()).setdefault(group, deque()).append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # it got its turn at the same moment
                self.release()
            else:
                self._forget(owner, group, ticket)
            raise

    def release(self) -> None:
        """End a turn: it goes to the owner, and to the group of that owner, that have waited longest for one."""
        if not self._waiting:
            self._free += 1
            return
        owner, groups = next(iter(self._waiting.items()))
        group, tickets = next(iter(groups.items()))
        ticket = tickets.popleft()
        self._waiting.move_to_end(owner)
        groups.move_to_end(group)
        self._tidy(owner, group)
        ticket.set_result(None)

    def _forget(self, owner: str, group: str, ticket: Ticket) -> None:
        self._waiting[owner][group].remove(ticket)
        self._tidy(owner, group)

    def _tidy(self, owner: str, group: str) -> None:
        groups = self._waiting[owner]
        if not groups[group]:
            del groups[group]
        if not groups:
            del self._waiting[owner]
