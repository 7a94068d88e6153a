"""Tables and games in every storage: kept whole, in order, or not at all."""

import asyncio
import threading
from collections.abc import Awaitable

import msgspec
import pytest
from msgspec.structs import replace

from quillmap.server.problems import Problem
from quillmap.server.storage import sql_storage
from quillmap.server.storage.interface import Storage
from quillmap.server.storage.rows import Claim, TableWrite, Times
from quillmap.server.tables.document import BOT, FINISHED, PERSON, PLAYING, SeatDocument, TableSketch
from server.harness import awaited
from server.storage.places import Place, a_log, a_summary, a_table, contract, used


async def refused(write: Awaitable[object]) -> bool:
    """Return whether a write fails with the problem that says so."""
    try:
        await write
    except Problem as problem:
        return problem.code == "not-stored"
    return False


@contract
async def test_a_table_is_found_again(storage: Storage) -> None:
    """By its id, whole or without a game, and by its code; others are not there."""
    table = a_table(deadline=7.5)
    claim = await storage.add_table(table)
    assert claim.table == table.id
    found = await storage.load_table(table.id)
    assert found is not None
    assert (found.document, found.events, found.moves, found.earlier) == (table, (), {}, {})
    assert await storage.load_document(table.id) == table
    assert await storage.table_with_code(table.code) == table.id
    assert await storage.load_table("nowhere") is None
    assert await storage.load_document("nowhere") is None
    assert await storage.table_with_code("NOBODY") is None


def test_what_was_stored_is_there_after_opening_again(place: Place) -> None:
    """Also what was still waiting when the storage was closed."""
    table = a_table()
    changed = replace(table, status=PLAYING, game="g", games=("g",), touched=9.0)

    async def write(storage: Storage) -> None:
        claim = await storage.add_table(table)
        storage.append(claim, TableWrite(changed, log=a_log("g", 0, b"one", b"two", key="k")))

    async def read(storage: Storage) -> None:
        found = await storage.load_table(table.id)
        assert found is not None
        assert found.document == changed
        assert (tuple(found.events), found.moves) == ((b"one", b"two"), {"k": 2})

    awaited(used(place, write))
    awaited(used(place, read))


@contract
async def test_a_code_belongs_to_one_table(storage: Storage) -> None:
    """The second table with it is refused, and nothing of it is kept."""
    await storage.add_table(a_table(id="one", code="SAME"))
    assert await refused(storage.add_table(a_table(id="two", code="SAME")))
    assert await storage.table_with_code("SAME") == "one"
    assert await storage.load_table("two") is None


@contract
async def test_times_change_without_the_document(storage: Storage) -> None:
    """A round changes only them; they are those of the table from then on."""
    table = a_table(status=PLAYING)
    claim = await storage.add_table(table)
    await storage.append(claim, TableWrite(times=Times(8.25, 99.5)))
    found = await storage.load_table(table.id)
    assert found is not None
    assert found.document == replace(table, touched=8.25, deadline=99.5)


@contract
async def test_changes_are_stored_in_their_order(storage: Storage) -> None:
    """Many that nobody waits for one by one: the last document stays, the log has no hole, every key its version."""
    tables = [a_table() for _ in range(5)]
    claims = [await storage.add_table(table) for table in tables]
    waiting = []
    for number in range(60):
        for table, claim in zip(tables, claims, strict=True):
            document = replace(table, game=f"{table.id}-g", games=(f"{table.id}-g",), touched=float(number))
            log = a_log(document.game, 2 * number, b"%d" % number, b"after", key=f"k{number}")
            waiting.append(storage.append(claim, TableWrite(document, log=log)))
    await asyncio.gather(*waiting)
    for table in tables:
        found = await storage.load_table(table.id)
        assert found is not None
        assert found.document.touched == 59
        assert [bytes(event) for event in found.events[::2]] == [b"%d" % number for number in range(60)]
        assert found.moves == {f"k{number}": 2 * number + 2 for number in range(60)}
        assert await storage.game_events(found.document.game) == tuple(found.events)


