"""People who play on through everything that can happen to a cluster, and what has to be true afterwards."""

import itertools
import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
import psycopg
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from quillmap.play.codec import read_event
from quillmap.play.verify import verify
from quillmap.rules.events import Event, GameEnded
from quillmap.rules.evolve import fold
from quillmap.server.client import LARGEST_MESSAGE, NOT_YET, Refused, Seat
from server.cluster.processes import ProcessCluster
from server.harness import LONGEST_GAME, Json, random_choice
from server.test_crash import _BETWEEN

SILENCE_SECONDS: Final = 7.0
"""After which a client thinks that a socket is dead; a node may wait six seconds for a table of a dead one."""
TROUBLE: Final = (OSError, URLError, TimeoutError, InvalidHandshake, ConnectionClosed)


class Ack(NamedTuple):
    """An acknowledged move."""

    version: int
    at: float


class Wait(NamedTuple):
    """Somebody waited for the server: from when they wanted to move to the acknowledgement, or for a lost socket."""

    began: float
    ended: float


@dataclass
class Player:
    """One seat, played by a thread: it sends every move until it is acknowledged, wherever it gets an answer."""

    urls: Iterator[str]
    table: str
    token: str
    seat: int
    think: float
    acknowledged: dict[str, Ack] = field(default_factory=dict)
    error: str = ""
    game: str = ""
    outdated: int = 0
    """How often it had seen a board that was not the newest."""
    waits: list[Wait] = field(default_factory=list)

    def start(self) -> threading.Thread:
        """Begin to play."""
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        try:
            self._play()
        except Exception as error:  # told by the test
            self.error = f"{type(error).__name__}: {error}"

    def _play(self) -> None:
        chance = random.Random(f"{self.table}/{self.seat}")
        choose = random_choice(f"{self.table}/{self.seat}")
        client = RovingSeat(self.urls, self.table, self.token)
        client.reconnect()
        while client.board is None or client.board["result"] is None:
            try:
                choices = client.own["choices"] if client.own else None
                if client.board is None or choices is None:
                    client.receive()
                    continue
                time.sleep(self.think * chance.uniform(0.5, 1.5))
                self._move(client, choose(client.board, choices))
            except TROUBLE:
                began = time.monotonic()
                client.reconnect()
                self._note_wait(began)
        self.game = client.board["game"]
        client.close()

    def _move(self, client: "RovingSeat", move: Json) -> None:
        assert client.board is not None
        wanted = time.monotonic()
        message = {
            "type": "move",
            "id": f"{self.seat}-{len(self.acknowledged)}-{client.board['question']}",
            "question": client.board["question"],
            "move": move,
        }
        while True:
            try:
                version = client.answer(message)
            except TROUBLE:
                client.reconnect()
            except Refused as refused:
                if refused.code not in (*NOT_YET, "stale"):
                    raise
                client.reconnect()
                if refused.code == "stale":
                    self.outdated += 1
                    return
            else:
                break
        self._note_wait(wanted)
        known = self.acknowledged.setdefault(message["id"], Ack(version, time.monotonic()))
        assert known.version == version
        while client.version < version:
            client.receive()

    def _note_wait(self, began: float) -> None:
        self.waits.append(Wait(began, time.monotonic()))


class RovingSeat(Seat):
    """A seat that asks another node each time it connects, and does not wait for a silent one for ever."""

    def __init__(self, urls: Iterator[str], table: str, token: str) -> None:
        super().__init__(next(urls), table, token)
        self._urls = urls
        self._address = an_address()

    def connect(self) -> Json:
        """Open a socket at the next node."""
        self.close()
        url = f"ws://{urlsplit(next(self._urls)).netloc}/ws/tables/{self.table}"
        opening = connect(
            url,
            compression=None,
            max_size=LARGEST_MESSAGE,
            open_timeout=5,
            close_timeout=0.2,
            additional_headers={"X-Forwarded-For": self._address},
        )
        self._socket = self._open.enter_context(opening)
        self.send({"type": "hello", "token": self.token})
        return self._expect("welcome")

    def receive(self, timeout: float | None = SILENCE_SECONDS) -> Json:
        """Return the next message."""
        return super().receive(timeout or SILENCE_SECONDS)

    def answer(self, message: Json) -> int:
        """Send a move, and return the version with which it is acknowledged."""
        version: int = self._answer(message, "ack")["version"]
        return version

    def reconnect(self) -> None:
        """Come back somewhere, for some minutes."""
        deadline = time.monotonic() + LONGEST_GAME
        while True:
            try:
                self.connect()
            except (*TROUBLE, Refused) as error:
                if time.monotonic() > deadline or (isinstance(error, Refused) and error.code not in NOT_YET):
                    raise
                time.sleep(0.05)
            else:
                return


