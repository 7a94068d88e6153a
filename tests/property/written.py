"""Good things of every kind in writing, and the same with something spoilt."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from hypothesis import strategies as st

from property.random_play import Manner, like_coins, some_games
from property.strategies import json_values
from quillmap.play.codec import read_event, read_move, read_setup, write_event, write_move, write_setup
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.rules import Setup
from quillmap.rules.events import Event

Reader: TypeAlias = Callable[[Any], Any]


def through_json(value: Any) -> Any:
    """Return what another program would get."""
    return json.loads(json.dumps(value))


@cache
def written_games() -> list[Game]:
    """Return games in which between them everything happens."""
    return [game for game, _ in some_games("written", 120, Manner(skill=0.2, take_back=0.2, taste=like_coins))]


@cache
def records() -> list[str]:
    """Return some records, the last of a game that has just begun."""
    return [*(write_record(game.log) for game in written_games()[:5]), write_record(Game(Setup(seed="short")).log)]


@cache
def good_values() -> list[tuple[Reader, dict[str, Any]]]:
    """Return one good value of every kind, with what reads it."""
    log = [event for game in written_games() for event in game.log]
    events: dict[str, Event] = {type(event).__name__: event for event in log}
    moves = {type(move).__name__: move for move in (getattr(event, "answer", None) for event in log) if move}
    return [
        *((read_event, write_event(each)) for each in events.values()),
        *((read_move, write_move(each)) for each in moves.values()),
        (read_setup, write_setup(written_games()[0].state.setup)),
    ]


@st.composite
def spoilt_values(draw: st.DrawFn) -> tuple[Reader, Any]:
    """Draw a good value with something in it replaced, dropped or added."""
    read, good = draw(st.sampled_from(good_values()))
    value = through_json(good)
    part: Any = value
    while isinstance(part, dict | list) and part:
        key = draw(st.sampled_from(sorted(part))) if isinstance(part, dict) else draw(st.integers(0, len(part) - 1))
        inner = part[key]
        if not (isinstance(inner, dict | list) and inner and draw(st.booleans())):
            if draw(st.integers(0, 4)) == 0:
                del part[key]
            else:
                part[key] = draw(json_values())
            break
        part = inner
    return read, value


@st.composite
def spoilt_records(draw: st.DrawFn) -> str:
    """Draw a record with a line replaced, dropped, doubled or moved, or a few characters changed."""
    lines = draw(st.sampled_from(records())).split("\n")
    place = draw(st.integers(0, len(lines) - 1))
    how = draw(st.sampled_from(("json", "text", "cut", "drop", "double", "first")))
    match how:
        case "json":
            lines[place] = json.dumps(draw(json_values()))
        case "text":
            at = draw(st.integers(0, len(lines[place])))
            lines[place] = lines[place][:at] + draw(st.text(max_size=3)) + lines[place][at + draw(st.integers(0, 3)) :]
        case "cut":
            lines[place] = lines[place][: draw(st.integers(0, len(lines[place])))]
        case "drop":
            del lines[place]
        case "double":
            lines.insert(place, lines[place])
        case _:
            lines.insert(0, lines.pop(place))
    return "\n".join(lines)
