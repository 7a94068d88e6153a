"""A server that keeps everything in PostgreSQL: whole games, a database that goes and comes, a host's mistakes."""

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from quillmap.cli import main
from quillmap.rules.events import GameEnded, Submitted
from quillmap.rules.evolve import fold
from quillmap.server.client import Refused, Seat, call
from quillmap.server.problems import Problem
from quillmap.server.storage.errors import WrongVersion
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.postgresql.batches import batch_of
from quillmap.server.storage.postgresql.migrations import STEPS
from quillmap.server.storage.postgresql.storage import PostgresStorage
from quillmap.server.storage.rows import TableWrite, Times
from server.harness import (
    LONGEST_GAME,
    LONGEST_WAIT,
    Json,
    Running,
    awaited,
    first_move,
    play_out,
    play_some,
    random_choice,
    refusal,
    running,
    table_of,
    wait_until,
)
from server.ports import free_port
from server.storage.places import a_log, a_table
from server.storage.postgres import PostgresServer
from server.test_crash import Noting, play_slowly, start_server
from server.test_daily import Days

PLAYER = "secret-of-a-device-1234567"


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL that tests may stop, and start again."""
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """Return the address of an empty database."""
    return postgres.new_database()


def expire(url: str) -> None:
    """Make the rows of all servers expire, as if four seconds had passed."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE nodes SET expires = now() - interval '1 second'")


def expiry(url: str) -> datetime:
    """Return when the row of the only server expires."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT expires FROM nodes").fetchone()
    assert row is not None
    found: datetime = row[0]
    return found


def quillmap(*arguments: str) -> int:
    """Run the command line in English; return its exit code."""
    return main(["--lang", "en", *arguments])


def is_ready(server: Running) -> bool:
    """Return whether the server says that it can store moves."""
    try:
        return bool(call(server.url, "GET", "/readyz"))
    except Refused:
        return False


def test_whole_games_are_played_and_found_again(url: str, data: Path) -> None:
    """By people and bots, with a restart in the middle; nothing is left in a folder."""
    with running(data, database=url) as server:
        seats = table_of(server.url, 2)
        seats[0].add_bots("random", 2)
        seats[0].start()
        results = play_out(seats)
        game = seats[0].board["game"] if seats[0].board else ""
        log = server.log(game)
        assert isinstance(log[-1], GameEnded)
        assert fold(log).result == log[-1]
        solo = Seat.create(server.url, "Ada")
        solo.start()
        play_some(solo, 3, "before")
    with running(data, database=url) as server:
        assert call(server.url, "GET", f"/api/games/{game}")["totals"] == results[0]["totals"]
        assert call(server.url, "GET", f"/api/games/{game}/verdict")["code"] == "honest"
        again = Seat(server.url, solo.table, solo.token)
        play_out([again])
    assert not data.exists()


def test_the_daily_expedition_counts_once(url: str, data: Path) -> None:
    """The second request of a device leads back to its attempt, also after a restart."""
    wish = {"name": "Ada", "player": PLAYER}
    with running(data, calendar=Days(), database=url) as server:
        first = call(server.url, "POST", "/api/daily/today", wish)
        play_out([Seat(server.url, first["table"]["id"], first["token"])])
    with running(data, calendar=Days(), database=url) as server:
        assert call(server.url, "POST", "/api/daily/today", wish)["table"]["id"] == first["table"]["id"]
        mine = call(server.url, "GET", "/api/daily/today/mine", token=PLAYER)
        assert (mine["state"], mine["place"], mine["finished"]) == ("finished", 1, 1)


def test_the_key_for_notifications_is_in_the_database(url: str, data: Path) -> None:
    """It is made once, and devices know the server by it on whichever machine it runs."""

    def key_of(server: Running) -> str:
        wait_until(lambda: call(server.url, "GET", "/api/push")["key"] is not None)
        key: str = call(server.url, "GET", "/api/push")["key"]
        return key

    with running(data, database=url) as server:
        key = key_of(server)
    with running(data, database=url) as server:
        assert key_of(server) == key


def test_a_database_that_goes_comes_back(own_postgres: PostgresServer, data: Path) -> None:
    """Moves are refused meanwhile and the server is not ready; then the game goes on where it was acknowledged."""
    with running(data, database=own_postgres.new_database()) as server:
        seat = Seat.create(server.url, "Ada")
        seat.start()
        seat.connect()
        own = seat.own or {}
        seat.move(random_choice(1)(seat.board or {}, own["choices"]))
        assert seat.board is not None
        version = seat.connect()["board"]["version"]
        move = first_move(seat)
        own_postgres.stop()
        assert refusal(lambda: seat.move(move)) == "not-stored"
        wait_until(lambda: not is_ready(server))
        assert refusal(lambda: call(server.url, "GET", "/api/tables")) == "storage-away"
        own_postgres.start()
        wait_until(lambda: is_ready(server))
        assert seat.connect()["board"]["version"] == version
        seat.close()
        play_out([seat])
        assert isinstance(server.log(seat.board["game"])[-1], GameEnded)


def test_bots_go_on_when_the_database_is_back(
    own_postgres: PostgresServer, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to come to a table that was forgotten because it could not be stored."""
    is_away = threading.Event()
    with running(data, database=own_postgres.new_database()) as server:
        choose = server.registry.bots.choose

        async def choose_later(*question: Any) -> Any:
            while not is_away.is_set():  # the game must not be over before
                await asyncio.sleep(0.01)
            return await choose(*question)

        monkeypatch.setattr(server.registry.bots, "choose", choose_later)
        host = Seat.create(server.url, "Screen", play=False)
        host.add_bots("random", 6)
        host.start()
        game = host.ask("GET")["table"]["game"]
        own_postgres.stop()
        is_away.set()
        wait_until(lambda: host.table not in server.registry.live)
        own_postgres.start()
        summary = server.registry.storage.game_summary
        wait_until(lambda: server.result_of(summary(game)) is not None, seconds=60)
        assert isinstance(server.log(game)[-1], GameEnded)


