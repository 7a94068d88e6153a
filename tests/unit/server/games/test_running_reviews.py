"""Reviews that go on at the same time."""

import asyncio
import gzip
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any, cast

import msgspec
import pytest

from golden.make_games import KINDS, play
from quillmap.analysis.engine import YEARS_OF_STEP, Outset
from quillmap.review.expectation import SHARE
from quillmap.review.reviewing import Reviewed, review_seat
from quillmap.rules.events import Event
from quillmap.rules.ids import Seat
from quillmap.server.games import review_work
from quillmap.server.games import reviews as reviews_module
from quillmap.server.games.live_game import stored
from quillmap.server.games.reading import StoredGame
from quillmap.server.games.review_runs import ReviewRun
from quillmap.server.games.review_work import ReviewJob, ReviewPart, review_part
from quillmap.server.games.reviews import Reviews
from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.protocol.moves import TakeBackMove
from quillmap.server.protocol.review_bodies import ReviewAccount, ReviewProgress
from quillmap.server.storage.interface import Storage
from quillmap.server.work.fair_queue import Turn
from quillmap.server.work.processes import WorkerPool

PLAYOUTS = 2
ACCOUNT = ReviewAccount(0, 30, 30.0, 0.0, 0.0, 0.0, 1.0, "surveyor", 1.0, "value", ())
SUMMARY = GameSummary("", 0, 0, ("Ada",), (0,), (1,), 0, None, "", "")


class Shelf:
    """Has the same game under every name, and takes reviews."""

    def __init__(self, events: tuple[bytes, ...]) -> None:
        self.events = events
        self.kept: dict[str, bytes] = {}

    async def game_events(self, _game: str, _network: str = "") -> tuple[bytes, ...]:
        """Return the game."""
        return self.events

    async def review(self, game: str, _seat: int, _edition: str) -> bytes | None:
        """Return a review that was kept."""
        return self.kept.get(game)

    async def keep_review(self, game: str, _seat: Seat, _edition: str, content: bytes) -> None:
        """Keep a review."""
        self.kept[game] = content


class Here(WorkerPool):
    """Works in this process, one part after the other."""

    def call_now(self, function: Callable[[Any], Any], job: object) -> Any:
        """Call a function."""
        return function(job)


def test_no_review_is_begun_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many go on: those that take turns are remembered, the others wait until one is done."""
    begun: list[Seat] = []

    def counted(events: Sequence[Event], seat: Seat, *, playouts: int, outset: Outset) -> Iterator[Reviewed]:
        begun.append(seat)
        return review_seat(events, seat, playouts=playouts, outset=outset)

    monkeypatch.setattr(review_work, "review_seat", counted)
    monkeypatch.setattr(reviews_module, "FORGOTTEN_SECONDS", inf)  # a busy machine takes its time
    monkeypatch.setattr(review_work, "PART_SECONDS", -1.0)
    for module in (review_work, reviews_module):
        monkeypatch.setattr(module, "MOST_REMEMBERED", 2)
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    shelf = Shelf(tuple(stored(event) for event in play(KINDS["solo-base"]).log))
    count = 3

    async def scenario() -> None:
        reviews = Reviews(cast("Storage", shelf), (1e9, 1e9), PLAYOUTS, Here(1))
        reviews.pool.close()
        reviews.pool = Here(1)
        games = [msgspec.structs.replace(SUMMARY, game=f"game-{n}") for n in range(count)]
        asking = [asyncio.create_task(reviews.progress(game, Seat(0), f"10.0.0.{n}")) for n, game in enumerate(games)]
        while len(shelf.kept) < count and len(begun) <= count:
            await asyncio.sleep(0.01)
        reviews.close()
        await asyncio.gather(*asking)

    asyncio.run(scenario())
    assert len(begun) == count
    assert len(set(shelf.kept.values())) == 1, "the same game, the same review"


class Told(Here):
    """Tells what it was asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.parts: list[tuple[str, ReviewPart]] = []

    def call_now(self, function: Callable[[Any], Any], job: object) -> Any:
        """Call a function, and write down what came out."""
        found = function(job)
        if isinstance(job, ReviewJob):
            self.parts.append((job.game.name, found))
        return found


