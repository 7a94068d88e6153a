"""How often somebody may take an answer back."""

from dataclasses import replace
from pathlib import Path

import pytest

from quillmap.server.client import Seat, legal_moves
from server.harness import GENEROUS, first_move, receive_until, running, table_of

BACK = {"move": "take-back"}


def code_of(seat: Seat, name: str, move: object) -> str:
    """Send a move for the present question; return the code with which it is refused, if it is."""
    assert seat.board is not None
    seat.send({"type": "move", "id": name, "question": seat.board["question"], "move": move})
    answer = receive_until(seat, "ack", "refused")
    return str(answer["error"]["code"]) if answer["type"] == "refused" else ""


def test_answers_to_a_question_are_taken_back_so_often(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the log of a game has a largest size; a restart changes nothing, and the next question is a new one."""
    monkeypatch.setattr("quillmap.server.tables.take_backs.MOST_TAKE_BACKS", 2)
    with running(data) as server:
        first, second = table_of(server.url, 2)
        first.start()
        first.connect()
        assert first.own is not None
        move = legal_moves(first.own["choices"])[0]
        codes = [code_of(first, str(number), (move, BACK)[number % 2]) for number in range(6)]
        assert codes == ["", "", "", "", "", "no-more-take-backs"]
        first.close()
    with running(data) as server:
        first, second = (Seat(server.url, each.table, each.token) for each in (first, second))
        for seat in (first, second):
            seat.connect()
        assert code_of(first, "again", BACK) == "no-more-take-backs"
        second.move(first_move(second))
        receive_until(first, "update")
        first.move(first_move(first))
        assert code_of(first, "next", BACK) == ""
        for seat in (first, second):
            seat.close()


def test_who_has_used_up_the_disk_takes_nothing_back(data: Path) -> None:
    """But everybody plays on: answers are never refused."""
    with running(data, replace(GENEROUS, disk_rate=(1000, 0.001))) as server:
        first, second = table_of(server.url, 2)
        first.start()
        for seat in (first, second):
            seat.connect()
        assert code_of(first, "draw", first_move(first)) == ""
        assert code_of(first, "back", BACK) == "quota-used-up"
        assert code_of(second, "draw", first_move(second)) == ""
        receive_until(first, "update")
        for seat in (first, second):
            seat.close()
