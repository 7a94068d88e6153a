"""Load tests, server and clients on one machine: ``python -m load.load all`` in ``tests`` prints JSON lines.

- ``party``: one table of 100 live seats plays a whole game: from sending the last drawing to the next board on all
  screens.
- ``tables``: many tables of four sockets, each seat drawing every five seconds: from sending a drawing to its
  acknowledgement.
- ``archive``: thousands of finished games in the file: start-up, and opening a replay.
"""

import argparse
import asyncio
import json
import random
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

import msgspec
import uvloop

from load.light_socket import LightSocket, open_socket
from quillmap.server.client import Seat, call, legal_moves
from quillmap.server.storage import FILE_NAME

COPY_GAME = (
    "INSERT INTO events SELECT :game, seq, move, event FROM events WHERE game = :old_game",
    "INSERT INTO games SELECT :game, :table, began, ended, summary FROM games WHERE id = :old_game",
    "INSERT INTO tables SELECT :table, :code, status, listed, touched, deadline, is_busy, document"
    " FROM tables WHERE id = :old_table",
)


class BoardPart(msgspec.Struct):
    """What a load client looks at of a board."""

    question: int
    version: int
    result: Any = None


class OwnPart(msgspec.Struct):
    """What a load client looks at of its own part."""

    choices: dict[str, Any] | None = None


class News(msgspec.Struct):
    """Any message of the server, as far as a load client looks at it."""

    type: str
    id: str | None = None
    board: BoardPart | None = None
    own: OwnPart | None = None


read_news = msgspec.json.Decoder(News).decode


@contextmanager
def server(data: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a server in a process of its own."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    script = Path(__file__).with_name("serve_for_load.py")
    errors = (data.parent / "errors.log").open("wb")
    process = subprocess.Popen([sys.executable, str(script), str(port), str(data)], stdout=errors, stderr=errors)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                call(url, "GET", "/readyz")
                break
            except OSError:
                time.sleep(0.01)
        yield url, process
    finally:
        process.terminate()
        process.wait(20)
        errors.close()


def memory_of(process: subprocess.Popen[bytes]) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return how long a process has computed."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def figures(times: list[float]) -> dict[str, float]:
    """Return the middle and the tail of *times*, in milliseconds."""
    ordered = sorted(times)
    places = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) for name, part in places.items()
    }


def commits(url: str) -> dict[str, Any]:
    """Return how many commits the server made, how many changes each had, and how long they took in milliseconds."""
    with urlopen(url + "/metrics") as answer:
        lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if not line.startswith("#"))
    count = float(lines["quillmap_commit_seconds_count"])
    slow = [count - float(lines[f'quillmap_commit_seconds_bucket{{le="{s}"}}']) for s in (0.05, 0.1, 0.2, 0.5)]
    return {
        "count": count,
        "changes_each": round(float(lines["quillmap_units_stored_total"]) / count, 1),
        "mean_ms": round(1000 * float(lines["quillmap_commit_seconds_sum"]) / count, 2),
        "over_50_100_200_500_ms": slow,
    }


class Player:
    """One seat that plays at random over one socket."""

    def __init__(self, table: str, token: str, chance: random.Random) -> None:
        self.table, self.token, self.chance = table, token, chance
        self.news: News | None = None
        self.question = -1
        self.version = 0
        self.choices: dict[str, Any] | None = None
        self.is_over = False
        self.sent = 0
        self.errors = 0
        self.seen_at: dict[int, float] = {}
        self.acknowledged = asyncio.Event()
        self.changed = asyncio.Event()
        self.socket: LightSocket | None = None

    async def open(self, url: str) -> None:
        """Connect and say hello, then listen."""
        self.socket = await open_socket(f"{url}/ws/tables/{self.table}", self._look)
        self.socket.send(json.dumps({"type": "hello", "token": self.token}).encode())
        await asyncio.wait_for(self.changed.wait(), 60)

    def _look(self, text: memoryview) -> None:
        news = read_news(text)
        if news.type == "ack":
            self.acknowledged.set()
        elif news.type == "refused":
            self.errors += 1
        if news.board is not None:
            self.seen_at[news.board.version] = time.perf_counter()
            self.question, self.version = news.board.question, news.board.version
            self.is_over = news.board.result is not None
            self.choices = news.own.choices if news.own else None
            self.changed.set()
        elif news.own is not None:
            self.choices = news.own.choices

    async def draw(self) -> float:
        """Make a move, and return how long its acknowledgement took."""
        assert self.socket is not None
        assert self.choices is not None
        move = one_move(self.choices, self.chance)
        self.choices = None
        self.sent += 1
        self.acknowledged.clear()
        message = {"type": "move", "id": str(self.sent), "question": self.question, "move": move}
        began = time.perf_counter()
        self.socket.send(json.dumps(message).encode())
        await asyncio.wait_for(self.acknowledged.wait(), 30)
        return time.perf_counter() - began


