"""Other answers that somebody tries in finished games: who waits, what is read for them, and who pays."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from quillmap.rules.ids import Seat
from quillmap.server.games.review_work import Tried
from quillmap.server.games.reviews import Reviews
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.moves import TakeBackMove
from quillmap.server.work.processes import WorkerPool

SUMMARY = GameSummary("game", 0, 0, ("Ada",), (0,), (1,), 0, None, "", "")
ONE, OTHER = "192.0.2.1", "192.0.2.2"


class Shelf:
    """Tells for whom logs were read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    async def game_events(self, _game: str, network: str = "") -> tuple[bytes, ...]:
        """Return a log."""
        self.read.append(network)
        return ()

    async def review(self, _game: str, _seat: int, _edition: str) -> bytes | None:
        """Return no review."""
        return None

    async def keep_review(self, _game: str, _seat: int, _edition: str, _content: bytes) -> None:
        """Keep nothing."""


class Slow(WorkerPool):
    """Takes its time for one job after the other."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may_go_on = False

    def call_now(self, _function: Callable[[Any], Any], _job: object) -> Any:
        """Return that nothing was found, when it is let go."""
        while not self.may_go_on:
            time.sleep(0.001)
        return Tried(None, 50.0, Problem("not-found"))


def trying(reviews: Reviews, address: str) -> asyncio.Task[Any]:
    """Begin to try something."""
    return asyncio.create_task(reviews.try_move(SUMMARY, Seat(0), 5, TakeBackMove(), address))


async def begun(shelf: Shelf, count: int) -> None:
    """Wait until so many logs were read, and a little longer."""
    while len(shelf.read) < count:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.02)


def test_a_log_is_read_when_the_turn_has_come() -> None:
    """A crowd that waits holds no logs, and whoever is refused never has one read."""

    async def scenario() -> None:
        shelf, pool = Shelf(), Slow()
        reviews = Reviews(shelf, (10.0, 0.001), 2, pool)
        crowd = [trying(reviews, ONE) for _ in range(200)]
        await begun(shelf, 1)
        assert shelf.read == [ONE]
        refused = [each for each in crowd if each.done()]
        assert len(refused) == 80, "120 of a network may wait"
        pool.may_go_on = True
        with pytest.raises(Problem) as tried:
            await trying(reviews, OTHER)
        assert tried.value.code == "not-found"
        await asyncio.gather(*crowd, return_exceptions=True)
        assert shelf.read == [ONE, OTHER], "the first has used up the time of all others of its network"
        reviews.close()

    asyncio.run(scenario())


def test_who_goes_leaves_the_queue_and_pays_for_what_has_begun() -> None:
    """Nothing is gained by hanging up, and nobody waits behind those who have gone."""

    async def scenario() -> None:
        shelf, pool = Shelf(), Slow()
        reviews = Reviews(shelf, (10.0, 0.001), 2, pool)
        crowd = [trying(reviews, ONE) for _ in range(50)]
        await begun(shelf, 1)
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert len(pool.queue) == 0
        pool.may_go_on = True
        with pytest.raises(Problem):
            await trying(reviews, OTHER)
        assert shelf.read == [ONE, OTHER]
        with pytest.raises(Problem) as refused:
            await trying(reviews, ONE)
        assert refused.value.code == "too-many"
        reviews.close()

    asyncio.run(scenario())
