"""Expeditions, secrets and retention in every storage."""

import asyncio
import time
from datetime import UTC, datetime

from quillmap.server.problems import Problem
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.rows import Attempt, AttemptResult, DayCounts, LogPart, TableWrite
from quillmap.server.tables.document import FINISHED, PLAYING
from server.storage.places import a_log, a_summary, a_table, contract, logged

DAY = "2026-05-31"


async def try_day(storage: Storage, player: str, rating: int | None = None, day: str = DAY, total: int = 0) -> Attempt:
    """Set out on a day, finish if there is a rating, and return the attempt as it has to be kept."""
    table = a_table(day=day, counted=True)
    attempt = Attempt(day, player, table.id, f"Name of {player}")
    claim = await storage.add_table(table, attempt)
    if rating is None:
        return attempt
    result = AttemptResult(f"game of {player} on {day}", total, rating, [1, -2, 3, 4], f"New name of {player}")
    await storage.append(claim, TableWrite(summary=a_summary(result.game, ended=1.0), result=result))
    return attempt._replace(name=result.name, game=result.game, total=total, rating=rating, seasons=(1, -2, 3, 4))


@contract
async def test_an_attempt_is_kept_with_its_result(storage: Storage) -> None:
    """It is known from the start; the result comes when it ends."""
    going = await try_day(storage, "a")
    done = await try_day(storage, "b", -3, total=17)
    assert await storage.attempt(DAY, "a") == going
    assert await storage.attempt(DAY, "b") == done
    assert await storage.attempt(DAY, "c") is None
    assert await storage.attempt("2026-05-30", "a") is None
    assert await storage.day_counts(DAY) == DayCounts(2, 1)
    assert await storage.day_counts("2026-05-30") == DayCounts(0, 0)


@contract
async def test_nobody_sets_out_twice_on_a_day(storage: Storage) -> None:
    """The second attempt is refused together with its table, also when both come at once; nothing has failed then."""
    tables = [a_table(id="one"), a_table(id="two")]
    with logged() as lines:
        told = await asyncio.gather(
            *(storage.add_table(table, Attempt(DAY, "a", table.id, "Ada")) for table in tables), return_exceptions=True
        )
    assert [isinstance(each, Problem) for each in told] == [False, True]
    assert await storage.load_document("one") is not None
    assert await storage.load_document("two") is None
    attempt = await storage.attempt(DAY, "a")
    assert attempt is not None
    assert attempt.table == "one"
    assert lines == []


@contract
async def test_what_could_not_be_stored_is_not_in_the_log(storage: Storage) -> None:
    """A line says that something went wrong and what kind of thing it was, and quotes nothing of the row."""
    claim = await storage.add_table(a_table(id="one"))
    with logged() as lines:
        for _ in range(2):
            write = storage.append(claim, TableWrite(log=LogPart("unspeakable", 0, [b"{}"], "unspeakable")))
            told = await asyncio.gather(write, return_exceptions=True)
    assert isinstance(told[0], Problem)
    [line] = [record for record in lines if record.getMessage() == "could not be stored"]
    assert "UNIQUE" in vars(line)["error"].upper()
    assert not [record for record in lines if "unspeakable" in str(vars(record))]


@contract
async def test_attempts_of_a_network_are_counted_while_the_day_goes_on(storage: Storage) -> None:
    """The first attempt of another day forgets where those of the days before were begun."""
    for day, player, network in (
        (DAY, "a", "here"),
        (DAY, "b", "here"),
        (DAY, "c", "there"),
        ("2026-06-01", "a", "here"),
    ):
        table = a_table(day=day, counted=True)
        assert await storage.attempts_from(DAY, "here") == {"a": 0, "b": 1, "c": 2}[player] + 2 * (day != DAY)
        await storage.add_table(table, Attempt(day, player, table.id, "Ada", network=network))
    assert [await storage.attempts_from(DAY, each) for each in ("here", "there")] == [0, 0]
    assert await storage.attempts_from("2026-06-01", "here") == 1


@contract
async def test_the_best_of_a_day_come_first(storage: Storage) -> None:
    """By rating, then by stars, then by game; attempts without a result count for nothing."""
    players = {"a": (5, 30), "b": (9, 20), "c": (5, 31), "d": (5, 30)}
    found = {name: await try_day(storage, name, rating, total=total) for name, (rating, total) in players.items()}
    await try_day(storage, "e")
    await try_day(storage, "a", 50, "2026-06-01")
    ranking = await storage.ranking(DAY, 3)
    assert list(ranking.best) == [found["b"], found["c"], found["a"]]
    assert ranking.finished == 4
    assert await storage.ranking("2026-01-01", 3) == ([], 0)
    assert [await storage.better_attempts(DAY, rating) for rating in (9, 5, 4)] == [0, 1, 4]


@contract
async def test_a_player_has_a_history(storage: Storage) -> None:
    """Finished attempts up to a day, the latest first, and not more than asked for."""
    days = ["2026-05-01", "2026-05-02", "2026-05-03", "2026-05-05"]
    found = [await try_day(storage, "a", 1, day) for day in days]
    await try_day(storage, "a", None, "2026-05-04")
    await try_day(storage, "b", 1, "2026-05-01")
    assert await storage.attempts_of("a", "2026-05-04", 10) == [found[2], found[1], found[0]]
    assert await storage.attempts_of("a", "2026-05-04", 2) == [found[2], found[1]]


