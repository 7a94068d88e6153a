"""All that one address can do to a server at once: ``python tests/load/attacks.py URL SECONDS ADDRESS``.

Each attack does as much as it may, and more, for as long as there is time; nothing of what it is refused matters.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any, Final
from urllib.parse import urlsplit

CREST: Final = ((255,) * 100,) * 10
"""As large as they may be."""
FULL: Final = 100
"""Seats of a full table."""
MOST_SILENT: Final = 900
"""Connections that are held for nothing."""
THREADS: Final = 64
Attack = Callable[["Attacker"], Coroutine[Any, Any, None]]


class Attacker:
    """What every attack needs: where the server is, and until when to go on."""

    def __init__(self, url: str, seconds: float, address: str) -> None:
        parts = urlsplit(url)
        self.address = address
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.end = time.monotonic() + seconds
        self.large_game = self.game = ""
        """The addresses of finished games, of a hundred seats and of forty."""
        self._reading: set[asyncio.Task[None]] = set()

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

    async def upgrade(self, table: str, token: str, *, is_read: bool = False) -> asyncio.StreamWriter:
        """Open a WebSocket and say hello; what comes of it is thrown away, or not even read."""
        reader, writer = await self.open()
        writer.write(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        writer.write(frame({"type": "hello", "token": token}))
        if is_read:
            self._reading.add(asyncio.create_task(_throw_away(reader)))
        return writer


async def _throw_away(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass


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

    async def drip() -> None:
        while attacker.goes_on:
            with suppress(OSError):
                _, writer = await attacker.open()
                writer.write(
                    b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    b'Content-Length: 1900000\r\n\r\n{"record": "'
                )
                while attacker.goes_on and not writer.is_closing():
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.2)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(drip() for _ in range(200)))


async def bots_hints_and_floods(attacker: Attacker) -> None:
    """Open tables of a hundred masters, and ask from them for hints, previews and pings as fast as can be."""
    sockets: list[tuple[asyncio.StreamWriter, str, str]] = []
    for _ in range(30):
        opened = await asyncio.to_thread(attacker.ask, "POST", "/api/tables", {"name": "Worst"})
        if "token" not in opened:
            break
        table, token = opened["table"]["id"], opened["token"]
        await asyncio.to_thread(
            attacker.ask, "POST", f"/api/tables/{table}/bots", {"level": "master", "count": 99}, token
        )
        await asyncio.to_thread(attacker.ask, "POST", f"/api/tables/{table}/start", {}, token)
        sockets += [(await attacker.upgrade(table, token), table, token) for _ in range(5)]
    messages = [{"type": "hint", "id": "h", "level": "master"}, {"type": "preview", "id": "p"}]
    stale = {"type": "move", "id": "s", "question": 0, "move": {"move": "take-back"}}
    while attacker.goes_on:
        for number, (writer, table, token) in enumerate(sockets):
            if writer.is_closing():
                sockets[number] = (await attacker.upgrade(table, token), table, token)
                continue
            writer.write(frame([*messages, stale][number % 3]))
            if number % 5 == 0:
                writer.write(b"\x89\x80" + bytes(4))
        await asyncio.sleep(0.01)


async def finished_game(attacker: Attacker, seats: int) -> str:
    """Let bots finish a game, and return its address."""
    opened = await asyncio.to_thread(attacker.ask, "POST", "/api/tables", {"name": "Reader", "play": False})
    table, token = opened["table"]["id"], opened["token"]
    path = f"/api/tables/{table}"
    await asyncio.to_thread(attacker.ask, "POST", f"{path}/bots", {"level": "random", "count": seats}, token)
    await asyncio.to_thread(attacker.ask, "POST", f"{path}/start", {}, token)
    info: dict[str, Any] = {}
    while attacker.goes_on and info.get("status") != "finished":
        info = (await asyncio.to_thread(attacker.ask, "GET", path)).get("table", {})
        await asyncio.sleep(0.2)
    return f"/api/games/{info.get('game')}"


async def heavy_reads(attacker: Attacker) -> None:
    """Ask for everything about a game of a hundred seats, and show its record, without a pause."""
    game = attacker.large_game
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
    """Open connections and say nothing; the other attacks need some, too."""
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    while attacker.goes_on:
        while len(held) >= MOST_SILENT:
            held.pop(0)[1].close()
        try:
            held.append(await attacker.open())
        except OSError:
            await asyncio.sleep(0.1)
        if len(held) % 50 == 0:
            await asyncio.sleep(0.2)


async def full_tables(attacker: Attacker, number: int, wishes: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Open tables and fill them with people; return each with the tokens of its seats."""
    return [await asyncio.to_thread(_full_table, attacker, wishes) for _ in range(number) if attacker.goes_on]