@pytest.mark.thorough
@pytest.mark.long
def test_no_acknowledged_move_is_lost_with_its_server(url: str, data: Path) -> None:
    """A server that is killed is replaced as soon as its row has expired; then the games go on to their end."""
    port = free_port()
    options = (data, port, "--database", url)
    process = start_server(*options)
    seats = [Noting.create(f"http://127.0.0.1:{port}", f"Player {number}") for number in range(3)]
    for seat in seats:
        seat.start()
    players = [threading.Thread(target=play_slowly, args=(seat, n), daemon=True) for n, seat in enumerate(seats)]
    for player in players:
        player.start()
    time.sleep(0.4)
    process.kill()
    process.wait()
    process = start_server(*options)
    for player in players:
        player.join(timeout=LONGEST_GAME)
        assert not player.is_alive()
    process.terminate()
    assert process.wait(timeout=LONGEST_WAIT) == 0
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT game, move, seq + 1 FROM events WHERE move IS NOT NULL").fetchall()
    stored = {(game, move.partition(":")[2], version) for game, move, version in rows}
    for seat in seats:
        game = seat.board["game"] if seat.board else ""
        acknowledged = {(game, message, version) for message, version in seat.acknowledged.items()}
        assert len(acknowledged) > 10
        assert acknowledged <= stored


