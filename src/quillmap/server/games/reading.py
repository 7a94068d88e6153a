"""The jobs of the archive: what can be read from finished games and records, a function each."""

import gzip
import time
import traceback
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from quillmap.rules.events import Event, TakenBack
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.server.games.continuations import beginning, record_beginning
from quillmap.server.games.finished_maps import finished_maps
from quillmap.server.games.lasting_answers import taken_back
from quillmap.server.games.live_game import stored, unstored
from quillmap.server.games.map_pictures import map_picture
from quillmap.server.games.positions import decision_position
from quillmap.server.games.records import events_in, judge, sent_record, show, written_record
from quillmap.server.games.replay import replay, worth_at
from quillmap.server.games.seat_history import seat_history
from quillmap.server.games.story import story
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary

COMPRESSION: Final = 5
_encode: Final = msgspec.json.Encoder().encode


class StoredGame(NamedTuple):
    """A finished game as it is stored."""

    summary: GameSummary
    events: tuple[bytes, ...]

    @property
    def name(self) -> str:
        """What it is known by."""
        return self.summary.game

    def log(self) -> list[Event]:
        """Return its events, without answers that were taken back: lines of its record keep their numbers."""
        over = taken_back(self.events)
        return [unstored(event) for place, event in enumerate(self.events) if place not in over]

    def numbered_log(self) -> list[Event]:
        """Return its events in their places; answers that were taken back are not read, only counted."""
        over, unread = taken_back(self.events), TakenBack(Seat(0))
        return [unread if place in over else unstored(event) for place, event in enumerate(self.events)]


class GameSoFar(NamedTuple):
    """A game that may still go on, as far as it is shown."""

    game: str
    events: tuple[bytes, ...]


Read: TypeAlias = Callable[..., bytes]
"""A job's function: takes a stored game or the text of a record, and the numbers of an event or a seat."""


def get_ready(_: None) -> None:
    """Do nothing: a process that can call this has loaded all it needs to read games."""


def read_record(game: StoredGame) -> bytes:
    """Return the record of a game."""
    return written_record(game.summary, game.log()).encode()


def read_replay(game: StoredGame) -> bytes:
    """Return a game event by event."""
    return _encode(replay(game.summary, game.log()))


def read_worth(game: StoredGame, event: int, seat: int) -> bytes:
    """Return what one event brought to one map."""
    return _encode(worth_at(game.log(), event, seat))


def read_history(game: StoredGame, seat: int) -> bytes:
    """Return what every event brought to one map."""
    return _encode(seat_history(game.log(), seat))


def read_position(game: StoredGame, event: int, seat: int) -> bytes:
    """Return what a seat saw when it decided something."""
    return _encode(decision_position(game.summary.game, game.log(), event, Seat(seat)))


def read_beginning(game: StoredGame, event: int, seat: int) -> bytes:
    """Return the events of a game up to the moment from which somebody plays on, as they are stored."""
    return _encode([msgspec.Raw(stored(each)) for each in beginning(game.log(), event, Seat(seat))])


def read_verdict(game: StoredGame) -> bytes:
    """Return whether a game was honest."""
    return _encode(judge(game.numbered_log()))


def read_picture(game: StoredGame) -> bytes:
    """Return the finished map of whoever came first, as a PNG file."""
    best = game.summary.ranks.index(min(game.summary.ranks))
    return map_picture(fold(game.log()).seats[best].sheet)


def read_maps(game: StoredGame) -> bytes:
    """Return all maps as they were at the end, and what they earned."""
    return _encode(finished_maps(game.summary.game, fold(game.log())))


def read_story(so_far: GameSoFar, _version: int, hides_seed: int, hides_hash: int, *last: int) -> bytes:
    """Return what everybody at a table may know of its game so far; seats in *last* are ranked last."""
    told = story(so_far.game, so_far.events, hides_seed=bool(hides_seed), hides_hash=bool(hides_hash), last=last)
    return _encode(told)


def read_text(text: str) -> bytes:
    """Return the game in the text of a record."""
    return _encode(show(text))


def read_text_position(text: str, event: int, seat: int) -> bytes:
    """Return what a seat of a record saw when it decided something."""
    return _encode(decision_position("", events_in(sent_record(text)), event, Seat(seat)))


def read_text_beginning(text: str, event: int, seat: int) -> bytes:
    """Return a record up to the moment from which somebody plays on."""
    return _encode(record_beginning(text, event, Seat(seat)))


ReadingJob: TypeAlias = tuple[Read, Any, tuple[int, ...]]
"""The function, what it reads, and the numbers."""


class Reading(NamedTuple):
    """What was read, compressed, or the problem with it; and how many seconds of work it took."""

    content: bytes
    problem: Problem | None
    seconds: float
    bug: str = ""
    """Where the program failed, if it did; without any text of the record."""


def work(job: ReadingJob) -> Reading:
    """Do one job."""
    read, source, numbers = job
    began = time.process_time()
    content, problem, bug = b"", None, ""
    try:
        content = gzip.compress(read(source, *numbers), COMPRESSION, mtime=0)
    except Problem as found:
        problem = found
    except Exception as error:  # a bug: it costs as much as other work, and the process goes on
        problem = Problem("internal")
        bug = f"{''.join(traceback.format_tb(error.__traceback__))}{type(error).__name__}"
    return Reading(content, problem, time.process_time() - began, bug)
