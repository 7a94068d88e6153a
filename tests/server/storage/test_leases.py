"""Tables that several servers could write to: each belongs to one at a time, and a former one writes nothing."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import NamedTuple

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quillmap.server.problems import Problem
from quillmap.server.storage.errors import DatabaseInUse, HeldElsewhere
from quillmap.server.storage.postgresql.migrations import STEPS as MIGRATIONS
from quillmap.server.storage.postgresql.nodes import LEASE_SECONDS
from quillmap.server.storage.postgresql.storage import PostgresStorage
from quillmap.server.storage.rows import Claim, TableWrite, Times
from quillmap.server.tables.document import PLAYING
from server.harness import awaited
from server.storage.places import a_log, a_table
from server.storage.postgres import PostgresServer
from server.storage.test_tables import refused

STORAGES = 3
ADDRESSES = [f"http://node-{number}:8000" for number in range(STORAGES)]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """Return the address of an empty database."""
    return postgres.new_database()


def run_sql(url: str, sql: str) -> None:
    """Change something behind the back of the servers."""
    with psycopg.connect(url) as connection:
        connection.execute(sql.encode())


def expire(url: str, storage: PostgresStorage) -> None:
    """Make the row of one server expire, as if it had been frozen for four seconds."""
    run_sql(url, f"UPDATE nodes SET expires = now() - interval '1 second' WHERE id = '{storage.node.id}'")


async def is_elsewhere(storage: PostgresStorage, table: str) -> str:
    """Return the address of the server that holds a table, nothing if it could be claimed."""
    try:
        assert await storage.load_table(table) is not None
    except HeldElsewhere as held:
        return held.address
    return ""


async def claimed(storage: PostgresStorage, table: str) -> Claim:
    """Return a new claim of a table."""
    found = await storage.load_table(table)
    assert found is not None
    return found.claim


@contextmanager
def steady(*storages: PostgresStorage) -> Iterator[None]:
    """Let these servers judge others at once, which takes four seconds otherwise."""
    for storage in storages:
        storage._steady_since = time.monotonic() - 60
    yield


def test_a_table_belongs_to_whom_it_was_opened_by(url: str) -> None:
    """Others are told where it is, until it is released or its server has stopped."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        table = a_table()
        claim = await one.add_table(table)
        assert await is_elsewhere(two, table.id) == ADDRESSES[0]
        assert await two.load_table("nowhere") is None
        await one.append(claim, TableWrite(log=a_log("g", 0, b"one")))
        one.release(claim)
        await one.prove_writable(0)
        second = await claimed(two, table.id)
        assert second.epoch == claim.epoch + 1
        assert await is_elsewhere(one, table.id) == ADDRESSES[1]
        assert await refused(one.append(claim, TableWrite(times=Times(5.0, None))))
        await two.append(second, TableWrite(log=a_log("g", 1, b"two")))
        await two.close()
        assert (await claimed(one, table.id)).epoch == second.epoch + 1
        assert await one.game_events("g") == (b"one", b"two")
        await one.close()

    awaited(test())


def test_some_tables_are_released_while_others_are_kept(url: str) -> None:
    """A server that stops gives them away in lots."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        tables = [a_table() for _ in range(3)]
        claims = [await one.add_table(table) for table in tables]
        await one.release_some(claims[:2])
        for table in tables[:2]:
            assert (await claimed(two, table.id)).epoch == 2
        assert await is_elsewhere(two, tables[2].id) == ADDRESSES[0]
        await one.close()
        await two.close()

    awaited(test())


def test_a_table_belongs_to_whom_stores_it(url: str) -> None:
    """It may have been opened by a server under its former name, before it was taken for dead."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        run_sql(url, f"DELETE FROM nodes WHERE id = '{one.node.id}'")
        assert await refused(one.prove_writable(0))
        table = a_table()
        await one.add_table(table)
        assert await is_elsewhere(two, table.id) == ADDRESSES[0]
        await one.close()
        await two.close()

    awaited(test())


