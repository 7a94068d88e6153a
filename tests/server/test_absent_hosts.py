"""Who is host when the host is gone."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.server.client import Seat
from server.harness import GENEROUS, Json, Running, play_out, receive_until, refusal, running, table_of
from server.standing_in import RESIGN, RETURN, stand_in, started_table, until_progress


def test_a_game_goes_on_without_its_host(brief: Running) -> None:
    """The rights pass to the next person who is here, who lets a bot draw for the host and opens the next game."""
    host, guest, third = started_table(brief, 3)
    host.close()
    while (news := receive_until(third, "table"))["table"]["host"] != 2:
        pass
    assert not news["is_host"]
    while not receive_until(guest, "table")["is_host"]:
        pass
    stand_in(guest, 1, RETURN)
    play_out([guest, third])
    # Whoever was slow to come back in between, or went first at the end, has lost the rights again.
    leader = {2: guest, 3: third}[guest.ask("GET")["table"]["host"]]
    assert leader.ask("POST", "/rematch")["table"]["status"] == "waiting"
    assert refusal(lambda: host.ask("POST", "/start")) == "not-host"


@pytest.mark.parametrize("wish", [RETURN, RESIGN])
def test_a_host_who_leaves_or_resigns_is_host_no_longer(patient: Running, wish: Json) -> None:
    """The next person who is here is, at once; who is away gets nothing."""
    host, guest, third = started_table(patient, 3)
    guest.close()
    until_progress(host, lambda news: news["present"] == [1, 3])
    assert stand_in(host, 1, wish)["host"] == 3
    while not receive_until(third, "table")["is_host"]:
        pass
    assert refusal(lambda: host.ask("PUT", "/host", {"seat": 1})) == "not-host"
    for seat in (host, third):
        seat.close()


def test_whoever_comes_gets_the_rights_of_a_host_who_resigned_alone(patient: Running) -> None:
    """Nobody else was here to get them then."""
    host, guest = started_table(patient, 2)
    guest.close()
    until_progress(host, lambda news: news["present"] == [1])
    assert stand_in(host, 1, RESIGN)["host"] == 1
    guest.connect()
    while not receive_until(guest, "table")["is_host"]:
        pass
    for seat in (host, guest):
        seat.close()


def test_a_host_who_leaves_the_lobby_is_followed_by_somebody_who_is_here(patient: Running) -> None:
    """Not by whoever sat down first."""
    host, _, third = table_of(patient.url, 3)
    third.connect()
    assert host.ask("DELETE", "/seats/1")["table"]["host"] == 3
    third.close()


def test_a_newcomer_gets_the_rights_of_a_host_who_is_gone(data: Path) -> None:
    """If nobody else is there: otherwise the game could never begin."""
    with running(data, replace(GENEROUS, seat_seconds=0.05)) as server:
        table = Seat.create(server.url, "Ada", listed=True, most_seats=3)
        table.add_bots("random", 2)
        time.sleep(0.06)
        newcomer = Seat.join(server.url, table.table, "Cleo")
        newcomer.start()
        assert newcomer.ask("GET")["table"]["status"] == "playing"
        assert refusal(lambda: table.ask("POST", "/rematch")) == "not-host"