@contract
async def test_a_long_log_is_stored_at_once(storage: Storage) -> None:
    """A game of a hundred seats begins with hundreds of events."""
    claim = await storage.add_table(a_table())
    events = [b"%d" % number for number in range(1234)]
    await storage.append(claim, TableWrite(log=a_log("g", 0, *events, key="k")))
    assert await storage.game_events("g") == tuple(events)


@contract
async def test_the_moves_of_the_game_before_are_known(storage: Storage) -> None:
    """A client may repeat its last move after the next game has begun."""
    table = a_table(game="b", games=("z", "a", "b"))
    claim = await storage.add_table(table)
    for game in ("z", "a", "b"):
        await storage.append(claim, TableWrite(log=a_log(game, 0, b"1", b"2", key=f"of {game}")))
        await storage.append(claim, TableWrite(log=a_log(game, 2, b"3")))
    found = await storage.load_table(table.id)
    assert found is not None
    assert (found.moves, found.earlier) == ({"of b": 2}, {"of a": 2})


@contract
async def test_a_second_writer_is_fenced_off(storage: Storage) -> None:
    """Of two writes for the same place in a log the second fails, and so does all that builds on it."""
    table = a_table()
    one = await storage.add_table(table)
    two = Claim(table.id, one.epoch)
    writes = [
        storage.append(one, TableWrite(log=a_log("g", 0, b"one"))),
        storage.append(two, TableWrite(log=a_log("g", 0, b"two"))),
        storage.append(two, TableWrite(replace(table, listed=True), log=a_log("g", 1, b"after two"))),
        storage.append(one, TableWrite(log=a_log("g", 1, b"after one"))),
    ]
    assert [await refused(write) for write in writes] == [False, True, True, False]
    assert await refused(storage.append(two, TableWrite(times=Times(5.0, None))))
    assert await storage.game_events("g") == (b"one", b"after one")
    assert await storage.load_document(table.id) == table


@contract
async def test_a_change_is_stored_whole_or_not_at_all(storage: Storage) -> None:
    """When its events can't be stored, neither is the document, the game or anything else of it."""
    table = a_table()
    claim = await storage.add_table(table)
    await storage.append(claim, TableWrite(log=a_log("g", 1, b"in the way")))
    write = TableWrite(replace(table, listed=True), None, a_log("g", 0, b"a", b"b"), a_summary("g", ended=5.0))
    assert await refused(storage.append(claim, write))
    assert await storage.load_document(table.id) == table
    assert await storage.game_summary("g") is None
    assert await storage.game_events("g") == (b"in the way",)


@pytest.mark.parametrize("key", ["half a letter \ud800", "a null \x00"])
def test_what_can_not_be_stored_takes_nothing_with_it(place: Place, key: str) -> None:
    """Other writes of the same moment are stored; what is never accepted at the door may fail here, but only itself."""

    async def write(storage: Storage) -> None:
        claims = [await storage.add_table(a_table()) for _ in range(3)]
        keys = ["fine", key, "fine"]
        writes = [
            storage.append(claim, TableWrite(log=a_log(f"g{number}", 0, b"event", key=keys[number])))
            for number, claim in enumerate(claims)
        ]
        told = [await refused(each) for each in writes]
        assert (told[0], told[2]) == (False, False)
        assert [len(await storage.game_events(f"g{number}")) for number in range(3)] == [1, not told[1], 1]
        await storage.add_table(a_table())

    awaited(used(place, write))


@contract
async def test_the_lobby_shows_listed_tables_that_wait(storage: Storage) -> None:
    """Those that changed last come first, and not more than asked for."""
    tables = [a_table(listed=True, touched=float(number)) for number in range(4)]
    for table in tables:
        await storage.add_table(table)
    await storage.add_table(a_table(listed=False, touched=10.0))
    await storage.add_table(a_table(listed=True, status=PLAYING, touched=11.0))
    ids = [table.id for table in tables]
    assert [table.id for table in await storage.lobby(100)] == ids[::-1]
    assert [table.id for table in await storage.lobby(2)] == ids[:1:-1]


