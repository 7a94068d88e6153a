"""What helped somebody in a game is told with its result: hints, bots that stood in, take-backs after looking."""

from pathlib import Path

from quillmap.rules.events import Submitted
from quillmap.rules.setup import Setup
from quillmap.server.client import Seat, call
from quillmap.server.games.live_game import LiveGame, first_moment, server_key
from server.harness import Json, Running, first_move, play_out, receive_until, running, table_of

NOTHING: Json = {"hints": 0, "stand_ins": 0, "take_backs": 0, "trainer": 0, "trained": False, "resigned": False}


def summary_of(server: Running, seat: Seat) -> Json:
    """Return the summary of the game that *seat* has finished."""
    assert seat.board is not None
    found: Json = call(server.url, "GET", f"/api/games/{seat.board['game']}")
    return found


def ask_for_hint(seat: Seat) -> None:
    """Ask for a hint and wait for it."""
    seat.send({"type": "hint", "id": "h", "level": "random"})
    receive_until(seat, "hint")


def test_the_same_hint_counts_once(server: Running) -> None:
    """Asking again at the same position gives the same hint and is no further help; another level's is."""
    [seat] = table_of(server.url, 1)
    seat.start()
    seat.connect()
    hints = []
    for number, level in enumerate(["random", "random", "apprentice"]):
        seat.send({"type": "hint", "id": str(number), "level": level})
        hints.append(receive_until(seat, "hint"))
    assert [hint["id"] for hint in hints] == ["0", "1", "2"]
    assert hints[0]["move"] == hints[1]["move"]
    seat.move(hints[0]["move"])
    ask_for_hint(seat)
    seat.close()
    assert play_out([seat])[0]["help"] == [{**NOTHING, "hints": 3}]


def test_who_needs_no_help_is_not_marked(server: Running) -> None:
    """Taking back what one drew oneself shows nothing new: it is no help."""
    host, guest = table_of(server.url, 2)
    host.start()
    host.connect()
    host.move(first_move(host))
    host.move({"move": "take-back"})
    host.close()
    results = play_out([host, guest])
    assert [result["help"] for result in results] == [[], []]
    assert summary_of(server, host)["help"] == []


def test_hints_are_counted_by_seat_and_survive_a_restart(data: Path) -> None:
    """They are stored before they are shown; the next game begins without any."""
    with running(data) as server:
        host, guest = table_of(server.url, 2)
        host.start()
        guest.connect()
        ask_for_hint(guest)
        guest.close()
    with running(data) as server:
        host, guest = (Seat(server.url, seat.table, seat.token) for seat in (host, guest))
        guest.connect()
        ask_for_hint(guest)
        guest.close()
        expected = [NOTHING, {**NOTHING, "hints": 2}]
        assert [result["help"] for result in play_out([host, guest])] == [expected, expected]
        assert summary_of(server, host)["help"] == expected
        assert host.connect()["board"]["result"]["help"] == expected
        host.ask("POST", "/rematch")
        host.start()
        host.close()
        assert play_out([host, guest])[0]["help"] == []


def test_a_bot_that_draws_for_somebody_is_counted(server: Running) -> None:
    """Also the last drawing of the game; the drawings of bots that have a seat are not."""
    host = Seat.create(server.url, "Ada")
    host.add_bots("random")
    host.start()
    host.connect()
    host.move(first_move(host))
    host.ask("PUT", "/seats/1/stand-in", {"level": "random", "until": "end"})
    while host.board is None or host.board["result"] is None:
        receive_until(host, "update")
    host.close()
    mine, bot = host.board["result"]["help"]
    answers = [event for event in server.log(host.board["game"]) if isinstance(event, Submitted) and event.seat == 0]
    assert mine == {**NOTHING, "stand_ins": len(answers) - 1, "resigned": True}
    assert bot == NOTHING


def test_taking_back_what_a_bot_drew_is_marked(server: Running) -> None:
    """The person has seen a drawing that was not theirs; such a question was not answered by the bot in the end."""
    host, guest = table_of(server.url, 2)
    host.start()
    guest.connect()
    guest.ask("PUT", "/seats/2/stand-in", {"level": "random", "until": "round"})
    receive_until(guest, "own")
    guest.move({"move": "take-back"})
    assert guest.ask("GET")["table"]["seats"][1]["until"] == "", "the bot stands in no longer, or it would draw again"
    guest.close()
    assert play_out([host, guest])[0]["help"] == [NOTHING, {**NOTHING, "take_backs": 1}]


def test_the_smallest_answer_of_a_clock_is_no_help() -> None:
    """Only what a bot has thought about counts, the last move of the game included."""
    thought, skipped = server_key(1, 3, 3), server_key(1, 9, 9, is_skipped=True)
    game = LiveGame(first_moment("game", Setup(seed="help"))[1], {thought: 5, skipped: 11})
    assert game.is_answered_by_server(1, 9)
    assert (game.is_answered_by_bot(1, 3), game.is_answered_by_bot(1, 9)) == (True, False)
    assert game.stand_ins(server_key(1, 20, 20)) == {1: 2}
    assert game.stand_ins(server_key(2, 20, 20, is_skipped=True)) == {1: 1}
