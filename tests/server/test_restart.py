"""Coming back: after a lost connection, a restart of the server, on another device."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from quillmap.server.client import Seat, legal_moves
from quillmap.server.hosting.config import Config
from server.harness import (
    GENEROUS,
    Json,
    Running,
    first_move,
    play_out,
    random_choice,
    receive_until,
    running,
    table_of,
)
from server.ports import free_port


def at(seat: Seat, server: Running) -> Seat:
    """Return the same seat, connected to a server that was started again."""
    return Seat(server.url, seat.table, seat.token)


def seen(seat: Seat) -> tuple[Json | None, Json | None, Json]:
    """Return the whole of what a seat sees when it connects."""
    welcome = seat.connect()
    seat.close()
    return welcome["board"], welcome["own"], welcome["table"]


def test_a_seat_comes_back_to_where_it_was(server: Running) -> None:
    """Board, choices and answer are the same after a lost connection."""
    first, second = table_of(server.url, 2)
    first.start()
    first.connect()
    first.move(first_move(first))
    first.close()
    before = seen(first), seen(second)
    assert before == (seen(first), seen(second))
    assert before[0][1] is not None
    assert before[0][1]["answer"]["move"] == "draw"


def test_a_table_survives_a_restart_of_the_server(data: Path) -> None:
    """In the middle of a round, with an answer given: everything is as it was, and the game plays on to its end."""
    with running(data) as server:
        seats = table_of(server.url, 3, setup={"box": "mixed"}, pace={"kind": "days", "amount": 3})
        seats[0].start()
        seats[1].connect()
        seats[1].move(first_move(seats[1]))
        seats[1].close()
        before = [seen(seat) for seat in seats]
        deadline = server.registry.live[seats[0].table].document.deadline
    with running(data) as server:
        back = [at(seat, server) for seat in seats]
        assert [seen(seat) for seat in back] == before
        assert server.registry.live[seats[0].table].document.deadline == deadline
        back[1].connect()
        back[1].move({"move": "take-back"})
        back[1].close()
        results = play_out(back)
        assert all(result == results[0] for result in results)


def test_a_player_waits_for_a_server_that_is_away_at_the_beginning(data: Path) -> None:
    """It was told of its table before the server went away."""
    port = free_port()
    with running(data, port=port) as server:
        (seat,) = table_of(server.url, 1)
        seat.start()
    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(seat.play, random_choice("early"))
        with running(data, port=port):
            assert playing.result(240)["totals"]


def test_a_repeat_is_harmless_also_after_a_restart(data: Path) -> None:
    """A move whose acknowledgement was lost with the server is only acknowledged."""
    with running(data) as server:
        first, _ = table_of(server.url, 2)
        first.start()
        first.connect()
        assert first.board is not None
        message = {"type": "move", "id": "once", "question": first.board["question"], "move": first_move(first)}
        first.send(message)
        version = receive_until(first, "ack")["version"]
        first.close()
    with running(data) as server:
        first = at(first, server)
        first.connect()
        first.send(message)
        assert receive_until(first, "ack")["version"] == version
        assert first.board is not None
        assert len(server.log(first.board["game"])) == version
        first.close()


def test_a_stopping_server_says_goodbye(data: Path) -> None:
    """Clients are told to come back, and then closed with the code for a restart."""
    with running(data) as server:
        seat = table_of(server.url, 1)[0]
        seat.connect()
        server.server.should_exit = True
        goodbye = receive_until(seat, "goodbye")
        assert goodbye["code"] == "stopping"
        assert goodbye["seconds"] > 0
        with pytest.raises(ConnectionClosed) as closed:
            receive_until(seat, "nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012


def test_the_client_plays_on_over_restarts(data: Path) -> None:
    """A program that plays notices nothing but a pause: the server stops twice in the middle of its game."""
    port = free_port()
    holder = [Running(Config(port=port, data=data, limits=GENEROUS))]
    seat = table_of(holder[0].url, 1)[0]
    seat.start()
    restarts = 0
    choose = random_choice("restarts")

    def choosing(board: Json, choices: Json) -> Json:
        nonlocal restarts
        if board["version"] > 20 * (restarts + 1) and restarts < 2:
            restarts += 1
            holder[0].stop()
            holder[0] = Running(Config(port=port, data=data, limits=GENEROUS))
        return choose(board, choices)

    result = seat.play(choosing)
    holder[0].stop()
    assert restarts == 2
    assert len(result["totals"]) == 1


def test_another_device_takes_the_seat_with_the_personal_link(server: Running) -> None:
    """Both devices then show the same, and either may draw."""
    phone, _ = table_of(server.url, 2)
    phone.start()
    phone.connect()
    tablet = Seat(server.url, phone.table, phone.token)
    assert tablet.connect()["seat"] == 1
    assert tablet.own == phone.own
    tablet.move(legal_moves(tablet.own["choices"] if tablet.own else {})[0])
    assert receive_until(phone, "own")["own"]["answer"] is not None
    phone.close()
    tablet.close()


def test_the_server_starts_with_many_tables_in_the_file(data: Path) -> None:
    """Tables are loaded when somebody comes, not at the start."""
    with running(data) as server:
        seats = [table_of(server.url, 1)[0] for _ in range(5)]
        for seat in seats:
            seat.start()
    with running(data) as server:
        assert not server.registry.live
        assert at(seats[3], server).connect()["board"]["version"] > 0
        assert set(server.registry.live) == {seats[3].table}