@contract
async def test_the_lobby_reads_no_crests(storage: Storage) -> None:
    """Who is the host, how many sit there and what is played is all that it tells."""
    seats = tuple(SeatDocument(number, PERSON, f"Ada {number}", crest=((255,) * 100,) * 10) for number in (1, 2))
    await storage.add_table(table := a_table(seats=seats, listed=True, host=2, most_seats=3))
    [found] = await storage.lobby(1)
    assert found == msgspec.convert(msgspec.to_builtins(table), TableSketch)
    assert [(seat.id, seat.name) for seat in found.seats] == [(1, "Ada 1"), (2, "Ada 2")]
    assert not hasattr(found.seats[0], "crest")


@contract
async def test_tables_are_decoded_beside_the_event_loop(storage: Storage) -> None:
    """A hundred with large crests take long, and others play meanwhile."""
    await storage.add_table(table := a_table(listed=True))
    threads: list[int] = []

    def decode(text: bytes) -> TableSketch:
        threads.append(threading.get_ident())
        return msgspec.json.decode(text, type=TableSketch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sql_storage, "_decode_sketch", decode)
        [found] = await storage.lobby(1)
        assert await storage.sketch(table.id) == found
    assert len(threads) == 2
    assert threading.get_ident() not in threads


@contract
async def test_a_link_needs_no_more_than_a_sketch(storage: Storage) -> None:
    """A table whose seats have large crests takes long to decode; who follows a link to it is not made to wait."""
    crest = ((255,) * 100,) * 10
    seats = tuple(SeatDocument(number, PERSON, "Ada", crest=crest) for number in range(1, 101))
    await storage.add_table(table := a_table(seats=seats, status=PLAYING, most_seats=100))
    found = await storage.sketch(table.id)
    assert found is not None
    assert (found.setup, len(found.seats), found.most_seats) == (table.setup, 100, 100)
    assert (found.status, found.day) == (PLAYING, table.day)
    assert not hasattr(found.seats[0], "crest")
    assert await storage.sketch("nowhere") is None


def test_tables_that_go_on_by_themselves_are_known(place: Place) -> None:
    """A clock runs, or a bot plays, while a game goes on: the next server takes care of them."""
    bot = SeatDocument(1, BOT, "Heron", level="random")

    async def write(storage: Storage) -> None:
        await storage.add_table(a_table(id="clock", status=PLAYING, deadline=5.0))
        await storage.add_table(a_table(id="bot", status=PLAYING, seats=(bot,)))
        await storage.add_table(a_table(status=PLAYING))
        await storage.add_table(a_table(seats=(bot,)))
        claim = await storage.add_table(a_table(id="ended", status=PLAYING, deadline=5.0))
        await storage.append(claim, TableWrite(a_table(id="ended", status=FINISHED)))

    async def read(storage: Storage) -> None:
        assert sorted(await storage.busy_tables()) == ["bot", "clock"]

    awaited(used(place, write))
    awaited(used(place, read))


@contract
async def test_a_table_is_found_with_how_its_game_ended(storage: Storage) -> None:
    """While it goes on there is nothing to tell."""
    table = a_table(status=PLAYING, game="g", games=("g",))
    claim = await storage.add_table(table)
    summaries = (a_summary("g"), a_summary("g", ended=8.0, names=("Ada",), totals=(42,), ranks=(1,)))
    for number, summary in enumerate(summaries):
        await storage.append(claim, TableWrite(log=a_log("g", number, b"event"), summary=summary))
        found = await storage.load_table(table.id)
        assert found is not None
        assert found.summary == (None if summary.ended is None else summary)
        claim = found.claim


@contract
async def test_a_game_is_told_of_when_it_has_ended(storage: Storage) -> None:
    """With the time at which it began; while it goes on there is no summary."""
    claim = await storage.add_table(a_table())
    await storage.append(claim, TableWrite(summary=a_summary("g", began=3.0)))
    assert await storage.game_summary("g") is None
    await storage.append(claim, TableWrite(summary=a_summary("g", began=8.0, ended=8.0, totals=(42,), ranks=(1,))))
    assert await storage.game_summary("g") == a_summary("g", began=3.0, ended=8.0, totals=(42,), ranks=(1,))
    assert await storage.game_summary("h") is None
