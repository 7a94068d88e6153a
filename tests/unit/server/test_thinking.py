"""How bots share their time: the more networks wait, the shorter is every turn."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from quillmap.bots.master import PLAYOUTS, MasterBot
from quillmap.play.game import Game
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.server.bots.players import BotPlayers
from quillmap.server.bots.thinking import LEAST_SHARE, OTHERS, BotJob, share_of_turn, think
from quillmap.server.games.live_game import Moment
from quillmap.server.work.processes import WorkerPool


def test_turns_get_shorter_when_many_wait() -> None:
    """A few others change nothing; many leave a part that is never less than what a bot needs."""
    assert [share_of_turn(others) for others in range(OTHERS + 1)] == [1.0] * (OTHERS + 1)
    assert share_of_turn(4) == OTHERS / 4
    assert share_of_turn(100) == share_of_turn(1000) == LEAST_SHARE


@pytest.mark.parametrize(("waiting", "share"), [(0, 1.0), (OTHERS, 1.0), (4, OTHERS / 4), (50, LEAST_SHARE)])
def test_those_who_wait_are_counted_when_the_turn_comes(
    waiting: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's own other tables do not count."""
    game = Game(seats=1, seed="turns")
    moment = Moment("game", game.state, len(game.log), 0)
    jobs: list[BotJob] = []

    def noted(_think: Callable[[Any], Any], job: BotJob) -> list[None]:
        jobs.append(job)
        return [None]

    async def play() -> None:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)
        monkeypatch.setattr(pool, "call_now", noted)
        queue = pool.queue
        first = await queue.acquire("first", "first")
        chosen = asyncio.create_task(bots.choose(moment, [(Seat(0), "master")], "me"))
        await asyncio.sleep(0)
        owners = [*(f"other {number}" for number in range(waiting)), "me", "me"]
        others = [asyncio.create_task(queue.acquire(owner, "table")) for owner in owners]
        await asyncio.sleep(0)
        queue.release(first)
        await chosen
        for task in others:
            task.cancel()
        bots.close()

    asyncio.run(play())
    assert [job.share for job in jobs] == [share]


def test_the_master_looks_at_less_in_a_short_turn() -> None:
    """It draws as it would with that many playouts, so that even then it can be worked out again."""
    game = Game(seats=1, seed="hurry")
    seen, options = game.view(), Options(game.view(), Seat(0))
    short = think(BotJob(seen, ((Seat(0), "master"),), "chance", LEAST_SHARE))
    assert short == [MasterBot("chance/0", playouts=round(PLAYOUTS * LEAST_SHARE)).choose(seen, options)]
