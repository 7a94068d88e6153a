"""Bots that draw for people who are away: who may ask for them, for how long, and what they may never do."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from quillmap.server.bots.players import bot_seats, default_level
from quillmap.server.client import Refused, Seat, call
from quillmap.server.protocol.bodies import STAND_IN_LEVEL
from server.harness import Running, first_move, play_out, receive_until, refusal, running, wait_until
from server.standing_in import (
    PATIENT,
    RESIGN,
    RETURN,
    ROUND,
    SLOW,
    is_replaceable,
    stand_in,
    started_table,
    until_progress,
)


def test_nobody_seats_a_bot_for_somebody_who_is_here(brief: Running) -> None:
    """Neither the host nor anybody else, however it is wished."""
    host, guest, third = seats = started_table(brief, 3)
    for asker in (host, third):
        for wish in (ROUND, RETURN):
            assert refusal(partial(stand_in, asker, 2, wish)) == "not-away"
        assert refusal(partial(stand_in, asker, 2, RESIGN)) == "not-yours"
    assert all(not seat["level"] for seat in guest.ask("GET")["table"]["seats"])
    for seat in seats:
        seat.close()


def test_the_host_waits_less_long(patient: Running) -> None:
    """Others have to let more time pass; nobody can choose who draws for another, and strangers can't do anything."""
    host, guest, third = seats = started_table(patient, 3)
    guest.close()
    until_progress(host, lambda news: bool(news["away"]))
    assert refusal(partial(stand_in, third, 2, RETURN)) == "not-away"
    for asker in (host, third):
        assert refusal(partial(stand_in, asker, 2, {"level": "random"})) == "not-yours"
    path = f"/api/tables/{host.table}/seats/2/stand-in"
    assert refusal(partial(call, patient.url, "PUT", path, RETURN)) == "token-needed"
    assert refusal(partial(call, patient.url, "PUT", path, RETURN, "a-token-of-somebody-else")) == "not-yours"
    table = stand_in(host, 2, RETURN)
    assert (table["seats"][1]["level"], table["seats"][1]["until"]) == (STAND_IN_LEVEL, "return")
    assert default_level() == STAND_IN_LEVEL
    for seat in seats:
        seat.close()


def test_a_blink_of_a_connection_lets_nobody_draw(data: Path) -> None:
    """Nor a restart, after which the host comes back first: everybody has some time to come back."""
    with running(data, SLOW) as server:
        host, guest = started_table(server, 2)
        guest.close()
        [away] = until_progress(host, lambda news: bool(news["away"]))["away"]
        assert (away["stand_in_by"], away["host_from"] > away["since"]) == ("nobody", True)
        assert refusal(partial(stand_in, host, 2, ROUND)) == "not-away"
    with running(data, SLOW) as server:
        host = Seat(server.url, host.table, host.token)
        host.connect()
        assert refusal(partial(stand_in, host, 2, ROUND)) == "not-away"
        host.close()


def test_another_game_waits_for_those_who_were_away_before(data: Path) -> None:
    """However long that was: it has to wait for them as long as for anybody."""
    with running(data, replace(SLOW, host_away_seconds=1.0)) as server:
        host, guest = started_table(server, 2)
        play_out([host, guest])
        table = server.registry.live[host.table]
        wait_until(lambda: table.presence.away_for(2) > 1)
        host.connect()
        host.ask("POST", "/rematch")
        host.start()
        assert refusal(partial(stand_in, host, 2, ROUND)) == "not-away"
        news = until_progress(host, lambda news: any(each["stand_in_by"] == "host" for each in news["away"]))
        assert [each["seat"] for each in news["away"]] == [2]
        assert stand_in(host, 2, ROUND)["seats"][1]["level"] == STAND_IN_LEVEL
        host.close()


def test_two_finish_a_game_that_a_third_has_left(brief: Running) -> None:
    """A guest vanishes for good; another guest lets a bot draw until they come back."""
    host, guest, third = started_table(brief, 3)
    guest.close()
    until_progress(third, is_replaceable)
    stand_in(third, 2, RETURN)
    assert len(play_out([host, third])[0]["totals"]) == 3


