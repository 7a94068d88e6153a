"""Nobody waits for ever: who is told that somebody is away, and how people come back."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.server.client import Seat
from server.harness import (
    GENEROUS,
    Running,
    first_move,
    play_out,
    random_choice,
    receive_until,
    refusal,
    running,
    table_of,
    wait_until,
)
from server.standing_in import RETURN, is_replaceable, second_game, stand_in, started_table, until_progress


def test_everybody_is_told_who_is_away(brief: Running) -> None:
    """By the id of the seat, and again when a bot may draw for them."""
    host, guest, third = started_table(brief, 3)
    guest.close()
    news = until_progress(third, lambda news: bool(news["away"]))
    assert [each["seat"] for each in news["away"]] == [2]
    if not is_replaceable(news):  # on a slow machine the first news are late enough to say so
        news = until_progress(third, is_replaceable)
    assert news["present"] == [1, 3]
    guest.connect()
    until_progress(host, lambda news: not news["away"])
    for seat in (host, guest, third):
        seat.close()


def test_coming_back_takes_the_seat_again(brief: Running) -> None:
    """The person is told how often a bot has drawn for them, sees whose turn it is, and draws on."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    stand_in(host, 2, RETURN)
    rounds = 3
    for number in range(rounds):
        host.move(random_choice(number)(host.board or {}, (host.own or {})["choices"]))
        receive_until(host, "update")
    until_progress(host, lambda news: news["answered"] == [1])
    welcome = guest.connect()
    assert welcome["stood_in"] == rounds + 1
    assert welcome["table"]["seats"][1]["level"] == ""
    assert guest.own is not None
    assert guest.own["answer"] is not None
    guest.move({"move": "take-back"})
    receive_until(guest, "own")
    guest.move(first_move(guest))
    assert guest.connect()["stood_in"] == 0
    assert len(play_out([host, guest])[0]["totals"]) == 2


