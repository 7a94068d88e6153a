"""Other answers that somebody tries in finished games: who waits, what is read for them, and who pays."""

import asyncio
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import inf
from typing import Any

import msgspec
import pytest

from golden.make_games import KINDS, play
from quillmap.analysis.answers import DEALS_OF_STEP
from quillmap.analysis.compiled_foresight import CompiledForesight
from quillmap.analysis.engine import YEARS_OF_STEP
from quillmap.play.codec import write_move
from quillmap.play.record import public_events, write_record
from quillmap.play.view import View
from quillmap.review.expectation import SHARE
from quillmap.review.tasks import Decision, tasks_of
from quillmap.rules.ids import Seat
from quillmap.server.bots import turns
from quillmap.server.games import review_work
from quillmap.server.games.puzzles import PuzzleJob, TriedPuzzle
from quillmap.server.games.records import events_in, sent_record
from quillmap.server.games.review_work import ReviewJob, Tried, TryJob, try_move
from quillmap.server.games.reviews import Reviews
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.moves import AnyMove, TakeBackMove
from quillmap.server.protocol.puzzle_bodies import PuzzleVerdict
from quillmap.server.protocol.review_bodies import TriedDecision
from quillmap.server.work.processes import WorkerPool

SUMMARY = GameSummary("game", 0, 0, ("Ada",), (0,), (1,), 0, None, "", "")
ONE, OTHER = "192.0.2.1", "192.0.2.2"
PLAYOUTS = 2 * SHARE * YEARS_OF_STEP
VERDICT = PuzzleVerdict(right=True, loss=0.0, lead=1.0, reasons=(), best=(), wrong=())


class Shelf:
    """Tells for whom logs were read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    async def game_events(self, _game: str, network: str = "") -> tuple[bytes, ...]:
        """Return a log."""
        self.read.append(network)
        return ()

    async def review(self, _game: str, _seat: int, _edition: str) -> bytes | None:
        """Return no review."""
        return None

    async def keep_review(self, _game: str, _seat: int, _edition: str, _content: bytes) -> None:
        """Keep nothing."""


class Slow(WorkerPool):
    """Takes its time for one job after the other."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may_go_on = False

    def call_now(self, _function: Callable[[Any], Any], _job: object) -> Any:
        """Return that nothing was found, when it is let go."""
        while not self.may_go_on:
            time.sleep(0.001)
        return Tried(None, 50.0, Problem("not-found"))


def trying(reviews: Reviews, address: str) -> asyncio.Task[Any]:
    """Begin to try something."""
    return asyncio.create_task(reviews.try_move(SUMMARY, Seat(0), 5, TakeBackMove(), address))


async def begun(shelf: Shelf, count: int) -> None:
    """Wait until so many logs were read, and a little longer."""
    while len(shelf.read) < count:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.02)


def test_a_log_is_read_when_the_turn_has_come() -> None:
    """A crowd that waits holds no logs, and whoever is refused never has one read."""

    async def scenario() -> None:
        shelf, pool = Shelf(), Slow()
        reviews = Reviews(shelf, (10.0, 0.001), 2, pool)
        crowd = [trying(reviews, ONE) for _ in range(200)]
        await begun(shelf, 1)
        assert shelf.read == [ONE]
        refused = [each for each in crowd if each.done()]
        assert len(refused) == 80, "120 of a network may wait"
        pool.may_go_on = True
        with pytest.raises(Problem) as tried:
            await trying(reviews, OTHER)
        assert tried.value.code == "not-found"
        await asyncio.gather(*crowd, return_exceptions=True)
        assert shelf.read == [ONE, OTHER], "the first has used up the time of all others of its network"
        reviews.close()

    asyncio.run(scenario())


