"""Reviews of finished games over HTTP."""

import gzip
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest

from golden.make_games import KINDS, play
from quillmap.play.record import read_record, write_record
from quillmap.review.reviewing import review_seat
from quillmap.rules.events import GameBegan
from quillmap.rules.ids import Seat
from quillmap.server.client import Refused, call
from quillmap.server.games.review_work import sent_result
from quillmap.server.protocol.moves import AnyMove
from quillmap.server.protocol.review_bodies import ReviewProgress
from quillmap.server.storage.sqlite.storage import FILE_NAME
from server.harness import GENEROUS, Json, Running, play_out, refusal, running, table_of, wait_until

PLAYOUTS = GENEROUS.review_playouts
LONGEST_SECONDS = 300.0


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server whose reviews look at little."""
    with running(tmp_path_factory.mktemp("reviews"), GENEROUS) as server:
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
    return until_done(lambda: call(server.url, "GET", f"/api/games/{game}/seats/{seat}/review"))


def until_done(ask: Callable[[], Json]) -> list[Json]:
    """Ask again and again until a review is done; return all answers."""
    answers: list[Json] = []
    end, pause = time.monotonic() + LONGEST_SECONDS, 0.05
    while time.monotonic() < end:
        answers.append(ask())
        if answers[-1]["account"] is not None:
            return answers
        time.sleep(pause)
        pause = min(1.2 * pause, 1)  # asking takes the time of a busy machine from what is asked for
    raise AssertionError("the review was never done")


def test_a_review_is_that_of_the_command_line(reviewer: Running) -> None:
    """The same numbers, whoever works them out, in the types that are published; results only grow in number."""
    game = finished(reviewer, 2)
    answers = reviewed(reviewer, game, 1)
    with urlopen(f"{reviewer.url}/api/games/{game}/record") as answer:
        events = read_record(answer.read().decode())
    began = events[0]
    assert isinstance(began, GameBegan)
    steps = list(review_seat(events, Seat(1), playouts=PLAYOUTS))
    wanted = json.loads(msgspec.json.encode([sent_result(step.result, began.edicts) for step in steps]))
    last = answers[-1]
    assert sorted(last["decisions"] + last["cards"], key=str) == sorted(wanted[:-1], key=str)
    assert last["account"] == wanted[-1]
    assert last["done"] == last["length"] == len(steps)
    for before, after in pairwise(answers):
        for kind in ("decisions", "cards"):
            assert [each for each in after[kind] if each in before[kind]] == before[kind]
    for progress in answers:
        assert json.loads(msgspec.json.encode(msgspec.convert(progress, ReviewProgress))) == progress
    move = last["decisions"][0]["best"][0]["move"]
    assert msgspec.convert(move, AnyMove) is not None, "as a client would send it"


@pytest.mark.thorough
def test_a_review_outlives_the_server(tmp_path: Path) -> None:
    """It is kept with the game, and read from there."""
    with running(tmp_path, GENEROUS) as server:
        game = finished(server)
        done = reviewed(server, game)[-1]
        wait_until(lambda: call(server.url, "GET", f"/api/games/{game}/seats/0/review") == done)
    done["account"]["luck"] += 1000
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file, file:
        file.execute("UPDATE reviews SET content = ?", (gzip.compress(json.dumps(done).encode()),))
    with running(tmp_path, GENEROUS) as server:
        assert reviewed(server, game) == [done]


def test_a_game_by_other_rules_is_refused(tmp_path: Path) -> None:
    """One that was dealt by another version is not guessed at."""
    with running(tmp_path, GENEROUS) as server:
        game = finished(server)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file, file:
        found = file.execute("SELECT event, seq FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
        scored, seq = next(
            (line, seq) for event, seq in found if (line := json.loads(event))["event"] == "season-scored"
        )
        scored["scores"][0]["coins"] += 1
        changed = (json.dumps(scored).encode(), game, seq)
        file.execute("UPDATE events SET event = ? WHERE game = ? AND seq = ?", changed)
    with running(tmp_path, GENEROUS) as server:
        told = refused(lambda: call(server.url, "GET", f"/api/games/{game}/seats/0/review"))
        assert (told["code"], told["reason"]) == ("not-reviewable", "dishonest")


def test_another_answer_is_judged(reviewer: Running) -> None:
    """What the seat saw is shown; the best answer is right, the played one costs what the review says."""
    game = finished(reviewer, 2)
    review = reviewed(reviewer, game, 1)[-1]
    worst = max(review["decisions"], key=lambda each: each["loss"])
    address = f"/api/games/{game}/seats/1/decisions/{worst['event']}"
    position = call(reviewer.url, "GET", address)
    assert position["own"]["seat"] == 1
    assert position["own"]["choices"]["ask"] == worst["ask"]
    assert position["board"]["waiting"] == [0, 1]
    same = call(reviewer.url, "POST", address, {"move": worst["played"]["move"]})
    assert same == {**worst, "gain": 0, "gained": []}
    tried = call(reviewer.url, "POST", address, {"move": worst["best"][0]["move"]})
    assert (tried["class"], tried["loss"], tried["best"]) == ("best", 0, worst["best"])
    assert (tried["gain"], tried["gained"]) == (worst["loss"], worst["reasons"])
    for where, move, code in (
        (address, {"move": "draw", "spaces": ["A1", "K11"], "terrain": "forest"}, "illegal-move"),
        (address, {"move": "take-back"}, "bad-request"),
        (f"/api/games/{game}/seats/1/decisions/1", worst["played"]["move"], "not-found"),
        (f"/api/games/{game}/seats/9/decisions/1", worst["played"]["move"], "no-such-seat"),
    ):
        assert refusal(partial(call, reviewer.url, "POST", where, {"move": move})) == code
    with urlopen(f"{reviewer.url}/api/games/{game}/record") as answer:
        asked = {"record": answer.read().decode(), "seat": 1, "event": worst["event"]}
    board = {**position["board"], "game": ""}
    assert call(reviewer.url, "POST", "/api/replay/decision", asked) == {**position, "board": board}
    again = {**asked, "move": worst["best"][0]["move"]}
    assert call(reviewer.url, "POST", "/api/replay/try", again) == tried, "a record from elsewhere is judged alike"
    for change, code in (
        ({"event": 1}, "not-found"),
        ({"seat": 9}, "not-reviewable"),
        ({"record": "nonsense"}, "bad-record"),
        ({"move": {"move": "draw", "spaces": ["A1", "K11"], "terrain": "forest"}}, "illegal-move"),
    ):
        assert refusal(partial(call, reviewer.url, "POST", "/api/replay/try", {**again, **change})) == code


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


def record_review(server: Running, record: str, seat: int = 0) -> Json:
    """Ask once for the review of a seat in a record."""
    found: Json = call(server.url, "POST", "/api/replay/review", {"record": record, "seat": seat})
    return found


def whole_record_review(server: Running, record: str, seat: int = 0) -> Json:
    """Ask for the review of a record until it is done."""
    return until_done(lambda: record_review(server, record, seat))[-1]


@pytest.mark.thorough
def test_a_record_from_elsewhere_has_the_same_review(reviewer: Running) -> None:
    """As the game has on its own server; and nothing of it becomes a game of this one."""
    game = finished(reviewer, 2)
    with urlopen(f"{reviewer.url}/api/games/{game}/record") as answer:
        record = answer.read().decode()
    assert whole_record_review(reviewer, record, 1) == reviewed(reviewer, game, 1)[-1]
    assert record_review(reviewer, record, 1)["account"] is not None, "it is remembered for a while"


def refused(ask: Callable[[], Json]) -> Json:
    """Return the error that a review ends with; on a busy machine the first answers may know nothing yet."""
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        try:
            found = ask()
        except Refused as error:
            return {"code": error.code, **error.params}
        assert found["done"] == 0
    raise AssertionError("it was not refused")


def test_records_that_can_not_be_reviewed(reviewer: Running) -> None:
    """A game that goes on, a forged one, one with a hundred made-up seats, no such seat, no record: each is told so."""
    record = write_record(play(KINDS["solo-base"]).log)
    lines = record.splitlines(keepends=True)
    forged = re.sub(r'(?<="totals": \[)-?\d+', "77", record)
    seats = record.replace('"seats": 1', '"seats": 100', 1)
    assert record not in (forged, seats)
    for text, seat, wanted in (
        ("".join(lines[: len(lines) // 2]), 0, {"reason": "unfinished"}),
        (forged, 0, {"reason": "dishonest", "event": len(lines)}),
        (seats, 99, {"reason": "dishonest", "event": 4}),  # which asks a single seat
        (record, 1, {"reason": "no-such-seat"}),
    ):
        assert refused(partial(record_review, reviewer, text, seat)) == {"code": "not-reviewable", **wanted}
    for text in ("nonsense", "[]", record[40:]):
        assert refused(partial(record_review, reviewer, text))["code"] == "bad-record"


def test_an_address_can_not_ask_for_ever(tmp_path: Path) -> None:
    """Work is paid for by whoever starts it; what is done costs nothing."""
    limits = replace(GENEROUS, review_rate=(0.001, 0.000001))
    with running(tmp_path, limits) as server:
        first, second = finished(server), finished(server)
        done = reviewed(server, first)[-1]
        assert refusal(lambda: call(server.url, "GET", f"/api/games/{second}/seats/0/review")) == "too-many"
        assert call(server.url, "GET", f"/api/games/{first}/seats/0/review") == done
        record = write_record(play(KINDS["solo-base"]).log)
        paid = refusal(lambda: record_review(server, record))
        assert paid == "too-many", "records are paid for by the same account"
