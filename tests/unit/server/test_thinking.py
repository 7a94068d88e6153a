"""How bots share their time: the more networks wait, the shorter is every turn."""

import asyncio
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from quillmap.analysis.hint_reasons import Reason
from quillmap.bots.master import PLAYOUTS, MasterBot
from quillmap.bots.steps import Done, Steps
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.play.view import View
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare
from quillmap.rules.options import Options
from quillmap.server.bots import thinking, turns
from quillmap.server.bots.players import BotPlayers, smallest_answer
from quillmap.server.bots.thinking import BotJob, BotTurn, think
from quillmap.server.bots.turns import LEAST_SHARE, share_of_turn
from quillmap.server.games.live_game import Moment
from quillmap.server.work.processes import WorkerPool


def test_turns_get_shorter_when_many_wait() -> None:
    """Nobody else changes nothing; each other one takes as much; what a bot needs remains in any case."""
    assert [share_of_turn(others) for others in (0, 1, 3)] == [1, 1 / 2, 1 / 4]
    assert share_of_turn(100) == share_of_turn(1000) == LEAST_SHARE


@pytest.mark.parametrize(("waiting", "share"), [(0, 1.0), (1, 1 / 2), (4, 1 / 5), (50, LEAST_SHARE)])
def test_those_who_wait_are_counted_when_the_turn_comes(
    waiting: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's own other tables do not count."""
    game = Game(seats=1, seed="turns")
    moment = Moment("game", game.state, len(game.log), 0)
    jobs: list[BotJob] = []

    def noted(_think: Callable[[Any], Any], job: BotJob) -> BotTurn:
        jobs.append(job)
        return BotTurn((None,))

    async def play() -> None:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)
        monkeypatch.setattr(pool, "call_now", noted)
        queue = pool.queue
        first = await queue.acquire("first", "first")
        chosen = asyncio.create_task(bots.choose(moment, [(Seat(0), "master")], "me"))
        await asyncio.sleep(0)
        owners = [*(f"other {number}" for number in range(waiting)), "me", "me"]
        others = [asyncio.create_task(queue.acquire(owner, "table")) for owner in owners]
        await asyncio.sleep(0)
        queue.release(first)
        await chosen
        for task in others:
            task.cancel()
        bots.close()

    asyncio.run(play())
    assert [job.share for job in jobs] == [share]


def test_tables_of_nobody_share_time_like_one_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart bots play on at tables to which nobody has come: others don't wait for each of them."""
    monkeypatch.setattr("quillmap.server.work.fair_queue.time", SimpleNamespace(monotonic=lambda: 0.0))  # all are quick
    game = Game(seats=1, seed="nobody")
    had: list[str] = []

    async def play() -> None:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)
        monkeypatch.setattr(pool, "call_now", lambda _think, _job: BotTurn((None,)))

        async def choose(table: str, owner: str) -> None:
            moment = Moment(table, game.state, len(game.log), 0)
            await bots.choose(moment, [(Seat(0), "master")], owner)
            had.append(table)

        first = await pool.queue.acquire("first", "first")
        tasks = [asyncio.create_task(choose(f"of nobody {number}", "")) for number in range(6)]
        tasks += [asyncio.create_task(choose(f"mine {number}", "192.0.2.1")) for number in range(2)]
        await asyncio.sleep(0)
        pool.queue.release(first)
        await asyncio.gather(*tasks)
        bots.close()

    asyncio.run(play())
    assert {"mine 0", "mine 1"} <= set(had[:4])


def test_a_hint_waits_for_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its reasons: who has had a turn is behind all those who had none yet."""
    game = Game(seats=1, seed="hint")
    moment = Moment("game", game.state, len(game.log), 0)
    had: list[str] = []

    async def play() -> None:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)

        def noted(function: Callable[[Any], Any], job: object) -> Any:
            had.append("hint")
            return function(job)

        monkeypatch.setattr(pool, "call_now", noted)
        first = await pool.queue.acquire("first", "first")
        hint = asyncio.create_task(bots.hint(moment, Seat(0), "surveyor", "me"))
        await asyncio.sleep(0)

        async def work(owner: str) -> None:
            turn = await pool.queue.acquire(owner, "table")
            had.append(owner)
            pool.queue.release(turn)

        others = [asyncio.create_task(work(f"other {number}")) for number in range(3)]
        await asyncio.sleep(0)
        pool.queue.release(first)
        answer, why = await hint
        await asyncio.gather(*others)
        bots.close()
        assert answer in Options(game.view(), Seat(0))
        assert why

    asyncio.run(play())
    assert had == ["hint", "other 0", "other 1", "other 2"]


@pytest.mark.parametrize("bot", ["broken", "cheating"])
def test_a_hint_of_a_bot_that_fails_is_the_smallest_answer(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without reasons: bots are plug-ins."""
    game = Game(seats=1, seed="hint")
    moment = Moment("game", game.state, len(game.log), 0)

    class Failing(SurveyorBot):
        def choose(self, _view: View, options: Options) -> Answer:
            if bot == "broken":
                raise RuntimeError
            return Declare(options.seat, use=True)

    async def ask() -> tuple[Answer, tuple[Reason, ...]]:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)
        monkeypatch.setattr(pool, "call_now", lambda function, job: function(job))
        monkeypatch.setattr(thinking, "_made", lambda *_: Failing())
        try:
            return await bots.hint(moment, Seat(0), "surveyor", "me")
        finally:
            bots.close()

    assert asyncio.run(ask()) == (smallest_answer(game.state, Seat(0)), ())


