"""How long bots take where people play."""

import dataclasses
import random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.server.bots import natural_time
from quillmap.server.bots.natural_time import NATURAL, SHARE_OF_CLOCK, AnswerTimes
from quillmap.server.bots.players import day_of
from quillmap.server.games.live_game import Moment, first_moment
from quillmap.server.tables.actions import add_bots
from quillmap.server.tables.document import BOT, PERSON, SeatDocument, TableDocument
from quillmap.server.tables.pace import CLOCK_LIMITS, Pace

TABLE = TableDocument(
    id="table",
    code="CODE",
    created=0,
    touched=0,
    setup={},
    seats=(SeatDocument(1, PERSON, "Ada"), SeatDocument(2, BOT, "Alma", level="scribe")),
    next_seat=3,
    bot_time="calm",
)
BOT_SEAT = Seat(1)


def _moment(seed: str = "calm") -> Moment:
    return first_moment("game", Setup(seats=2, seed=seed))[1]


def seconds_for(document: TableDocument, moment: Moment) -> float:
    """Return how many seconds the bot takes."""
    return AnswerTimes(moment.game, moment.question, 0.0).of(document, moment, [BOT_SEAT], NATURAL)[BOT_SEAT]


def test_a_calm_bot_takes_its_time() -> None:
    """It is between the two ends of the span, the same whenever it is asked for, and differs from game to game."""
    times = [seconds_for(TABLE, _moment(f"calm {number}")) for number in range(10)]
    assert all(NATURAL.least <= seconds <= NATURAL.most for seconds in times)
    assert len(set(times)) > 1
    assert seconds_for(TABLE, _moment()) == seconds_for(TABLE, _moment())


def test_what_chance_gives_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for with every answer at the table: whoever draws and takes back all the time must not cost that."""
    made: list[str] = []

    def chance(seed: str) -> random.Random:
        made.append(seed)
        return random.Random(seed)

    monkeypatch.setattr(natural_time, "random", SimpleNamespace(Random=chance))
    moment = _moment()
    times = AnswerTimes(moment.game, moment.question, 0.0)
    found = [times.of(TABLE, moment, [BOT_SEAT], NATURAL) for _ in range(3)]
    assert found == 3 * found[:1]
    assert len(made) == 1


def test_at_once_is_at_once() -> None:
    """Tables that want it, and those from before there was a choice, do not wait."""
    assert seconds_for(replace(TABLE, bot_time="at-once"), _moment()) == 0
    assert TableDocument("id", "code", 0, 0, {}).bot_time == "at-once"


def test_a_table_of_bots_only_is_never_delayed() -> None:
    """Nor is one whose people have all answered, or are stood in for."""
    bots = replace(TABLE, seats=(SeatDocument(1, BOT, "Iris", level="pathfinder"), TABLE.seats[1]))
    assert seconds_for(bots, _moment()) == 0
    away = replace(TABLE, seats=(replace(TABLE.seats[0], level="surveyor", until="return"), TABLE.seats[1]))
    assert seconds_for(away, _moment()) == 0
    moment = _moment()
    answered = dataclasses.replace(moment, state=moment.state.but(waiting=frozenset({BOT_SEAT})))
    assert seconds_for(TABLE, answered) == 0


@pytest.mark.parametrize("amount", CLOCK_LIMITS["seconds"])
def test_within_every_clock(amount: int) -> None:
    """A bot takes no more than a part of the time that there is."""
    table = replace(TABLE, pace=Pace("seconds", amount, "bot"))
    for number in range(20):
        assert seconds_for(table, _moment(str(number))) <= SHARE_OF_CLOCK * amount


def test_the_day_of_a_game_is_a_secret_of_its_own() -> None:
    """It comes from the seed, does not tell it, and is the same in every round."""
    first, later = _moment("one"), dataclasses.replace(_moment("one"), version=9)
    assert day_of(first) == day_of(later) != day_of(_moment("another"))
    assert "one" not in day_of(first)


def test_bots_of_one_level_are_different_people() -> None:
    """Each has another style as long as there are any, and a name that nobody else has."""
    table = add_bots(replace(TABLE, seats=()), "surveyor", 9)
    assert [seat.style for seat in table.seats[:5]] == ["", "builder", "hoarder", "hunter", "spoiler"]
    assert [seat.style for seat in table.seats].count("") == 1
    assert len({seat.name for seat in table.seats}) == 9
    assert table.seats[1].bot == "surveyor@style=builder"


def test_bots_that_come_one_by_one_differ_too() -> None:
    """The second surveyor is not the first one again."""
    table = replace(TABLE, seats=())
    for _ in range(3):
        table = add_bots(table, "surveyor", 1)
    assert len({(seat.name, seat.style) for seat in table.seats}) == 3


@pytest.mark.parametrize("level", ["random", "apprentice"])
def test_the_oldest_levels_differ_by_name_only(level: str) -> None:
    """They have names of their own, and nothing that they like."""
    seats = add_bots(replace(TABLE, seats=()), level, 7).seats
    assert {seat.style for seat in seats} == {""}
    assert len({seat.name for seat in seats}) == 7
