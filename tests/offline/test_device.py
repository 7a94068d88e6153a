"""Tables of a device: whole games over a message port, with the page's own client, and no server anywhere."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from offline import hosting, playing_again
from quillmap.play.verify import verify
from quillmap.rules.events import GameEnded
from quillmap.server.games.live_game import unstored

SCRIPT: Final = Path(__file__).with_name("play_over_port.js")
WISHES: Final[tuple[dict[str, Any], ...]] = (
    {"setup": {}, "bots": []},
    {"setup": {"box": "heroes"}, "bots": ["random", "apprentice"]},
    {"setup": {"box": "mixed", "skills": ["diplomacy", "lore", "stealth"]}, "bots": ["random"]},
)


@pytest.mark.thorough
@pytest.mark.long
def test_whole_games_are_played_without_a_server(in_pyodide: Callable[..., str]) -> None:
    """They go on when all but the records is lost, are honest, and equal what a server makes of the answers."""
    games = json.loads(in_pyodide(SCRIPT, json.dumps(WISHES), Path(hosting.__file__)))
    assert len(games) == len(WISHES)
    for events in games:
        log = [unstored(event.encode()) for event in events]
        assert isinstance(log[-1], GameEnded)
        assert verify(log).is_honest
        assert playing_again.played_again(events) == events
