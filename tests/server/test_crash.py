"""SIGKILL under load, again and again: every acknowledged move is there afterwards, and every seat and clock."""

import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec

from quillmap.play.codec import read_event
from quillmap.rules.events import Event, GameEnded
from quillmap.rules.evolve import fold
from quillmap.server.client import Refused, Seat, call
from quillmap.server.storage.sqlite.storage import FILE_NAME
from server.harness import LONGEST_GAME, LONGEST_WAIT, Json, random_choice, table_of, wait_until
from server.ports import free_port

KILLS = 3
TABLES = 4


class Noting(Seat):
    """A seat that notes every acknowledgement, and thinks a little, so that the game lasts."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        super().__init__(base_url, table, token)
        self.acknowledged: dict[str, int] = {}

    def receive(self, timeout: float | None = None) -> Json:
        """Note what is acknowledged."""
        message = super().receive(timeout)
        if message["type"] == "ack":
            assert self.acknowledged.setdefault(message["id"], message["version"]) == message["version"]
        return message


def start_server(data: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """Start a server as a host does, and wait until it is ready."""
    command = [sys.executable, "-m", "quillmap", "serve", "--port", str(port), "--data", str(data), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_ready() -> bool:
        try:
            return bool(call(f"http://127.0.0.1:{port}", "GET", "/readyz"))
        except (OSError, Refused):
            return False

    wait_until(is_ready)
    return process


_BETWEEN = re.compile("/[^:]*")
"""What stands between seat and id in the key of a stored move: question and digest."""


def stored(data: Path) -> tuple[dict[str, list[Event]], set[tuple[str, str, int]]]:
    """Return all stored logs, and every stored move: its game, its seat and id, the version after it."""
    connection = sqlite3.connect(data / FILE_NAME)
    rows = connection.execute("SELECT game, seq, move, event FROM events ORDER BY game, seq").fetchall()
    connection.close()
    logs: dict[str, list[Event]] = {}
    for game, seq, _, event in rows:
        assert seq == len(logs.setdefault(game, [])), "a log has a hole"
        logs[game].append(read_event(msgspec.json.decode(event)))
    return logs, {(game, _BETWEEN.sub("", move), seq + 1) for game, seq, move, _ in rows if move}


def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    """Games are played to their end through kills; then all acknowledgements are looked up in the file."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    data = tmp_path / "data"
    process = start_server(data, port)
    tables = [table_of(url, 2, pace={"kind": "days", "amount": 3}) for _ in range(TABLES)]
    seats = [Noting(url, seat.table, seat.token) for table in tables for seat in table]
    for table in tables:
        table[0].start()
    before = {table[0].table: table[0].ask("GET")["table"] for table in tables}
    players = [threading.Thread(target=play_slowly, args=(seat, number)) for number, seat in enumerate(seats)]
    for player in players:
        player.start()
    chance = random.Random("kills")
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.1, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        _check_clocks(data)
        process = start_server(data, port)
    for player in players:
        player.join(timeout=LONGEST_GAME)  # a few seconds, unless the machine is busy
        assert not player.is_alive()
    after = {table[0].table: table[0].ask("GET")["table"] for table in tables}
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=LONGEST_WAIT) == 0

    logs, moves = stored(data)
    assert len(logs) == TABLES
    for log in logs.values():
        assert isinstance(log[-1], GameEnded)
        assert fold(log).result == log[-1]
    for table_id, table in after.items():
        assert table["seats"] == before[table_id]["seats"]
    acknowledged = {
        (after[seat.table]["game"], f"{1 + number % 2}:{message_id}", version)
        for number, seat in enumerate(seats)
        for message_id, version in seat.acknowledged.items()
    }
    assert len(acknowledged) > 20 * TABLES
    assert acknowledged <= moves


def play_slowly(seat: Noting, number: int) -> None:
    """Play to the end at random, with a little thought, so that the game lasts."""
    choose = random_choice(number)

    def slowly(board: Json, choices: Json) -> Json:
        time.sleep(0.03)
        return choose(board, choices)

    seat.play(slowly)


def _check_clocks(data: Path) -> None:
    """Every table that plays has a clock of three days, less the seconds since."""
    connection = sqlite3.connect(data / FILE_NAME)
    for (deadline,) in connection.execute("SELECT deadline FROM tables WHERE status = 'playing'"):
        assert 3 * 86400 - 600 < deadline - time.time() <= 3 * 86400
    connection.close()
