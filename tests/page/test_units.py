"""Scripts of the page that need no page, tested in Node: the tests are in ``unit/``."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from golden.make_games import KINDS, play
from page.tools import run_node
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.rules.events import GameBegan, Submitted
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.moves import Draw
from quillmap.rules.scoring import VARIANTS
from quillmap.server.games import catalogue as cards
from quillmap.server.games.choices import extras, own_part
from quillmap.server.games.records import show
from quillmap.server.protocol.moves import written

FILES: Final = sorted(Path(__file__).with_name("unit").glob("*.test.js"))
ASKED: Final = ("solo-heroes", "skills-solo", "skills-two", "skills-ambush", "mixed-with-heroes", "two-base")
"""Games in which everything is asked that can be."""

SHOWN: Final = ("two-base", "solo-heroes", "skills-ambush")


def questions(game: Game) -> list[dict[str, Any]]:
    """Return every question of a game as its seat got it, with the answer that it gave."""
    began = game.log[0]
    assert isinstance(began, GameBegan)
    state, found = initial_state(began), []
    for event in game.log[1:]:
        if isinstance(event, Submitted) and event.answer is not None:
            answer = event.answer
            has_extra = isinstance(answer, Draw) and bool(answer.extra)
            question = {
                "card": state.card,
                "choices": own_part(state, event.seat).choices,
                "move": written(answer),
                "extras": extras(state, answer) if has_extra and isinstance(answer, Draw) else None,
            }
            found.append(msgspec.to_builtins(question))
        state = evolve(state, event)
    return found


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write what the server would send in the golden games, for the scripts to read."""
    games = {kind: play(KINDS[kind]) for kind in {*ASKED, *SHOWN}}
    found = {
        "cards": msgspec.json.decode(cards.catalogue()),
        "variants": [f"{card}.{rulebook}" for card, rulebook in VARIANTS],
        "questions": [question for kind in ASKED for question in questions(games[kind])],
        "shown": {kind: msgspec.to_builtins(show(write_record(games[kind].log))) for kind in SHOWN},
    }
    path = tmp_path_factory.mktemp("unit") / "games.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def test_scripts_without_a_page(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test of every file passes, and each file has some."""
    monkeypatch.setenv("QUILLMAP_UNIT_DATA", str(data))
    done = run_node("--test", "--test-reporter=spec", *FILES)
    assert done.returncode == 0, done.stdout[done.stdout.find("failing tests") :] + done.stderr
    assert all("test(" in path.read_text(encoding="utf-8") for path in FILES)
    assert len(FILES) > 1
