"""A trainer looks on while somebody plays alone: slips are answered before they count."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from quillmap.play.record import public_events
from quillmap.review.results import JudgedDecision, Valued
from quillmap.review.scale import GRADES, Grade
from quillmap.review.tasks import Decision, tasks_of
from quillmap.rules.events import Ask
from quillmap.rules.ids import CardId
from quillmap.rules.ids import Seat as SeatNumber
from quillmap.rules.moves import Answer
from quillmap.server.client import Refused, Seat, call, legal_moves
from quillmap.server.games.live_game import Moment
from server.harness import Json, Running, receive_until, refusal, table_of, wait_until

ALONE: Final = {"most_seats": 1, "setup": {"seed": "trainer"}}
EVERYTHING: Final = {"box": "mixed", "skills": "drawn", "seed": "trainer", "ambush_by": "automatic"}
NO_HELP: Final = {"hints": 0, "stand_ins": 0, "drawn_for": 0, "take_backs": 0, "resigned": False}


def trained(server: Running, **wishes: Any) -> Seat:
    """Open a table with a trainer, begin, and connect."""
    seat = table_of(server.url, 1, **{**ALONE, "trainer": {"least": "slip"}, **wishes})[0]
    seat.start()
    seat.connect()
    return seat


def moves_of(seat: Seat, chance: random.Random) -> Iterator[Json]:
    """Yield what a seat draws at random, as long as it is asked."""
    while seat.board is not None and seat.board["result"] is None:
        if seat.own is not None and seat.own["choices"] is not None:
            yield chance.choice(legal_moves(seat.own["choices"]))
        else:
            seat.receive()


def play_until_warned(seat: Seat) -> tuple[Json, Json]:
    """Draw at random until the trainer warns; return the move and what it says."""
    for move in moves_of(seat, random.Random("trainer")):
        version = seat.version
        try:
            seat.move(move)
        except Refused as refused:
            return move, refused.params
        while seat.version <= version:
            seat.receive()
    raise AssertionError("the trainer never warned")


def test_a_slip_does_not_count_until_one_insists(server: Running) -> None:
    """The trainer says what it costs, why, and what is better; the question stands until then."""
    seat = trained(server)
    move, warning = play_until_warned(seat)
    assert warning["class"] in ("slip", "mistake", "blunder")
    assert warning["loss"] * 1000 >= GRADES[0][0]
    assert warning["best"] != move
    assert warning["reasons"]
    assert seat.board is not None
    question, version = seat.board["question"], seat.version
    seat.close()
    assert seat.connect()["board"]["question"] == question
    assert refusal(lambda: seat.move(move)) == "warned"
    assert seat.move(move, insist=True) > version
    seat.close()
    assert server.registry.live[seat.table].document.help[0].trainer == 1


def test_it_shows_nothing_better_if_it_shall_not(server: Running) -> None:
    """How much and what for is told all the same; a move that it praises is made like any other."""
    seat = trained(server, trainer={"least": "slip", "shows_best": False})
    assert seat.ask("GET")["table"]["trainer"] == {"least": "slip", "shows_best": False}
    _, warning = play_until_warned(seat)
    assert warning["best"] is None
    assert warning["reasons"]
    seat.close()


def test_it_judges_by_the_lines_of_the_record(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer of a game with heroes and skills, each as the review will number it; the result is marked."""
    judge = server.registry.bots.judge
    lines: list[tuple[int, str]] = []

    async def noted(moment: Moment, answer: Answer, event: int, playouts: int, owner: str) -> JudgedDecision | None:
        lines.append((event, str(moment.state.ask)))
        return await judge(moment, answer, event, playouts, owner)

    monkeypatch.setattr(server.registry.bots, "judge", noted)
    seat = trained(server, setup=EVERYTHING, trainer={"least": "blunder"})
    warned: list[str] = []
    for move in moves_of(seat, random.Random("lines")):
        version = seat.version
        try:
            seat.move(move)
        except Refused as refused:
            warned.append(refused.params["class"])
            seat.move(move, insist=True)
        while seat.version <= version:
            seat.receive()
    assert seat.board is not None
    seat.close()
    game = seat.board["game"]
    tasks = tasks_of(public_events(server.log(game)), SeatNumber(0))
    assert lines == [(task.event, str(task.ask)) for task in tasks if isinstance(task, Decision)]
    assert len({ask for _, ask in lines}) > 1
    help_ = [{**NO_HELP, "trainer": warned.count("blunder"), "trained": True}]
    assert seat.board["result"]["help"] == help_
    assert call(server.url, "GET", f"/api/games/{game}")["help"] == help_


