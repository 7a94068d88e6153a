"""How long the units of bots' work are: ``python tests/load/unit_lengths.py``, some forty seconds of one core.

Whoever waits for a bot waits for the unit that runs. Games of masters at all kinds of tables are played as on a server,
with a hint and a trainer's verdict on every question of the first seat, and the processor time of each unit is noted.
"""

import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from quillmap.bots.random_bot import RandomBot
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.server.bots.players import BotPlayers
from quillmap.server.games.live_game import Moment
from quillmap.server.hosting.config import Limits
from quillmap.server.work.fair_queue import FairQueue
from quillmap.server.work.pool import Pool

TABLES: Final = (("heroes", 2, "drawn"), ("base", 2, "none"), ("mixed", 1, "drawn"))
"""The box of each table, its seats and its skills."""

LONGEST: Final = 180.0
"""Seconds after which games are not played to their end, unless told otherwise."""

Job = TypeVar("Job")
Result = TypeVar("Result")


class MeasuredPool(Pool):
    """Does all work here, and notes how long each unit took, by what was called for."""

    def __init__(self) -> None:
        self.queue = FairQueue(1)
        self.at_once = 1
        self.what = ""
        self.units: dict[str, list[float]] = defaultdict(list)

    async def call_when_due(
        self, function: Callable[[Job], Result], prepare: Callable[[], Awaitable[Job]], owner: str, group: str
    ) -> Result:
        """Do it at once."""
        del owner, group
        job = await prepare()
        began = time.process_time()
        found = function(job)
        self.units[self.what].append(time.process_time() - began)
        return found

    def close(self) -> None:
        """Nothing has to be ended."""


async def play(bots: BotPlayers, pool: MeasuredPool, game: Game, end: float) -> None:
    """Let masters play a game; of the first seat also hints and verdicts are asked for."""
    playouts = Limits().review_playouts
    while not game.is_over and time.monotonic() < end:
        moment = Moment("game", game.state, len(game.log), 0)
        waiting = sorted(game.waiting())
        if Seat(0) in waiting:
            pool.what = "hint"
            await bots.hint(moment, Seat(0), "master", "")
            pool.what = "verdict"
            some = RandomBot(f"{len(game.log)}").choose(game.view(Seat(0)), Options(game.view(Seat(0)), Seat(0)))
            await bots.judge(moment, some, len(game.log), playouts, "")
        pool.what = "bots"
        for start in range(0, len(waiting), 8):
            seats = [(seat, "master") for seat in waiting[start : start + 8]]
            for _, answer in await bots.choose(moment, seats, ""):
                game.play(answer)


def main() -> None:
    """Play, and print milliseconds as JSON."""
    readiness.warm_up()
    end = time.monotonic() + (float(sys.argv[1]) if len(sys.argv) > 1 else LONGEST)
    pool = MeasuredPool()
    bots = BotPlayers(pool)
    for number, (box, seats, skills) in enumerate(TABLES):
        asyncio.run(play(bots, pool, Game(box, seats=seats, skills=skills, seed=f"units/{number}"), end))
    for what, seconds in pool.units.items():
        times = sorted(1000 * each for each in seconds)
        found = {
            "units": len(times),
            "p50": times[len(times) // 2],
            "p99": times[int(0.99 * len(times))],
            "most": times[-1],
        }
        sys.stdout.write(json.dumps({"what": what, **{name: round(value) for name, value in found.items()}}) + "\n")


if __name__ == "__main__":
    main()