def test_the_master_looks_at_less_in_a_short_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws as it would with that many playouts, so that even then it can be worked out again."""
    monkeypatch.setattr(turns, "TURN_SECONDS", 3600)
    readiness.warm_up()  # until then it draws like the surveyor here, and may do so in one of two calls
    game = Game(seats=1, seed="hurry")
    seen, options = game.view(), Options(game.view(), Seat(0))
    short = think(BotJob(seen, ((Seat(0), "master"),), "chance", LEAST_SHARE))
    assert short.answers == (MasterBot("chance/0", playouts=round(PLAYOUTS * LEAST_SHARE)).choose(seen, options),)


def work_of_all_kinds(turn_seconds: float, monkeypatch: pytest.MonkeyPatch) -> tuple[list[object], list[str]]:
    """Return answers of two masters, a hint and a verdict, and what had a turn; one other waits all the time."""
    readiness.warm_up()
    monkeypatch.setattr(turns, "TURN_SECONDS", turn_seconds)
    game = Game("heroes", seats=2, seed="long", skills="drawn")
    moment = Moment("game", game.state, len(game.log), 0)
    seats = [(Seat(0), "master"), (Seat(1), "master")]
    had: list[str] = []

    async def play() -> list[object]:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)

        def noted(function: Callable[[Any], Any], job: Any) -> Any:
            had.append("mine")
            return function(pickle.loads(pickle.dumps(job)))

        monkeypatch.setattr(pool, "call_now", noted)

        async def wait_for_a_turn() -> None:
            while True:
                turn = await pool.queue.acquire("other", "table")
                had.append("other")
                await asyncio.sleep(0)
                pool.queue.release(turn)

        first = await pool.queue.acquire("first", "first")
        other = asyncio.create_task(wait_for_a_turn())
        work = [
            asyncio.create_task(each)
            for each in (
                bots.choose(moment, seats, "me"),
                bots.hint(moment, Seat(0), "master", "me"),
                bots.judge(moment, smallest_answer(moment.state, Seat(0)), len(game.log), 200, "me"),
            )
        ]
        await asyncio.sleep(0)
        pool.queue.release(first)
        found: list[object] = [*await asyncio.gather(*work)]
        other.cancel()
        bots.close()
        return found

    return asyncio.run(play()), had


def test_long_work_leaves_turns_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, hints and verdicts end their turn after a while, go on in a later one, and come to the same."""
    whole, few = work_of_all_kinds(3600, monkeypatch)
    in_parts, many = work_of_all_kinds(0, monkeypatch)
    assert in_parts == whole
    assert few.count("mine") <= 4
    assert many.count("mine") > 20
    assert many.count("other") > 20


def test_whoever_goes_on_looks_at_as_much_as_in_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if more or fewer wait by then: half of one search and half of another would be none."""
    readiness.warm_up()
    monkeypatch.setattr(turns, "TURN_SECONDS", 0)
    game = Game(seats=1, seed="share")
    moment = Moment("game", game.state, len(game.log), 0)
    jobs: list[BotJob] = []
    waiting = iter((1, 0, 4, 0, 0))

    async def play() -> list[tuple[Seat, Answer]]:
        pool = WorkerPool(1)
        bots = BotPlayers(pool)

        def noted(function: Callable[[Any], Any], job: BotJob) -> Any:
            jobs.append(job)
            return function(job)

        monkeypatch.setattr(pool, "call_now", noted)
        monkeypatch.setattr(pool.queue, "others_than", lambda _owner: next(waiting))
        try:
            return await bots.choose(moment, [(Seat(0), "master")], "me")
        finally:
            bots.close()

    [(_, answer)] = asyncio.run(play())
    assert len(jobs) > 1
    assert {job.share for job in jobs} == {1 / 2}
    bot = MasterBot(f"{jobs[0].seed}/0", playouts=PLAYOUTS // 2)
    assert answer == bot.choose(jobs[0].view, Options(jobs[0].view, Seat(0)))


@pytest.mark.parametrize(("share", "seconds", "begun"), [(1.0, 0.02, 12), (1.0, 0.1, 2), (1.0, 0.3, 1), (0.5, 0.1, 2)])
def test_another_answer_has_to_fit_in(
    share: float, seconds: float, begun: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers take so long each: none is begun that would end after a quarter of a second, or late in a share of it."""
    clock = 0.0
    monkeypatch.setattr(turns, "monotonic", lambda: clock)
    turn, answers = turns.WorkTurn(share), 0
    while turn.has_room() or not answers:
        answers += 1
        clock += seconds
    assert answers == begun


@pytest.mark.parametrize("is_in_browser", [False, True])
def test_in_a_browser_nothing_is_put_aside(is_in_browser: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else waits there, and to begin again takes longer."""
    monkeypatch.setattr(turns, "TURN_SECONDS", 0)
    monkeypatch.setattr(readiness, "browser_kernels", lambda: object() if is_in_browser else None)

    def steps() -> Steps[int]:
        first: int = yield lambda: 1
        second: int = yield lambda: 2
        return first + second

    found = turns.WorkTurn(1.0).go_on(steps(), None)
    assert found == (Done(3) if is_in_browser else turns.Interrupted(1.0, pickle.dumps((1,))))