def one_move(choices: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a legal move without making all of them."""
    if choices["ask"] in ("draw", "ambush"):
        place = chance.choice(choices["places"])
        anchors = int(place["anchors"], 16)
        places = [number for number in range(anchors.bit_length()) if anchors >> number & 1]
        spot = f"{1 << chance.choice(places):x}"
        return chance.choice(legal_moves({**choices, "places": [{**place, "anchors": spot}]}))
    return chance.choice(legal_moves(choices))


async def party(url: str, process: subprocess.Popen[bytes], seats: int) -> dict[str, Any]:
    """Play one table of many seats to its end."""
    chance = random.Random("party")
    host = await asyncio.to_thread(Seat.create, url, "Player 1")
    rest = [await asyncio.to_thread(Seat.join, url, host.table, f"Player {n}") for n in range(2, seats + 1)]
    await asyncio.to_thread(host.start)
    players = [Player(seat.table, seat.token, chance) for seat in (host, *rest)]
    await asyncio.gather(*(player.open(url) for player in players))
    delays: list[float] = []
    acknowledgements: list[float] = []
    while not players[0].is_over:
        asked = [player for player in players if player.choices is not None]
        before = players[0].version
        acknowledgements += await asyncio.gather(*(player.draw() for player in asked[:-1]))
        for player in players:
            player.changed.clear()
        sent = time.perf_counter()
        acknowledgements.append(await asked[-1].draw())
        await asyncio.gather(*(asyncio.wait_for(player.changed.wait(), 30) for player in players))
        delays.append(max(player.seen_at[max(player.seen_at)] for player in players) - sent)
        assert players[0].version > before
    return {
        "rounds": len(delays),
        "next_card_on_all_screens_ms": figures(delays),
        "acknowledgement_ms": figures(acknowledgements),
        "errors": sum(player.errors for player in players),
        "server_memory_mb": round(memory_of(process)),
    }


async def tables(
    url: str, process: subprocess.Popen[bytes], count: int, seconds: float, pause: float, bots: int
) -> dict[str, Any]:
    """Play at many tables of four, each seat drawing every *pause* seconds on average."""
    chance = random.Random("tables")
    players: list[Player] = []
    for number in range(count):
        players += await asyncio.to_thread(_open_table, url, number, chance)
    for start in range(0, len(players), 100):
        await asyncio.gather(*(player.open(url) for player in players[start : start + 100]))
    if bots:
        host = await asyncio.to_thread(Seat.create, url, "Screen", play=False)
        await asyncio.to_thread(host.add_bots, "random", bots)
        await asyncio.to_thread(host.start)
    times: list[float] = []
    lags: list[float] = []
    end = time.perf_counter() + seconds
    began, computed = time.perf_counter(), processor_seconds(process)

    async def play(player: Player) -> None:
        await asyncio.sleep(chance.uniform(0, pause))
        while time.perf_counter() < end and not player.is_over:
            if player.choices is not None:
                times.append(await player.draw())
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)

    async def watch_own_lag() -> None:
        # How late this very process is: what it adds to the figures is not the server's.
        while time.perf_counter() < end:
            before = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - before - 0.01)

    await asyncio.gather(watch_own_lag(), *(play(player) for player in players))
    took = time.perf_counter() - began
    return {
        "tables": count,
        "sockets": len(players),
        "drawings": len(times),
        "drawings_per_second": round(len(times) / took),
        "seconds_between_drawings_of_a_seat": round(took * len(players) / max(1, len(times)), 2),
        "acknowledgement_ms": figures(times),
        "client_lag_ms": figures(lags),
        "errors": sum(player.errors for player in players),
        "server_memory_mb": round(memory_of(process)),
        "server_processor": round((processor_seconds(process) - computed) / took, 2),
        "commits": commits(url),
        "bots": bots,
    }


def _open_table(url: str, number: int, chance: random.Random) -> list[Player]:
    host = Seat.create(url, f"Host {number}")
    rest = [Seat.join(url, host.table, f"Guest {place}") for place in range(3)]
    host.start()
    return [Player(seat.table, seat.token, random.Random(chance.random())) for seat in (host, *rest)]


def archive(folder: Path, games: int) -> dict[str, Any]:
    """Fill a file with finished games, then start a server on it and open replays."""
    data = folder / "archive"
    with server(data) as (url, _):
        host = Seat.create(url, "Screen", play=False)
        host.add_bots("random", 4)
        host.start()
        while (table := host.ask("GET")["table"])["status"] != "finished":
            time.sleep(0.1)
    connection = sqlite3.connect(data / FILE_NAME)
    with connection:
        for number in range(games):
            names = {
                "game": f"game{number:06d}",
                "table": f"table{number:06d}",
                "code": f"C{number:05d}",
                "old_game": table["game"],
                "old_table": table["id"],
            }
            for sql in COPY_GAME:
                connection.execute(sql, names)
    connection.close()
    began = time.perf_counter()
    with server(data) as (url, process):
        started = time.perf_counter() - began
        times = []
        for number in range(0, games, max(1, games // 50)):
            before = time.perf_counter()
            call(url, "GET", f"/api/games/game{number:06d}/replay")
            times.append(time.perf_counter() - before)
        return {
            "games": games,
            "file_mb": round((data / FILE_NAME).stat().st_size / 1e6),
            "start_seconds": round(started, 2),
            "replay_ms": figures(times),
            "server_memory_mb": round(memory_of(process)),
        }


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["party", "tables", "archive", "all"])
    parser.add_argument("--seats", type=int, default=100)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    # A seat also waits for the others of its table, so that it draws less often than this.
    parser.add_argument("--pause", type=float, default=3.4)
    parser.add_argument("--bots", type=int, default=0, help="also a table of so many bots, at full speed")
    parser.add_argument("--games", type=int, default=10_000)
    wishes = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        for what in ("party", "tables", "archive") if wishes.what == "all" else (wishes.what,):
            if what == "archive":
                found = archive(folder, wishes.games)
            else:
                with server(folder / what) as (url, process):
                    if what == "party":
                        found = uvloop.run(party(url, process, wishes.seats))
                    else:
                        run = tables(url, process, wishes.tables, wishes.seconds, wishes.pause, wishes.bots)
                        found = uvloop.run(run)
            sys.stdout.write(json.dumps({"test": what, **found}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