def test_a_server_is_sure_of_its_tables_for_as_long_as_nobody_can_have_them(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is counted from before each renewal, by its own clock, which goes on while it is frozen."""

    async def test() -> None:
        storage = PostgresStorage(url, ADDRESSES[0])
        sure = [storage.is_sure]
        storage.writer.close()
        later = time.monotonic() + LEASE_SECONDS
        monkeypatch.setattr(time, "monotonic", lambda: later)
        sure.append(storage.is_sure)
        storage.writer = type(storage.writer)(storage._transaction)
        await storage.prove_writable(0)
        sure.append(storage.is_sure)
        await storage.close()
        assert sure == [True, False, True]

    awaited(test())


def test_a_frozen_server_loses_its_tables(url: str) -> None:
    """Others take them over when its row has expired; thawed, it can write nothing, and starts again under a new id."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        lost: list[str] = []
        one.on_claims_lost(lambda: lost.append("all"))
        taken, kept = a_table(status=PLAYING, deadline=5.0), a_table()
        claims = [await one.add_table(table) for table in (taken, kept)]
        one.writer.close()
        expire(url, one)
        two._steady_since = time.monotonic()
        assert [node.address for node in await two.look_around()] == ADDRESSES[:2]  # it has not watched for long
        assert await two.busy_tables() == []
        with steady(two):
            assert [node.address for node in await two.look_around()] == ADDRESSES[1:2]
        assert await two.busy_tables() == [taken.id]
        await two.append(await claimed(two, taken.id), TableWrite(log=a_log("g", 0, b"new")))
        one.writer = type(one.writer)(one._transaction)
        former = one.node
        for claim, table in zip(claims, (taken, kept), strict=True):  # also nobody else has claimed the second one
            assert await refused(one.append(claim, TableWrite(table, log=a_log(f"{table.id}-g", 0, b"old"))))
        assert lost == ["all"]
        await one.prove_writable(0)
        assert one.node.id != former.id
        assert one.node.address == former.address
        assert await is_elsewhere(one, taken.id) == ADDRESSES[1]
        assert (await claimed(one, kept.id)).epoch == claims[1].epoch + 1
        assert [await one.game_events(f"{table.id}-g") for table in (taken, kept)] == [(), ()]
        await one.close()
        await two.close()

    awaited(test())


def test_a_silent_server_at_whose_address_nobody_listens_is_dead(url: str) -> None:
    """Two seconds without a renewal are enough then; one that renews its row stays, whatever others say of it."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        table = a_table()
        await one.add_table(table)
        one.writer.close()
        run_sql(url, f"UPDATE nodes SET expires = now() + interval '1 minute' WHERE id = '{one.node.id}'")
        await two.suspect(one.node.id)
        assert await is_elsewhere(two, table.id) == ADDRESSES[0]
        run_sql(url, f"UPDATE nodes SET expires = now() + interval '1 second' WHERE id = '{one.node.id}'")
        await two.suspect(one.node.id)
        assert await is_elsewhere(two, table.id) == ""
        two.writer.close()
        run_sql(url, f"UPDATE nodes SET expires = now() + interval '1 second' WHERE id = '{two.node.id}'")
        later = PostgresStorage(url, ADDRESSES[1])  # it listens there, so the former one does not
        assert [node.id for node in await later.look_around()] == [later.node.id]
        for storage in (one, two, later):
            await storage.close()

    awaited(test())


def test_when_the_database_was_away_nobody_is_taken_for_dead(url: str) -> None:
    """Everybody's row has expired then; whoever comes back first waits for the others."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        claim = await one.add_table(a_table())
        with steady(one, two):
            for storage in (one, two):
                storage._note_renewal(time.monotonic() + 30)  # the first one after half a minute
            expire(url, one)
            await two.look_around()
        await one.append(claim, TableWrite(times=Times(5.0, None)))
        assert not claim.is_lost, "the table is still its holder's, who could write"
        await one.close()
        await two.close()

    awaited(test())


def test_of_many_that_claim_a_free_table_one_gets_it(url: str) -> None:
    """All the others are told where it is."""

    async def test() -> None:
        storages = [PostgresStorage(url, address) for address in ADDRESSES]
        for _ in range(20):
            table = a_table()
            storages[0].release(await storages[0].add_table(table))
            await storages[0].prove_writable(0)
            told = await asyncio.gather(*(is_elsewhere(each, table.id) for each in storages))
            assert "" in told
            holder = ADDRESSES[told.index("")]
            assert [each for each in told if each] == [holder] * (STORAGES - 1)
        for storage in storages:
            await storage.close()

    awaited(test())


def test_nodes_that_start_together_make_one_database(postgres: PostgresServer) -> None:
    """Each step is taken once, and nobody trips over another."""
    for _ in range(5):
        url = postgres.new_database()
        with ThreadPoolExecutor(STORAGES) as threads:
            storages = list(threads.map(lambda address, url=url: PostgresStorage(url, address), ADDRESSES))
        assert {storage.version for storage in storages} == {len(MIGRATIONS)}
        for storage in storages:
            awaited(storage.close())


def test_a_server_without_an_address_shares_with_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither does it start beside others, nor others beside it."""
    monkeypatch.setattr("quillmap.server.storage.postgresql.storage.PATIENCE_SECONDS", 0.1)

    async def test() -> None:
        for first, second in (("", ADDRESSES[0]), (ADDRESSES[0], ""), ("", "")):
            storage = PostgresStorage(url, first)
            with pytest.raises(DatabaseInUse):
                PostgresStorage(url, second)
            await storage.close()

    awaited(test())


def test_the_leases_of_removed_tables_are_forgotten(url: str) -> None:
    """And who still writes to such a table is refused."""

    async def test() -> None:
        storage = PostgresStorage(url)
        old, new = a_table(touched=1.0), a_table(touched=50.0)
        claims = [await storage.add_table(table) for table in (old, new)]
        await storage.remove_old(None, 10.0)
        assert storage.rows("SELECT table_id FROM leases") == [(new.id,)]
        assert await refused(storage.append(claims[0], TableWrite(old)))
        await storage.append(claims[1], TableWrite(new))
        await storage.close()

    awaited(test())


def test_tables_that_another_server_holds_stay(url: str) -> None:
    """Who tidies up does not know what is played there; what nobody holds goes."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        held, released = a_table(touched=1.0), a_table(touched=1.0)
        claims = [await two.add_table(table) for table in (held, released)]
        two.release(claims[1])
        await two.prove_writable(0)
        await one.remove_old(10.0, 10.0)
        assert [row[0] for row in one.rows("SELECT id FROM tables")] == [held.id]
        await two.append(claims[0], TableWrite(held))
        await two.close()
        await one.remove_old(10.0, 10.0)
        assert one.rows("SELECT id FROM tables") == []
        await one.close()

    awaited(test())


def test_one_server_tidies_up_at_a_time(url: str) -> None:
    """Of all that want to in the same minute only the first does."""

    async def test() -> None:
        storages = [PostgresStorage(url, address) for address in ADDRESSES]
        assert sorted(await asyncio.gather(*(each.take_turn(60) for each in storages))) == [False, False, True]
        assert not await storages[1].take_turn(60)
        assert await storages[1].take_turn(0)
        for storage in storages:
            await storage.close()

    awaited(test())


def test_servers_know_where_somebody_waits(url: str) -> None:
    """Each tells the others, and is told."""

    async def test() -> None:
        one, two = (PostgresStorage(url, address) for address in ADDRESSES[:2])
        for occupied in ({"a", "b"}, {"b"}, set[str]()):
            await one.look_around(occupied)
            assert [set(node.occupied) for node in await two.look_around()] == [occupied, set()]
        await one.close()
        await two.close()

    awaited(test())


class Step(NamedTuple):
    """Something that one of the servers does, or that happens to it."""

    deed: str
    storage: int


STEPS = st.builds(Step, st.sampled_from(["claim", "append", "append", "release", "die"]), st.integers(0, STORAGES - 1))


@pytest.fixture(scope="module")
def shared_url(postgres: PostgresServer) -> str:
    """Return a database that all examples of a test share; each has a table of its own."""
    return postgres.new_database()


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=25))
def test_only_the_holder_writes(shared_url: str, steps: list[Step]) -> None:
    """Whatever happens in whichever order: the log is what holders have written, one after the other."""
    awaited(follow(shared_url, steps))


