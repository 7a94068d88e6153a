"""One address does everything it is allowed to do at once, while others play: ``load.py neighbour``.

The attacker has the loopback address 127.0.0.2, the others have 127.0.0.1, and the server has its usual limits. The
attacker is a process of its own (``attacks.py``) that stops by itself. There can be more of them (``--addresses 4``).
It takes the server's cores, too, about a third of two: unless it is told to wait for others (``--niceness 10``), moves
and bots wait for it as well as for what it asks for. What is noted of commits tells a slow disk from a slow server.
"""

import asyncio
import random
import re
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from load.machine import commits, figures, memory_of
from load.player import Player
from quillmap.server.client import Seat

ATTACKER: Final = "127.0.0.{}"
TABLES: Final = 6
"""Tables of the others, of two people each."""
RECOVERY: Final = 5.0
"""Seconds after which everything has to be as it was."""


async def worst_neighbour(
    url: str, process: subprocess.Popen[bytes], seconds: float, addresses: int, niceness: int
) -> dict[str, Any]:
    """Measure what others notice: moves, bots, pages, the server's memory, and how soon it is over."""
    players = await _seated(url)
    attack = ("nice", "-n", str(niceness), sys.executable, str(Path(__file__).with_name("attacks.py")))
    worst = [
        await asyncio.create_subprocess_exec(*attack, url, str(seconds), ATTACKER.format(2 + number))
        for number in range(addresses)
    ]
    moves: list[float] = []
    bots: list[float] = []
    pages: list[float] = []
    memory: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(
        *(_draw(player, moves, end) for player in players),
        _ask_bots(url, bots, end),
        _open_pages(url, pages, end),
        _watch_memory(process, memory, end),
    )
    for each in worst:
        await each.wait()
    stored = await asyncio.to_thread(commits, url)
    await asyncio.sleep(RECOVERY)
    after: list[float] = []
    others = await _seated(url)
    end = time.perf_counter() + 2 * RECOVERY
    await asyncio.gather(*(_draw(player, after, end) for player in others))
    for player in (*players, *others):
        player.close()
    return {
        "moves_ms": figures(moves),
        "bots_ms": figures(bots),
        "pages_ms": figures(pages),
        "most_memory_mb": round(max(memory)),
        "moves_after_ms": figures(after),
        "commits": stored,
        "errors": sum(player.errors + player.is_lost for player in players),
    }


async def _seated(url: str) -> list[Player]:
    players: list[Player] = []
    for number in range(TABLES):
        host = await asyncio.to_thread(Seat.create, url, f"Host {number}")
        guest = await asyncio.to_thread(Seat.join, url, host.table, "Guest")
        await asyncio.to_thread(host.start)
        players += [Player(seat.table, seat.token, f"{number}/{seat.token[:2]}") for seat in (host, guest)]
    await asyncio.gather(*(player.open(url) for player in players))
    return players


async def _draw(player: Player, times: list[float], end: float) -> None:
    chance = random.Random("pauses")
    while time.perf_counter() < end and not player.is_over:
        if player.choices is not None:
            times.append(await player.draw())
        await asyncio.sleep(chance.uniform(1, 3))


async def _ask_bots(url: str, times: list[float], end: float) -> None:
    """Start a game with a surveyor again and again; from the start to its first answer."""
    while time.perf_counter() < end:
        host = await asyncio.to_thread(Seat.create, url, "With a bot")
        await asyncio.to_thread(host.add_bots, "surveyor")
        await asyncio.to_thread(host.connect)
        began = time.perf_counter()
        await asyncio.to_thread(host.start)
        message: dict[str, Any] = {}
        while not message.get("answered"):
            message = await asyncio.to_thread(host.receive, 60)
        times.append(time.perf_counter() - began)
        await asyncio.to_thread(host.close)
        await asyncio.sleep(2)


async def _open_pages(url: str, times: list[float], end: float) -> None:
    """Load the page and what every screen needs."""
    parts = urlsplit(url)

    def load() -> None:
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        connection.request("GET", "/")
        named = re.findall(r'"(/static/[0-9a-f]{16}/[^"]+)"', connection.getresponse().read().decode())
        for path in (*named, "/api/cards", "/api/tables"):
            connection.request("GET", path)
            connection.getresponse().read()
        connection.close()

    while time.perf_counter() < end:
        began = time.perf_counter()
        await asyncio.to_thread(load)
        times.append(time.perf_counter() - began)
        await asyncio.sleep(1)


async def _watch_memory(process: subprocess.Popen[bytes], memory: list[float], end: float) -> None:
    while time.perf_counter() < end:
        memory.append(memory_of(process))
        await asyncio.sleep(0.5)
