"""Playing without a server in Firefox: engine and kernels do what they do elsewhere. Run by ``dev.py firefox``."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from firefox.bidi import Tab
from firefox.smoke import tab
from helpers import device_games
from helpers.engine import engine
from helpers.server_games import played_again
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.server.client import call
from quillmap.server.hosting.config import Config, Limits
from server.harness import GENEROUS, Running

__all__ = ["engine", "tab"]

PATIENCE: Final = 600
"""Seconds in which Python starts, plays and reviews, however busy the machine is."""
SETUP: Final[dict[str, Any]] = {"box": "mixed", "seed": "firefox", "skills": ["diplomacy", "lore", "stealth"]}
WHOLE: Final = """caches.match("/static/whole.json").then(Boolean)"""
REVIEW: Final = f"""async ({{record}}) => {{
  {device_games.PARTS}
  const {{askDevice}} = await part("$device_device");
  return askDevice("POST", "/api/replay/review", {{record, seat: 0}});
}}"""


def asked(tab: Tab, function: str, given: object) -> Any:
    """Return what a function of the page finds."""
    return json.loads(tab.evaluate(f"({function})({json.dumps(given)}).then(JSON.stringify)", PATIENCE))


def reviewed(ask: Any) -> Any:
    """Ask for a review until it is done."""
    latest = time.monotonic() + PATIENCE
    while not (found := ask())["account"]:
        assert time.monotonic() < latest, "the review does not end"
        time.sleep(0.5)
    return found


def test_a_game_and_its_review_without_a_server(tab: Tab, engine: Path, tmp_path: Path) -> None:
    """With bots and skills: the record is what a server makes of the answers, and the review has its numbers."""
    limits = replace(GENEROUS, review_playouts=Limits().review_playouts)
    server = Running(Config(port=0, data=tmp_path / "data", limits=limits, engine=engine))
    tab.open(server.url)
    tab.wait_for(WHOLE, PATIENCE)
    server.stop()
    tab.open(server.url)
    tab.wait_for("document.querySelector('#play-alone')")
    seat = asked(tab, device_games.OPEN, {"setup": SETUP, "bots": ["master"]})
    game = asked(tab, device_games.PLAY, {**seat, "level": "surveyor", "most": -1})["game"]
    record = asked(tab, device_games.RECORD, game)
    assert verify(read_record(record)).is_honest
    here = reviewed(lambda: asked(tab, REVIEW, {"record": record}))
    server = Running(replace(server.config, port=server.port))
    assert played_again(server, record) == record
    wish = {"record": record, "seat": 0}
    assert here["account"]["method"] == "look-ahead"
    del tab.complaints[:]  # that the server was away
    assert reviewed(lambda: call(server.url, "POST", "/api/replay/review", wish)) == here
    server.stop()
