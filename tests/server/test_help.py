"""What helped somebody in a game is told with its result: hints, bots that stood in, take-backs after looking."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from quillmap.rules.events import Submitted
from quillmap.rules.ids import Seat as Place
from quillmap.rules.moves import Answer
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.server.client import Seat, call
from quillmap.server.games.live_game import BotHelp, LiveGame, Moment, client_key, first_moment, server_key
from quillmap.server.tables import actions, signs_of_life
from quillmap.server.tables.document import PERSON, PLAYING, SeatDocument, TableDocument
from server.harness import Json, Running, first_move, play_out, receive_until, running, table_of, wait_until
from server.raw_sockets import frame, upgraded
from server.standing_in import ROUND, is_replaceable, second_game, stand_in, started_table, until_progress
from server.test_daily import Days

NOTHING: Json = {
    "hints": 0,
    "stand_ins": 0,
    "drawn_for": 0,
    "take_backs": 0,
    "trainer": 0,
    "trained": False,
    "resigned": False,
}


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


def let_bot_draw(seat: Seat, number: int = 2) -> Json:
    """Let a bot draw the present card for a seat by its own wish, and return what it drew."""
    seat.ask("PUT", f"/seats/{number}/stand-in", {"level": "random", "until": "round"})
    while seat.own is None or seat.own["answer"] is None:
        seat.receive()
    found: Json = seat.own["answer"]
    return found


def take_back(seat: Seat) -> None:
    """Take the present answer of a seat back."""
    seat.move({"move": "take-back"})
    while seat.own is None or seat.own["answer"] is not None:
        seat.receive()


def test_what_a_bot_drew_by_ones_own_wish_counts_though_it_is_taken_back(data: Path) -> None:
    """It was seen: drawing the same oneself does not undo that, nor does a restart."""
    with running(data) as server:
        host, guest = table_of(server.url, 2)
        host.start()
        guest.connect()
        drawn = let_bot_draw(guest)
        take_back(guest)
        assert guest.ask("GET")["table"]["seats"][1]["until"] == "", (
            "the bot stands in no longer, or it would draw again"
        )
        guest.move(drawn)
        guest.close()
    with running(data) as server:
        host, guest = (Seat(server.url, seat.table, seat.token) for seat in (host, guest))
        expected = [NOTHING, {**NOTHING, "stand_ins": 1}]
        assert play_out([host, guest])[0]["help"] == expected
        assert summary_of(server, host)["help"] == expected


def test_taking_ones_own_answers_back_erases_no_help(server: Running) -> None:
    """However often that is done in a question that a bot has answered, too."""
    host, guest = table_of(server.url, 2)
    host.start()
    guest.connect()
    drawn = let_bot_draw(guest)
    for _ in range(3):
        take_back(guest)
        guest.move(drawn)
        while guest.own is None or guest.own["answer"] is None:
            guest.receive()
    guest.close()
    assert play_out([host, guest])[0]["help"] == [NOTHING, {**NOTHING, "stand_ins": 1}]


def test_what_others_let_a_bot_draw_is_told_apart_from_help(led: Running) -> None:
    """The person was away and had not asked: what they see of it and take back is counted once for each question."""
    host, guest = started_table(led, 2)
    for _ in range(2):  # twice in the same question
        guest.close()
        until_progress(host, is_replaceable)
        stand_in(host, 2, ROUND)
        until_progress(host, lambda news: news["answered"] == [1])
        guest.connect()
        take_back(guest)
    for seat in (host, guest):
        seat.close()
    assert play_out([host, guest])[0]["help"] == [NOTHING, {**NOTHING, "drawn_for": 1, "take_backs": 1}]


def test_the_answer_of_a_bot_that_was_sent_away_is_not_played(led: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a strong bot could think for somebody, and what it draws be told as that of another, whom others asked."""
    asked, may_go_on = [], threading.Event()

    async def choose(moment: Moment, seats: Sequence[tuple[Place, str]], _owner: str) -> list[tuple[Place, Answer]]:
        asked.append(seats[0][1])
        if len(asked) == 1:
            await asyncio.to_thread(may_go_on.wait)
        return [(seats[0][0], next(iter(Options(moment.state, seats[0][0]))))]

    monkeypatch.setattr(led.registry.bots, "choose", choose)
    host, guest = started_table(led, 2)
    for level in ("random", None, "surveyor"):
        stand_in(guest, 2, {"level": level, "until": "return"})
        wait_until(lambda: asked == ["random"])
    may_go_on.set()
    until_progress(host, lambda news: news["answered"] == [1])
    assert asked == ["random", "surveyor"]
    for seat in (host, guest):
        seat.close()


