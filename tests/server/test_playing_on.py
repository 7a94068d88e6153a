"""Playing on from a moment of a finished game: whose seat, from where, with which cards; it counts for nothing."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from quillmap.play.record import public_events, read_record, write_record
from quillmap.play.verify import verify
from quillmap.rules.events import Asked
from quillmap.rules.ids import Seat as SeatNumber
from quillmap.server.client import Refused, Seat, call
from quillmap.server.games.continuations import beginning
from quillmap.server.games.lasting_answers import LEFT_OUT
from quillmap.server.games.live_game import LiveGame, stored
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import PlayOn
from quillmap.server.storage.rows import Claim, StoredTable, TableWrite
from quillmap.server.tables.document import Continued, TableDocument
from quillmap.server.tables.loading import loaded_game
from quillmap.server.tables.playing_on import Beginning, Begun, continued_table, person_of
from quillmap.server.tables.quotas import Quotas
from server.harness import GENEROUS, Json, Running, first_move, play_out, refusal, running, table_of
from server.test_daily import PLAYER, Days, finish, mine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server."""
    with running(tmp_path_factory.mktemp("playing-on"), GENEROUS) as found:
        yield found


@pytest.fixture(scope="module")
def solo(server: Running) -> str:
    """Play a game alone."""
    return finished(server, 1)


@pytest.fixture(scope="module")
def three(server: Running) -> str:
    """Play a game of three."""
    return finished(server, 3)


def finished(server: Running, people: int) -> str:
    """Play a game to its end, and return its id."""
    seats = table_of(server.url, people, setup={"box": "mixed", "skills": "drawn"})
    seats[0].start()
    play_out(seats)
    found: str = seats[0].ask("GET")["table"]["game"]
    return found


def play_on(server: Running, game: str, event: int, seat: int = 0) -> Json:
    """Ask for the table at which a game goes on."""
    wish = {"name": "Ada", "event": event}
    found: Json = call(server.url, "POST", f"/api/games/{game}/seats/{seat}/tables", wish)
    return found


def seat_at(server: Running, seated: Json) -> Seat:
    """Return the seat that was taken."""
    return Seat(server.url, seated["table"]["id"], seated["token"])


def record_of(server: Running, game: str) -> str:
    """Return the record of a finished game."""
    with urlopen(f"{server.url}/api/games/{game}/record") as answer:
        text: str = answer.read().decode()
    return text


def questions(record: str) -> list[int]:
    """Return the lines of a record in which seats are asked."""
    return [line for line, event in enumerate(read_record(record), start=1) if isinstance(event, Asked)]


