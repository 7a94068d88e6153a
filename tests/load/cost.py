"""What a drawing costs the server: processor time, which other programs on the machine disturb less than delays.

Servers of other versions may take turns with this one, a few seconds each, so that all meet the same noise. All of them
play the same games at the same pace; the turn in which a server used least is told, and the middle one.
"""

import asyncio
import gc
import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

import uvloop

from load.machine import memory_of, processor_seconds, server
from load.player import Player
from load.scenarios import OPENED_AT_ONCE
from load.seating import seat_all
from load.turn_clock import TurnClock

TURN: Final = 1.0
"""Seconds for which a server is measured before the next one has its turn."""
SETTLE: Final = 0.2
"""Seconds after the last acknowledgement in which all that a turn caused comes to an end."""


def costs(folder: Path, count: int, pause: float, turns: int, against: Sequence[Path]) -> dict[str, dict[str, Any]]:
    """Return what drawings cost by server, this one first, then those of the checkouts *against*.

    A seat draws again after a *pause* of so many seconds on average.
    """
    here = Path(__file__).parents[2]
    commands = {"this": [sys.executable, str(_script(here))]}
    commands |= {str(tree): [str(tree / ".venv" / "bin" / "python"), str(_script(tree))] for tree in against}
    with ExitStack() as running:
        games = {}
        for number, (name, command) in enumerate(commands.items()):
            (folder / f"cost-{number}").mkdir()
            url, process = running.enter_context(server(folder / f"cost-{number}" / "data", command=command))
            games[name] = Games(url, process, seat_all(url, count, "cost"), pause)
        return uvloop.run(_take_turns(games, turns))


def _script(tree: Path) -> Path:
    return tree / "tests" / "load" / "serve_for_load.py"


class Games:
    """The games of one server."""

    def __init__(self, url: str, process: subprocess.Popen[bytes], players: Sequence[Player], pause: float) -> None:
        self._url = url
        self._process = process
        self._players = players
        self._pause = pause
        self._clock = TurnClock()
        self._playing: list[asyncio.Task[None]] = []
        self._underway = 0
        """Drawings that have not been acknowledged."""
        self._costs: list[float] = []
        self._drawings = 0

    async def open(self) -> None:
        """Let everybody come to their tables."""
        for start in range(0, len(self._players), OPENED_AT_ONCE):
            some = self._players[start : start + OPENED_AT_ONCE]
            await asyncio.gather(*(player.open(self._url) for player in some))
        self._playing = [asyncio.create_task(self._play(*each)) for each in enumerate(self._players)]

    async def _play(self, number: int, player: Player) -> None:
        chance = random.Random(number)
        while not player.is_over:
            await self._clock.sleep(chance.uniform(0.5, 1.5) * self._pause)
            if player.choices is not None:
                self._underway += 1
                await player.draw()
                self._underway -= 1

    async def take_turn(self) -> None:
        """Play for a while, and note what it costs."""
        before, computed = self._sent(), processor_seconds(self._process)
        self._clock.start()
        await asyncio.sleep(TURN)
        self._clock.stop()
        while self._underway:
            await asyncio.sleep(0.01)
        await asyncio.sleep(SETTLE)
        drawings = self._sent() - before
        self._drawings += drawings
        self._costs.append((processor_seconds(self._process) - computed) / max(1, drawings))

    def _sent(self) -> int:
        return sum(player.sent for player in self._players)

    def found(self) -> dict[str, Any]:
        """Return what was found."""
        return {
            "sockets": len(self._players),
            "drawings_per_second": round(self._drawings / len(self._costs) / TURN),
            "ms_a_drawing": {
                "least": round(1000 * min(self._costs), 3),
                "median": round(1000 * median(self._costs), 3),
            },
            "errors": sum(player.errors + player.is_lost for player in self._players),
            "server_memory_mb": round(memory_of(self._process)),
        }

    async def close(self) -> None:
        """Stop playing, and leave."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for player in self._players:
            player.close()


async def _take_turns(games: dict[str, Games], turns: int) -> dict[str, dict[str, Any]]:
    for each in games.values():
        await each.open()
    # A run of the collector over all that the clients know takes so long that they would draw all at once after it.
    gc.collect()
    gc.disable()
    for _ in range(turns):
        for each in games.values():
            await each.take_turn()
    gc.enable()
    found = {name: each.found() for name, each in games.items()}
    for each in games.values():
        await each.close()
    return found
