"""The client module: what it promises to programs that play."""

import subprocess
import sys
import threading

import pytest
from websockets.exceptions import ConnectionClosedError

from quillmap.errors import BadArgument, QuillmapError
from quillmap.play.record import read_record
from quillmap.server.client import NotConnected, Refused, Seat, call
from server.harness import LONGEST_WAIT, Json, Running, random_choice, table_of
from server.ports import free_port


class Unlucky(Seat):
    """A seat whose connection breaks each time that a move is acknowledged for the first time."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        super().__init__(base_url, table, token)
        self.broken: set[str] = set()

    def receive(self, timeout: float | None = None) -> Json:
        """Lose the connection instead of the first acknowledgement of each move."""
        message = super().receive(timeout)
        if message["type"] == "ack" and message["id"] not in self.broken:
            self.broken.add(message["id"])
            raise ConnectionClosedError(None, None)
        return message


def test_a_game_goes_on_when_every_acknowledgement_is_lost(server: Running) -> None:
    """Each move is sent again, happens once, and the client waits for nothing that it has seen already."""
    (host,) = table_of(server.url, 1)
    host.start()
    seat = Unlucky(server.url, host.table, host.token)
    seat.play(random_choice("unlucky"))
    assert len(seat.broken) > 15


@pytest.mark.parametrize("people", [1, 2], ids=["the next question is asked", "others have not answered yet"])
def test_a_game_goes_on_when_another_tab_has_answered(server: Running, people: int) -> None:
    """The move comes too late for its question, and the client goes on with the next one."""
    seats = table_of(server.url, people)
    seats[0].start()
    tab = Seat(server.url, seats[0].table, seats[0].token)
    overtaken: list[int] = []
    choose = random_choice("overtaken")

    def choose_late(board: Json, choices: Json) -> Json:
        if len(overtaken) < 5:
            tab.connect()
            tab.move(choose(board, choices))
            tab.close()
            overtaken.append(board["question"])
        return choose(board, choices)

    others = threading.Thread(target=lambda: [seat.play(random_choice("other")) for seat in seats[1:]], daemon=True)
    others.start()
    result = seats[0].play(choose_late)
    others.join(LONGEST_WAIT)
    assert len(result["totals"]) == people
    assert len(set(overtaken)) == 5


def test_a_move_is_repeated_that_a_stopping_server_refused(server: Running) -> None:
    """It is made by whoever has the table next; a program hears nothing of it."""
    (host,) = table_of(server.url, 1)
    host.start()
    host.connect()
    server.registry.is_open = False
    threading.Timer(0.3, lambda: setattr(server.registry, "is_open", True)).start()
    assert host.board is not None
    assert host.own is not None
    assert host.move(random_choice("stopping")(host.board, host.own["choices"])) > 0
    host.close()


def test_what_comes_too_early_says_what_to_do(server: Running) -> None:
    """Before there is a connection, and before there is a game."""
    (host,) = table_of(server.url, 1)
    for early in (host.receive, lambda: host.send({}), lambda: host.move({}), host.preview):
        with pytest.raises(NotConnected, match=r"connect\(\)"):
            early()
    host.connect()
    with pytest.raises(NotConnected, match=r"start\(\)"):
        host.move({})
    host.close()
    assert issubclass(NotConnected, QuillmapError)


def test_a_record_comes_as_text(server: Running) -> None:
    """Everything else comes as JSON; a server that is none of ours is told apart."""
    (host,) = table_of(server.url, 1)
    host.start()
    host.play(random_choice("record"))
    assert host.board is not None
    assert len(read_record(call(server.url, "GET", f"/api/games/{host.board['game']}/record"))) > 20
    with pytest.raises(Refused, match="no-such-game"):
        call(server.url, "GET", "/api/games/none/record")


def test_seats_are_not_wished_for(server: Running) -> None:
    """There are as many as sit down, so a number in the set-up can't be meant."""
    with pytest.raises(BadArgument, match="leave seats out"):
        Seat.create(server.url, "Ada", setup={"box": "base", "seats": 3})


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "ftp://here", "http://", "http://[", "http://here:x", "", "a b"])
def test_what_is_no_address_is_refused_in_a_line(address: str) -> None:
    """With an address to go by."""
    with pytest.raises(BadArgument, match="looks like http://127"):
        Seat.create(address, name="Nobody")


def test_where_no_server_is_a_line_says_so() -> None:
    """Python's own errors don't come out, of the library or of the example."""
    address = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(NotConnected, match=f"no server at {address}: .*refused"):
        Seat.create(address, name="Nobody")
    with pytest.raises(NotConnected, match="no server at"):
        Seat(address, "table", "token").connect()
    for wrong in (address, "somewhere"):
        command = [sys.executable, "examples/play_a_game.py", wrong]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