def test_a_game_is_played_on_with_its_own_cards(server: Running, solo: str) -> None:
    """What came before stays, what is drawn is one's own, and the whole record is that of a fair game."""
    record = record_of(server, solo)
    asked = questions(record)
    event = asked[len(asked) // 2]
    seated = play_on(server, solo, event)
    table = seated["table"]
    assert table["continued_from"] == {"game": solo, "event": event}
    assert (table["status"], table["hints"], table["spectators"], table["listed"]) == ("playing", True, False, False)
    seat = seat_at(server, seated)
    seat.connect()
    assert seat.own is not None
    assert seat.own["answer"] is None
    assert first_move(seat), "the question is open"
    play_out([seat], seed="another")
    again = record_of(server, table["game"])
    assert verify(again).is_honest
    assert read_record(again)[:event] == read_record(record)[:event]
    assert again.splitlines()[1:event] == record.splitlines()[1:event]
    assert again != record
    assert call(server.url, "GET", f"/api/games/{table['game']}")["continued_from"] == table["continued_from"]
    assert call(server.url, "GET", f"/api/games/{solo}")["continued_from"] is None
    assert refusal(lambda: seat.ask("POST", "/rematch")) == "already-started"


def test_bots_take_the_other_seats(server: Running, three: str) -> None:
    """The person has the seat that was asked for, with its number; the others are told by whom they stand for."""
    asked = questions(record_of(server, three))
    seated = play_on(server, three, asked[-3], seat=1)
    seats = seated["table"]["seats"]
    assert [(each["kind"], each["stands_for"]) for each in seats] == [
        ("bot", "Player 1"),
        ("person", ""),
        ("bot", "Player 3"),
    ]
    assert seats[1]["name"] == "Ada"
    assert len({each["name"] for each in seats} | {"Player 1", "Player 2", "Player 3"}) == 6
    assert seated["seat"] == seats[1]["id"] == seated["table"]["host"]
    seat = seat_at(server, seated)
    seat.connect()
    assert seat.own is not None
    assert seat.own["seat"] == 1
    play_out([seat])
    assert verify(record_of(server, seated["table"]["game"])).is_honest


def test_a_result_names_nobody_who_did_not_play_for_it(server: Running, three: str) -> None:
    """Bots have names of their own in it, which stand for others; also if it is played on once more."""
    names = call(server.url, "GET", f"/api/games/{three}")["names"]
    first = played_on(server, three, seat=0)
    again = played_on(server, first["game"], seat=1)
    for summary, seat in ((first, 0), (again, 1)):
        assert summary["names"][seat] == "Ada"
        assert not {*summary["names"]} & {*names}
    assert first["stands_for"] == ["", names[1], names[2]]
    assert again["stands_for"] == ["Ada", "", names[2]]
    assert call(server.url, "GET", f"/api/games/{first['game']}/replay")["summary"] == first
    assert call(server.url, "GET", f"/api/games/{three}")["stands_for"] == []


def played_on(server: Running, game: str, seat: int) -> Json:
    """Play on from the last question of a game, and return the result."""
    seated = play_on(server, game, questions(record_of(server, game))[-1], seat)
    play_out([seat_at(server, seated)])
    found: Json = call(server.url, "GET", f"/api/games/{seated['table']['game']}")
    return found


def test_the_record_of_a_game_that_was_played_on_says_so(server: Running, three: str) -> None:
    """Wherever it is opened, unless somebody takes that out of it; nonsense in its place says nothing."""
    summary = played_on(server, three, seat=2)
    record = record_of(server, summary["game"])
    first, rest = record.split("\n", 1)
    event = summary["continued_from"]["event"]
    assert json.loads(first)["continued_from"] == {"event": event}
    assert shown_origin(server, record) == {"game": "", "event": event}
    assert shown_origin(server, f"\n{record}") == {"game": "", "event": event}
    assert shown_origin(server, record_of(server, three)) is None
    wrong: list[object] = [None, True, 5, [], {}, *({"event": each} for each in (0, True, "5", 10**30))]
    for nonsense in wrong:
        began = json.dumps(json.loads(first) | {"continued_from": nonsense})
        assert shown_origin(server, f"{began}\n{rest}") is None


def shown_origin(server: Running, record: str) -> Json | None:
    """Return from where a record that is shown was played on."""
    shown = call(server.url, "POST", "/api/replay", {"record": record})
    assert shown["verdict"]["finding"] == "honest"
    found: Json | None = shown["replay"]["summary"]["continued_from"]
    return found


def test_every_line_leads_to_the_next_question(server: Running, three: str) -> None:
    """Also one in the middle of what everybody drew: their answers are known by then."""
    log = server.log(three)
    record = public_events(log)
    for line in range(1, questions(write_record(log))[-1], 11):
        kept = public_events(beginning(log, line, SeatNumber(0)))
        assert kept == record[: len(kept)]
        assert len(kept) >= line
        assert isinstance(kept[-1], Asked)
    for line in (0, len(record), len(record) + 1):
        with pytest.raises(Problem) as caught:
            beginning(log, line, SeatNumber(0))
        assert caught.value.code == "not-found"


def test_what_can_not_be_played_on(server: Running, solo: str) -> None:
    """Games that go on, seats and lines that are not there, and games that never were."""
    host = table_of(server.url, 1)[0]
    host.start()
    going_on = host.ask("GET")["table"]["game"]
    for game, seat, event, code in (
        (going_on, 0, 3, "no-such-game"),
        ("nonsense", 0, 3, "no-such-game"),
        (solo, 1, 3, "no-such-seat"),
        (solo, 0, 100_000, "not-found"),
        (solo, 0, 0, "bad-request"),
    ):
        assert refusal(partial(play_on, server, game, event, seat)) == code


def play_on_record(server: Running, record: str, event: int, seat: int = 0) -> Json:
    """Ask for the table at which a record goes on."""
    wish = {"name": "Ada", "record": record, "seat": seat, "event": event}
    found: Json = call(server.url, "POST", "/api/replay/tables", wish)
    return found


def test_a_record_from_elsewhere_is_played_on(server: Running, three: str) -> None:
    """With its own cards; of the record itself, only what the seat had earned is kept, to compare both endings."""
    record = record_of(server, three)
    event = questions(record)[-1]
    seated = play_on_record(server, record, event, 1)
    table = seated["table"]
    earned = call(server.url, "GET", f"/api/games/{three}/maps")["earnings"][1]
    assert table["continued_from"] == {"game": "", "event": event, "earned": earned}
    assert [each["kind"] for each in table["seats"]] == ["bot", "person", "bot"]
    assert len({each["name"] for each in table["seats"]}) == 3
    seat = seat_at(server, seated)
    seat.connect()
    play_out([seat])
    again = record_of(server, table["game"])
    assert verify(again).is_honest
    assert read_record(again)[:event] == read_record(record)[:event]
    assert call(server.url, "GET", f"/api/games/{table['game']}")["continued_from"] == table["continued_from"]


def test_records_that_can_not_be_played_on(server: Running, solo: str) -> None:
    """An unfinished one, one that was changed, no record at all; seats and lines that it does not have."""
    record = record_of(server, solo)
    lines = record.splitlines(keepends=True)
    for text, event, seat, code in (
        ("".join(lines[: len(lines) // 2]), 4, 0, "not-reviewable"),
        (record.replace('"totals": [', '"totals": [1', 1), 4, 0, "not-reviewable"),
        ("nonsense", 4, 0, "bad-record"),
        (record, len(lines), 0, "not-found"),
        (record, len(lines) + 1, 0, "not-found"),
        (record, 4, 1, "not-reviewable"),
    ):
        assert refusal(partial(play_on_record, server, text, event, seat)) == code


def test_a_continued_game_outlives_the_server(tmp_path: Path) -> None:
    """It is stored like any other before anybody sees it."""
    with running(tmp_path, GENEROUS) as server:
        seated = play_on(server, finished(server, 1), 20)
        before = seat_at(server, seated).connect()
    with running(tmp_path, GENEROUS) as server:
        after = seat_at(server, seated).connect()
        assert after["table"] == before["table"]
        assert after["board"] == before["board"]


def test_an_expedition_is_played_on_after_its_day(tmp_path: Path) -> None:
    """Before that one could try the day's cards first; afterwards it is no attempt any more."""
    days = Days()
    with running(tmp_path, GENEROUS, calendar=days) as server:
        finish(server, PLAYER, "Ada")
        game = mine(server, PLAYER)["result"]["game"]
        assert refusal(lambda: play_on(server, game, 10)) == "day-not-over"
        days.turn()
        table = play_on(server, game, 10)["table"]
        assert (table["day"], table["counted"]) == ("", False)


def test_an_address_can_not_open_tables_for_ever(tmp_path: Path) -> None:
    """They are counted like other new tables, and the bots at them like other bots."""
    limits = replace(GENEROUS, table_rate=(3, 0.000001), bots_per_address=3)
    with running(tmp_path, limits) as server:
        game = finished(server, 3)
        play_on(server, game, 20)
        assert refusal(lambda: play_on(server, game, 20)) == "quota-used-up"
        assert refusal(lambda: play_on(server, game, 20)) == "too-many-tables"


@pytest.mark.parametrize(
    ("limits", "wish", "code"),
    [
        ({"table_rate": (1, 0.000001)}, {}, "too-many-tables"),
        ({"bots_per_address": 0}, {}, "quota-used-up"),
        ({"playing_per_address": 1}, {}, "quota-used-up"),
        ({"disk_rate": (1, 0.000001)}, {}, "quota-used-up"),
        ({}, {"name": " "}, "bad-name"),
    ],
    ids=["tables", "bots", "games", "disk", "name"],
)
def test_nothing_is_read_for_those_who_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: Json, wish: Json, code: str
) -> None:
    """Neither a game nor a record, however often they ask: a large one takes long."""
    with running(tmp_path) as server:
        game = finished(server, 2)
        record = record_of(server, game)
    with running(tmp_path, replace(GENEROUS, **limits)) as server:
        call(server.url, "POST", "/api/tables", {"name": "Bob"})
        archive, read = server.registry.archive, list[object]()

        async def noted(*asked: object) -> bytes:
            read.append(asked)
            raise Problem("not-found")

        monkeypatch.setattr(archive, "read", noted)
        monkeypatch.setattr(archive, "show", noted)
        asked = {"name": "Ada", "event": 20, **wish}
        of_record = {**asked, "record": record, "seat": 1}
        assert refusal(lambda: call(server.url, "POST", f"/api/games/{game}/seats/1/tables", asked)) == code
        assert refusal(lambda: call(server.url, "POST", "/api/replay/tables", of_record)) == code
        assert read == []


def test_quotas_are_asked_again_when_it_is_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many that come at once pass while they wait; no more of them begin than there is room for."""
    with running(tmp_path, replace(GENEROUS, playing_per_address=8)) as server:
        game = finished(server, 3)
        play_on(server, game, 20)
        codes, reading, all_read = list[str](), list[object](), asyncio.Event()
        read = server.registry.archive.read

        async def together(*asked: Any) -> bytes:
            reading.append(asked)
            if len(reading) == 6:
                all_read.set()
            await all_read.wait()
            return await read(*asked)

        monkeypatch.setattr(server.registry.archive, "read", together)

        def ask() -> None:
            try:
                play_on(server, game, 20)
                codes.append("")
            except Refused as refused:
                codes.append(refused.code)

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(codes) == ["", *["quota-used-up"] * 5]


def test_games_are_unpacked_beside_the_loop(server: Running, three: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread, when it is their turn: nobody's move waits for a large game."""
    unpack, threads = gzip.decompress, list[int]()

    async def thread_of_the_loop() -> int:
        return threading.get_ident()

    def noted(packed: bytes) -> bytes:
        threads.append(threading.get_ident())
        return unpack(packed)

    record = record_of(server, three)
    monkeypatch.setattr(gzip, "decompress", noted)
    play_on(server, three, 20)
    play_on_record(server, record, 20)
    assert len(threads) == 2
    assert server.result_of(thread_of_the_loop()) not in threads


def test_a_log_is_charged_before_it_is_stored(server: Running, solo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others that are asked for meanwhile would all pass otherwise."""
    monkeypatch.setattr(server.registry, "quotas", Quotas(GENEROUS, server.registry.usage))
    monkeypatch.setattr("quillmap.server.tables.registry.size_of", lambda _: 1 << 60)
    storage, refused = server.registry.storage, list[str]()
    append = storage.append

    def noted(claim: Claim, write: TableWrite) -> asyncio.Future[None]:
        with pytest.raises(Problem) as caught:
            server.registry.quotas.check_disk("127.0.0.1")
        refused.append(caught.value.code)
        return append(claim, write)

    monkeypatch.setattr(storage, "append", noted)
    play_on(server, solo, 20)
    assert set(refused) == {"quota-used-up"}


def test_answers_that_were_taken_back_are_not_played_on(server: Running) -> None:
    """The new log has none of them: it is as large as the game."""
    seats = table_of(server.url, 2)
    seats[0].start()
    seats[0].connect()
    move = first_move(seats[0])
    for _ in range(5):
        seats[0].move(move)
        seats[0].move({"move": "take-back"})
    seats[0].close()
    play_out(seats)
    game = seats[0].ask("GET")["table"]["game"]
    event = questions(record_of(server, game))[1]
    goes_on = play_on(server, game, event)["table"]["game"]
    left_out = [server.result_of(server.registry.storage.game_events(each)).count(LEFT_OUT) for each in (game, goes_on)]
    assert left_out == [2 * 5, 0]
    assert public_events(server.log(goes_on))[:event] == public_events(server.log(game))[:event]


def test_who_plays_on_often_waits_for_a_turn(server: Running, three: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played again one at a time for a network, as tables are loaded; others do so meanwhile."""
    begun, may_go_on = list[str](), threading.Event()

    def slowly(found: StoredTable) -> LiveGame:
        begun.append(found.document.id)
        assert may_go_on.wait(60)
        return loaded_game(found)

    def unpacked(document: TableDocument) -> Begun:
        unpacking.append(document.id)
        return Begun(document, game.events)

    unpacking = list[str]()
    monkeypatch.setattr("quillmap.server.tables.loading.loaded_game", slowly)
    log = [stored(event) for event in server.log(three)]
    game = Beginning(Continued(three, 1), ("a", "b", "c"), log[: questions(record_of(server, three))[0]])

    async def scenario() -> tuple[list[str], list[str]]:
        documents = [
            continued_table(game, person_of(PlayOn(name="Ada", event=1), 0, token), is_on_device=False)
            for token in ("a", "b", "c", "d")
        ]
        networks = ["192.0.2.1"] * 3 + ["192.0.2.2"]
        opening = [
            asyncio.create_task(server.registry.add_begun(partial(unpacked, document), network))
            for document, network in zip(documents, networks, strict=True)
        ]
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        so_far = list(begun)
        assert sorted(unpacking) == sorted(so_far), "those who wait have unpacked nothing yet"
        may_go_on.set()
        await asyncio.gather(*opening)
        return so_far, [documents[0].id, documents[-1].id]

    found, expected = server.result_of(scenario())
    assert sorted(found) == sorted(expected)


def test_a_long_game_is_stored_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others store goes between; if the server stops in the middle, nothing has begun at the table."""
    monkeypatch.setattr("quillmap.server.tables.loading.EVENTS_AT_ONCE", 10)
    with running(tmp_path) as server:
        game = finished(server, 1)
        event = questions(record_of(server, game))[-1]
        storage, sizes = server.registry.storage, list[int]()
        append = storage.append

        def noted(claim: Claim, write: TableWrite) -> asyncio.Future[None]:
            if write.log is not None:
                sizes.append(len(write.log.events))
            if len(sizes) == 4:
                stops = asyncio.get_running_loop().create_future()
                stops.set_exception(OSError())
                tables.append(claim.table)
                return stops
            return append(claim, write)

        tables = list[str]()
        monkeypatch.setattr(storage, "append", noted)
        assert refusal(partial(play_on, server, game, event)) == "not-stored"
        assert sizes == [10] * 4
    with running(tmp_path) as server:
        table = server.result_of(server.registry.table(tables[0]))
        assert (table.document.status, table.document.game, table.game) == ("waiting", "", None)
        seated = play_on(server, game, event)
        play_out([seat_at(server, seated)])
