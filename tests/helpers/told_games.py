"""The golden games as a server tells them to a page, and what stands on every score sheet by the engine's count."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from golden.make_games import KINDS, play
from quillmap.play.record import write_record
from quillmap.rules.counting import season_scores, total_of
from quillmap.rules.events import Asked, Event, SeasonScore, Submitted
from quillmap.rules.ids import Seat
from quillmap.rules.scoring import score
from quillmap.rules.state import State
from quillmap.server.games.board import board
from quillmap.server.games.choices import own_part
from quillmap.server.games.event_steps import EventStep, event_steps
from quillmap.server.games.live_game import stored
from quillmap.server.games.previews import worth
from quillmap.server.games.records import show
from quillmap.server.games.told_events import encoded_events, map_changes
from quillmap.server.protocol.bodies import table_info
from quillmap.server.protocol.messages import PROTOCOL, Progress, Update, Welcome, encode
from quillmap.server.tables.document import PERSON, PLAYING, SeatDocument, TableDocument

GAME = "golden"
Json = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """A message of the server to a seat, what the seat's map is worth then, and the state that both are made of."""

    message: str
    worth: Json
    state: State
    events: tuple[Event, ...]


@cache
def log_of(kind: str) -> tuple[Event, ...]:
    """Return all events of a golden game, answers included."""
    return tuple(play(KINDS[kind]).log)


def updates(kind: str) -> Iterator[list[EventStep]]:
    """Yield what the server tells at once: how the game begins, then what the last answer to each question causes."""
    group: list[EventStep] = []
    for step in event_steps(None, log_of(kind)):
        if isinstance(step.event, Submitted) and any(each.is_public for each in group):
            yield group
            group = []
        group.append(step)
    yield group


def told_to(kind: str, seat: int | None) -> Iterator[Told]:
    """Yield the messages that *seat*, or a spectator, gets in a golden game: a welcome, then updates."""
    version = question = 0
    for steps in updates(kind):
        for step in steps:
            question = version if isinstance(step.event, Asked) else question
            version += 1
        state = steps[-1].after
        shown = board(GAME, state, version, question)
        own = None if seat is None else own_part(state, Seat(seat))
        public = [step for step in steps if step.is_public]
        events = encoded_events(steps, [stored(step.event) for step in steps])
        if version == len(steps):
            message = encode(_welcome(kind, seat, shown, own))
        else:
            changes = () if seat is None else tuple(map_changes(public).get(seat, ()))
            message = encode(Update(events, msgspec.Raw(encode(shown)), own, changes, None))
        value: Json = msgspec.to_builtins(worth(state, Seat(seat or 0)))
        yield Told(message.decode(), value, state, tuple(step.event for step in public))


def table_of_game(kind: str) -> Json:
    """Return the table of a golden game, as its address tells of it."""
    found: Json = msgspec.to_builtins(table_info(_document(kind)))
    return found


def replay_of(kind: str) -> Json:
    """Return what the server answers to the record of a golden game."""
    found: Json = msgspec.to_builtins(show(write_record(log_of(kind))))
    return found


def public_states(kind: str) -> list[State]:
    """Return the states after every public event of a golden game: those of its replay."""
    return [step.after for step in event_steps(None, log_of(kind)) if step.is_public]


@dataclass(frozen=True)
class Sheet:
    """What a score sheet says: by season two edicts, coins, monsters, the sum; all of it together; the four edicts.

    The total is what has been counted; *running* is what the present season would add.
    """

    seasons: list[list[int] | None]
    total: int
    running: int | None
    edicts: list[int]


def sheet_of(state: State, seat: int) -> Sheet:
    """Return what has been counted for *seat*, and what the present season would bring if it ended now."""
    mine = state.seats[seat]
    seasons = [_line(each) for each in mine.scores]
    is_running = state.result is None and 0 <= state.season == len(seasons)
    now = season_scores(state)[seat] if is_running else None
    if now is not None:
        seasons.append(_line(now))
    edicts = [score(card, mine.sheet, state.setup.rulebook) for card in state.edicts]
    return Sheet([*seasons, *[None] * (4 - len(seasons))], total_of(mine), now.total if now else None, edicts)


def _line(score: SeasonScore) -> list[int]:
    return [*score.edicts, score.coins, -score.monsters, score.total]


def _document(kind: str) -> TableDocument:
    people = tuple(
        SeatDocument(id=number + 1, kind=PERSON, name=f"Player {number + 1}") for number in range(KINDS[kind].seats)
    )
    return TableDocument(GAME, "GOLD", 0, 0, {}, people, status=PLAYING, game=GAME, games=(GAME,))


def _welcome(kind: str, seat: int | None, shown: Any, own: Any) -> Welcome:
    everybody = tuple(range(1, KINDS[kind].seats + 1))
    progress = Progress(shown.version, shown.question, shown.waiting, (), everybody, (), 0, None, ())
    return Welcome(
        protocol=PROTOCOL,
        server="",
        time=0,
        table=msgspec.Raw(encode(table_info(_document(kind)))),
        seat=None if seat is None else seat + 1,
        is_host=False,
        board=msgspec.Raw(encode(shown)),
        own=own,
        progress=progress,
        recent=msgspec.Raw(b"[]"),
        stood_in=0,
    )