def test_for_a_round_is_for_one_round(brief: Running) -> None:
    """Then the table waits again."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    stand_in(host, 2, ROUND)
    host.move(first_move(host))
    receive_until(host, "update")
    table = host.ask("GET")["table"]
    assert (table["seats"][1]["level"], table["seats"][1]["until"]) == ("", "")
    host.move(first_move(host))
    news = until_progress(host, lambda news: news["answered"] == [0])
    assert (news["waiting"], is_replaceable(news)) == ([1], True)
    host.close()


def test_a_person_may_wish_a_stand_in_and_take_the_seat_back(patient: Running) -> None:
    """While they are here, too; nobody else takes it back for them."""
    host, guest = seats = started_table(patient, 2)
    stand_in(guest, 2, {"level": "random"})
    until_progress(host, lambda news: news["answered"] == [1])
    assert refusal(partial(stand_in, host, 2, {"level": None})) == "not-yours"
    assert stand_in(guest, 2, {"level": None})["seats"][1]["level"] == ""
    for seat in seats:
        seat.close()


def test_stand_ins_wait_while_nobody_is_here(led: Running) -> None:
    """A year that nobody sees must not go by; as soon as somebody is here again, the others' bots draw."""
    host, guest = seats = started_table(led, 2)
    for seat in seats:
        seat.close()
    table = led.registry.live[host.table]
    wait_until(lambda: not table.presence.is_anybody_here())
    for number, seat in enumerate(seats, 1):
        stand_in(seat, number, {"level": "random", **RETURN})
    assert bot_seats(table) == []
    before = table.version
    guest.connect()
    until_progress(guest, lambda news: news["answered"] == [0])
    assert table.version == before + 1, "only the host's bot has drawn, and only once"
    guest.close()


def test_without_hints_nobody_sees_what_a_bot_drew_for_them(data: Path) -> None:
    """Not in the own part, not after coming back or a restart, and not by taking it back."""
    with running(data, PATIENT) as server:
        host, guest = started_table(server, 2, hints=False)
        stand_in(guest, 2, {"level": "random", "until": "round"})
        receive_until(guest, "own")
        until_progress(host, lambda news: news["answered"] == [1])
        assert_hidden(guest)
        assert guest.connect()["table"]["seats"][1]["level"] == ""
        assert_hidden(guest)
    with running(data, PATIENT) as server:
        guest = Seat(server.url, guest.table, guest.token)
        guest.connect()
        assert_hidden(guest)
        guest.close()


def assert_hidden(guest: Seat) -> None:
    """Fail if *guest* sees the answer that a bot gave, or can have another."""
    assert guest.own is not None
    assert (guest.own["answer"], guest.own["choices"]) == (None, None)
    with pytest.raises(Refused, match="bot-answered"):
        guest.move({"move": "take-back"})


@pytest.mark.thorough
def test_no_sequence_of_actions_seats_a_bot_for_somebody_who_is_here(brief: Running) -> None:
    """Whoever comes and goes and asks for whatever: who is here plays themselves, unless they wished otherwise."""
    seats = started_table(brief, 4, setup={"box": "base", "ambushes": "none"})
    chance = random.Random("stand-ins")
    here, wished = {1, 2, 3, 4}, set[int]()
    answers: Counter[str] = Counter()
    for _ in range(150):
        number, other = chance.randint(1, 4), chance.randint(1, 4)
        seat = seats[number - 1]
        match chance.choice(("come", "go", "ask", "ask", "ask", "back")):
            case "come":
                seat.connect()
                here.add(number)
                wished.discard(number)
            case "go":
                seat.close()
                here.discard(number)
            case "ask":
                until = chance.choice(("round", "return"))
                code = answer_to(partial(stand_in, seat, other, {"until": until}))
                answers[code] += 1
                assert code == "not-away" if other in here - {number} else code in ("", "not-away")
                if number == other:
                    wished.add(number)
            case _:
                code = answer_to(partial(stand_in, seat, other, {"level": None}))
                assert code == ("" if number == other else "not-yours")
        played = {each["id"] for each in seats[0].ask("GET")["table"]["seats"] if each["level"]}
        assert not played & (here - wished)
    assert answers[""] > 8
    assert answers["not-away"] > 8
    for seat in seats:
        seat.close()


def answer_to(action: Callable[[], object]) -> str:
    """Return the code with which *action* is refused, or nothing."""
    try:
        action()
    except Refused as refused:
        return refused.code
    return ""


def test_nobody_draws_for_another_in_the_daily(patient: Running) -> None:
    """Not even by their own wish."""
    answer = call(patient.url, "POST", "/api/daily/today", {"player": "a-secret-of-this-device-1", "name": "Ada"})
    seat = Seat(patient.url, answer["table"]["id"], answer["token"])
    for wish in (ROUND, RETURN, RESIGN):
        assert refusal(partial(stand_in, seat, 1, wish)) == "no-stand-in"
