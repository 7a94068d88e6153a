"""Clocks. The shortest pace is ten seconds, so tests move a stored deadline into the past and start again."""

import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quillmap.rules import ids
from quillmap.rules.events import Submitted
from quillmap.rules.moves import Answer, Draw, TakeBack
from quillmap.server.client import Seat, call
from quillmap.server.games.live_game import Moment
from quillmap.server.storage.sqlite.storage import FILE_NAME
from quillmap.server.tables.clocks import ANSWERS_OF_A_TURN, TURNS_AT_ONCE, Clocks
from quillmap.server.tables.table import LiveTable
from server.harness import first_move, receive_until, refusal, running, table_of, wait_until
from server.test_daily import Days

BACK = {"move": "take-back"}


def let_time_pass(data: Path) -> None:
    """Make every deadline in the file a minute ago."""
    connection = sqlite3.connect(data / FILE_NAME)
    with connection:
        connection.execute("UPDATE tables SET deadline = ? WHERE deadline IS NOT NULL", (time.time() - 60,))
    connection.close()


def paced(url: str, timeout: str) -> list[Seat]:
    """Return two seats at a table with a clock, of which the first has drawn."""
    seats = table_of(url, 2, pace={"kind": "seconds", "amount": 600, "timeout": timeout})
    seats[0].start()
    seats[0].connect()
    seats[0].move(first_move(seats[0]))
    seats[0].close()
    return seats


@pytest.mark.parametrize("timeout", ["bot", "skip"])
def test_when_time_is_up_somebody_draws_for_the_late(data: Path, timeout: str) -> None:
    """Only the late seat is drawn for, the round ends, and the clock starts again."""
    with running(data) as server:
        seats = paced(server.url, timeout)
    let_time_pass(data)
    with running(data) as server:
        first = Seat(server.url, seats[0].table, seats[0].token)
        assert first.connect()["progress"]["deadline"] is not None
        assert first.board is not None
        game = first.board["game"]
        wait_until(lambda: sum(isinstance(event, Submitted) for event in server.log(game)) == 2)
        first.close()
        answers = [event.answer for event in server.log(game) if isinstance(event, Submitted)]
        assert [answer.seat for answer in answers if answer is not None] == [0, 1]
        wait_until(lambda: (server.registry.live[first.table].document.deadline or 0) > time.time() + 500)


def test_everybody_is_told_whose_time_ran_out(data: Path) -> None:
    """With what was drawn for them; a round that all drew themselves has nobody late."""
    days = Days()
    with running(data, calendar=days) as server:
        seats = paced(server.url, "skip")
        seats[1].connect()
        seats[1].move(first_move(seats[1]))
        assert receive_until(seats[1], "update")["late"] == []
        seats[1].move(first_move(seats[1]))
        days.time += 601
        update = receive_until(seats[1], "update")
        assert update["late"] == [0]
        assert {event["seat"] for event in update["events"] if event["event"] == "drawn"} == {0, 1}
        seats[1].close()


def test_the_clock_waits_for_the_count_of_a_season(data: Path) -> None:
    """Everybody has the whole time for the card after it; no other card has more than that."""
    days = Days()
    with running(data, calendar=days) as server:
        [seat] = table_of(server.url, 1, pace={"kind": "seconds", "amount": 600, "timeout": "wait"})
        seat.start()
        seat.connect()
        seen: set[bool] = set()
        while seen != {True, False}:
            seat.move(first_move(seat))
            update = receive_until(seat, "update")
            is_counted = any(event["event"] == "season-scored" for event in update["events"])
            seen.add(is_counted)
            assert (update["deadline"] - days.time > 600) is is_counted
        seat.close()


