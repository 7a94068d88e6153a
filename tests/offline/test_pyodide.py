"""The package in Pyodide, the Python of browsers, plays what it plays here."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from architecture.core import ON_A_DEVICE
from golden.make_games import KINDS, play
from offline import importing, playing_again, strong_bots
from quillmap.server.games.live_game import stored
from tools.pyodide import WHEELS
from tools.setting_up import REQUIREMENTS

GAMES: Final = ("solo-base", "solo-heroes", "mixed-with-promos", "skills-ambush", "three-automatic", "rulebook-de")
STRONG: Final = (
    ("base seed=strong", ["master"]),
    ("heroes seats=3 seed=strong", ["surveyor", "navigator", "master@playouts=40"]),
    ("base seats=2 seed=strong skills=drawn", ["surveyor@style=builder", "pathfinder"]),
)
"""Tables, and the bots at them."""
LOCKED: Final = re.compile(r"^msgspec==\S+", re.MULTILINE)


SERVER: Final = "quillmap.server.http.app"
SCRIPT: Final = Path(__file__).with_name("run_python.js")


@cache
def games() -> dict[str, list[str]]:
    """Return golden games as a server stores them."""
    return {kind: [stored(event).decode() for event in play(KINDS[kind]).log] for kind in GAMES}


@pytest.fixture(scope="module")
def found(in_pyodide: Callable[..., str]) -> dict[str, Any]:
    """Return what came of the programs that the tests want run: all in one Pyodide, since it takes long to start."""
    given = {playing_again: games(), importing: [*ON_A_DEVICE, SERVER], strong_bots: STRONG}
    wishes = [{"program": program.__file__, "given": json.dumps(text)} for program, text in given.items()]
    answers = json.loads(in_pyodide(SCRIPT, json.dumps(wishes)))
    return {program.__name__: json.loads(answer) for program, answer in zip(given, answers, strict=True)}


def test_games_are_the_same(found: dict[str, Any]) -> None:
    """From the same seeds and answers come, event by event, the games that a server stores."""
    assert json.loads(playing_again.main(json.dumps(games()))) == games()
    assert found[playing_again.__name__] == games()


def test_bots_answer_the_same(found: dict[str, Any]) -> None:
    """Master, surveyor and others choose move by move what they choose here; answers are valued and reviewed alike."""
    assert found[strong_bots.__name__] == json.loads(strong_bots.main(json.dumps(STRONG)))


def test_the_core_of_the_server_can_be_imported(found: dict[str, Any]) -> None:
    """Tables, games and their protocol need nothing that is not there; the server around them does."""
    assert list(found[importing.__name__]) == [SERVER]


def test_the_server_and_browsers_have_one_codec() -> None:
    """The locked msgspec is the same in both, so that both write the same bytes.

    After ``dev.py lock``, write version and hash of its wheel for Pyodide into ``requirements/pyodide/wheels.txt``.
    """
    served = LOCKED.search((REQUIREMENTS / "serve.txt").read_text(encoding="utf-8"))
    assert served is not None
    assert LOCKED.findall(WHEELS.read_text(encoding="utf-8")) == [served[0]]
