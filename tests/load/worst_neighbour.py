"""One address does everything it is allowed to do at once, while others play: ``load.py neighbour``.

The attacker has the loopback address 127.0.0.2, the others have 127.0.0.1, and the server has its usual limits. The
attacker is a process of its own (``python tests/load/worst_neighbour.py URL SECONDS ADDRESS``) that stops by itself.
There can be more of them (``--addresses 4``).
"""

import asyncio
import itertools
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from load.machine import figures, memory_of
from load.player import Player
from quillmap.server.client import Seat, call

ATTACKER: Final = "127.0.0.{}"
TABLES: Final = 6
"""Tables of the others, of two people each."""
RECOVERY: Final = 5.0
"""Seconds after which everything has to be as it was."""
Attack = Callable[["Attacker"], Coroutine[Any, Any, None]]


class Attacker:
    """What every attack needs: where the server is, and until when to go on."""

    def __init__(self, url: str, seconds: float, address: str) -> None:
        parts = urlsplit(url)
        self.address = address
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.end = time.monotonic() + seconds

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from the attacker's address."""
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0))

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """Make one request, and return the answer as far as there is one."""
        connection = HTTPConnection(self.host, self.port, timeout=20, source_address=(self.address, 0))
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            return json.loads(connection.getresponse().read() or b"{}")
        except (OSError, ValueError):
            return {}
        finally:
            connection.close()

    def read(self, path: str) -> bytes:
        """Return whatever is at an address."""
        connection = HTTPConnection(self.host, self.port, timeout=20, source_address=(self.address, 0))
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        except OSError:
            return b""
        finally:
            connection.close()

    async def upgrade(self, table: str, token: str) -> asyncio.StreamWriter:
        """Open a WebSocket and say hello; nothing of it is ever read."""
        _, writer = await self.open()
        writer.write(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        writer.write(frame({"type": "hello", "token": token}))
        return writer


def frame(message: object) -> bytes:
    """Return a message as a client's text frame."""
    payload = json.dumps(message).encode()
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + payload


async def endless_headers(attacker: Attacker) -> None:
    """Send headers that never end, on one connection after the other."""
    while attacker.goes_on:
        _, writer = await attacker.open()
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        try:
            while attacker.goes_on:
                writer.write(b"a: " + b"b" * 1000 + b"\r\n")
                await writer.drain()
        except OSError:
            await asyncio.sleep(0)


async def dripping_bodies(attacker: Attacker) -> None:
    """Announce large bodies and send them a byte at a time."""
    held = []
    for _ in range(200):
        _, writer = await attacker.open()
        writer.write(
            b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b'Content-Length: 1900000\r\n\r\n{"record": "'
        )
        held.append(writer)
    while attacker.goes_on:
        for writer in held:
            if not writer.is_closing():
                writer.write(b"x")
        await asyncio.sleep(0.2)


async def bots_hints_and_floods(attacker: Attacker) -> None:
    """Open tables of a hundred masters, and ask from them for hints, previews and pings as fast as can be."""
    sockets: list[tuple[asyncio.StreamWriter, int]] = []
    for number in range(30):
        opened = await asyncio.to_thread(attacker.ask, "POST", "/api/tables", {"name": "Worst"})
        if "token" not in opened:
            break
        table, token = opened["table"]["id"], opened["token"]
        await asyncio.to_thread(
            attacker.ask, "POST", f"/api/tables/{table}/bots", {"level": "master", "count": 99}, token
        )
        await asyncio.to_thread(attacker.ask, "POST", f"/api/tables/{table}/start", {}, token)
        sockets += [(await attacker.upgrade(table, token), number) for _ in range(5)]
    messages = [{"type": "hint", "id": "h", "level": "master"}, {"type": "preview", "id": "p"}]
    stale = {"type": "move", "id": "s", "question": 0, "move": {"move": "take-back"}}
    while attacker.goes_on:
        for writer, number in sockets:
            if not writer.is_closing():
                writer.write(frame([*messages, stale][number % 3]))
                if number % 5 == 0:
                    writer.write(b"\x89\x80" + bytes(4))
        await asyncio.sleep(0.01)


async def heavy_reads(attacker: Attacker) -> None:
    """Let a hundred bots finish a game; then ask for everything about it, and show its record, without a pause."""
    opened = await asyncio.to_thread(attacker.ask, "POST", "/api/tables", {"name": "Reader", "play": False})
    table, token = opened["table"]["id"], opened["token"]
    path = f"/api/tables/{table}"
    await asyncio.to_thread(attacker.ask, "POST", f"{path}/bots", {"level": "random", "count": 100}, token)
    await asyncio.to_thread(attacker.ask, "POST", f"{path}/start", {}, token)
    info: dict[str, Any] = {}
    while attacker.goes_on and info.get("status") != "finished":
        info = (await asyncio.to_thread(attacker.ask, "GET", path)).get("table", {})
        await asyncio.sleep(0.2)
    game = f"/api/games/{info.get('game')}"
    record = await asyncio.to_thread(attacker.read, f"{game}/record")

    def read() -> None:
        for number in itertools.count():
            if not attacker.goes_on:
                return
            for part in ("/replay", "/record", "/verdict", f"/seats/{number % 100}", f"/events/{number}/seats/0"):
                attacker.read(game + part)
            attacker.ask("POST", "/api/replay", {"record": record.decode(errors="replace")})

    await asyncio.gather(*(asyncio.to_thread(read) for _ in range(4)))


async def connections_in_bulk(attacker: Attacker) -> None:
    """Open connections and say nothing."""
    held = []
    while attacker.goes_on:
        try:
            held.append(await attacker.open())
        except OSError:
            await asyncio.sleep(0.1)
        if len(held) % 50 == 0:
            await asyncio.sleep(0.2)


ATTACKS: Final[tuple[Attack, ...]] = (
    endless_headers,
    dripping_bodies,
    bots_hints_and_floods,
    heavy_reads,
    connections_in_bulk,
)


async def attack(url: str, seconds: float, address: str) -> None:
    """Do the worst."""
    attacker = Attacker(url, seconds, address)
    await asyncio.gather(*(each(attacker) for each in ATTACKS), return_exceptions=True)


async def worst_neighbour(url: str, process: subprocess.Popen[bytes], seconds: float, addresses: int) -> dict[str, Any]:
    """Measure what others notice: moves, bots, pages, the server's memory, and how soon it is over."""
    players = await _seated(url)
    script = str(Path(__file__).resolve())
    worst = [
        await asyncio.create_subprocess_exec(sys.executable, script, url, str(seconds), ATTACKER.format(2 + number))
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


if __name__ == "__main__":
    call(sys.argv[1], "GET", "/healthz")
    asyncio.run(attack(sys.argv[1], float(sys.argv[2]), sys.argv[3]))