class Party:
    """Tables of two people each, who all play at once."""

    def __init__(self, cluster: ProcessCluster, tables: int, think: float) -> None:
        self._cluster = cluster
        self._think = think
        self.players: list[Player] = []
        self._threads: list[threading.Thread] = []
        self.lost: list[tuple[float, frozenset[str]]] = []
        """When nodes were killed, and the tables that they held."""
        for number in range(tables):
            self.open_table(number)

    def open_table(self, number: int) -> None:
        """Open a table, seat two people, and let them play."""
        urls = self._cluster.urls
        turns = itertools.cycle(urls[number % len(urls) :] + urls[: number % len(urls)])
        opened = ask(turns, "/api/tables", {"name": "Ada"})
        table, host = opened["table"]["id"], opened["token"]
        guest = ask(turns, f"/api/tables/{table}/seats", {"name": "Ben"})
        if len(guest["table"]["seats"]) > 2:  # an answer was lost, and with it the token of a seat
            self.open_table(number)
            return
        ask(turns, f"/api/tables/{table}/start", {}, host)
        for seat, token in ((1, host), (2, guest["token"])):
            turns = itertools.cycle(urls[(number + seat) % len(urls) :] + urls[: (number + seat) % len(urls)])
            player = Player(turns, table, token, seat, self._think)
            self.players.append(player)
            self._threads.append(player.start())

    @property
    def is_over(self) -> bool:
        """Whether everybody has stopped playing."""
        return not any(thread.is_alive() for thread in self._threads)

    @property
    def running(self) -> int:
        """How many people play."""
        return sum(thread.is_alive() for thread in self._threads)

    def join(self, seconds: float) -> None:
        """Wait until all games have ended."""
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))
        assert [player.error for player in self.players if player.error] == [], "others may wait for them"
        assert self.is_over, f"{self.running} of {len(self._threads)} still play"

    def gaps(self) -> list[float]:
        """Return, for each table of a node that was killed, the seconds to the next acknowledgement there."""
        acks: dict[str, list[float]] = {}
        for player in self.players:
            acks.setdefault(player.table, []).extend(ack.at for ack in player.acknowledged.values())
        found = []
        for died, tables in self.lost:
            for table in tables & acks.keys():
                later = [at - died for at in acks[table] if at > died]
                found += [min(later)] if later else []
        return sorted(found)

    def interruptions(self, seconds: float) -> list[float]:
        """Return, for each table of a node that was replaced, how long anybody there waited in the *seconds* after.

        What they think meanwhile is not counted.
        """
        waits: dict[str, list[Wait]] = {}
        for player in self.players:
            waits.setdefault(player.table, []).extend(player.waits)
        found = []
        for left, tables in self.lost:
            for table in tables & waits.keys():
                later = [
                    ended - max(began, left) for began, ended in waits[table] if left < ended and began < left + seconds
                ]
                found += [max(later)] if later else []
        return sorted(found)


def ask(urls: Iterator[str], path: str, body: Json, token: str = "") -> Json:
    """Ask one node after the other for something until it is done, each time from another address."""
    deadline = time.monotonic() + LONGEST_GAME
    while True:
        headers = {
            "content-type": "application/json",
            "x-forwarded-for": an_address(),
            "authorization": f"Bearer {token}",
        }
        request = Request(next(urls) + path, json.dumps(body).encode(), headers, method="POST")
        try:
            with urlopen(request, timeout=30) as answer:
                found: Json = json.load(answer)
                return found
        except HTTPError as error:
            with error:
                code = json.load(error)["error"]["code"] if error.code != 503 or error.headers["retry-after"] else ""
            if code == "already-started":  # the answer was lost
                return {}
            if code not in ("", *NOT_YET) or time.monotonic() > deadline:
                raise
        except OSError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)


def an_address() -> str:
    """Return an address that nobody else has, most probably."""
    return f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"


def check(cluster: ProcessCluster, *parties: Party) -> int:
    """Check all that has to be true afterwards; return how many moves were acknowledged."""
    with psycopg.connect(cluster.database) as connection:
        rows = connection.execute("SELECT game, seq, move, event FROM events ORDER BY game, seq").fetchall()
        audited = connection.execute("SELECT count(*), count(*) FILTER (WHERE writer = holder) FROM audit").fetchone()
    logs: dict[str, list[Event]] = {}
    for game, seq, _, event in rows:
        assert seq == len(logs.setdefault(game, [])), "a log has a hole"
        logs[game].append(read_event(msgspec.json.decode(event)))
    for log in logs.values():
        assert isinstance(log[-1], GameEnded)
        assert fold(log).result == log[-1]
        assert verify(log).code == "honest"
    assert audited is not None
    assert audited[0] == audited[1] == len(rows), "somebody wrote who did not hold the table"
    moves = [(game, _BETWEEN.sub("", move), seq + 1) for game, seq, move, _ in rows if move]
    assert len({(game, move) for game, move, _ in moves}) == len(moves), "a move was made twice"
    acknowledged = {
        (player.game, f"{player.seat}:{message}", ack.version)
        for party in parties
        for player in party.players
        for message, ack in player.acknowledged.items()
    }
    assert acknowledged <= set(moves), "an acknowledged move is lost"
    return len(acknowledged)