def _full_table(attacker: Attacker, wishes: dict[str, Any]) -> tuple[str, list[str]]:
    opened = attacker.ask("POST", "/api/tables", {"name": "Worst", **wishes})
    table = opened.get("table", {}).get("id", "")
    tokens = [opened.get("token", "")]
    while table and attacker.goes_on and len(tokens) < FULL:
        joined = attacker.ask("POST", f"/api/tables/{table}/seats", {"name": "Worst", "crest": wishes.get("crest", ())})
        if "token" in joined:
            tokens.append(joined["token"])
        elif joined.get("error", {}).get("code") == "quota-used-up":
            break
        else:
            time.sleep(0.1)
    return table, tokens


async def clocks(attacker: Attacker) -> None:
    """Let the time of full tables run out at the same moment, again and again."""
    wishes = {"pace": {"kind": "seconds", "amount": 10, "timeout": "skip"}}
    for table, tokens in await full_tables(attacker, 12, wishes):
        await asyncio.to_thread(attacker.ask, "POST", f"/api/tables/{table}/start", {}, tokens[0])


async def reactions(attacker: Attacker) -> None:
    """Let everybody at a full table react at once, on four devices each, and read all of it."""
    [(table, tokens)] = await full_tables(attacker, 1, {})
    sockets = [await attacker.upgrade(table, token, is_read=True) for token in tokens for _ in range(2)]
    while attacker.goes_on:
        for writer in sockets:
            if not writer.is_closing():
                writer.write(4 * frame({"type": "signal", "id": "r", "kind": "wow"}))
        await asyncio.sleep(2)


async def lobby(attacker: Attacker) -> None:
    """List tables with the largest crests, and read the lobby, one of them and links to it without a pause."""
    tables = await full_tables(attacker, 3, {"listed": True, "crest": CREST})

    def read() -> None:
        for table, _ in itertools.cycle(tables):
            if not attacker.goes_on:
                return
            for path in ("/api/tables", f"/api/tables/{table}", f"/t/{table}", f"/api/tables/{table}/qr", "/metrics"):
                attacker.read(path)

    await asyncio.gather(*(asyncio.to_thread(read) for _ in range(4)))


async def reviews(attacker: Attacker) -> None:
    """Have every seat of a game reviewed and played on, all at once."""
    game = attacker.game

    def ask(first: int) -> None:
        for number in itertools.count(first):
            if not attacker.goes_on:
                return
            seat = f"{game}/seats/{number % 40}"
            attacker.read(f"{seat}/review")
            attacker.ask("POST", f"{seat}/tables", {"name": "Worst", "event": 20 + number % 100})
            attacker.ask("POST", f"/api/puzzles/{1 + number % 600}", {"move": {"move": "take-back"}})

    await asyncio.gather(*(asyncio.to_thread(ask, 10 * number) for number in range(4)))


ATTACKS: Final[tuple[Attack, ...]] = (
    endless_headers,
    dripping_bodies,
    bots_hints_and_floods,
    heavy_reads,
    clocks,
    reactions,
    lobby,
    reviews,
    connections_in_bulk,
)


async def attack(url: str, seconds: float, address: str) -> None:
    """Do the worst, once there are finished games: beside a hundred masters they would not be over in time."""
    attacker = Attacker(url, seconds, address)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    attacker.large_game = await finished_game(attacker, FULL)
    attacker.game = await finished_game(attacker, 40)
    if not attacker.goes_on:
        sys.stderr.write("no game was over in time: nothing was attacked\n")
    found = await asyncio.gather(*(each(attacker) for each in ATTACKS), return_exceptions=True)
    for each, trouble in zip(ATTACKS, found, strict=True):
        if trouble is not None and not isinstance(trouble, OSError):
            sys.stderr.write(f"{each.__name__}: {trouble!r}\n")


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], float(sys.argv[2]), sys.argv[3]))
