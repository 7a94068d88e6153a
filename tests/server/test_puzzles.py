"""Puzzles over HTTP: the list, a position, answers to it."""

import json
from functools import partial
from typing import Any
from urllib.request import urlopen

import pytest

from quillmap.play.codec import write_move
from quillmap.puzzles.collection import puzzle_of_day, puzzles
from quillmap.puzzles.judging import known_assessment
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options
from quillmap.server.client import call
from server.harness import Running, refusal

PUZZLE = puzzles()[0]
ADDRESS = "/api/puzzles/1"


def _sent(move: Draw) -> dict[str, Any]:
    """Return an answer as clients send it."""
    written = write_move(move)
    del written["seat"]
    return {"move": written}


def test_all_are_listed_by_difficulty(server: Running) -> None:
    """Each once, and which is the one of the day."""
    found = call(server.url, "GET", "/api/puzzles")
    assert sorted([*found["easy"], *found["medium"], *found["hard"]]) == [each.number for each in puzzles()]
    day = server.registry.calendar.today()
    assert (found["day"], found["today"]) == (day.isoformat(), puzzle_of_day(day).number)


def test_a_position_tells_no_secret(server: Running) -> None:
    """It has the board, the choices and what has happened, and neither the seed nor the solution."""
    found = call(server.url, "GET", ADDRESS)
    assert (found["number"], found["difficulty"]) == (1, PUZZLE.difficulty)
    assert found["position"]["own"]["choices"]["ask"] == "draw"
    assert found["position"]["board"]["edicts"] == list(PUZZLE.setup.edicts)
    assert found["story"]["events"][0]["event"] == "game-began"
    text = json.dumps(found)
    assert f'"{PUZZLE.setup.seed}"' not in text
    assert not any(event.get("deck") for event in found["story"]["events"])


def test_answers_are_judged(server: Running) -> None:
    """What the puzzle knows by itself: right, wrong with its reasons, and the solution with both."""
    right = call(server.url, "POST", ADDRESS, _sent(PUZZLE.best))
    assert (right["right"], right["loss"], right["reasons"]) == (True, 0, [])
    assert right["lead"] >= 3
    wrong = call(server.url, "POST", ADDRESS, _sent(PUZZLE.wrong[0].move))
    assert (wrong["right"], wrong["loss"]) == (False, PUZZLE.wrong[0].loss / 1000)
    assert wrong["best"][0]["move"] == _sent(PUZZLE.best)["move"]
    assert wrong["reasons"][0]["difference"] > 0
    assert right["wrong"][0]["reasons"] == wrong["reasons"], "who solves it is told why as well"
    assert right["best"][0]["reasons"] == []


def test_other_answers_are_worked_out(server: Running) -> None:
    """A drawing that nobody thought of is compared with the best."""
    drawings = (move for move in Options(PUZZLE.view(), Seat(0)) if isinstance(move, Draw))
    move = next(move for move in drawings if known_assessment(PUZZLE, move) is None)
    found = call(server.url, "POST", ADDRESS, _sent(move))
    assert not found["right"]
    assert found["best"][0]["loss"] == 0


@pytest.mark.parametrize("number", ["0", "99999", "x", "-1"])
def test_unknown_puzzles_are_refused(server: Running, number: str) -> None:
    """There is nothing under other numbers."""
    wanted = "no-such-puzzle" if number.isdigit() else "not-found"
    for method, body in (("GET", None), ("POST", _sent(PUZZLE.best))):
        asked = partial(call, server.url, method, f"/api/puzzles/{number}", body)
        assert refusal(asked) == wanted


def test_answers_that_the_rules_forbid_are_refused(server: Running) -> None:
    """As they would be in a game."""
    forbidden = {"move": {"move": "draw", "spaces": ["A1", "K11"], "terrain": "forest"}}
    assert refusal(partial(call, server.url, "POST", ADDRESS, forbidden)) == "illegal-move"
    declared = {"move": {"move": "declare", "use": True}}
    assert refusal(partial(call, server.url, "POST", ADDRESS, declared)) == "bad-request"


def test_a_shared_link_has_a_picture(server: Running) -> None:
    """The map of the puzzle, and its number in the title."""
    with urlopen(f"{server.url}{ADDRESS}/picture") as answer:
        assert answer.read().startswith(b"\x89PNG")
    with urlopen(f"{server.url}/puzzles/1") as answer:
        page = answer.read().decode()
    assert "/api/puzzles/1/picture" in page
    assert "<title>Puzzle 1: " in page
    with urlopen(f"{server.url}/puzzles") as answer:
        assert "/api/puzzles" not in answer.read().decode()
