"""Reviews of finished games over HTTP."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from urllib.request import urlopen

import pytest

from quillmap.play.record import read_record
from quillmap.review.results import write_result
from quillmap.review.reviewing import review_seat
from quillmap.rules.events import GameBegan
from quillmap.rules.ids import Seat
from quillmap.server.client import call
from server.harness import GENEROUS, Json, Running, play_out, refusal, running, table_of

PLAYOUTS = 2
LONGEST_SECONDS = 120.0


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server whose reviews look at little."""
    with running(tmp_path_factory.mktemp("reviews"), replace(GENEROUS, review_playouts=PLAYOUTS)) as server:
        yield server


def finished(server: Running, people: int = 1) -> str:
    """Play a game to its end, and return its id."""
    seats = table_of(server.url, people)
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    found: str = seats[0].board["game"]
    return found


def reviewed(server: Running, game: str, seat: int = 0) -> list[Json]:
    """Ask for a review until it is done; return all answers."""
    answers: list[Json] = []
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        answers.append(call(server.url, "GET", f"/api/games/{game}/seats/{seat}/review"))
        if answers[-1]["review"] is not None:
            return answers
        time.sleep(0.05)
    raise AssertionError("the review was never done")


def test_a_review_is_that_of_the_command_line(reviewer: Running) -> None:
    """The same numbers, whoever works them out; results only grow in number; what is done is there at once."""
    game = finished(reviewer, 2)
    answers = reviewed(reviewer, game, 1)
    with urlopen(f"{reviewer.url}/api/games/{game}/record") as answer:
        events = read_record(answer.read().decode())
    began = events[0]
    assert isinstance(began, GameBegan)
    steps = list(review_seat(events, Seat(1), playouts=PLAYOUTS))
    written = json.loads(json.dumps([write_result(step.result, began.edicts) for step in steps]))
    last = answers[-1]
    assert last["results"] == written[:-1]
    assert last["review"] == written[-1]
    assert last["done"] == last["length"] == len(steps)
    for before, after in pairwise(answers):
        assert after["results"][: before["done"]] == before["results"][: before["done"]]
    assert call(reviewer.url, "GET", f"/api/games/{game}/seats/1/review") == last


def test_what_can_not_be_reviewed(reviewer: Running) -> None:
    """Games that go on, seats that are not there, and games that never were."""
    host = table_of(reviewer.url, 1)[0]
    host.start()
    running_game = host.ask("GET")["table"]["game"]
    for address, code in (
        (f"/api/games/{running_game}/seats/0/review", "no-such-game"),
        ("/api/games/nonsense/seats/0/review", "no-such-game"),
        (f"/api/games/{finished(reviewer)}/seats/7/review", "no-such-seat"),
    ):
        assert refusal(partial(call, reviewer.url, "GET", address)) == code


def test_an_address_can_not_ask_for_ever(tmp_path: Path) -> None:
    """Work is paid for by whoever starts it; what is done costs nothing."""
    limits = replace(GENEROUS, review_playouts=PLAYOUTS, review_rate=(0.001, 0.000001))
    with running(tmp_path, limits) as server:
        first, second = finished(server), finished(server)
        done = reviewed(server, first)[-1]
        assert refusal(lambda: call(server.url, "GET", f"/api/games/{second}/seats/0/review")) == "too-many"
        assert call(server.url, "GET", f"/api/games/{first}/seats/0/review") == done