def test_everybody_has_a_first_result_before_anybody_has_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """So four reviews at once show something as soon as four first results take; the next part prepares the rest."""
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    shelf = Shelf(tuple(stored(event) for event in play(KINDS["solo-base"]).log))
    games = [msgspec.structs.replace(SUMMARY, game=f"at-once-{n}") for n in range(4)]
    pool = Told()

    def parts_of(game: GameSummary) -> list[ReviewPart]:
        return [part for name, part in pool.parts if name == game.game]

    async def scenario() -> None:
        reviews = Reviews(cast("Storage", shelf), (1e9, 1e9), PLAYOUTS, pool)
        shown = await asyncio.gather(*(reviews.progress(game, Seat(0), "10.0.0.1") for game in games))
        assert all(msgspec.json.decode(gzip.decompress(each))["done"] for each in shown)
        while len(parts_of(games[-1])) < 2 or len(parts_of(games[0])) < 2:
            await asyncio.sleep(0.01)
        reviews.close()

    asyncio.run(scenario())
    assert sorted(name for name, _ in pool.parts[:4]) == [each.game for each in games]
    for game in (games[0], games[-1]):
        first, second, *_ = parts_of(game)
        assert (len(first.results), len(second.results)) == (1, 0)
        assert first.length == second.length > 0


class Endless(Here):
    """Never comes to an end."""

    async def call_when_due(self, *_: object) -> Any:
        """Wait for ever."""
        await asyncio.Event().wait()


async def turns() -> None:
    """Let everybody have a few turns of the loop."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_site_does_not_take_all_places() -> None:
    """Anybody can have a /48, which are 65 536 networks; others find a place beside it."""
    move = TakeBackMove()
    addresses = [f"2001:db8:1:{number}::1" for number in range(40)]

    async def scenario() -> None:
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, Endless(1))
        asking = [asyncio.create_task(reviews.try_puzzle(1, move, address)) for address in addresses for _ in range(10)]
        await turns()
        refused = [each.exception() for each in asking if each.done()]
        assert [isinstance(each, Problem) and each.code for each in refused] == ["too-many"] * 100
        other = asyncio.create_task(reviews.try_puzzle(1, move, "2001:db8:2::1"))
        await turns()
        assert not other.done()
        for each in (*asking, other):
            each.cancel()
        await asyncio.gather(*asking, other, return_exceptions=True)
        reviews.close()

    asyncio.run(scenario())


class Paced(Here):
    """Gives a review in a part, all that wait at once when it is let go; *seconds* is what one costs."""

    def __init__(self, seconds: float) -> None:
        super().__init__(review_work.MOST_REMEMBERED)
        self.seconds = seconds
        self.go = asyncio.Event()
        self.done: list[str] = []

    async def call_when_due(self, _function: object, _prepare: object, _owner: str, group: str) -> Any:
        """Wait, and return that all is done."""
        await self.go.wait()
        self.done.append(group)
        return ReviewPart((ACCOUNT,), 1, 0.0, self.seconds)


def games(count: int) -> list[GameSummary]:
    """Return summaries of this many games."""
    return [msgspec.structs.replace(SUMMARY, game=f"game-{n}") for n in range(count)]


def read(content: bytes) -> ReviewProgress:
    """Return what the page is told."""
    return msgspec.json.decode(gzip.decompress(content), type=ReviewProgress)


def test_a_class_has_all_its_games_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty behind one address: whoever has no place yet is told so, and nobody has to ask for a second time."""
    monkeypatch.setattr(reviews_module, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(reviews_module, "FORGOTTEN_SECONDS", inf)

    async def scenario() -> None:
        pool = Paced(10.0)
        shelf = Shelf(())
        reviews = Reviews(cast("Storage", shelf), Limits().review_rate, PLAYOUTS, pool)

        async def ask() -> list[ReviewProgress]:
            asked = (reviews.progress(game, Seat(0), "192.0.2.1") for game in games(30))
            return [read(content) for content in await asyncio.gather(*asked)]

        async def count_waiting() -> int:
            return sum(each.is_waiting for each in await ask())

        waiting = [await count_waiting()]
        while waiting[-1] > 30 - review_work.MOST_REMEMBERED and len(waiting) < 100:  # places are still given away
            waiting.append(await count_waiting())
        assert waiting[-1] == 30 - review_work.MOST_REMEMBERED
        pool.go.set()
        while len(shelf.kept) < 30:
            await asyncio.sleep(0)
        assert all(each.account and not each.is_waiting for each in await ask())
        reviews.close()

    asyncio.run(scenario())


def test_what_waits_is_paid_for_when_its_place_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network whose time is used up has to ask again; so has who was away when the place came."""
    monkeypatch.setattr(reviews_module, "FIRST_SECONDS", 0.01)

    async def scenario(rate: tuple[float, float], forgotten: float) -> int:
        monkeypatch.setattr(reviews_module, "FORGOTTEN_SECONDS", forgotten)
        pool = Paced(10.0)
        reviews = Reviews(cast("Storage", Shelf(())), rate, PLAYOUTS, pool)
        asking = [asyncio.create_task(reviews.progress(game, Seat(0), "192.0.2.1")) for game in games(30)]
        await asyncio.gather(*asking, return_exceptions=True)
        pool.go.set()
        while reviews.is_busy:
            await asyncio.sleep(0)
        reviews.close()
        return len(pool.done)

    most = review_work.MOST_REMEMBERED
    assert asyncio.run(scenario((1e9, 1e9), 1e9)) == 30
    assert asyncio.run(scenario((10 * most - 1, 1e-9), 1e9)) == most
    assert asyncio.run(scenario((1e9, 1e9), -1.0)) == 0


class Endlessly(Here):
    """Gives parts of reviews without end, and a whole one of the game that is called short."""

    def __init__(self) -> None:
        super().__init__(1)
        self.given: Counter[str] = Counter()

    async def call_when_due(self, _function: object, _prepare: object, _owner: str, group: str) -> Any:
        """Return a part, in a moment."""
        await asyncio.sleep(0)
        self.given[group] += 1
        return ReviewPart((ACCOUNT,) if group.startswith("short") else (), 1, 0.0, 0.1)


@pytest.mark.parametrize("form", ["192.0.2.1", "2001:db8:1:{}::1"])
def test_who_has_all_places_gives_some_back(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address, or one /48, has them as long as nobody else asks; what it gave back goes on later."""
    monkeypatch.setattr(reviews_module, "FORGOTTEN_SECONDS", inf)
    most = review_work.MOST_REMEMBERED

    async def scenario() -> None:
        pool = Endlessly()
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, pool)
        asked = [reviews.progress(game, Seat(0), form.format(n)) for n, game in enumerate(games(most + 4))]
        asking = [asyncio.create_task(each) for each in asked]
        while len(pool.given) < most:
            await asyncio.sleep(0)
        short = msgspec.structs.replace(SUMMARY, game="short")
        assert read(await reviews.progress(short, Seat(0), "198.51.100.1")).account
        before = pool.given.copy()
        while sum(pool.given[group] > before[group] for group in pool.given) < most:
            await asyncio.sleep(0)
        reviews.close()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(scenario())