def test_it_is_refused_where_others_play_or_something_counts(server: Running) -> None:
    """At tables of two, for a host who only looks on, and in the daily expedition."""
    trainer = {"least": "slip"}

    def opened(**wishes: Any) -> object:
        return Seat.create(server.url, "Ada", trainer=trainer, **wishes)

    assert refusal(lambda: opened(most_seats=2)) == "no-trainer"
    assert refusal(opened) == "no-trainer"
    assert refusal(lambda: opened(most_seats=1, play=False)) == "no-trainer"
    assert refusal(lambda: Seat.create(server.url, "Ada", most_seats=1, trainer={"least": "good"})) == "bad-request"
    seat = Seat.create(server.url, "Ada", most_seats=1, trainer=trainer)
    assert refusal(lambda: seat.ask("PATCH", "", {"most_seats": 2})) == "no-trainer"
    assert refusal(lambda: seat.add_bots("random")) == "table-full"
    assert refusal(lambda: Seat.join(server.url, seat.table, "Ben")) == "table-full"
    daily = {"player": "p" * 22, "name": "Ada", "trainer": trainer}
    assert refusal(lambda: call(server.url, "POST", "/api/daily/today", daily)) == "bad-request"


class Gate:
    """A trainer that thinks until it is let go, and then finds what it was told to."""

    def __init__(self, server: Running, grade: Grade) -> None:
        self._loop = server.registry.loop
        self._open = asyncio.Event()
        self.grade = grade
        self.asked = 0

    async def judge(self, _moment: Moment, answer: Answer, event: int, *_: object) -> JudgedDecision:
        """Wait, and return the verdict."""
        self.asked += 1
        await self._open.wait()
        loss = 2500 if self.grade is Grade.MISTAKE else 0
        best = (Valued(answer, loss),)
        difference = (loss, *(0,) * 7)
        about = event, SeatNumber(0), Ask.DRAW, CardId("homestead"), SeatNumber(0)
        return JudgedDecision(*about, self.grade, loss, 100, Valued(answer, 0), best, difference)

    def open(self) -> None:
        """Let it find something."""
        self._loop.call_soon_threadsafe(self._open.set)


@contextmanager
def gate(server: Running, grade: Grade) -> Iterator[Gate]:
    """Let all trainers wait."""
    found, bots = Gate(server, grade), server.registry.bots
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bots, "judge", found.judge)
        yield found


def sent(seat: Seat, number: int, message_id: str) -> Json:
    """Send one of the legal moves without waiting for an answer; return the message."""
    assert seat.board is not None
    assert seat.own is not None
    move = legal_moves(seat.own["choices"])[number]
    message = {"type": "move", "id": message_id, "question": seat.board["question"], "move": move}
    seat.send(message)
    return message


def test_a_good_move_is_made_although_the_connection_was_lost(server: Running) -> None:
    """Whoever comes back finds it on the map; sent again it is acknowledged, and made once."""
    seat = trained(server)
    with gate(server, Grade.GOOD) as waiting:
        message = sent(seat, 0, "m")
        wait_until(lambda: waiting.asked == 1)
        version = seat.version
        seat.close()
        waiting.open()
        table = server.registry.live[seat.table]
        wait_until(lambda: table.shown is not None and table.shown.version > version)
        seat.connect()
        assert seat.board is not None
        assert seat.board["question"] != message["question"]
        seat.send(message)
        assert receive_until(seat, "ack", "refused", "warned")["type"] == "ack"
        assert waiting.asked == 1
    seat.close()


def test_a_warning_waits_for_whoever_comes_back(server: Running) -> None:
    """The move that is sent again gets it at once, whether the trainer was still thinking or not; it counts once."""
    seat = trained(server)
    with gate(server, Grade.MISTAKE) as waiting:
        message = sent(seat, 0, "m")
        wait_until(lambda: waiting.asked == 1)
        seat.close()
        seat.connect()
        seat.send(message)
        other = sent(seat, 1, "n")
        refused = receive_until(seat, "refused", "ack", "warned")
        assert (refused["id"], refused["error"]["code"]) == ("n", "too-many")
        waiting.open()
        assert receive_until(seat, "warned", "ack", "refused")["id"] == "m"
        seat.close()
        seat.connect()
        seat.send(message)
        assert receive_until(seat, "warned", "ack", "refused")["type"] == "warned"
        assert waiting.asked == 1
        seat.send({**message, "insist": True})
        assert receive_until(seat, "ack", "refused", "warned")["type"] == "ack"
        assert other["move"] != message["move"]
    seat.close()
    assert server.registry.live[seat.table].document.help[0].trainer == 1