def test_whoever_comes_back_while_a_bot_thinks_draws_themselves(
    brief: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's answer comes too late."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    choose = brief.registry.bots.choose
    asked = []

    async def choose_late(*question: object) -> object:
        asked.append(question)
        chosen = await choose(*question)  # type: ignore[arg-type]
        while brief.registry.live[host.table].document.seats[1].is_played_by_bot:
            await asyncio.sleep(0.005)
        return chosen

    monkeypatch.setattr(brief.registry.bots, "choose", choose_late)
    stand_in(host, 2, RETURN)
    wait_until(lambda: bool(asked))
    assert guest.connect()["stood_in"] == 0
    guest.move(first_move(guest))
    for seat in (host, guest):
        seat.close()


def test_who_still_looks_at_the_last_game_can_be_stood_in_for(led: Running) -> None:
    """Their page says what it shows; a bot may draw after the usual time, and joining in takes the seat again."""
    host, guest = table_of(led.url, 2)
    host.start()
    play_out([host, guest])
    last = guest.connect()["board"]["game"]
    host.connect()
    host.ask("POST", "/rematch")
    guest.send({"type": "showing", "id": "early", "game": last})
    receive_until(guest, "ack")
    assert host.connect()["progress"]["present"] == [1, 2]
    host.start()
    guest.send({"type": "showing", "id": "s", "game": last})
    news = until_progress(host, is_replaceable)
    [away] = news["away"]
    assert (away["seat"], away["is_looking_back"], news["present"]) == (2, True, [1])
    stand_in(host, 2, RETURN)
    until_progress(host, lambda news: 1 in news["answered"])
    assert guest.connect()["stood_in"] == 1
    assert until_progress(host, lambda news: not news["away"])["present"] == [1, 2]
    for seat in (host, guest):
        seat.close()


def test_who_looks_up_draws_themselves(led: Running) -> None:
    """The bot that stood in goes, as it does for somebody who says hello."""
    (host, guest), last = second_game(led, 2)
    assert guest.board is not None
    guest.send({"type": "showing", "id": "a", "game": last})
    until_progress(host, is_replaceable)
    assert stand_in(host, 2, RETURN)["seats"][1]["until"] == "return"
    guest.send({"type": "showing", "id": "b", "game": guest.board["game"]})
    while receive_until(guest, "ack")["id"] != "b":
        pass
    assert host.ask("GET")["table"]["seats"][1]["until"] == ""
    for seat in (host, guest):
        seat.close()


def test_who_looks_back_sees_what_a_bot_drew_when_they_are_back(led: Running) -> None:
    """Not before: whoever reads on is not away, and could draw the same as if they had not seen it."""
    (host, guest), last = second_game(led, 2)
    assert guest.board is not None
    guest.send({"type": "showing", "id": "a", "game": last})
    until_progress(host, is_replaceable)
    stand_in(host, 2, RETURN)
    until_progress(host, lambda news: 1 in news["answered"])
    guest.send({"type": "preview", "id": "p", "move": None})
    heard = [guest.receive()]
    while heard[-1]["type"] != "preview":
        heard.append(guest.receive())
    assert all(each["type"] != "own" for each in heard)
    worth = heard[-1]["worth"]
    assert (worth["season_before"], worth["coins_before"]) == (worth["season_after"], worth["coins_after"])
    guest.send({"type": "showing", "id": "b", "game": guest.board["game"]})
    assert receive_until(guest, "own")["own"]["answer"] is not None
    guest.move({"move": "take-back"})
    assert receive_until(guest, "own")["own"]["answer"] is None
    for seat in (host, guest):
        seat.close()


def test_the_host_waits_for_who_looks_back_as_long_as_others(patient: Running) -> None:
    """Their page is open: they only need longer than others to go on."""
    (host, guest), last = second_game(patient, 2)
    guest.send({"type": "showing", "id": "a", "game": last})
    [away] = until_progress(host, lambda news: bool(news["away"]))["away"]
    assert (away["is_looking_back"], away["stand_in_by"]) == (True, "nobody")
    assert refusal(lambda: stand_in(host, 2, RETURN)) == "not-away"
    for seat in (host, guest):
        seat.close()


def test_only_games_of_the_table_can_be_shown(patient: Running) -> None:
    """Whoever names any other text looks back at nothing, and stays here."""
    host, guest = started_table(patient, 2)
    assert guest.board is not None
    for game in ("another", "", guest.table):
        guest.send({"type": "showing", "id": "a", "game": game})
        assert receive_until(guest, "refused")["error"]["code"] == "bad-message"
    assert patient.registry.live[host.table].presence.seats_here() == (1, 2)
    guest.send({"type": "showing", "id": "b", "game": guest.board["game"]})
    assert receive_until(guest, "ack")["id"] == "b"
    for seat in (host, guest):
        seat.close()


def test_a_page_that_shows_the_new_game_is_here_again(patient: Running) -> None:
    """It may say so instead of connecting again; what is not a seat shows nothing."""
    (host, guest), last = second_game(patient, 2)
    assert guest.board is not None
    guest.send({"type": "showing", "id": "a", "game": last})
    until_progress(host, lambda news: news["present"] == [1])
    guest.send({"type": "showing", "id": "b", "game": guest.board["game"]})
    until_progress(host, lambda news: news["present"] == [1, 2])
    guest.send({"type": "showing", "id": "c", "game": last})
    until_progress(host, lambda news: news["present"] == [1])
    guest.close()
    news = until_progress(host, lambda news: not any(each["is_looking_back"] for each in news["away"]))
    assert [each["seat"] for each in news["away"]] == [2]
    spectator = Seat(patient.url, host.table, "")
    spectator.token = None  # type: ignore[assignment]
    spectator.connect()
    spectator.send({"type": "showing", "id": "d", "game": last})
    assert receive_until(spectator, "refused")["error"]["code"] == "token-needed"
    for seat in (host, spectator):
        seat.close()


def test_nobody_sits_down_at_a_table_that_is_given_up(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails while somebody comes back: they have to come again, or they would never hear of anything."""
    host, guest = started_table(patient, 2)
    guest.close()
    table = patient.registry.live[host.table]

    async def fail(*_: object) -> int:
        table.give_up()
        return 0

    monkeypatch.setattr(table, "come_back", fail)
    assert refusal(guest.connect) == "not-ready"
    assert guest.connect()["seat"] == 2
    for seat in (host, guest):
        seat.close()


def test_nobody_blocks_a_table_of_the_lobby_for_ever(data: Path) -> None:
    """Whoever wants to join a full table gets the seat of somebody who left without a word, and that one loses it."""
    with running(data, replace(GENEROUS, seat_seconds=0.05)) as server:
        host = Seat.create(server.url, "Ada", listed=True, most_seats=2)
        host.connect()
        gone = Seat.join(server.url, host.table, "Ben")
        time.sleep(0.06)
        newcomer = Seat.join(server.url, host.table, "Cleo")
        assert [seat["name"] for seat in newcomer.ask("GET")["table"]["seats"]] == ["Ada", "Cleo"]
        assert newcomer.connect()["seat"] is not None
        assert refusal(gone.connect) == "unknown-token"
        assert refusal(lambda: Seat.join(server.url, host.table, "Dora")) == "table-full"
        host.close()
        newcomer.close()


def test_a_seat_that_is_given_away_hears_nothing_more(data: Path) -> None:
    """Whatever its socket was counted as: it is closed like that of a seat that was removed."""
    with running(data, replace(GENEROUS, seat_seconds=0.05)) as server:
        host = Seat.create(server.url, "Ada", listed=True, most_seats=2, spectators=False)
        host.connect()
        gone = Seat.join(server.url, host.table, "Ben")
        gone.connect()
        table = server.registry.live[host.table]
        # It counts as away although its socket is open.
        server.registry.loop.call_soon_threadsafe(table.presence.go, 2, 0)
        wait_until(lambda: table.presence.away_for(2) > 0.05)
        newcomer = Seat.join(server.url, host.table, "Cleo")
        assert receive_until(gone, "goodbye")["code"] == "removed"
        wait_until(lambda: len(table.connections) == 1)
        for seat in (host, newcomer):
            seat.close()


def test_who_looks_back_is_here_again_when_the_game_is_over(led: Running) -> None:
    """Then their page misses nothing, and nobody may have their seat because of it."""
    (host, guest), last = second_game(led, 2)
    assert guest.board is not None
    guest.send({"type": "showing", "id": "a", "game": last})
    until_progress(host, lambda news: news["present"] == [1])
    table = led.registry.live[host.table]
    other = Seat(led.url, guest.table, guest.token)
    play_out([host, other])
    wait_until(lambda: table.presence.is_here(2) and not table.presence.is_looking_back(2))
    guest.close()