def test_games_outlive_a_database_that_crashes_again_and_again(own_postgres: PostgresServer, data: Path) -> None:
    """Everybody comes back by themselves and plays to the end; no acknowledged move is lost or made twice."""
    with running(data, database=own_postgres.new_database()) as server:
        seats = [Seat.create(server.url, f"Player {number}") for number in range(3)]
        for seat in seats:
            seat.start()
        acknowledged: list[tuple[Seat, int]] = []

        def play(seat: Seat, number: int) -> None:
            choose = random_choice(number)

            def slowly(board: Json, choices: Json) -> Json:
                time.sleep(0.05)
                return choose(board, choices)

            while seat.board is None or seat.board["result"] is None:
                with suppress(Refused):  # not stored: the question stands again
                    seat.reconnect()
                    if seat.board is not None and seat.own is not None and seat.own["choices"]:
                        acknowledged.append((seat, seat.move(slowly(seat.board, seat.own["choices"]))))

        players = [threading.Thread(target=play, args=(seat, number), daemon=True) for number, seat in enumerate(seats)]
        for player in players:
            player.start()
        for _ in range(3):
            time.sleep(0.3)
            own_postgres.stop()
            own_postgres.start()
        for player in players:
            player.join(timeout=LONGEST_GAME)
            assert not player.is_alive()
        for seat in seats:
            assert seat.board is not None
            log = server.log(seat.board["game"])
            assert fold(log).result == log[-1]
            versions = [version for each, version in acknowledged if each is seat]
            assert versions == sorted(set(versions))
            drawn = [number for number, event in enumerate(log, start=1) if isinstance(event, Submitted)]
            assert len(versions) <= len(drawn)
            assert versions[-1] <= len(log)
            seat.close()


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("mysql://host/quillmap", "looks like postgresql://"),
        ("quillmap", "looks like postgresql://"),
        ("postgresql://[half/quillmap", "looks like postgresql://"),
        ("postgresql://127.0.0.1:1/quillmap", "127.0.0.1:1/quillmap"),
        ("postgresql://nowhere.invalid/quillmap", "nowhere.invalid"),
    ],
)
def test_an_address_that_leads_nowhere_is_named(
    address: str, complaint: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, exit code 2."""
    assert quillmap("serve", "--port", "0", "--data", str(data), "--database", address) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_without_the_driver_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything else works without it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert quillmap("serve", "--check-config", "--database", "postgresql://host/quillmap") == 2
    assert "pip install 'quillmap[server,postgresql]'" in capsys.readouterr().err
    assert quillmap("serve", "--check-config") == 0


def test_a_wrong_password_is_never_printed(postgres: PostgresServer, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed is the host, the database and what it said."""
    assert quillmap("serve", "--port", "0", "--database", postgres.url("postgres", "wrong-password")) == 2
    error = capsys.readouterr().err
    assert "authentication failed" in error
    assert "wrong-password" not in error
    assert error.count("\n") == 1
    assert quillmap("serve", "--port", "0", "--database", postgres.url("missing")) == 2
    assert 'database "missing" does not exist' in capsys.readouterr().err


def test_a_database_of_a_newer_program_is_left_alone(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused with its version."""
    awaited(PostgresStorage(url).close())
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE quillmap SET version = version + 1")
    with pytest.raises(WrongVersion):
        PostgresStorage(url)
    assert quillmap("serve", "--port", "0", "--database", url) == 2
    assert f"version {len(STEPS) + 1}" in capsys.readouterr().err


def test_tables_of_others_are_left_alone(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A database in which something else is called as a table of ours is refused."""
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE events (something text)")
    assert quillmap("serve", "--port", "0", "--database", url) == 2
    assert "events" in capsys.readouterr().err


def test_servers_that_start_together_make_one_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is taken once; one of them becomes the owner, the others are told so."""
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.PATIENCE_SECONDS", 0.3)
    opened: list[Storage | str] = []

    def start() -> None:
        try:
            opened.append(PostgresStorage(url))
        except Exception as error:  # told below
            opened.append(type(error).__name__)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    storages = [each for each in opened if not isinstance(each, str)]
    assert [each for each in opened if isinstance(each, str)] == ["DatabaseInUse"] * 3
    awaited(storages[0].close())


def test_two_servers_never_share_a_database(
    url: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second one says so in one line, also when the first has written nothing for long; then it may start."""
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.RENEWAL_SECONDS", 0.1)
    with running(data, database=url):
        began = expiry(url)
        wait_until(lambda: expiry(url) > began + timedelta(seconds=0.5))  # the row is renewed, though nobody writes
        assert quillmap("serve", "--port", "0", "--database", url) == 2
        error = capsys.readouterr().err
        assert "another server is using this database" in error
        assert error.count("\n") == 1
    with running(data, database=url) as server:
        assert is_ready(server)


def test_a_server_that_slept_too_long_can_not_write(url: str) -> None:
    """When another has taken the database over, not one event of the former one is stored."""

    async def take_over() -> None:
        slept = PostgresStorage(url)
        lost: list[str] = []
        slept.on_claims_lost(lambda: lost.append("all"))
        table = a_table()
        claim = await slept.add_table(table)
        slept.writer.close()  # it renews nothing any more, as if its process were frozen
        expire(url)
        other = PostgresStorage(url)
        found = await other.load_table(table.id)
        assert found is not None
        await other.append(found.claim, TableWrite(times=Times(5.0, None), log=a_log("g", 0, b"new")))
        slept.writer = thawed = type(slept.writer)(slept._transaction)
        for write in (TableWrite(log=a_log("g", 1, b"old")), TableWrite(document=table)):
            with pytest.raises(Problem, match="could not be stored"):
                await thawed.put(claim, batch_of(claim, write))
        with pytest.raises(Problem, match="could not be stored"):
            await slept.add_table(a_table())
        assert lost == ["all"]
        assert await other.game_events("g") == (b"new",)
        await slept.close()
        await other.prove_writable(time.time())
        await other.close()

    awaited(take_over())