def test_what_nobody_looks_at_makes_room() -> None:
    """As much as is needed, and only while somebody waits: else it goes on, and is kept."""
    most = review_work.MOST_REMEMBERED

    async def scenario() -> None:
        pool = Endlessly()
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, pool)
        for n, game in enumerate(games(most)):
            await reviews.progress(game, Seat(0), f"192.0.2.{n}")
        for run in reviews._runs.values():
            for asker in run.askers.values():
                asker.asked_at = -inf
        before = pool.given.copy()
        while any(pool.given[group] < before[group] + 2 for group in before):
            await asyncio.sleep(0)
        short = msgspec.structs.replace(SUMMARY, game="short")
        assert read(await reviews.progress(short, Seat(0), "198.51.100.1")).account
        assert len(reviews._runs.keys() - {("short", 0)}) == most - 1
        reviews.close()

    asyncio.run(scenario())


def test_a_review_that_was_forgotten_catches_up_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gave its place back, and others came: nobody waits for all of it, and its numbers are the same."""
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    monkeypatch.setattr(review_work, "PART_SECONDS", -1.0)
    game = StoredGame(SUMMARY, tuple(stored(event) for event in play(KINDS["solo-base"]).log))

    def first_results(forgotten_at: int) -> tuple[list[object], int]:
        found: list[object] = []
        parts = 0
        while len(found) < 6:
            if len(found) == forgotten_at:
                review_work._running.clear()
                forgotten_at = 0
            found += review_part(ReviewJob(game, Seat(0), len(found), PLAYOUTS)).results
            parts += 1
        review_work._running.clear()
        return found, parts

    first_results(-1)  # from now on it is known what can be expected at this table
    straight, parts = first_results(-1)
    again, more = first_results(4)
    assert again == straight
    assert more == parts + 5, "what was found already is worked out again one by one"


def test_what_can_be_expected_is_found_out_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole years are played for it, of which a few in one part: others have their turns in between."""
    monkeypatch.setattr(review_work, "be_nice", lambda: None)
    monkeypatch.setattr(review_work, "PART_SECONDS", -1.0)
    summary = msgspec.structs.replace(SUMMARY, game="expected")
    game = StoredGame(summary, tuple(stored(event) for event in play(KINDS["solo-base"]).log))
    years = 3 * YEARS_OF_STEP
    sizes = [len(review_part(ReviewJob(game, Seat(0), done, SHARE * years)).results) for done in (0, 1, 1, 1, 1, 1, 1)]
    review_work._running.clear()
    assert sizes == [1, 0, 0, 0, 0, 0, 1], "what is known, three times some years, what they teach"


