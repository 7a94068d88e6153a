"""Reviews beside moves and bots: neither may be slower for them."""

import asyncio
import subprocess
import time
from typing import Final

from load.machine import figures
from load.scenarios import WARM_UP, Found, bots, tables
from quillmap.server.client import Seat, call

AT_ONCE: Final = 4
"""Reviews that go on at the same time: as many as one network may have."""
SECONDS_EACH: Final = 5.0
"""No review of a solo game is done sooner, so that there is one to begin with all the time."""
PAUSE: Final = 0.1
BOTS: Final = 4


async def tables_beside_reviews(
    url: str, process: subprocess.Popen[bytes], count: int, seconds: float, level: str
) -> Found:
    """Play at many tables of four while bots play at one more, and solo games are reviewed one after the other."""
    games = await asyncio.to_thread(_solo_games, url, AT_ONCE * (1 + int((WARM_UP + seconds) / SECONDS_EACH)))
    await bots(url, BOTS, level, 0)  # the first game waits for the compiled rules
    alone = await bots(url, BOTS, level, seconds / 3)
    found = await tables(url, process, count, seconds, _beside(url, games, WARM_UP + seconds, level))
    return {**found, "bots_alone": alone}


def _solo_games(url: str, count: int) -> list[str]:
    """Let a bot play alone until there are this many games; return their ids."""
    host = Seat.create(url, "Screen", play=False)
    host.add_bots("apprentice")
    games = []
    while True:
        host.start()
        while (table := host.ask("GET")["table"])["status"] != "finished":
            time.sleep(PAUSE)
        games.append(table["game"])
        if len(games) == count:
            return games
        host.ask("POST", "/rematch")


async def _beside(url: str, games: list[str], seconds: float, level: str) -> Found:
    reviewed, played = await asyncio.gather(_reviews(url, games, seconds), bots(url, BOTS, level, seconds))
    return {"reviews": reviewed, "bots": played}


async def _reviews(url: str, games: list[str], seconds: float) -> Found:
    """Review games for some time, and those that were begun to their end."""
    waiting, firsts, wholes = list(games), list[float](), list[float]()
    end = time.perf_counter() + seconds

    async def work() -> None:
        while waiting and time.perf_counter() < end:
            await _review(url, waiting.pop(), firsts, wholes)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return {"at_once": AT_ONCE, "done": len(wholes), "first_result_ms": figures(firsts), "whole_ms": figures(wholes)}


async def _review(url: str, game: str, firsts: list[float], wholes: list[float]) -> None:
    began = time.perf_counter()
    has_first = False
    while True:
        found = await asyncio.to_thread(call, url, "GET", f"/api/games/{game}/seats/0/review")
        if not has_first and found["done"]:
            has_first = True
            firsts.append(time.perf_counter() - began)
        if found["account"] is not None:
            wholes.append(time.perf_counter() - began)
            return
        await asyncio.sleep(PAUSE)
