"""What people say without words: reactions, nudges, the wish for another game."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from websockets.sync.client import connect

from quillmap.server.client import Seat
from server.harness import (
    GENEROUS,
    LONGEST_WAIT,
    Json,
    Running,
    first_move,
    play_out,
    receive_until,
    refusal,
    running,
    table_of,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which two reactions, one nudge and three looks are all there is for a long time."""
    limits = replace(GENEROUS, reaction_rate=(2, 1e-9), nudge_rate=(1, 1e-9), showing_rate=(3, 1e-9))
    with running(tmp_path_factory.mktemp("data"), limits) as started:
        yield started


def signal(seat: Seat, kind: str, target: int | None = None) -> str:
    """Give a signal; return the code with which it is refused, or nothing."""
    seat.send({"type": "signal", "id": "s", "kind": kind, "seat": target})
    answer = receive_until(seat, "ack", "refused")
    return "" if answer["type"] == "ack" else str(answer["error"]["code"])


def started_table(server: Running, **wishes: object) -> list[Seat]:
    """Return two people at a table whose game has begun."""
    seats = table_of(server.url, 2, **wishes)
    seats[0].start()
    for seat in seats:
        seat.connect()
    return seats


def test_reactions_reach_everybody_and_are_limited(server: Running) -> None:
    """One of six; each seat has its own measure."""
    ada, ben = started_table(server)
    assert signal(ada, "wow") == ""
    heard = receive_until(ben, "signal")
    assert heard == {"type": "signal", "kind": "wow", "by": 1, "seat": None, "again_in": None}
    assert signal(ada, "ouch") == ""
    assert signal(ada, "bravo") == "too-soon"
    assert signal(ben, "bravo") == ""
    assert signal(ada, "anything else") == "bad-message"
    for seat in (ada, ben):
        seat.close()


def test_spectators_say_nothing(server: Running) -> None:
    """Signals are for those who play."""
    ada, ben = started_table(server)
    spectator = Seat(server.url, ada.table, "")
    spectator.token = None  # type: ignore[assignment]
    spectator.connect()
    assert signal(spectator, "wow") == "token-needed"
    for seat in (ada, ben, spectator):
        seat.close()


def test_a_nudge_is_for_who_has_not_drawn(server: Running) -> None:
    """Once in a while, whoever nudges; not for oneself, nor for somebody who is done."""
    ada, ben = started_table(server)
    assert signal(ada, "nudge") == "bad-message"
    assert signal(ada, "nudge", 1) == "bad-message"
    ada.move(first_move(ada))
    assert signal(ben, "nudge", 1) == "stale"
    assert signal(ada, "nudge", 2) == ""
    heard = receive_until(ben, "signal")
    assert (heard["kind"], heard["by"], heard["seat"]) == ("nudge", 1, 2)
    ada.send({"type": "signal", "id": "s", "kind": "nudge", "seat": 2})
    error = receive_until(ada, "refused")["error"]
    assert error["code"] == "too-soon"
    assert 0 < error["params"]["seconds"] <= heard["again_in"]
    for seat in (ada, ben):
        seat.close()


def test_who_has_resigned_may_wish_for_another_game(server: Running) -> None:
    """After the end: until then they only watch."""
    ada, ben = started_table(server)
    ben.ask("PUT", "/seats/2/stand-in", {"level": "random", "until": "end"})
    assert signal(ben, "wow") == "resigned"
    play_out([ada])
    ben.connect()
    assert signal(ben, "again") == ""
    ben.close()


def test_a_wish_is_told_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody says it: the others have heard it."""
    ada, ben = started_table(server)
    play_out([ada, ben])
    ada.connect()
    table = server.registry.live[ada.table]
    told: list[bool] = []
    monkeypatch.setattr(table, "show_progress_soon", lambda: told.append(True))

    async def wish() -> int:
        before = len(told)
        table.signal(2, "again", None, "127.0.0.1")
        return len(told) - before

    assert [server.result_of(wish()) for _ in range(3)] == [1, 0, 0]
    ada.close()


def test_a_seat_tells_only_so_often_which_game_it_shows(server: Running) -> None:
    """Everybody else is told of it; each seat has its own measure."""
    ada, ben = started_table(server)
    assert ada.board is not None

    def show(seat: Seat) -> str:
        seat.send({"type": "showing", "id": "s", "game": ada.board["game"] if ada.board else ""})
        answer = receive_until(seat, "ack", "refused")
        return "" if answer["type"] == "ack" else str(answer["error"]["code"])

    assert [show(ada) for _ in range(4)] == ["", "", "", "too-soon"]
    assert show(ben) == ""
    for seat in (ada, ben):
        seat.close()


def test_a_guest_may_wish_for_another_game(server: Running) -> None:
    """After the end the host sees who; the next game begins without wishes."""
    ada, ben = started_table(server)
    assert signal(ben, "again") == "not-finished"
    play_out([ada, ben])
    for seat in (ada, ben):
        seat.connect()
    assert signal(ben, "again") == ""
    while not (news := receive_until(ada, "progress"))["again"]:
        pass
    assert news["again"] == [2]
    wishes: Json = ada.connect()["progress"]
    assert wishes["again"] == [2]
    ada.ask("POST", "/rematch")
    assert ada.connect()["progress"]["again"] == []
    assert refusal(partial(ben.ask, "POST", "/rematch")) == "not-host"
    for seat in (ada, ben):
        seat.close()


def test_a_guest_uses_up_nobody_elses_reactions(tmp_path: Path) -> None:
    """Who reacts pays for all who are told; the one who opened the table reacts on."""
    limits = replace(GENEROUS, reaction_rate=(100, 100), signal_rate=(5, 1e-9))
    with running(tmp_path, limits, trusted_proxy="127.0.0.1") as server, ExitStack() as people:
        ada, ben = started_table(server)
        people.callback(ada.close)
        ben.close()
        address = f"ws://127.0.0.1:{server.port}/ws/tables/{ben.table}"
        guest = people.enter_context(connect(address, additional_headers={"x-forwarded-for": "192.0.2.9"}))
        guest.send(json.dumps({"type": "hello", "token": ben.token}))

        def react() -> str:
            guest.send(json.dumps({"type": "signal", "id": "s", "kind": "wow"}))
            while (answer := json.loads(guest.recv(LONGEST_WAIT)))["type"] not in ("ack", "refused"):
                pass
            return "" if answer["type"] == "ack" else str(answer["error"]["code"])

        assert [react() for _ in range(6)][-1] == "too-soon"
        assert signal(ada, "wow") == ""