def test_a_move_gets_one_answer_however_often_it_is_sent(server: Running) -> None:
    """A hundred and more answers at once would overflow the queue of a client that reads well."""
    seat = trained(server)
    with gate(server, Grade.MISTAKE) as waiting:
        message = sent(seat, 0, "m")
        for _ in range(150):
            seat.send(message)
        sent(seat, 1, "n")
        assert receive_until(seat, "refused", "warned")["id"] == "n"
        waiting.open()
        assert receive_until(seat, "warned", "refused")["id"] == "m"
        seat.send({"type": "preview", "id": "after"})
        assert receive_until(seat, "preview", "warned")["type"] == "preview"
    seat.close()


def test_a_warning_ends_with_its_game(server: Running) -> None:
    """The same answer to the question with the same number in the next game is judged for itself."""
    seat = trained(server)
    with gate(server, Grade.MISTAKE) as waiting:
        waiting.open()
        message = sent(seat, 0, "m")
        assert receive_until(seat, "warned", "ack")["type"] == "warned"
        seat.ask("PUT", "/seats/1/stand-in", {"until": "end"})
        while seat.board is None or seat.board["result"] is None:
            seat.receive()
        seat.ask("POST", "/rematch")
        seat.ask("PATCH", "", {"setup": ALONE["setup"]})  # the same cards, so that the same answer is legal
        seat.start()
        seat.close()
        seat.connect()
        assert seat.board is not None
        assert seat.board["question"] == message["question"]
        seat.send({**message, "id": "again"})
        answer = receive_until(seat, "warned", "ack", "refused")
        assert answer["type"] == "warned", answer
        assert waiting.asked == 2
    seat.close()


@pytest.mark.parametrize("grade", [Grade.GOOD, Grade.MISTAKE])
def test_a_move_that_was_insisted_on_meanwhile_is_acknowledged(server: Running, grade: Grade) -> None:
    """It is the same message, so it is never refused once it was acknowledged, on no socket; nothing was a warning."""
    seat = trained(server)
    tab = Seat(server.url, seat.table, seat.token)
    tab.connect()
    with gate(server, grade) as waiting:
        message = sent(seat, 0, "m")
        wait_until(lambda: waiting.asked == 1)
        tab.send({**message, "insist": True})
        made = receive_until(tab, "ack", "refused", "warned")
        waiting.open()
        assert receive_until(seat, "ack", "refused", "warned") == made
        assert made["type"] == "ack"
    assert server.registry.live[seat.table].document.help[0].trainer == 0
    for each in (seat, tab):
        each.close()


@pytest.mark.parametrize("grade", [Grade.GOOD, Grade.MISTAKE])
def test_a_verdict_on_a_question_that_is_over_is_stale(server: Running, grade: Grade) -> None:
    """Another tab of the same seat has insisted on a move meanwhile."""
    seat = trained(server)
    tab = Seat(server.url, seat.table, seat.token)
    tab.connect()
    with gate(server, grade) as waiting:
        sent(seat, 0, "m")
        wait_until(lambda: waiting.asked == 1)
        assert tab.own is not None
        tab.move(legal_moves(tab.own["choices"])[1], insist=True)
        waiting.open()
        refused = receive_until(seat, "refused", "ack", "warned")
        assert (refused["id"], refused["error"]["code"]) == ("m", "stale")
    assert server.registry.live[seat.table].document.help[0].trainer == 0
    for each in (seat, tab):
        each.close()


def test_a_trainer_that_fails_stops_nobody(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it can't judge is made; what the rules refuse is refused before it thinks."""
    seat = trained(server)
    asked: list[object] = []

    async def lost(*about: object) -> None:
        asked.append(about)

    monkeypatch.setattr(server.registry.bots, "judge", lost)
    assert seat.own is not None
    move = legal_moves(seat.own["choices"])[0]
    assert refusal(lambda: seat.move({**move, "spaces": ["A1", "K11"]})) == "illegal-move"
    assert asked == []
    before = seat.version
    assert seat.move(move) > before
    assert len(asked) == 1
    seat.close()
