"""Bots at tables."""

import asyncio
import errno
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules import Seat as Place
from quillmap.rules import Setup
from quillmap.rules.events import Asked, GameEnded
from quillmap.server.bots.natural_time import Span
from quillmap.server.bots.players import BotPlayers, chance_of, default_level, hint_level, smallest_answer
from quillmap.server.bots.thinking import BotJob, think
from quillmap.server.client import Seat, call, legal_moves
from quillmap.server.games.live_game import Moment, first_moment
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import id_for_log
from quillmap.server.work.pool import WorkerEnded
from quillmap.server.work.processes import WorkerPool
from server.harness import Json, Running, awaited, play_out, receive_until, running, table_of, wait_until

SEAT = Place(0)


def first_move(seat: Seat, name: str) -> Json:
    """Return a message with the first legal move of a seat that is asked."""
    assert seat.board is not None
    assert seat.own is not None
    move = legal_moves(seat.own["choices"])[0]
    return {"type": "move", "id": name, "question": seat.board["question"], "move": move}


def test_a_person_plays_with_bots(server: Running) -> None:
    """Bots answer by themselves, and the game comes to its end."""
    host = Seat.create(server.url, "Ada", setup={"box": "heroes"})
    host.add_bots("random", 3)
    host.start()
    assert len(play_out([host])[0]["totals"]) == 4


def test_a_table_of_bots_plays_by_itself(server: Running) -> None:
    """Its host only watches."""
    host = Seat.create(server.url, "Screen", play=False)
    host.add_bots("random", 4)
    host.connect()
    host.start()
    while host.board is None or host.board["result"] is None:
        receive_until(host, "update")
    host.close()
    assert len(host.board["result"]["totals"]) == 4


def test_a_table_is_filled_with_different_people(server: Running) -> None:
    """Five surveyors have five names and styles, everybody sees who they are, and they draw five different maps."""
    host = Seat.create(server.url, "Screen", play=False, setup={"seed": "different people"})
    host.add_bots("surveyor", 5)
    seats = host.ask("GET")["table"]["seats"]
    assert [seat["style"] for seat in seats] == ["", "builder", "hoarder", "hunter", "spoiler"]
    assert len({seat["name"] for seat in seats}) == 5
    host.connect()
    host.start()
    while host.board is None or host.board["result"] is None:
        receive_until(host, "update")
    host.close()
    assert len({str(seat["sheet"]) for seat in host.board["seats"]}) == 5


def test_calm_bots_answer_when_the_last_person_has(server: Running) -> None:
    """However long they would take, nobody waits for them, and a bot that is alone with bots answers at once."""
    host = Seat.create(server.url, "Ada", bot_time="calm", setup={"seed": "calm"})
    host.add_bots("scribe", 2)
    assert host.ask("GET")["table"]["bot_time"] == "calm"
    server.registry.bots.natural, before = Span(3600, 3600), server.registry.bots.natural
    try:
        host.start()
        assert len(play_out([host])[0]["totals"]) == 3
    finally:
        server.registry.bots.natural = before


def test_calm_bots_answer_while_somebody_thinks(server: Running) -> None:
    """After their time they have drawn, though a person has not."""
    host = Seat.create(server.url, "Ada", bot_time="calm", setup={"seed": "thinking"})
    host.add_bots("copyist", 2)
    server.registry.bots.natural, before = Span(0.05, 0.1), server.registry.bots.natural
    try:
        host.start()
        wait_until(lambda: host.ask("GET")["waiting"] == [1])
        assert host.ask("GET")["table"]["status"] == "playing"
    finally:
        server.registry.bots.natural = before


def test_bots_play_a_second_game_at_their_table(server: Running) -> None:
    """What the server answered in the game before is no answer in this one."""
    host = Seat.create(server.url, "Screen", play=False)
    host.add_bots("random", 2)
    for _ in range(3):
        host.start()
        wait_until(lambda: host.ask("GET")["table"]["status"] == "finished")
        host.ask("POST", "/rematch")
    assert len(host.ask("GET")["table"]["games"]) == 3


def test_every_level_that_is_listed_plays(server: Running) -> None:
    """Each bot of the list answers the first questions of a game."""
    levels = [bot["level"] for bot in call(server.url, "GET", "/api/bots")["bots"]]
    assert "random" in levels
    host = Seat.create(server.url, "Screen", play=False)
    for level in levels:
        host.add_bots(level)
    host.start()
    game = host.ask("GET")["table"]["game"]
    wait_until(lambda: sum(isinstance(event, Asked) for event in server.log(game)) > 2, seconds=60)


