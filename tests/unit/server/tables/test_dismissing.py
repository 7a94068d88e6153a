"""Thousands who watch are sent away in parts."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from quillmap.server.tables.dismissing import AT_ONCE, dismiss_strangers


class Client:
    """Somebody who watches, or has a seat."""

    def __init__(self, seat_id: int | None = None) -> None:
        self.seat_id = seat_id
        self.closed: list[str] = []

    def is_host(self) -> bool:
        """Return that it is not the host."""
        return False

    def send(self, message: bytes) -> None:
        """Hear why."""

    def close_soon(self, _status: int, code: str) -> None:
        """Be sent away."""
        self.closed.append(code)


def closed_by_turn(clients: list[Client], turns: int, admit_after: int | None = None) -> list[int]:
    """Return how many are sent away in each of some turns of the loop, in one of which all are admitted again."""

    async def dismiss() -> list[int]:
        document = SimpleNamespace(seats=(SimpleNamespace(id=1),), spectators=False)
        table: Any = SimpleNamespace(document=document, connections=clients, loop=asyncio.get_running_loop())
        counts = [0]
        dismiss_strangers(table)
        for turn in range(turns):
            counts.append(sum(len(client.closed) for client in clients))
            if turn == admit_after:
                document.spectators = True
            await asyncio.sleep(0)
        return [after - before for before, after in pairwise(counts)]

    return asyncio.run(dismiss())


def test_a_hundred_are_sent_away_in_one_turn() -> None:
    """Each once, and nobody who has a seat."""
    clients = [Client(1), *(Client() for _ in range(3 * AT_ONCE)), Client(2)]
    assert closed_by_turn(clients, 6) == [AT_ONCE, AT_ONCE, AT_ONCE, 1, 0, 0]
    assert [client.closed for client in (clients[0], clients[1], clients[-1])] == [[], ["no-spectators"], ["removed"]]


def test_who_is_admitted_again_stays() -> None:
    """Even if they were to be sent away a moment ago."""
    assert closed_by_turn([Client() for _ in range(3 * AT_ONCE)], 4, admit_after=1) == [AT_ONCE, AT_ONCE, 0, 0]
