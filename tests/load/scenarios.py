"""What is put on a server: one large table, many small ones, bots at full speed, a file full of games."""

import asyncio
import gc
import random
import sqlite3
import subprocess
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Final

from load.machine import commits, figures, idle_seconds, memory_of, processor_seconds, server
from load.player import Player
from load.seating import seat_all
from quillmap.server.client import Seat, call
from quillmap.server.storage.sqlite.storage import FILE_NAME

Found = dict[str, Any]
COPY_GAME: Final = (
    "INSERT INTO events SELECT :game, seq, move, event FROM events WHERE game = :old_game",
    "INSERT INTO games SELECT :game, :table, began, ended, summary FROM games WHERE id = :old_game",
    "INSERT INTO tables SELECT :table, :code, status, listed, touched, deadline, is_busy, document"
    " FROM tables WHERE id = :old_table",
)
PAUSE: Final = 3.4
"""Seconds before a seat draws again. It also waits for the others of its table, and so draws every five seconds."""
WARM_UP: Final = 8.0
"""Seconds before the measurement. All tables begin within one pause, so most first rounds end within the same second;
later the tables are spread evenly, as those of people are."""
REPLAYS: Final = 50
OPENED_AT_ONCE: Final = 100
"""Sockets."""


async def party(url: str, process: subprocess.Popen[bytes], seats: int) -> Found:
    """Play one table of many seats to its end; from the last drawing to the next board on all screens."""
    host = await asyncio.to_thread(Seat.create, url, "Player 1")
    rest = [await asyncio.to_thread(Seat.join, url, host.table, f"Player {n}") for n in range(2, seats + 1)]
    await asyncio.to_thread(host.start)
    players = [Player(seat.table, seat.token, number) for number, seat in enumerate((host, *rest))]
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
    url: str, process: subprocess.Popen[bytes], count: int, seconds: float, beside: Awaitable[Found] | None = None
) -> Found:
    """Play at many tables of four; from sending a drawing to its acknowledgement. *beside* runs at the same time."""
    chance = random.Random("tables")
    players = await asyncio.to_thread(seat_all, url, count)
    for start in range(0, len(players), OPENED_AT_ONCE):
        await asyncio.gather(*(player.open(url) for player in players[start : start + OPENED_AT_ONCE]))
    other = asyncio.ensure_future(beside) if beside is not None else None
    lags: list[float] = []
    # A run of the collector over all that the clients know takes up to a tenth of a second, then they draw all at once.
    gc.collect()
    gc.disable()
    began = time.perf_counter() + WARM_UP
    end = began + seconds
    drawn: list[tuple[float, float]] = []
    playing = asyncio.gather(*(_play(player, chance, drawn, end) for player in players))
    await asyncio.sleep(WARM_UP)
    computed, own, idle = processor_seconds(process), time.process_time(), idle_seconds()
    await asyncio.gather(_watch_own_lag(lags, end), playing)
    gc.enable()
    took, used = time.perf_counter() - began, processor_seconds(process) - computed
    times = [delay for sent, delay in drawn if sent >= began]
    found = {
        "tables": count,
        "sockets": len(players),
        "drawings_per_second": round(len(times) / took),
        "seconds_between_drawings_of_a_seat": round(took * len(players) / max(1, len(times)), 2),
        "acknowledgement_ms": figures(times),
        "acknowledgement_while_all_begin_ms": figures([delay for sent, delay in drawn if sent < began]),
        "client_lag_ms": figures(lags),
        "errors": sum(player.errors + player.is_lost for player in players),
        "server_memory_mb": round(memory_of(process)),
        "server_processor": round(used / took, 2),
        "server_ms_a_drawing": round(1000 * used / max(1, len(times)), 3),
        "client_processor": round((time.process_time() - own) / took, 2),
        "idle_processors": round((idle_seconds() - idle) / took, 2),
        "commits": commits(url),
    }
    if other is not None:
        found["beside"] = await other
    for player in players:
        player.close()
    return found


async def _play(player: Player, chance: random.Random, drawn: list[tuple[float, float]], end: float) -> None:
    """Draw until the *end*; *drawn* gets when each drawing was sent, and how long its acknowledgement took."""
    await asyncio.sleep(chance.uniform(0, PAUSE))
    while time.perf_counter() < end and not player.is_over:
        if player.choices is not None:
            sent = time.perf_counter()
            try:
                drawn.append((sent, await player.draw()))
            except TimeoutError:
                player.errors += 1
                return
        await asyncio.sleep(chance.uniform(0.5, 1.5) * PAUSE)


async def _watch_own_lag(lags: list[float], end: float) -> None:
    # How late this very process is: what it adds to the figures is not the server's.
    while time.perf_counter() < end:
        before = time.perf_counter()
        await asyncio.sleep(0.01)
        lags.append(time.perf_counter() - before - 0.01)


async def tables_beside_bots(
    url: str, process: subprocess.Popen[bytes], count: int, seconds: float, seats: int, level: str
) -> Found:
    """Play at many tables of four while bots play at one more."""
    return await tables(url, process, count, seconds, bots(url, seats, level, WARM_UP + seconds))


async def bots(url: str, seats: int, level: str, seconds: float) -> Found:
    """Let a table of bots play one game after the other, as fast as it can."""
    host = await asyncio.to_thread(Seat.create, url, "Screen", play=False)
    await asyncio.to_thread(host.add_bots, level, seats)
    games: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not games:
        began = time.perf_counter()
        await asyncio.to_thread(host.start)
        while (await asyncio.to_thread(host.ask, "GET"))["table"]["status"] != "finished":
            await asyncio.sleep(0.1)
        games.append(time.perf_counter() - began)
        await asyncio.to_thread(host.ask, "POST", "/rematch")
    return {"seats": seats, "level": level, "games": len(games), "seconds_a_game": round(sum(games) / len(games), 2)}


def archive(folder: Path, games: int) -> Found:
    """Fill a file with finished games of four bots, then start a server on it and open replays."""
    data = folder / "archive"
    with server(data) as (url, _):
        host = Seat.create(url, "Screen", play=False)
        host.add_bots("random", 4)
        host.start()
        while (table := host.ask("GET")["table"])["status"] != "finished":
            time.sleep(0.1)
    _copy_games(data / FILE_NAME, table, games)
    began = time.perf_counter()
    with server(data) as (url, process):
        started = time.perf_counter() - began
        times = []
        for number in range(0, games, max(1, games // REPLAYS)):
            before = time.perf_counter()
            call(url, "GET", f"/api/games/game{number:06d}/replay")
            times.append(time.perf_counter() - before)
        first, *rest = times  # the process that reads games is still starting
        return {
            "games": games,
            "file_mb": round((data / FILE_NAME).stat().st_size / 1e6),
            "start_seconds": round(started, 2),
            "first_replay_ms": round(1000 * first, 1),
            "replay_ms": figures(rest),
            "server_memory_mb": round(memory_of(process)),
        }


def _copy_games(file: Path, table: Found, games: int) -> None:
    connection = sqlite3.connect(file)
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
