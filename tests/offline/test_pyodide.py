"""The package in Pyodide, the Python of browsers, plays what it plays here."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from architecture.core import ON_A_DEVICE
from golden.make_games import KINDS, play
from offline import importing, playing_again
from quillmap.server.games.live_game import stored
from tools.pyodide import WHEELS
from tools.setting_up import REQUIREMENTS

GAMES: Final = ("solo-base", "solo-heroes", "mixed-with-promos", "skills-ambush", "three-automatic", "rulebook-de")
LOCKED: Final = re.compile(r"^msgspec==\S+", re.MULTILINE)


def test_games_are_the_same(in_pyodide: Callable[..., str]) -> None:
    """From the same seeds and answers come, event by event, the games that a server stores."""
    games = {kind: [stored(event).decode() for event in play(KINDS[kind]).log] for kind in GAMES}
    given = json.dumps(games)
    assert json.loads(playing_again.main(given)) == games
    assert json.loads(in_pyodide(Path(playing_again.__file__), given)) == games


def test_the_core_of_the_server_can_be_imported(in_pyodide: Callable[..., str]) -> None:
    """Tables, games and their protocol need nothing that is not there; the server around them does."""
    failed = json.loads(in_pyodide(Path(importing.__file__), json.dumps([*ON_A_DEVICE, "quillmap.server.http.app"])))
    assert list(failed) == ["quillmap.server.http.app"]


def test_the_server_and_browsers_have_one_codec() -> None:
    """The locked msgspec is the same in both, so that both write the same bytes.

    After ``dev.py lock``, write version and hash of its wheel for Pyodide into ``requirements/pyodide/wheels.txt``.
    """
    served = LOCKED.search((REQUIREMENTS / "serve.txt").read_text(encoding="utf-8"))
    assert served is not None
    assert LOCKED.findall(WHEELS.read_text(encoding="utf-8")) == [served[0]]