def test_who_goes_leaves_the_queue_and_pays_for_what_has_begun() -> None:
    """Nothing is gained by hanging up, and nobody waits behind those who have gone."""

    async def scenario() -> None:
        shelf, pool = Shelf(), Slow()
        reviews = Reviews(shelf, (10.0, 0.001), 2, pool)
        crowd = [trying(reviews, ONE) for _ in range(50)]
        await begun(shelf, 1)
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert len(pool.queue) == 0
        pool.may_go_on = True
        with pytest.raises(Problem):
            await trying(reviews, OTHER)
        assert shelf.read == [ONE, OTHER]
        with pytest.raises(Problem) as refused:
            await trying(reviews, ONE)
        assert refused.value.code == "too-many"
        reviews.close()

    asyncio.run(scenario())


@pytest.fixture
def short_turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make turns so short that there is one step in each, and remember nothing of other tests."""
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    monkeypatch.setattr(turns, "TURN_SECONDS", -1.0)
    review_work._outsets.clear()
    yield
    review_work._outsets.clear()


@cache
def large_record() -> str:
    """Return the record of a game of a hundred."""
    return write_record(play(KINDS["hundred-base"]).log)


def question_in(text: str) -> tuple[int, AnyMove]:
    """Return something that the first seat decided, and how."""
    tasks = tasks_of(public_events(events_in(sent_record(text))), Seat(0))
    decision = next(task for task in tasks if isinstance(task, Decision))
    sent = {key: value for key, value in write_move(decision.played).items() if key != "seat"}
    return decision.event, msgspec.convert(sent, AnyMove)


def job_of(text: str) -> TryJob:
    """Return the job of somebody who tries in a record what was played."""
    record = sent_record(text)
    return TryJob(record.name, record, Seat(0), *question_in(text), PLAYOUTS)


def parts_of(job: TryJob) -> list[Tried]:
    """Do a job, each part in a process that remembers nothing and is handed nothing but what it needs."""
    parts = [try_move(job)]
    while (before := parts[-1].interrupted) is not None:
        review_work._outsets.clear()
        parts.append(try_move(pickle.loads(pickle.dumps(job._replace(game=None, before=before)))))
    return parts


@pytest.mark.usefixtures("short_turns")
def test_a_try_in_a_large_record_is_done_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """None plays many years, nor many deals, and none reads the record again; what comes out is the same."""
    played: list[tuple[int, int]] = []
    read: list[int] = []
    years, look, events_of = CompiledForesight.years, CompiledForesight.look, review_work._events_of
    part = 0

    def counted_years(self: CompiledForesight, position: View, deals: Sequence[int]) -> Any:
        played.append((part, SHARE * len(deals)))
        return years(self, position, deals)

    def counted_look(self: CompiledForesight, position: View, deals: Sequence[int]) -> Any:
        played.append((part, len(deals)))
        return look(self, position, deals)

    def counted_reading(game: Any) -> Any:
        read.append(part)
        return events_of(game)

    def counted_turn(share: float) -> turns.WorkTurn:
        nonlocal part
        part += 1
        return turns.WorkTurn(share)

    monkeypatch.setattr(CompiledForesight, "years", counted_years)
    monkeypatch.setattr(CompiledForesight, "look", counted_look)
    monkeypatch.setattr(review_work, "_events_of", counted_reading)
    monkeypatch.setattr(review_work, "WorkTurn", counted_turn)
    job = job_of(large_record())
    parts = parts_of(job)
    assert part == len(parts) > 10
    assert read == [1]
    assert max(work for _, work in played) <= max(SHARE * YEARS_OF_STEP, DEALS_OF_STEP)
    assert all(one < other for (one, _), (other, _) in pairwise(played)), "each in a part of its own"
    monkeypatch.setattr(turns, "TURN_SECONDS", inf)
    review_work._outsets.clear()
    [whole] = parts_of(job)
    assert isinstance(whole.found, TriedDecision)
    assert parts[-1].found == whole.found


class Told(WorkerPool):
    """Works in this process, and tells what it did; whatever else waits comes in between."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[TryJob | PuzzleJob | ReviewJob] = []

    def call_now(self, function: Callable[[Any], Any], job: Any) -> Any:
        """Do a part of a try; puzzles are there at once."""
        self.jobs.append(job)
        return TriedPuzzle(VERDICT, 0.0) if isinstance(job, PuzzleJob) else function(job)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something."""
    while not is_so():
        await asyncio.sleep(0)


@pytest.mark.usefixtures("short_turns")
def test_others_have_their_turns_between_the_parts_of_a_try() -> None:
    """A network tries one at a time, one part after the other; whoever else comes waits for one of these parts."""
    texts = [large_record(), large_record().replace("\n", " \n", 1)]
    event, move = question_in(texts[0])
    names = [sent_record(text).name for text in texts]

    async def scenario() -> None:
        pool = Told()
        reviews = Reviews(Shelf(), (1e9, 1e9), PLAYOUTS, pool)
        asked = (reviews.try_record_move(text, Seat(0), event, move, ONE) for text in texts)
        trying = [asyncio.create_task(each) for each in asked]
        await until(lambda: len(pool.jobs) > 1)
        asked_at = len(pool.jobs)
        await reviews.try_puzzle(1, TakeBackMove(), OTHER)
        place = next(place for place, job in enumerate(pool.jobs) if isinstance(job, PuzzleJob))
        assert place <= asked_at + 1
        one, other = await asyncio.gather(*trying)
        assert one == other
        tries = [job for job in pool.jobs if isinstance(job, TryJob)]
        assert [job.name for job in tries] == sorted((job.name for job in tries), key=names.index)
        assert [job.game is not None for job in tries if job.name == names[1]].count(True) == 1
        reviews.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("short_turns")
def test_reviews_of_a_network_wait_for_its_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a review worked out, and tries something meanwhile, waits no longer than without it."""
    monkeypatch.setattr(review_work, "PART_SECONDS", -1.0)
    text = large_record()
    event, move = question_in(text)

    async def scenario() -> None:
        pool = Told()
        reviews = Reviews(Shelf(), (1e9, 1e9), PLAYOUTS, pool)
        for seat in range(2):
            await reviews.record_progress(text, Seat(seat), ONE)
        await reviews.try_record_move(text, Seat(0), event, move, ONE)
        tries = [place for place, job in enumerate(pool.jobs) if isinstance(job, TryJob)]
        assert len(tries) > 10
        assert tries == list(range(tries[0], tries[-1] + 1))
        done = len(pool.jobs)
        await until(lambda: len(pool.jobs) > done + 3)
        reviews.close()
        await until(lambda: not reviews.is_busy)

    asyncio.run(scenario())


