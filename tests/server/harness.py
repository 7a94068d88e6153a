"""A real server on a free port of this machine, and players who talk to it."""

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from quillmap.rules.events import Event
from quillmap.server.client import Refused, Seat, legal_moves
from quillmap.server.games.board import board
from quillmap.server.games.live_game import replayed, unstored
from quillmap.server.hosting.config import Config, Limits
from quillmap.server.hosting.launch import GracefulServer, make_server
from quillmap.server.protocol.messages import encode
from quillmap.server.push.public_hosts import PublicHosts
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.registry import TableRegistry

GENEROUS = Limits(
    received_rate=(1e12, 1e12),
    read_rate=(1e9, 1e9),
    part_rate=(1e9, 1e9),
    socket_rate=(100_000, 100_000),
    message_rate=(100_000, 100_000),
    address_rate=(100_000, 100_000),
    table_rate=(100_000, 100_000),
    expedition_rate=(100_000, 100_000),
    code_rate=(100_000, 100_000),
    record_rate=(100_000, 100_000),
    work_rate=(100_000, 100_000),
    review_rate=(100_000, 100_000),
    review_playouts=2,
    sockets_per_address=10_000,
    sockets_per_site=10_000,
    answer_rate=(1e12, 1e12),
    listed_per_address=10_000,
    bots_per_address=100_000,
    disk_rate=(1e12, 1e12),
    picture_rate=(100_000, 100_000),
    document_rate=(1e12, 1e12),
    news_rate=(1e12, 1e12),
    attempts_per_day=100_000,
    playing_per_address=100_000,
    playing_per_site=100_000,
    watched_per_address=100_000,
    watched_per_site=100_000,
    signal_rate=(1e9, 1e9),
    showing_rate=(100_000, 100_000),
)
"""Limits that tests of other things never meet."""

LONGEST_WAIT = 60.0
"""Seconds for what takes a moment: a busy machine may be slow, and only a test that fails waits for so long."""
LONGEST_GAME = 240.0
"""Seconds for a whole game."""

Json = dict[str, Any]
Result = TypeVar("Result")


class Running:
    """A server that runs in a thread."""

    def __init__(self, config: Config, calendar: Calendar | None = None, push_hosts: PublicHosts | None = None) -> None:
        self.config = config
        self.server: GracefulServer = make_server(config, grace=0, calendar=calendar, push_hosts=push_hosts)
        self.registry: TableRegistry = _registry_of(self.server)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        wait_until(lambda: self.server.started)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stop as a signal would."""
        self.server.should_exit = True
        self._thread.join(timeout=LONGEST_WAIT)
        assert not self._thread.is_alive()

    def log(self, game: str) -> list[Event]:
        """Return the stored events of a game but answers that were taken back."""
        return [unstored(event) for event in self.result_of(self.registry.storage.game_events(game)) if event]

    def result_of(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine on the event loop of the server."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.registry.loop).result(LONGEST_WAIT)

    def stored_board(self, game: str) -> Json:
        """Return the board that the stored events add up to, as it would be sent; a result with what is kept of it."""
        moment = replayed(game, self.log(game))
        found: Json = msgspec.json.decode(encode(board(game, moment.state, moment.version, moment.question)))
        summary = self.result_of(self.registry.storage.game_summary(game))
        if summary is not None:
            found["result"] |= {"names": list(summary.names), "is_seeded": summary.is_seeded}
        return found


def _registry_of(server: GracefulServer) -> TableRegistry:
    app: Any = server.config.app
    registry: TableRegistry = app.state.registry
    return registry


def wait_until(is_true: Callable[[], bool], seconds: float = LONGEST_WAIT) -> None:
    """Wait for something that is bound to happen."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


def awaited(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a new thread: in this one Playwright may have left its event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


@contextmanager
def running(
    data: Path,
    limits: Limits = GENEROUS,
    calendar: Calendar | None = None,
    push_hosts: PublicHosts | None = None,
    **options: Any,
) -> Iterator[Running]:
    """Run a server on the files in *data*; *calendar* tells it the time, *push_hosts* where push services are."""
    server = Running(replace(Config(port=0, data=data, limits=limits), **options), calendar, push_hosts)
    try:
        yield server
    finally:
        server.stop()


def table_of(url: str, people: int, **wishes: Any) -> list[Seat]:
    """Open a table and seat people at it, the host first."""
    host = Seat.create(url, "Player 1", **wishes)
    return [host, *(Seat.join(url, host.table, f"Player {number}") for number in range(2, people + 1))]


def random_choice(seed: object) -> Callable[[Json, Json], Json]:
    """Return a player that moves at random, now and then with a skill that draws nothing extra."""
    chance = random.Random(str(seed))

    def choose(_board: Json, choices: Json) -> Json:
        skilled = [each for each in choices.get("skills", []) if not each["has_extra"] and each["places"]]
        if skilled and chance.random() < 0.5:
            skill = chance.choice(skilled)
            moves = legal_moves({**choices, "places": skill["places"], "terrains": skill["terrains"]})
            return {**chance.choice(moves), "skill": skill["skill"]}
        return chance.choice(legal_moves(choices))

    return choose


def play_out(seats: Sequence[Seat], seed: object = 0) -> list[Json]:
    """Let every seat play at random until the end; return the result each has seen."""
    results: dict[int, Json] = {}

    def play(number: int) -> None:
        results[number] = seats[number].play(random_choice(f"{seed}/{number}"))

    # Daemons: a player that waits in vain must not block the whole run.
    threads = [threading.Thread(target=play, args=(number,), daemon=True) for number in range(len(seats))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LONGEST_GAME)
    assert len(results) == len(seats), "the game did not end"
    return [results[number] for number in range(len(seats))]


def play_some(seat: Seat, rounds: int, seed: str) -> None:
    """Let a solo seat answer this many questions at random, and disconnect."""
    choose = random_choice(seed)
    for _ in range(rounds):
        seat.connect()
        assert seat.board is not None
        assert seat.own is not None
        seat.move(choose(seat.board, seat.own["choices"]))
    seat.close()


def first_move(seat: Seat) -> Json:
    """Return a move that *seat* may make now."""
    assert seat.own is not None
    return legal_moves(seat.own["choices"])[0]


def receive_until(seat: Seat, *kinds: str) -> Json:
    """Read on until a message of one of these kinds comes."""
    while True:
        message = seat.receive(timeout=LONGEST_WAIT)
        if message["type"] in kinds:
            return message


def refusal(action: Callable[[], object]) -> str:
    """Return the code with which *action* is refused."""
    try:
        action()
    except Refused as refused:
        return refused.code
    raise AssertionError("it was not refused")