def test_a_hint_is_a_legal_move(server: Running) -> None:
    """A bot says what it would answer; the server takes it."""
    seat = table_of(server.url, 1)[0]
    seat.start()
    seat.connect()
    seat.send({"type": "hint", "id": "h"})
    hint = receive_until(seat, "hint")
    assert all(reason["stars"] > 0 and reason["part"] in ("edict", "coins", "monsters") for reason in hint["reasons"])
    seat.move({key: value for key, value in hint["move"].items() if key != "seat"})
    seat.close()


def test_hints_come_from_the_bot_that_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review looks ahead, and must not call hints mistakes; without compiled rules nobody can."""
    monkeypatch.setattr(readiness, "is_possible", lambda: True)
    assert hint_level() == "master"
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    assert hint_level() == default_level()


def test_a_hint_that_fails_is_answered(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker is told, instead of waiting for ever; the game goes on."""

    async def fail(*_arguments: object) -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    seat = table_of(server.url, 1)[0]
    seat.start()
    seat.connect()
    with monkeypatch.context() as patched:
        patched.setattr(server.registry.bots, "hint", fail)
        seat.send({"type": "hint", "id": "h"})
        assert receive_until(seat, "refused")["error"]["code"] == "internal"
    seat.close()
    play_out([seat])


def test_a_table_without_hints_gives_none(server: Running) -> None:
    """The host decides before the start."""
    seat = table_of(server.url, 1, hints=False)[0]
    seat.start()
    seat.connect()
    seat.send({"type": "hint", "id": "h"})
    assert receive_until(seat, "refused")["error"]["code"] == "no-hints"
    seat.close()


def test_bots_go_on_after_a_restart(data: Path) -> None:
    """A table of bots that was stopped in the middle of its game plays on without anybody coming."""
    with running(data) as server:
        host = Seat.create(server.url, "Screen", play=False)
        host.add_bots("random", 8)
        host.start()
        game = host.ask("GET")["table"]["game"]
    with running(data) as server:
        storage = server.registry.storage
        wait_until(lambda: server.result_of(storage.game_summary(game)) is not None, seconds=60)
        assert isinstance(server.log(game)[-1], GameEnded)


def test_a_worker_that_dies_is_replaced(data: Path) -> None:
    """The game goes on: a bot whose process was killed answers with the smallest drawing, the next one thinks again."""
    with running(data) as server:
        host = Seat.create(server.url, "Ada")
        host.add_bots("random")
        host.start()
        host.connect()
        while not receive_until(host, "progress")["answered"]:
            pass
        pool = server.registry.bots.pool
        assert isinstance(pool, WorkerPool)
        (worker,) = pool.idle
        os.kill(worker, signal.SIGKILL)
        host.close()
        assert len(play_out([host])[0]["totals"]) == 2


def test_a_worker_that_has_died_is_replaced() -> None:
    """Asked after its end, when its pipe is broken already, a worker fails once; the next one thinks again."""
    pool = WorkerPool(1)
    job = BotJob(view(Game(Setup(seed="gone")).state, None), ((Place(0), "random"),), "gone")
    answers = pool.call_now(think, job)
    (worker,) = pool.idle
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: "Z" in Path(f"/proc/{worker}/stat").read_text(encoding="utf-8").split()[2])
    with pytest.raises(WorkerEnded):
        pool.call_now(think, job)
    assert pool.call_now(think, job) == answers
    pool.close()


def test_where_no_worker_can_be_started_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without room for another process has bots that answer what changes least, not bots that fall silent."""

    def full(*_command: object, **_options: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("quillmap.server.work.processes.subprocess.Popen", full)
    bots = BotPlayers(WorkerPool(1))
    _, moment = first_moment("full", Setup(seed="full"))
    assert awaited(bots.choose(moment, [(SEAT, "random")], "here")) == [(SEAT, smallest_answer(moment.state, SEAT))]
    bots.close()


def test_a_client_can_not_take_the_keys_of_bots(patient: Running) -> None:
    """Whatever ids a person gives to their moves, the bot that stands in for them later plays on."""
    host, guest = table_of(patient.url, 2)
    host.start()
    guest.connect()
    assert guest.board is not None
    question, version = guest.board["question"], guest.board["version"]
    message = first_move(guest, "")
    for name in (
        f"bot-{question}-{version + 2}",
        f"server:2-{question}-{version + 2}",
        f"absent:2-{question}-{version + 2}",
    ):
        guest.send({**message, "id": name})
        receive_until(guest, "ack")
        guest.move({"move": "take-back"})
    guest.close()
    wait_until(lambda: not patient.registry.live[host.table].presence.is_here(2))
    host.ask("PUT", "/seats/2/stand-in", {"until": "return"})
    play_out([host])


def test_answers_without_effect_are_not_given_in_a_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If a bot's answers are lost, whatever the reason, it waits longer each time, and the log says so once."""
    asked = []

    async def lose(table: LiveTable, moment: Moment, _chosen: object) -> None:
        asked.append((table.document.id, moment.version))

    monkeypatch.setattr("quillmap.server.bots.players.play_all", lose)
    monkeypatch.setattr("quillmap.server.bots.players.SHORTEST_PAUSE", 0.05)
    host = Seat.create(server.url, "Ada")
    host.add_bots("random")
    host.start()
    wait_until(lambda: sum(table == host.table for table, _ in asked) >= 3)
    # Bots at tables of other tests may still be playing on this server.
    said = [vars(record).get("table") for record in caplog.records if "had no effect" in record.getMessage()]
    assert said.count(id_for_log(host.table)) == 1
    monkeypatch.undo()
    play_out([host])