async def follow(url: str, steps: list[Step]) -> None:
    """Follow *steps* on real servers, and in a model beside them."""
    storages = [PostgresStorage(url, address) for address in ADDRESSES]
    table = a_table()
    claims: dict[int, Claim] = {0: await storages[0].add_table(table)}
    holder: int | None = 0
    epoch, game = 1, f"{table.id}-g"
    log: list[bytes] = []
    for number, (deed, who) in enumerate(steps):
        storage = storages[who]
        if deed == "claim":
            assert bool(await is_elsewhere_or_keep(storage, table.id, claims, who)) == (holder not in (None, who))
            if holder in (None, who):
                holder, epoch = who, epoch + 1
                assert claims[who].epoch == epoch
        elif deed == "append" and who in claims:
            event = b"%d" % number
            is_holder = holder == who and claims[who].epoch == epoch
            write = TableWrite(log=a_log(game, len(log), event))
            assert await refused(storage.append(claims[who], write)) != is_holder
            log += [event] * is_holder
        elif deed == "release" and who in claims:
            storage.release(claims.pop(who))
            await storage.prove_writable(0)
            holder = None if holder == who else holder
        elif deed == "die":
            run_sql(url, f"DELETE FROM nodes WHERE id = '{storage.node.id}'")
            await come_back(storage)
            holder = None if holder == who else holder
    assert list(await storages[0].game_events(game)) == log
    for storage in storages:
        await storage.close()


async def come_back(storage: PostgresStorage) -> None:
    """Wait until a server that was taken for dead has noticed, and has another id."""
    former = storage.node.id
    while storage.node.id == former:
        with suppress(Problem):
            await storage.prove_writable(0)


async def is_elsewhere_or_keep(storage: PostgresStorage, table: str, claims: dict[int, Claim], who: int) -> bool:
    """Claim a table and keep the claim; return whether another server has it."""
    try:
        claims[who] = await claimed(storage, table)
    except HeldElsewhere:
        return True
    except Problem as problem:
        raise AssertionError(problem.code) from problem
    return False