def test_the_time_of_many_is_up_in_turns(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many full tables are late at the same moment, a few answers are made in one turn of the event loop."""
    days, turn, made = Days(), [0], Counter[int]()

    def play(table: LiveTable, *arguments: Any, **options: Any) -> int:
        made[turn[0]] += 1
        return plain(table, *arguments, **options)

    def begin_turn() -> None:
        turn[0] += 1
        server.registry.loop.call_soon(begin_turn)

    plain = LiveTable.play
    with running(data, calendar=days) as server:
        for _ in range(4):
            seats = table_of(server.url, 30, pace={"kind": "seconds", "amount": 600, "timeout": "skip"})
            seats[0].start()
        monkeypatch.setattr(LiveTable, "play", play)
        server.registry.loop.call_soon_threadsafe(begin_turn)
        days.time += 601
        wait_until(lambda: made.total() >= 120)
    assert max(made.values()) <= TURNS_AT_ONCE * ANSWERS_OF_A_TURN


@pytest.mark.parametrize("timeout", ["bot", "skip", "wait"])
def test_nothing_is_taken_back_when_the_time_is_up(data: Path, timeout: str) -> None:
    """Not even before the clock has come to it; where the table waits on, people may change their mind."""
    days = Days()
    with running(data, calendar=days) as server:
        first, second = table_of(server.url, 2, pace={"kind": "seconds", "amount": 600, "timeout": timeout})
        first.start()
        for seat in (first, second):
            seat.connect()
        move = first_move(first)
        first.move(move)
        server.registry.live[first.table].clock_starts = days.time + 1000
        days.time += 599
        assert first.move(BACK)
        assert first.move(move)
        days.time += 2
        if timeout == "wait":
            assert first.move(BACK)
        else:
            assert refusal(partial(first.move, BACK)) == "time-is-up"
            days.time += 1000
            assert receive_until(second, "update")["late"] == [1]
        for seat in (first, second):
            seat.close()


@pytest.mark.parametrize("timeout", ["bot", "skip"])
def test_whatever_happens_when_the_time_is_up_the_round_ends(
    data: Path, monkeypatch: pytest.MonkeyPatch, timeout: str
) -> None:
    """Even if answers could be taken back while others are answered for, or what has to be done fails once."""
    days, mischief = Days(), iter([1, 2, 1, None, 2])
    with running(data, calendar=days) as server:
        seats = table_of(server.url, 2, pace={"kind": "seconds", "amount": 600, "timeout": timeout})
        seats[0].start()
        seats[0].connect()
        seats[0].move(first_move(seats[0]))
        plain = Clocks._act

        async def act(clocks: Clocks, table: LiveTable) -> None:
            seat_id = next(mischief, 0)
            if seat_id is None:
                raise RuntimeError("a bug")
            assert table.game is not None
            moment = table.game.now
            if seat_id and ids.Seat(seat_id - 1) in moment.state.answers:
                key = f"{seat_id}/{moment.question}/ab:{moment.version}"
                table.play(seat_id, key, moment.question, TakeBack(ids.Seat(seat_id - 1)), lambda _: None)
            await plain(clocks, table)

        monkeypatch.setattr(Clocks, "_act", act)
        monkeypatch.setattr("quillmap.server.tables.take_backs.is_too_late", lambda *_: False)
        days.time += 601
        assert receive_until(seats[0], "update")["late"] == [0, 1]
        seats[0].close()


def test_who_takes_back_while_a_bot_thinks_for_others_is_late_too(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the machine may be set back at that moment: all the same nobody waits for ever."""
    days = Days()
    with running(data, calendar=days) as server:
        seats = table_of(server.url, 2, pace={"kind": "seconds", "amount": 600, "timeout": "bot"})
        seats[0].start()
        seats[0].connect()
        seats[0].move(first_move(seats[0]))
        plain = server.registry.bots.choose

        async def choose(
            moment: Moment, asked: Sequence[tuple[ids.Seat, str]], owner: str
        ) -> list[tuple[ids.Seat, Answer]]:
            if len(thought) == 0:
                days.time -= 60
                table = server.registry.live[seats[0].table]
                table.play(1, "1/0/ab:late", moment.question, TakeBack(ids.Seat(0)), lambda _: None)
                days.time += 60
            thought.append([seat for seat, _ in asked])
            return await plain(moment, asked, owner)

        thought: list[list[int]] = []
        monkeypatch.setattr(server.registry.bots, "choose", choose)
        days.time += 601
        update = receive_until(seats[0], "update")
        assert (thought, update["late"]) == ([[1], [0]], [0, 1])
        seats[0].close()


def test_skipping_draws_as_little_as_the_rules_allow(data: Path) -> None:
    """The drawing made for the late seat is one of the smallest shapes of the card."""
    with running(data) as server:
        seats = paced(server.url, "skip")
        second = seats[1]
        second.connect()
        assert second.own is not None
        smallest = min(int(place["spaces"], 16).bit_count() for place in second.own["choices"]["places"])
        game = second.board["game"] if second.board else ""
        second.close()
    let_time_pass(data)
    with running(data) as server:
        wait_until(lambda: sum(isinstance(event, Submitted) for event in server.log(game)) == 2)
        drawn = [event.answer for event in server.log(game) if isinstance(event, Submitted)][-1]
        assert isinstance(drawn, Draw)
        assert drawn.spaces.bit_count() == smallest


def test_a_table_that_waits_waits(data: Path) -> None:
    """Nobody draws for the late; when they come, the game goes on with a new clock."""
    with running(data) as server:
        seats = paced(server.url, "wait")
    let_time_pass(data)
    with running(data) as server:
        second = Seat(server.url, seats[1].table, seats[1].token)
        second.connect()
        table = server.registry.live[second.table]
        wait_until(lambda: table.document.passed_deadline is not None)
        assert second.board is not None
        assert second.board["waiting"] == [1]
        second.move(first_move(second))
        update = receive_until(second, "update")
        assert update["deadline"] > time.time() + 500
        second.close()


def test_a_table_that_waits_on_leaves_the_memory(data: Path) -> None:
    """Nothing happens there without people any more; with their next answer a clock runs again."""
    days = Days()
    with running(data, calendar=days) as server:
        seats = paced(server.url, "wait")
        registry, table_id = server.registry, seats[0].table
        table = registry.live[table_id]

        async def busy() -> tuple[bool, bool]:
            return table.document.is_busy, table_id in await registry.storage.busy_tables()

        async def let_go() -> bool:
            table.last_used = float("-inf")
            registry.let_go([table])
            return table_id not in registry.live

        wait_until(lambda: not table.connections)
        assert server.result_of(busy()) == (True, True)
        assert not server.result_of(let_go())
        days.time += 601
        wait_until(lambda: table.shown_document.passed_deadline is not None)
        assert server.result_of(busy()) == (False, False)
        seats[1].connect()
        assert seats[1].move(first_move(seats[1]))
        assert server.result_of(busy()) == (True, True)
        days.time += 601
        wait_until(lambda: not table.shown_document.is_busy)
        seats[1].close()
        wait_until(lambda: not table.connections)
        assert server.result_of(let_go())
        assert seats[1].connect()["progress"]["deadline"] < days.time
        seats[1].close()


def test_without_a_pace_there_is_no_deadline(data: Path) -> None:
    """A table plays in its own time unless the host says otherwise."""
    with running(data) as server:
        seat = table_of(server.url, 1)[0]
        seat.start()
        assert seat.connect()["progress"]["deadline"] is None
        seat.close()


def test_every_pace_that_is_offered_can_be_chosen(data: Path) -> None:
    """The page shows what the server lists; the limits that are listed are the ones that are checked."""
    with running(data) as server:
        paces = call(server.url, "GET", "/api/paces")
        assert paces["offered"][0] == {"kind": "none", "amount": 0}
        for pace in paces["offered"]:
            assert Seat.create(server.url, "Ada", pace=pace).ask("GET")["table"]["pace"] == {**pace, "timeout": "wait"}
        for kind in ("seconds", "days"):
            least, most = paces["limits"][kind]["least"], paces["limits"][kind]["most"]
            for amount, is_fine in ((least, True), (most, True), (least - 1, False)):
                pace = {"kind": kind, "amount": amount}
                if is_fine:
                    Seat.create(server.url, "Ada", pace=pace)
                else:
                    assert refusal(partial(Seat.create, server.url, "Ada", pace=pace)) == "bad-pace"