def test_how_far_a_review_is_is_written_out_once() -> None:
    """For all who ask before it has got further: they ask every two seconds, and compressing takes a while."""
    run = ReviewRun()
    first = run.content()
    assert run.content() is first
    run.place = Turn(())
    assert run.content() is not first
    assert not msgspec.json.decode(gzip.decompress(run.content()), type=ReviewProgress).is_waiting


class Parts(Here):
    """Gives parts of reviews without end, and the last one of games that are called short after ten of them."""

    def __init__(self) -> None:
        super().__init__(1)
        self.given: list[tuple[str, Seat]] = []

    def call_now(self, _function: object, job: Any) -> ReviewPart:
        """Return a part, in a moment."""
        time.sleep(0.001)
        self.given.append((job.game.name, job.seat))
        is_last = job.game.name.startswith("short") and self.given.count((job.game.name, job.seat)) == 10
        return ReviewPart((ACCOUNT,) if is_last else (), 1, 0.0, 0.1)


SHORT = msgspec.structs.replace(SUMMARY, game="short")


@pytest.mark.parametrize("place", [0, 39], ids=["goes on", "waits"])
@pytest.mark.parametrize("form", ["192.0.2.1", "2001:db8:1:{}::1"])
def test_nobody_waits_in_the_queue_of_another(place: int, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else, or a /48, wants the same review, and forty others: who wants this one has it as if alone."""
    monkeypatch.setattr(reviews_module, "FIRST_SECONDS", 0.001)
    monkeypatch.setattr(reviews_module, "FORGOTTEN_SECONDS", inf)

    async def scenario() -> None:
        pool = Parts()
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, pool)
        wanted = [*games(39)[:place], SHORT, *games(39)[place:]]
        for number, game in enumerate(wanted):
            await reviews.progress(game, Seat(0), form.format(number))
        before = len(pool.given)
        while read(await reviews.progress(SHORT, Seat(0), "198.51.100.1")).account is None:
            assert len(pool.given) < before + 60, "every other part is one of theirs"
            await asyncio.sleep(0.001)
        reviews.close()

    asyncio.run(scenario())


def test_a_review_has_one_place_whoever_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many networks ask; each of them counts for itself, and who has no room left sees what others have."""
    monkeypatch.setattr(reviews_module, "FIRST_SECONDS", 0.001)
    monkeypatch.setattr(reviews_module, "MOST_WAITING", (1, 1200))

    async def scenario() -> None:
        pool = Parts()
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, pool)
        first, second = games(2)
        for number in range(20):
            await reviews.progress(first, Seat(0), f"192.0.2.{number}")
        assert reviews._places._all.running == 1
        with pytest.raises(Problem, match="too many"):
            await reviews.progress(second, Seat(0), "192.0.2.7")
        await reviews.progress(second, Seat(0), "192.0.2.99")
        await reviews.progress(second, Seat(0), "192.0.2.7")
        assert set(reviews._runs[second.game, 0].askers) == {"192.0.2.99"}
        assert reviews._places._all.running == 2
        reviews.close()

    asyncio.run(scenario())


def test_who_goes_takes_nothing_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked first and looks away while others wait leaves the review to those who still want it."""
    monkeypatch.setattr(reviews_module, "FIRST_SECONDS", 0.001)
    monkeypatch.setattr(reviews_module, "MOST_REMEMBERED", 1)

    async def scenario() -> None:
        pool = Parts()
        reviews = Reviews(cast("Storage", Shelf(())), (1e9, 1e9), PLAYOUTS, pool)
        for address in ("192.0.2.1", "192.0.2.2"):
            await reviews.progress(SHORT, Seat(0), address)
        run = reviews._runs[SHORT.game, 0]
        run.askers["192.0.2.1"].asked_at = -inf
        other = msgspec.structs.replace(SUMMARY, game="short, too")
        await reviews.progress(other, Seat(0), "198.51.100.1")
        while run.account is None and run.problem is None:
            await asyncio.sleep(0.001)
        assert run.account is not None
        reviews.close()

    asyncio.run(scenario())