@pytest.mark.usefixtures("short_turns")
def test_nothing_is_left_of_a_try_that_nobody_wants() -> None:
    """The part that goes on is the last, and others of the network have their turn."""
    text = large_record()
    event, move = question_in(text)

    async def scenario() -> None:
        pool = Told()
        reviews = Reviews(Shelf(), (1e9, 1e9), PLAYOUTS, pool)
        trying = asyncio.create_task(reviews.try_record_move(text, Seat(0), event, move, ONE))
        await until(lambda: len(pool.jobs) > 1)
        trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)
        begun = len(pool.jobs)
        await reviews.try_puzzle(1, TakeBackMove(), ONE)
        assert isinstance(await reviews.try_record_move(text, Seat(0), event, move, ONE), TriedDecision)
        assert isinstance(pool.jobs[begun], PuzzleJob)
        reviews.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("short_turns")
def test_a_try_that_has_begun_is_finished() -> None:
    """Also if it uses up the time of its network, which pays for every part."""
    text = large_record()
    event, move = question_in(text)

    async def scenario() -> None:
        reviews = Reviews(Shelf(), (1e-6, 1e-9), PLAYOUTS, Told())
        assert isinstance(await reviews.try_record_move(text, Seat(0), event, move, ONE), TriedDecision)
        with pytest.raises(Problem) as refused:
            await reviews.try_record_move(text, Seat(0), event, move, ONE)
        assert refused.value.code == "too-many"
        reviews.close()

    asyncio.run(scenario())