@contract
async def test_the_attempts_of_a_week_come_by_day(storage: Storage) -> None:
    """Both ends belong to it."""
    days = ["2026-05-03", "2026-05-01", "2026-05-02", "2026-05-04"]
    found = {day: await try_day(storage, "a", 1, day) for day in days}
    await try_day(storage, "b", None, "2026-05-02")
    assert await storage.attempts_between("2026-05-01", "2026-05-03") == [found[day] for day in sorted(days)[:3]]


@contract
async def test_a_secret_is_drawn_once(storage: Storage) -> None:
    """The first proposal stays, also when several come at once."""
    told = await asyncio.gather(*(storage.secret("daily", f"proposal {number}") for number in range(5)))
    assert len(set(told)) == 1
    assert await storage.secret("daily", "late") == told[0]
    assert await storage.secret("other", "new") == "new"


@contract
async def test_old_games_and_abandoned_tables_are_removed(storage: Storage) -> None:
    """Those before the times given, with their events; everything else stays."""
    for name, status, touched, ended in (
        ("old finished", FINISHED, 10.0, 10.0),
        ("new finished", FINISHED, 90.0, 90.0),
        ("old playing", PLAYING, 10.0, None),
        ("new playing", PLAYING, 90.0, None),
    ):
        claim = await storage.add_table(a_table(id=name, status=status, touched=touched, game=name, games=(name,)))
        write = TableWrite(log=a_log(name, 0, b"event"), summary=a_summary(name, ended=ended))
        await storage.append(claim, write)
    done = await try_day(storage, "a", 5)

    async def left() -> list[str]:
        names = ("old finished", "new finished", "old playing", "new playing")
        found = [name for name in names if await storage.load_document(name)]
        assert found == [name for name in names if await storage.game_events(name)]
        return found

    await storage.remove_old(None, None)
    assert len(await left()) == 4
    await storage.remove_old(50.0, None)
    assert await left() == ["new finished", "old playing", "new playing"]
    assert await storage.game_summary("old finished") is None
    await storage.remove_old(None, 50.0)
    assert await left() == ["new finished", "new playing"]
    assert await storage.attempt(DAY, "a") == done


@contract
async def test_it_is_forgotten_whose_old_results_were(storage: Storage) -> None:
    """With their games, by whole weeks; rankings stay as they were, and everybody has one line in that of a week."""
    monday, sunday, later = "2026-05-25", DAY, "2026-06-01"
    for player, rating in (("a", 5), ("b", 9)):
        for day in (monday, sunday, later):
            await try_day(storage, player, rating, day)
    await try_day(storage, "late", None, monday)
    before = [(each.name, each.rating, each.seasons) for each in (await storage.ranking(DAY, 9)).best]
    ended = datetime(2026, 5, 31, 23, tzinfo=UTC).timestamp()
    await storage.remove_old(None, ended + 1e6)
    await storage.remove_old(ended, None)
    assert len(await storage.attempts_of("a", later, 9)) == 3, "the week is not over yet"
    for _ in range(2):
        await storage.remove_old(ended + 3600, None)
        assert [each.day for each in await storage.attempts_of("a", later, 9)] == [later]
        assert await storage.attempt(monday, "late") is None
        found = (await storage.ranking(DAY, 9)).best
        assert [(each.name, each.rating, each.seasons) for each in found] == before
        assert {(each.table, each.game) for each in found} == {("", None)}
        assert await storage.day_counts(monday) == DayCounts(3, 2)
        week = [each.player for each in await storage.attempts_between(monday, sunday)]
        assert len(set(week)) == 2
        assert sorted(map(week.count, set(week))) == [2, 2]
        assert not {"a", "b"} & set(week)


@contract
async def test_a_review_is_kept_with_its_game(storage: Storage) -> None:
    """It goes with the game; another edition takes its place; a game that is not there, or not over, has none."""
    for game, ended in (("old", 10.0), ("new", 90.0), ("playing", None)):
        claim = await storage.add_table(a_table(id=game, game=game, games=(game,)))
        await storage.append(claim, TableWrite(log=a_log(game, 0, b"event"), summary=a_summary(game, ended=ended)))
    for game in ("old", "new", "playing", "nowhere"):
        for seat in (0, 1):
            await storage.keep_review(game, seat, "1", f"{game} {seat} \0".encode())
    assert await storage.review("old", 0, "1") == b"old 0 \0"
    assert await storage.review("new", 1, "1") == b"new 1 \0"
    for key in (("playing", 0, "1"), ("nowhere", 0, "1"), ("new", 2, "1"), ("new", 0, "2")):
        assert await storage.review(*key) is None
    await storage.keep_review("new", 0, "2", b"better")
    assert (await storage.review("new", 0, "2"), await storage.review("new", 0, "1")) == (b"better", None)
    await storage.remove_old(50.0, None)
    assert await storage.review("old", 0, "1") is None
    assert await storage.review("new", 1, "1") == b"new 1 \0"


@contract
async def test_commits_are_counted(storage: Storage) -> None:
    """Whatever is stored proves that something can be stored, and how long it took is told."""
    told: list[tuple[int, float]] = []
    storage.count_commits(lambda writes, seconds: told.append((writes, seconds)))
    before = time.monotonic()
    assert storage.last_commit < before
    await storage.prove_writable(time.time())
    assert storage.last_commit >= before
    assert [writes for writes, _ in told] == [1]
    assert told[0][1] > 0
