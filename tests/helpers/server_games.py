"""Recorded games played once more on a server: from the same seed, by people who answer as the record says."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from quillmap.play.codec import write_move
from quillmap.play.record import read_record
from quillmap.review.tasks import Decision, tasks_of
from quillmap.rules.events import Event
from quillmap.rules.ids import Seat
from quillmap.server.client import call
from server.harness import Running, table_of

Json = dict[str, Any]
LONGEST = 120
"""Seconds after which a game is no longer waited for."""


def played_again(server: Running, record: str) -> str:
    """Return the record of the game that *server* plays from the seed and the answers of *record*."""
    log, lines = read_record(record), record.splitlines()
    setup = {**json.loads(lines[0])["setup"], "seed": json.loads(lines[-1])["seed"]}
    count = setup.pop("seats")
    seats = table_of(server.url, count, setup=setup, most_seats=count)
    seats[0].start()
    with ThreadPoolExecutor(count) as threads:
        games = [threads.submit(seat.play, _answers(log, Seat(n))) for n, seat in enumerate(seats)]
        for game in games:
            game.result(timeout=LONGEST)
    found = call(server.url, "GET", f"/api/tables/{seats[0].table}", token=seats[0].token)
    return str(call(server.url, "GET", f"/api/games/{found['table']['game']}/record"))


def _answers(log: list[Event], seat: Seat) -> Callable[[Json, Json], Json]:
    """Return a player who gives the recorded answers of a seat, one after the other."""
    answers = (task.played for task in tasks_of(log, seat) if isinstance(task, Decision))

    def choose(_board: Json, _choices: Json) -> Json:
        move = write_move(next(answers))
        del move["seat"]  # as clients send them
        return move

    return choose
