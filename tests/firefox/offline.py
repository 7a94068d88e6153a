"""Playing without a server in Firefox: engine and kernels do what they do elsewhere. Run by ``dev.py firefox``."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec

from firefox.bidi import Tab
from firefox.smoke import tab
from helpers import device_games
from helpers.engine import engine
from helpers.server_games import played_again
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.review.reviewing import review_seat
from quillmap.rules.events import GameBegan
from quillmap.rules.ids import Seat
from quillmap.server.games.review_work import sent_result
from quillmap.server.hosting.config import Config, Limits
from quillmap.server.protocol.review_bodies import ReviewedCard, ReviewedDecision
from server.harness import GENEROUS, Running

__all__ = ["engine", "tab"]

PATIENCE: Final = 600
"""Seconds in which Python starts, plays and reviews, however busy the machine is."""
SETUP: Final[dict[str, Any]] = {"box": "mixed", "seed": "firefox", "skills": ["diplomacy", "lore", "stealth"]}
WHOLE: Final = """caches.match("/static/whole.json").then(Boolean)"""
PREPARED: Final = """caches.open("python-snapshots").then((kept) => kept.keys()).then((keys) => keys.length === 1)"""
"""Whether Python starts there from its memory; where that fails, it is kept no more."""
REVIEW: Final = f"""async ({{record}}) => {{
  {device_games.PARTS}
  const {{askDevice}} = await part("$device_device");
  return askDevice("POST", "/api/replay/review", {{record, seat: 0}});
}}"""


def asked(tab: Tab, function: str, given: object) -> Any:
    """Return what a function of the page finds."""
    return json.loads(tab.evaluate(f"({function})({json.dumps(given)}).then(JSON.stringify)", PATIENCE))


def reviewed_there(tab: Tab, record: str) -> Any:
    """Let the page review a game until that is done."""
    latest = time.monotonic() + PATIENCE
    while not (found := asked(tab, REVIEW, {"record": record}))["account"]:
        assert time.monotonic() < latest, "the review does not end"
        time.sleep(0.5)
    return found


def reviewed_here(record: str) -> Any:
    """Review a game by native code, and return it as it is sent."""
    log = read_record(record)
    began = log[0]
    assert isinstance(began, GameBegan)
    steps = review_seat(log, Seat(0), playouts=Limits().review_playouts)
    found = [sent_result(step.result, began.edicts) for step in steps]
    decisions = sorted((each for each in found if isinstance(each, ReviewedDecision)), key=lambda each: each.event)
    cards = sorted((each for each in found if isinstance(each, ReviewedCard)), key=lambda each: each.event)
    return json.loads(msgspec.json.encode({"decisions": decisions, "cards": cards, "account": found[-1]}))


def test_a_game_and_its_review_without_a_server(tab: Tab, engine: Path, tmp_path: Path) -> None:
    """With bots and skills: the record is what a server makes of the answers, the review what native code finds."""
    server = Running(Config(port=0, data=tmp_path / "data", limits=GENEROUS, engine=engine))
    tab.open(server.url)
    tab.wait_for(WHOLE, PATIENCE)
    tab.wait_for(PREPARED, PATIENCE)
    server.stop()
    tab.open(server.url)
    tab.wait_for("document.querySelector('#play-alone')")
    seat = asked(tab, device_games.OPEN, {"setup": SETUP, "bots": ["master"]})
    game = asked(tab, device_games.PLAY, {**seat, "level": "surveyor", "most": -1})["game"]
    assert tab.evaluate(PREPARED, PATIENCE), "Python could not start from its memory"
    record = asked(tab, device_games.RECORD, game)
    assert verify(read_record(record)).is_honest
    there = reviewed_there(tab, record)
    assert there["account"]["method"] == "look-ahead"
    server = Running(replace(server.config, port=server.port))
    assert played_again(server, record) == record
    server.stop()
    here = reviewed_here(record)
    assert {name: there[name] for name in here} == here
