"""Nobody waits for ever: stand-ins for who is away, coming back, resigning, and a host who is gone.

The server of these tests lets others act after a fraction of a second; where time must not have passed, another does.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from quillmap.server.bots.players import bot_seats, default_level
from quillmap.server.client import Refused, Seat, call
from quillmap.server.hosting.config import Limits
from quillmap.server.protocol.bodies import STAND_IN_LEVEL
from server.harness import (
    GENEROUS,
    Json,
    Running,
    first_move,
    play_out,
    play_some,
    random_choice,
    receive_until,
    refusal,
    running,
    table_of,
    wait_until,
)

BRIEF: Limits = replace(GENEROUS, away_seconds=0.05, host_seconds=0.1)
LED: Limits = replace(BRIEF, host_seconds=1e6)
PATIENT: Limits = replace(GENEROUS, away_seconds=1e6, host_seconds=1e6)
ROUND: Json = {"until": "round"}
RETURN: Json = {"until": "return"}
RESIGN: Json = {"until": "end"}


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which others may act after a moment."""
    with running(tmp_path_factory.mktemp("data"), BRIEF) as started:
        yield started


@pytest.fixture(scope="module")
def led(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which others may act after a moment, and the host stays host even if slow to come back."""
    with running(tmp_path_factory.mktemp("data"), LED) as started:
        yield started


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server at which only the host may act, and at once."""
    with running(tmp_path_factory.mktemp("data"), PATIENT) as started:
        yield started


def started_table(server: Running, people: int, **wishes: object) -> list[Seat]:
    """Return people at a table who are all here, with a game that has begun."""
    seats = table_of(server.url, people, **wishes)
    for seat in seats:
        seat.connect()
    seats[0].start()
    for seat in seats:
        receive_until(seat, "update")
    return seats


def stand_in(asker: Seat, seat_id: int, wish: Json) -> Json:
    """Ask for a stand-in and return how the table stands."""
    table: Json = asker.ask("PUT", f"/seats/{seat_id}/stand-in", wish)["table"]
    return table


def until_progress(seat: Seat, is_so: Callable[[Json], bool]) -> Json:
    """Read on until the news of who is here and who draws are so."""
    while not is_so(news := receive_until(seat, "progress")):
        pass
    return news


def is_replaceable(news: Json) -> bool:
    """Return whether anybody may let a bot draw for somebody."""
    return any(each["stand_in_by"] == "anybody" for each in news["away"])


def test_everybody_is_told_who_is_away(brief: Running) -> None:
    """By the id of the seat, and again when a bot may draw for them."""
    host, guest, third = started_table(brief, 3)
    guest.close()
    news = until_progress(third, lambda news: bool(news["away"]))
    assert [each["seat"] for each in news["away"]] == [2]
    if not is_replaceable(news):  # on a slow machine the first news are late enough to say so
        news = until_progress(third, is_replaceable)
    assert news["present"] == [1, 3]
    guest.connect()
    until_progress(host, lambda news: not news["away"])
    for seat in (host, guest, third):
        seat.close()


def test_nobody_seats_a_bot_for_somebody_who_is_here(brief: Running) -> None:
    """Neither the host nor anybody else, however it is wished."""
    host, guest, third = seats = started_table(brief, 3)
    for asker in (host, third):
        for wish in (ROUND, RETURN):
            assert refusal(partial(stand_in, asker, 2, wish)) == "not-away"
        assert refusal(partial(stand_in, asker, 2, RESIGN)) == "not-yours"
    assert all(not seat["level"] for seat in guest.ask("GET")["table"]["seats"])
    for seat in seats:
        seat.close()


def test_only_the_host_needs_not_wait(patient: Running) -> None:
    """Others have to let some time pass, and can't choose who draws; strangers can't do anything."""
    host, guest, third = seats = started_table(patient, 3)
    guest.close()
    until_progress(host, lambda news: bool(news["away"]))
    assert refusal(partial(stand_in, third, 2, RETURN)) == "not-away"
    assert refusal(partial(stand_in, third, 2, {"level": "random"})) == "not-host"
    path = f"/api/tables/{host.table}/seats/2/stand-in"
    assert refusal(partial(call, patient.url, "PUT", path, RETURN)) == "token-needed"
    assert refusal(partial(call, patient.url, "PUT", path, RETURN, "a-token-of-somebody-else")) == "not-yours"
    table = stand_in(host, 2, RETURN)
    assert (table["seats"][1]["level"], table["seats"][1]["until"]) == (STAND_IN_LEVEL, "return")
    assert default_level() == STAND_IN_LEVEL
    for seat in seats:
        seat.close()


def test_two_finish_a_game_that_a_third_has_left(brief: Running) -> None:
    """A guest vanishes for good; another guest lets a bot draw until they come back."""
    host, guest, third = started_table(brief, 3)
    guest.close()
    until_progress(third, is_replaceable)
    stand_in(third, 2, RETURN)
    assert len(play_out([host, third])[0]["totals"]) == 3


def test_a_game_goes_on_without_its_host(brief: Running) -> None:
    """The rights pass to the next person who is here, who lets a bot draw for the host and opens the next game."""
    host, guest, third = started_table(brief, 3)
    host.close()
    while (news := receive_until(third, "table"))["table"]["host"] != 2:
        pass
    assert not news["is_host"]
    while not receive_until(guest, "table")["is_host"]:
        pass
    stand_in(guest, 1, {"level": "random"})
    play_out([guest, third])
    # Whoever was slow to come back in between, or went first at the end, has lost the rights again.
    leader = {2: guest, 3: third}[guest.ask("GET")["table"]["host"]]
    assert leader.ask("POST", "/rematch")["table"]["status"] == "waiting"
    assert refusal(lambda: host.ask("POST", "/start")) == "not-host"


@pytest.mark.parametrize("wish", [RETURN, RESIGN])
def test_a_host_who_leaves_or_resigns_is_host_no_longer(patient: Running, wish: Json) -> None:
    """The next person who is here is, at once; who is away gets nothing."""
    host, guest, third = started_table(patient, 3)
    guest.close()
    until_progress(host, lambda news: news["present"] == [1, 3])
    assert stand_in(host, 1, wish)["host"] == 3
    while not receive_until(third, "table")["is_host"]:
        pass
    assert refusal(lambda: host.ask("PUT", "/host", {"seat": 1})) == "not-host"
    for seat in (host, third):
        seat.close()


def test_whoever_comes_gets_the_rights_of_a_host_who_resigned_alone(patient: Running) -> None:
    """Nobody else was here to get them then."""
    host, guest = started_table(patient, 2)
    guest.close()
    until_progress(host, lambda news: news["present"] == [1])
    assert stand_in(host, 1, RESIGN)["host"] == 1
    guest.connect()
    while not receive_until(guest, "table")["is_host"]:
        pass
    for seat in (host, guest):
        seat.close()


def test_a_host_who_leaves_the_lobby_is_followed_by_somebody_who_is_here(patient: Running) -> None:
    """Not by whoever sat down first."""
    host, _, third = table_of(patient.url, 3)
    third.connect()
    assert host.ask("DELETE", "/seats/1")["table"]["host"] == 3
    third.close()


def test_coming_back_takes_the_seat_again(brief: Running) -> None:
    """The person is told how often a bot has drawn for them, sees whose turn it is, and draws on."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    stand_in(host, 2, {"level": "random"})
    rounds = 3
    for number in range(rounds):
        host.move(random_choice(number)(host.board or {}, (host.own or {})["choices"]))
        receive_until(host, "update")
    until_progress(host, lambda news: news["answered"] == [1])
    welcome = guest.connect()
    assert welcome["stood_in"] == rounds + 1
    assert welcome["table"]["seats"][1]["level"] == ""
    assert guest.own is not None
    assert guest.own["answer"] is not None
    guest.move({"move": "take-back"})
    receive_until(guest, "own")
    guest.move(first_move(guest))
    assert guest.connect()["stood_in"] == 0
    assert len(play_out([host, guest])[0]["totals"]) == 2


def test_for_a_round_is_for_one_round(brief: Running) -> None:
    """Then the table waits again."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    stand_in(host, 2, {"level": "random", "until": "round"})
    host.move(first_move(host))
    receive_until(host, "update")
    table = host.ask("GET")["table"]
    assert (table["seats"][1]["level"], table["seats"][1]["until"]) == ("", "")
    host.move(first_move(host))
    news = until_progress(host, lambda news: news["answered"] == [0])
    assert (news["waiting"], is_replaceable(news)) == ([1], True)
    host.close()


def test_a_person_may_wish_a_stand_in_and_take_the_seat_back(patient: Running) -> None:
    """While they are here, too; nobody else takes it back for them."""
    host, guest = seats = started_table(patient, 2)
    stand_in(guest, 2, {"level": "random"})
    until_progress(host, lambda news: news["answered"] == [1])
    assert refusal(partial(stand_in, host, 2, {"level": None})) == "not-yours"
    assert stand_in(guest, 2, {"level": None})["seats"][1]["level"] == ""
    for seat in seats:
        seat.close()


def test_stand_ins_wait_while_nobody_is_here(led: Running) -> None:
    """A year that nobody sees must not go by; as soon as somebody is here again, the others' bots draw."""
    host, guest = seats = started_table(led, 2)
    for seat in seats:
        seat.close()
    table = led.registry.live[host.table]
    wait_until(lambda: not table.presence.is_anybody_here())
    for number, seat in enumerate(seats, 1):
        stand_in(seat, number, {"level": "random", **RETURN})
    assert bot_seats(table) == []
    before = table.version
    guest.connect()
    until_progress(guest, lambda news: news["answered"] == [0])
    assert table.version == before + 1, "only the host's bot has drawn, and only once"
    guest.close()


def test_who_resigns_has_resigned(brief: Running) -> None:
    """A bot plays to the end; the person may only watch, and is not waited for as somebody who is away."""
    host, guest = started_table(brief, 2)
    assert stand_in(guest, 2, {"level": "random", "until": "end"})["seats"][1]["until"] == "end"
    assert refusal(partial(stand_in, guest, 2, {"level": None})) == "resigned"
    guest.close()
    assert until_progress(host, lambda news: news["present"] == [1])["away"] == []
    assert guest.connect()["own"] is None
    guest.send({"type": "preview", "id": "p"})
    assert receive_until(guest, "refused")["error"]["code"] == "resigned"
    guest.close()
    assert len(play_out([host])[0]["totals"]) == 2
    seats = host.ask("POST", "/rematch")["table"]["seats"]
    assert [seat["until"] for seat in seats] == ["", ""]


def test_who_resigned_is_ranked_after_everybody_else(led: Running) -> None:
    """On the board, in the story, in the summary and in the replay; the mark stays when the table waits again."""
    host, guest, third = started_table(led, 3)
    stand_in(guest, 2, {"level": "surveyor", "until": "end"})
    guest.close()
    result = play_out([host, third])[0]
    assert result["ranks"][1] == 3
    assert sorted(result["ranks"][::2]) in ([1, 1], [1, 2])
    assert host.board is not None
    game, board = host.board["game"], host.board
    assert board["ranks"] == board["result"]["ranks"] == result["ranks"]
    assert [each["resigned"] for each in board["result"]["help"]] == [False, True, False]
    assert host.ask("GET", "/story")["events"][-1]["ranks"] == result["ranks"]
    host.ask("POST", "/rematch")
    assert host.connect()["board"]["result"] == board["result"]
    replay = call(led.url, "GET", f"/api/games/{game}/replay")
    end = replay["frames"][-1]
    assert replay["summary"]["ranks"] == end["event"]["ranks"] == end["changes"]["result"]["ranks"] == result["ranks"]
    for seat in (host, third):
        seat.close()


def test_who_still_looks_at_the_last_game_can_be_stood_in_for(led: Running) -> None:
    """Their page says what it shows; a bot may draw after the usual time, and joining in takes the seat again."""
    host, guest = table_of(led.url, 2)
    host.start()
    play_out([host, guest])
    last = guest.connect()["board"]["game"]
    host.connect()
    host.ask("POST", "/rematch")
    guest.send({"type": "showing", "id": "early", "game": last})
    receive_until(guest, "ack")
    assert host.connect()["progress"]["present"] == [1, 2]
    host.start()
    guest.send({"type": "showing", "id": "s", "game": last})
    news = until_progress(host, is_replaceable)
    [away] = news["away"]
    assert (away["seat"], away["is_looking_back"], news["present"]) == (2, True, [1])
    stand_in(host, 2, RETURN)
    until_progress(host, lambda news: 1 in news["answered"])
    assert guest.connect()["stood_in"] == 1
    assert until_progress(host, lambda news: not news["away"])["present"] == [1, 2]
    for seat in (host, guest):
        seat.close()


def test_a_page_that_shows_the_new_game_is_here_again(patient: Running) -> None:
    """It may say so instead of coming anew; what is not a seat shows nothing."""
    host, guest = started_table(patient, 2)
    assert guest.board is not None
    guest.send({"type": "showing", "id": "a", "game": "another"})
    until_progress(host, lambda news: news["present"] == [1])
    guest.send({"type": "showing", "id": "b", "game": guest.board["game"]})
    until_progress(host, lambda news: news["present"] == [1, 2])
    guest.send({"type": "showing", "id": "c", "game": "another"})
    until_progress(host, lambda news: news["present"] == [1])
    guest.close()
    news = until_progress(host, lambda news: not any(each["is_looking_back"] for each in news["away"]))
    assert [each["seat"] for each in news["away"]] == [2]
    spectator = Seat(patient.url, host.table, "")
    spectator.token = None  # type: ignore[assignment]
    spectator.connect()
    spectator.send({"type": "showing", "id": "d", "game": "another"})
    assert receive_until(spectator, "refused")["error"]["code"] == "token-needed"
    for seat in (host, spectator):
        seat.close()


def test_without_hints_nobody_sees_what_a_bot_drew_for_them(data: Path) -> None:
    """Not in the own part, not after coming back or a restart, and not by taking it back."""
    with running(data, PATIENT) as server:
        host, guest = started_table(server, 2, hints=False)
        stand_in(guest, 2, {"level": "random", "until": "round"})
        receive_until(guest, "own")
        until_progress(host, lambda news: news["answered"] == [1])
        assert_hidden(guest)
        assert guest.connect()["table"]["seats"][1]["level"] == ""
        assert_hidden(guest)
    with running(data, PATIENT) as server:
        guest = Seat(server.url, guest.table, guest.token)
        guest.connect()
        assert_hidden(guest)
        guest.close()


def assert_hidden(guest: Seat) -> None:
    """Fail if *guest* sees the answer that a bot gave, or can have another."""
    assert guest.own is not None
    assert (guest.own["answer"], guest.own["choices"]) == (None, None)
    with pytest.raises(Refused, match="bot-answered"):
        guest.move({"move": "take-back"})


def test_whoever_comes_back_while_a_bot_thinks_draws_themselves(
    brief: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's answer comes too late."""
    host, guest = started_table(brief, 2)
    guest.close()
    until_progress(host, is_replaceable)
    choose = brief.registry.bots.choose
    asked = []

    async def choose_late(*question: object) -> object:
        asked.append(question)
        chosen = await choose(*question)  # type: ignore[arg-type]
        while brief.registry.live[host.table].document.seats[1].is_played_by_bot:
            await asyncio.sleep(0.005)
        return chosen

    monkeypatch.setattr(brief.registry.bots, "choose", choose_late)
    stand_in(host, 2, RETURN)
    wait_until(lambda: bool(asked))
    assert guest.connect()["stood_in"] == 0
    guest.move(first_move(guest))
    for seat in (host, guest):
        seat.close()


def test_nobody_sits_down_at_a_table_that_is_given_up(patient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails while somebody comes back: they have to come again, or they would never hear of anything."""
    host, guest = started_table(patient, 2)
    guest.close()
    table = patient.registry.live[host.table]

    async def fail(_seat: int) -> int:
        table.give_up()
        return 0

    monkeypatch.setattr(table, "come_back", fail)
    assert refusal(guest.connect) == "not-ready"
    assert guest.connect()["seat"] == 2
    for seat in (host, guest):
        seat.close()


def test_spectators_may_ask_what_a_map_is_worth(patient: Running) -> None:
    """As it lies before everybody; a move is previewed only by its seat."""
    seats = started_table(patient, 2)
    spectator = Seat(patient.url, seats[0].table, "")
    spectator.token = None  # type: ignore[assignment]
    spectator.connect()
    spectator.send({"type": "preview", "id": "w", "seat": 1})
    assert receive_until(spectator, "preview")["worth"]["sheet"] == 1
    for wrong in ({"seat": 2}, {"seat": 0, "move": first_move(seats[0])}):
        spectator.send({"type": "preview", "id": "x", **wrong})
        assert receive_until(spectator, "refused")["error"]["code"] == "bad-message"
    spectator.send({"type": "preview", "id": "y"})
    assert receive_until(spectator, "refused")["error"]["code"] == "token-needed"
    for seat in (*seats, spectator):
        seat.close()


def test_no_sequence_of_actions_seats_a_bot_for_somebody_who_is_here(brief: Running) -> None:
    """Whoever comes and goes and asks for whatever: who is here plays themselves, unless they wished otherwise."""
    seats = started_table(brief, 4, setup={"box": "base", "ambushes": "none"})
    chance = random.Random("stand-ins")
    here, wished = {1, 2, 3, 4}, set[int]()
    answers: Counter[str] = Counter()
    for _ in range(150):
        number, other = chance.randint(1, 4), chance.randint(1, 4)
        seat = seats[number - 1]
        match chance.choice(("come", "go", "ask", "ask", "ask", "back")):
            case "come":
                seat.connect()
                here.add(number)
                wished.discard(number)
            case "go":
                seat.close()
                here.discard(number)
            case "ask":
                until = chance.choice(("round", "return"))
                code = answer_to(partial(stand_in, seat, other, {"until": until}))
                answers[code] += 1
                assert code == "not-away" if other in here - {number} else code in ("", "not-away")
                if number == other:
                    wished.add(number)
            case _:
                code = answer_to(partial(stand_in, seat, other, {"level": None}))
                assert code == ("" if number == other else "not-yours")
        played = {each["id"] for each in seats[0].ask("GET")["table"]["seats"] if each["level"]}
        assert not played & (here - wished)
    assert answers[""] > 8
    assert answers["not-away"] > 8
    for seat in seats:
        seat.close()


def answer_to(action: Callable[[], object]) -> str:
    """Return the code with which *action* is refused, or nothing."""
    try:
        action()
    except Refused as refused:
        return refused.code
    return ""


def test_nobody_draws_for_another_in_the_daily(patient: Running) -> None:
    """Not even by their own wish."""
    answer = call(patient.url, "POST", "/api/daily/today", {"player": "a-secret-of-this-device-1", "name": "Ada"})
    seat = Seat(patient.url, answer["table"]["id"], answer["token"])
    for wish in (ROUND, RETURN, RESIGN):
        assert refusal(partial(stand_in, seat, 1, wish)) == "no-stand-in"


def test_a_table_says_when_it_was_last_played_at(patient: Running) -> None:
    """So that a list of games can tell those that everybody has left."""
    host, guest = seats = started_table(patient, 2)
    for seat in seats:
        seat.close()
    document = patient.registry.live[host.table].document
    answer = guest.ask("GET")
    assert (answer["touched"], answer["is_abandoned"]) == (document.touched, False)


def test_a_table_shows_a_seat_its_own_map(patient: Running) -> None:
    """So that a list of games has its picture; nobody else is shown it, nor the map of a game that is over."""
    seat = Seat.create(patient.url, "Ada", setup={"ambush_by": "automatic"}, most_seats=1)
    assert seat.ask("GET")["own"] is None
    seat.start()
    play_some(seat, 3, "own map")
    board = seat.connect()["board"]
    assert seat.ask("GET")["own"] == {
        **{name: board[name] for name in ("season", "time", "season_time")},
        "sheet": board["seats"][0]["sheet"],
    }
    for token in (None, "x" * 22):
        assert call(patient.url, "GET", f"/api/tables/{seat.table}", token=token)["own"] is None
    play_out([seat])
    assert seat.ask("GET")["own"] is None


def test_nobody_blocks_a_table_of_the_lobby_for_ever(data: Path) -> None:
    """Whoever wants to join a full table gets the seat of somebody who left without a word, and that one loses it."""
    with running(data, replace(GENEROUS, seat_seconds=0.05)) as server:
        host = Seat.create(server.url, "Ada", listed=True, most_seats=2)
        host.connect()
        gone = Seat.join(server.url, host.table, "Ben")
        time.sleep(0.06)
        newcomer = Seat.join(server.url, host.table, "Cleo")
        assert [seat["name"] for seat in newcomer.ask("GET")["table"]["seats"]] == ["Ada", "Cleo"]
        assert newcomer.connect()["seat"] is not None
        assert refusal(gone.connect) == "unknown-token"
        assert refusal(lambda: Seat.join(server.url, host.table, "Dora")) == "table-full"
        host.close()
        newcomer.close()


def test_a_newcomer_gets_the_rights_of_a_host_who_is_gone(data: Path) -> None:
    """If nobody else is there: otherwise the game could never begin."""
    with running(data, replace(GENEROUS, seat_seconds=0.05)) as server:
        table = Seat.create(server.url, "Ada", listed=True, most_seats=3)
        table.add_bots("random", 2)
        time.sleep(0.06)
        newcomer = Seat.join(server.url, table.table, "Cleo")
        newcomer.start()
        assert newcomer.ask("GET")["table"]["status"] == "playing"
        assert refusal(lambda: table.ask("POST", "/rematch")) == "not-host"