def test_bots_go_on_at_a_table_that_was_loaded_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the table that was given up may still wait before they try again: nobody waits for them."""
    tried = []

    async def lose(table: LiveTable, _moment: Moment, _chosen: object) -> None:
        tried.append(table.document.id)

    host = Seat.create(server.url, "Ada")
    host.add_bots("random")
    with monkeypatch.context() as patched:
        patched.setattr("quillmap.server.bots.players.play_all", lose)
        patched.setattr("quillmap.server.bots.players.SHORTEST_PAUSE", 1e6)
        patched.setattr("quillmap.server.bots.players.LONGEST_PAUSE", 1e6)
        host.start()
        wait_until(lambda: host.table in tried)
    server.registry.loop.call_soon_threadsafe(server.registry.live[host.table].give_up)
    wait_until(lambda: host.table not in server.registry.live)
    assert len(play_out([host])[0]["totals"]) == 2


def test_what_bots_draw_can_not_be_foretold() -> None:
    """Their chance comes from the seed, which is told at the end: the same game gives the same answers, no other."""
    (_, first), (_, second) = (first_moment("game", Setup(seed=seed)) for seed in ("one", "another"))
    assert chance_of(first) == chance_of(first_moment("elsewhere", Setup(seed="one"))[1]) != chance_of(second)
    assert "one" not in chance_of(first)


def test_a_seat_has_one_hint_at_a_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again before the answer is refused; a hint is gone with the socket that asked for it."""

    async def think_for_ever(*_question: object) -> None:
        await asyncio.Event().wait()

    seat = table_of(server.url, 1)[0]
    seat.start()
    seat.connect()
    with monkeypatch.context() as patched:
        patched.setattr(server.registry.bots, "hint", think_for_ever)
        for number in range(2):
            seat.send({"type": "hint", "id": str(number), "level": "surveyor"})
        refused = receive_until(seat, "refused")
        assert (refused["id"], refused["error"]["code"]) == ("1", "too-many")
        seat.close()
        wait_until(lambda: not server.registry.live[seat.table].hints.thinking)
    seat.connect()
    seat.send({"type": "hint", "id": "again"})
    assert receive_until(seat, "hint")["id"] == "again"
    seat.close()


def test_the_last_move_is_known_again_after_a_rematch_and_a_restart(data: Path) -> None:
    """A client that lost the acknowledgement of a game's last move and comes back in the next game still gets it."""
    with running(data) as server:
        (seat,) = table_of(server.url, 1)
        seat.start()
        seat.connect()
        last: Json = {}
        while seat.board is None or seat.board["result"] is None:
            last = first_move(seat, f"m{seat.board['version'] if seat.board else 0}")
            seat.send(last)
            receive_until(seat, "update")
        seat.close()
        seat.ask("POST", "/rematch")
        seat.start()
        seat.connect()
        seat.send(last)
        assert receive_until(seat, "ack", "refused")["type"] == "ack"
        seat.close()
    with running(data) as server:
        again = Seat(server.url, seat.table, seat.token)
        again.connect()
        again.send(last)
        assert receive_until(again, "ack", "refused")["type"] == "ack"
        again.close()


def test_a_turn_of_bots_ends_before_all_have_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of a hundred slow bots thinks in many short turns, and every seat gets its answer."""
    monkeypatch.setattr("quillmap.server.bots.turns.TURN_SECONDS", 0.0)
    _, moment = first_moment("turns", Setup(seed="turns", seats=3))
    seats = [(Place(number), "random") for number in range(3)]
    job = BotJob(view(moment.state, None), tuple(seats), chance_of(moment))
    assert len(think(job).answers) == 1
    turns = []

    def call_now(function: Any, job: BotJob) -> Any:
        turns.append(len(job.seats))
        return function(job)

    pool = WorkerPool(1)
    monkeypatch.setattr(pool, "call_now", call_now)
    bots = BotPlayers(pool)
    chosen = awaited(bots.choose(moment, seats, "here"))
    bots.close()
    assert [seat for seat, _ in chosen] == [0, 1, 2]
    assert turns == [3, 2, 1]