TIMED: Final = {"kind": "seconds", "amount": 600, "timeout": "bot"}


def test_who_lets_the_time_run_out_is_helped_whatever_their_page_shows(data: Path) -> None:
    """Whoever looks back at the last game is there, too, and is told what the bot drew; whoever has gone is not."""
    days = Days()
    with running(data, calendar=days) as server:
        (host, guest, gone), last = second_game(server, 3, pace=TIMED)
        guest.send({"type": "showing", "id": "s", "game": last})
        receive_until(guest, "ack")
        gone.close()
        until_progress(host, lambda news: news["present"] == [1])
        days.time += 601
        assert receive_until(host, "update")["late"] == [0, 1, 2]
        game = server.registry.live[host.table].game
        assert game is not None
        assert game.bot_help("") == {1: BotHelp(1, 0, 0), 2: BotHelp(1, 0, 0), 3: BotHelp(0, 1, 0)}
        for seat in (host, guest):
            seat.close()


def test_who_has_lost_the_network_is_not_helped(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their socket stays open for a while, and nothing comes over it any more: they are away, and asked for nothing."""
    monkeypatch.setattr(signs_of_life, "SIGN_SECONDS", 0.3)
    days = Days()
    with running(data, calendar=days) as server:
        host, guest = table_of(server.url, 2, pace=TIMED)
        silent = upgraded(server, guest.table)
        silent.sendall(frame({"type": "hello", "protocol": 1, "token": guest.token}))
        host.connect()
        until_progress(host, lambda news: news["present"] == [1, 2])
        host.start()
        assert receive_until(host, "update")["late"] == []
        days.time += 601
        assert receive_until(host, "update")["late"] == [0, 1]
        table = server.registry.live[host.table]
        assert table.game is not None
        assert table.presence.seats_here() == (1, 2)
        assert table.game.bot_help("") == {1: BotHelp(1, 0, 0), 2: BotHelp(0, 1, 0)}
        silent.close()
        host.close()


def test_what_was_asked_for_stays_so_if_others_ask_too() -> None:
    """And a question counts once, whoever wanted a bot to answer it."""
    document = TableDocument("t", "CODE", 0, 0, {}, (SeatDocument(1, PERSON, "Ada"),), status=PLAYING)
    asked = actions.stand_in(document, 1, "random", "round", 3, is_own=True)
    assert actions.stand_in(asked, 1, "surveyor", "return", 3, is_own=False).seats[0].is_own_wish
    assert not actions.stand_in(document, 1, "surveyor", "return", 3, is_own=False).seats[0].is_own_wish
    assert not actions.give_back(asked, 1).seats[0].is_own_wish
    moves = {server_key(1, 3, 3): 4, client_key(1, "a", 3, b""): 5, server_key(1, 3, 5, "absent"): 6}
    game = LiveGame(first_moment("game", Setup(seed="help"))[1], moves)
    assert game.bot_help("") == {1: BotHelp(1, 0, 0)}


def test_the_smallest_answer_of_a_clock_is_no_help() -> None:
    """Only what a bot has thought about counts, the last move of the game included."""
    thought, skipped, absent = server_key(1, 3, 3), server_key(1, 9, 9, "clock"), server_key(1, 12, 12, "absent")
    game = LiveGame(first_moment("game", Setup(seed="help"))[1], {thought: 5, skipped: 11, absent: 14})
    assert game.is_answered_by_server(1, 9)
    assert (game.is_bots_answer(1, 12), game.is_bots_answer(1, 9)) == (True, False)
    assert game.bot_help(server_key(1, 20, 20)) == {1: BotHelp(2, 1, 0)}
    assert game.bot_help(server_key(1, 20, 20, "absent")) == {1: BotHelp(1, 2, 0)}
    assert game.bot_help(server_key(2, 20, 20, "clock")) == {1: BotHelp(1, 1, 0)}
