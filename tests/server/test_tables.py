"""Opening tables, sitting down, and what a host may do."""

from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
import segno
from msgspec.structs import replace

from quillmap.play.prospects import earned
from quillmap.rules.counting import title_of
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING
from quillmap.server.client import Seat, call
from quillmap.server.tables import lobby
from quillmap.server.tables.document import Continued, TableDocument
from server.harness import Json, Running, play_out, play_some, receive_until, refusal, running, table_of, wait_until

CREST = [[0, 0, 255, 255], [10, 20, 30, 40, 50, 60]]


def test_a_table_is_joined_by_link_or_code(server: Running) -> None:
    """Both ways lead to the same table, and seats are numbered in the order of arrival."""
    host = Seat.create(server.url, "Ada", title="the Precise", crest=CREST)
    code = host.ask("GET")["table"]["code"]
    guest = Seat.join(server.url, code.lower(), "Émile")
    assert guest.table == host.table
    table = guest.ask("GET")["table"]
    assert [(seat["id"], seat["name"]) for seat in table["seats"]] == [(1, "Ada"), (2, "Émile")]
    assert (table["seats"][0]["title"], table["seats"][0]["crest"]) == ("the Precise", CREST)


def test_the_link_to_a_table_is_there_as_a_qr_code(server: Running) -> None:
    """It is a picture without styles, which the page's policy would not allow, and browsers may keep it for a while."""
    answer = call(server.url, "POST", "/api/tables", {"name": "Ada"})
    picture = httpx.get(f"{server.url}/api/tables/{answer['table']['id']}/qr")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["cache-control"] == "max-age=3600"
    assert "style" not in picture.text
    expected = segno.make(answer["link"], error="m", micro=False).svg_inline(light="white", omitsize=True)
    assert ElementTree.fromstring(picture.text)[1].get("d") == ElementTree.fromstring(expected)[1].get("d")
    assert refusal(partial(call, server.url, "GET", "/api/tables/nowhere/qr")) == "no-such-table"


def test_a_repeated_join_with_a_token_of_ones_own_takes_one_seat(server: Running) -> None:
    """A client that never got the answer may ask again."""
    host = Seat.create(server.url, "Ada")
    token = "guest-token-of-my-own-making"
    answers = [
        call(server.url, "POST", f"/api/tables/{host.table}/seats", {"name": "Bo", "token": token}) for _ in range(3)
    ]
    assert {answer["seat"] for answer in answers} == {2}
    assert len(host.ask("GET")["table"]["seats"]) == 2


def test_the_host_orders_seats_and_the_game_keeps_the_order(server: Running) -> None:
    """The place in the order is the seat's number in the game."""
    seats = table_of(server.url, 3)
    seats[0].ask("PUT", "/order", {"seats": [3, 1, 2]})
    seats[0].start()
    assert [seat.connect()["own"]["seat"] for seat in seats] == [1, 2, 0]


def test_an_order_names_every_seat_once(server: Running) -> None:
    """An order with a seat missing, twice or unknown is refused."""
    host = table_of(server.url, 2)[0]
    for order in ([1], [1, 1], [1, 2, 3], []):
        assert refusal(partial(host.ask, "PUT", "/order", {"seats": order})) == "bad-order"


def test_the_host_hands_the_rights_on(server: Running) -> None:
    """Afterwards the other one is host, and the first is not."""
    first, second = table_of(server.url, 2)
    first.ask("PUT", "/host", {"seat": 2})
    assert refusal(first.start) == "not-host"
    second.start()


def test_a_bot_can_not_be_host(server: Running) -> None:
    """The rights go to people only."""
    host = Seat.create(server.url, "Ada")
    host.add_bots("random")
    assert refusal(lambda: host.ask("PUT", "/host", {"seat": 2})) == "not-a-person"


def test_the_host_removes_a_seat_before_the_start_only(server: Running) -> None:
    """A removed seat's token opens nothing; after the start nobody is removed."""
    host, guest, _ = table_of(server.url, 3)
    host.ask("DELETE", "/seats/2")
    assert refusal(guest.connect) == "unknown-token"
    host.start()
    assert refusal(lambda: host.ask("DELETE", "/seats/3")) == "already-started"


def test_a_host_who_leaves_is_followed_by_another_person(server: Running) -> None:
    """The rights go to the first person who stays."""
    host, guest = table_of(server.url, 2)
    host.ask("DELETE", "/seats/1")
    assert guest.ask("GET")["table"]["host"] == 2
    guest.start()  # as only a host may
    assert guest.ask("GET")["table"]["status"] == "playing"


def test_a_host_may_have_no_seat(server: Running) -> None:
    """A table of bots only is started by somebody who only watches."""
    host = Seat.create(server.url, "Screen", play=False)
    host.add_bots("random", 2)
    host.start()
    assert host.connect()["seat"] is None
    host.close()


def test_bots_have_different_names(server: Running) -> None:
    """Also when there are more bots than names in the list."""
    host = Seat.create(server.url, "Ada")
    host.add_bots("random", 40)
    names = [seat["name"] for seat in host.ask("GET")["table"]["seats"]]
    assert len(set(names)) == 41


def test_a_mix_of_boxes_has_its_ruins_cards(server: Running) -> None:
    """They come along with a map of the other box, unless somebody speaks of them: then a mix without is refused."""
    mixed = Seat.create(server.url, "Ada", setup={"box": "heroes", "map": "A"})
    assert mixed.ask("GET")["table"]["setup"]["ruins"] is True
    alone = Seat.create(server.url, "Ada", setup={"box": "heroes"})
    assert alone.ask("GET")["table"]["setup"]["ruins"] is False
    without = {"box": "heroes", "map": "A", "ruins": False}
    assert refusal(partial(Seat.create, server.url, "Ada", setup=without)) == "bad-setup"


def test_a_table_has_at_most_its_seats(server: Running) -> None:
    """The seat beyond the last is refused, for people and bots."""
    host = Seat.create(server.url, "Ada", most_seats=2)
    assert refusal(lambda: host.add_bots("random", 2)) == "table-full"
    host.add_bots("random", 1)
    assert refusal(lambda: Seat.join(server.url, host.table, "Bo")) == "table-full"


def test_everybody_changes_their_own_name_and_nobody_anothers(server: Running) -> None:
    """The host may change any, others only their own."""
    host, guest = table_of(server.url, 2)
    guest.ask("PATCH", "/seats/2", {"name": "Zoë", "crest": CREST})
    assert refusal(lambda: guest.ask("PATCH", "/seats/1", {"name": "Fool"})) == "not-yours"
    host.ask("PATCH", "/seats/2", {"title": "the Late"})
    seat = host.ask("GET")["table"]["seats"][1]
    assert (seat["name"], seat["title"], seat["crest"]) == ("Zoë", "the Late", CREST)


def test_once_a_game_has_begun_the_host_renames_nobody_else(server: Running) -> None:
    """Its result is read by names, and two could be swapped; before it and after a rematch hosts may."""
    host, guest = table_of(server.url, 2)

    host.ask("PATCH", "/seats/2", {"name": "Before"})
    host.start()
    for change in ({"name": "Another"}, {"title": "Dr."}, {"crest": [[0, 0, 9, 9]]}):
        assert refusal(partial(host.ask, "PATCH", "/seats/2", change)) == "already-started"
    host.ask("PATCH", "/seats/1", {"name": "Ada"})
    guest.ask("PATCH", "/seats/2", {"name": "Ben"})
    play_out([host, guest])
    assert host.board is not None
    assert call(server.url, "GET", f"/api/games/{host.board['game']}")["names"] == ["Ada", "Ben"]
    assert refusal(partial(host.ask, "PATCH", "/seats/2", {"name": "After"})) == "already-started"
    host.ask("POST", "/rematch")
    table = host.ask("PATCH", "/seats/2", {"name": "After"})["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "After"]


def test_a_result_keeps_the_names_it_was_played_under(data: Path) -> None:
    """Whatever people call themselves later, wherever they sit, and also after a restart."""
    with running(data) as server:
        host, guest = table_of(server.url, 2)
        host.start()
        host.ask("PATCH", "/seats/1", {"name": "Ada"})
        guest.ask("PATCH", "/seats/2", {"name": "Ben"})
        results = play_out([host, guest])
        host.ask("PATCH", "/seats/1", {"name": "Ben"})
        guest.ask("PATCH", "/seats/2", {"name": "Ada"})
        table, result = shown_to_a_newcomer(host)
        assert [seat["name"] for seat in table["seats"]] == ["Ben", "Ada"]
        assert (result, result["names"]) == (results[0], ["Ada", "Ben"])
        replay = call(server.url, "GET", f"/api/games/{table['game']}/replay")
        assert replay["frames"][-1]["changes"]["result"] == result
    with running(data) as server:
        host = Seat(server.url, host.table, host.token)
        assert shown_to_a_newcomer(host) == (table, result)
        host.ask("POST", "/rematch")
        host.ask("PUT", "/order", {"seats": [2, 1]})
        host.ask("PATCH", "/seats/1", {"name": "Cleo"})
        assert shown_to_a_newcomer(host)[1] == result


def shown_to_a_newcomer(seat: Seat) -> tuple[Json, Json]:
    """Return the table of a seat and the result of its last game as somebody sees them who comes now."""
    newcomer = Seat(seat.base_url, seat.table, None)  # type: ignore[arg-type]
    welcome = newcomer.connect()
    newcomer.close()
    return welcome["table"], welcome["board"]["result"]


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"name": ""}, "bad-request"),
        ({"name": "x" * 41}, "bad-request"),
        ({"name": "\u202e\u0007"}, "bad-name"),
        ({"title": "t" * 61}, "bad-request"),
        ({"crest": [[1, 2, 3]]}, "bad-crest"),
        ({"crest": [[0, 0, 256, 0]]}, "bad-crest"),
        ({"crest": [[1, 1, 2, 2]] * 65}, "bad-crest"),
        ({"token": "short"}, "bad-request"),
        ({"setup": {"map": "Z"}}, "bad-setup"),
        ({"setup": {"box": "none"}}, "bad-setup"),
        ({"setup": {"colour": "red"}}, "bad-setup"),
        ({"setup": {"edicts": [1, 2]}}, "bad-setup"),
        ({"setup": {"seed": ["x"]}}, "bad-setup"),
        ({"setup": {"seed": "twin\0"}}, "bad-setup"),
        ({"setup": {"edicts": ["sentinel-wood", None, None]}}, "bad-setup"),
        ({"pace": {"kind": "seconds", "amount": 9}}, "bad-pace"),
        ({"pace": {"kind": "days", "amount": 15}}, "bad-pace"),
        ({"pace": {"kind": "weeks", "amount": 1}}, "bad-request"),
        ({"unknown": 1}, "bad-request"),
        ({"most_seats": 101}, "bad-request"),
        ({"most_seats": 10**30}, "bad-request"),
    ],
)
def test_a_table_that_can_not_be_is_refused(server: Running, wishes: dict[str, Any], code: str) -> None:
    """Each with a code that says what is wrong."""
    body = {"name": "Ada", **wishes}
    assert refusal(lambda: call(server.url, "POST", "/api/tables", body)) == code


def test_names_are_text_and_never_markup(server: Running) -> None:
    """A name is given back as it was written; blanks are tidied, invisible characters dropped."""
    host = Seat.create(server.url, "  <b>Ada</b>\u200b \n & Co ")
    assert host.ask("GET")["table"]["seats"][0]["name"] == "<b>Ada</b> & Co"


def test_names_can_be_seen_and_stay_in_their_line(server: Running) -> None:
    """A name of letters that look like nothing is none; a tower of accents is cut."""
    for name in ("\u3164", "\u2800 \u115f\u1160", "\uffa0\u200b", "\u034f", "\ufe0f \U000e0100"):
        assert refusal(lambda name=name: Seat.create(server.url, name)) == "bad-name"  # type: ignore[misc]
    host = Seat.create(server.url, "A" + 39 * "\u0332", title="Zoë\u3164of Łódź")
    (seat,) = host.ask("GET")["table"]["seats"]
    assert (seat["name"], seat["title"]) == ("A" + 3 * "\u0332", "Zoë of Łódź")
    loved = Seat.create(server.url, "\u2764\ufe0f")
    assert loved.ask("GET")["table"]["seats"][0]["name"] == "\u2764\ufe0f"


def test_the_set_up_is_checked_again_when_the_number_of_seats_is_known(server: Running) -> None:
    """Alone there is no neighbour to draw an ambush; with a second seat there is."""
    host = Seat.create(server.url, "Ada", setup={"ambush_by": "neighbour"})
    assert refusal(host.start) == "bad-setup"
    Seat.join(server.url, host.table, "Bo")
    host.start()


def test_the_host_changes_the_table_before_the_start(server: Running) -> None:
    """Set-up, pace and the rest; what is left out stays."""
    host = Seat.create(server.url, "Ada", listed=True)
    host.ask("PATCH", "", {"setup": {"box": "heroes"}, "pace": {"kind": "days", "amount": 2, "timeout": "skip"}})
    table = host.ask("GET")["table"]
    assert (table["setup"]["map"], table["pace"]["kind"], table["listed"]) == ("C", "days", True)
    host.start()
    assert refusal(lambda: host.ask("PATCH", "", {"hints": False})) == "already-started"


def listed(server: Running) -> list[dict[str, Any]]:
    """Return what the lobby shows."""
    tables: list[dict[str, Any]] = call(server.url, "GET", "/api/tables")["tables"]
    return tables


def test_empty_rooms_do_not_hide_tables_where_somebody_waits(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of them are newer."""
    monkeypatch.setattr(lobby, "MOST_LISTED", 2)
    host = Seat.create(server.url, "Ada", listed=True)
    host.connect()
    for _ in range(3):
        Seat.create(server.url, "Nobody", listed=True)
    wait_until(lambda: [table["host"] for table in listed(server)] == ["Ada", "Nobody"])
    host.close()


def test_the_lobby_lists_tables_that_wait_and_want_to_be_found(server: Running) -> None:
    """Private and started tables are not in it."""
    private = Seat.create(server.url, "Ada")
    started = Seat.create(server.url, "Cy", listed=True)
    started.start()
    waiting = Seat.create(server.url, "Bo", listed=True)
    wait_until(lambda: waiting.table in {table["id"] for table in listed(server)})
    assert not {private.table, started.table} & {table["id"] for table in listed(server)}


def test_a_seed_of_the_host_is_used_and_said(server: Running) -> None:
    """The same seed deals the same edicts, and everybody sees that the host chose it."""
    boards = []
    for _ in range(2):
        host = Seat.create(server.url, "Ada", setup={"seed": "a seed"})
        table = host.ask("GET")["table"]
        assert table["is_seeded"]
        assert "seed" not in table["setup"]
        host.start()
        boards.append(host.connect()["board"])
        host.close()
    assert boards[0]["edicts"] == boards[1]["edicts"]


def test_a_chosen_deal_is_told_wherever_its_game_is(server: Running) -> None:
    """In the lobby, whether somebody is there or not, and with the result, also when the next game is one of chance."""
    host = Seat.create(server.url, "Ada", listed=True, setup={"seed": "a seed"})
    other = Seat.create(server.url, "Ben", listed=True)
    told: list[dict[str, bool]] = []
    for is_here in (False, True):
        if is_here:
            host.connect()
        wait_until(lambda: lobby_marks(server).keys() >= {host.table, other.table})
        told.append(lobby_marks(server))
    assert [(each[host.table], each[other.table]) for each in told] == [(True, False)] * 2
    host.close()
    host.start()
    play_out([host])
    assert host.board is not None
    first = host.board["game"]
    assert host.ask("GET")["table"]["is_seeded"]
    assert not host.ask("POST", "/rematch")["table"]["is_seeded"]
    host.start()
    host.connect()
    host.close()
    play_out([host])
    games = (first, host.board["game"])
    assert [call(server.url, "GET", f"/api/games/{game}")["is_seeded"] for game in games] == [True, False]


def test_a_result_says_after_a_rematch_that_its_deal_was_chosen(data: Path) -> None:
    """Until the next game begins, whose deal nobody has chosen."""
    with running(data) as server:
        host = Seat.create(server.url, "Ada", setup={"seed": "a seed"})
        host.start()
        play_out([host])
        table, result = shown_to_a_newcomer(host)
        assert (table["is_seeded"], result["is_seeded"]) == (True, True)
        host.ask("POST", "/rematch")
        table, result = shown_to_a_newcomer(host)
        assert (table["is_seeded"], result["is_seeded"]) == (False, True)
    with running(data) as server:
        host = Seat(server.url, host.table, host.token)
        assert shown_to_a_newcomer(host) == (table, result)
        host.start()
        assert not play_out([host])[0]["is_seeded"]


def lobby_marks(server: Running) -> dict[str, bool]:
    """Return whether the deals of the tables in the lobby were chosen, by table."""
    return {each["id"]: each["is_seeded"] for each in call(server.url, "GET", "/api/tables")["tables"]}


def test_nobody_has_chosen_the_deal_of_a_day_or_of_a_game_that_goes_on(server: Running) -> None:
    """What they are is told by other means."""
    player = {"player": "a-secret-of-this-device-2", "name": "Ada"}
    assert not call(server.url, "POST", "/api/daily/today", player)["table"]["is_seeded"]
    document = TableDocument("t", "CODE", 0, 0, {}, seed="a seed")
    assert document.is_seeded
    assert not replace(document, continued_from=Continued("game", 3)).is_seeded


def test_the_table_is_told_of_every_change(server: Running) -> None:
    """A connected seat sees who joins and who is host."""
    host = Seat.create(server.url, "Ada")
    assert host.connect()["is_host"]
    Seat.join(server.url, host.table, "Bo")
    table = receive_until(host, "table")["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bo"]
    host.close()


def test_a_table_says_when_it_was_last_played_at(server: Running) -> None:
    """So that a list of games can tell those that everybody has left."""
    host, guest = seats = table_of(server.url, 2)
    host.start()
    for seat in seats:
        seat.connect()
        seat.close()
    document = server.registry.live[host.table].document
    answer = guest.ask("GET")
    assert (answer["touched"], answer["is_abandoned"]) == (document.touched, False)


def test_a_table_shows_a_seat_its_own_map(server: Running) -> None:
    """So that a list of games has its picture; nobody else is shown it, nor the map of a game that is over."""
    seat = Seat.create(server.url, "Ada", setup={"ambush_by": "automatic"}, most_seats=1)
    assert seat.ask("GET")["own"] is None
    seat.start()
    play_some(seat, 3, "own map")
    board = seat.connect()["board"]
    assert seat.ask("GET")["own"] == {
        **{name: board[name] for name in ("season", "time", "season_time")},
        "sheet": board["seats"][0]["sheet"],
    }
    for token in (None, "x" * 22):
        assert call(server.url, "GET", f"/api/tables/{seat.table}", token=token)["own"] is None
    play_out([seat])
    assert seat.ask("GET")["own"] is None


def test_a_paper_map_is_scored(server: Running) -> None:
    """The scorer of the rules, with the spaces that earn."""
    rows = ["f.........f", *["..........."] * 10]
    body = {"map": "\n".join(rows), "edicts": ["sentinel-wood"], "coins": 3}
    score = call(server.url, "POST", "/api/score", body)
    assert (score["edicts"][0]["points"], score["total"]) == (2, 5)
    assert refusal(lambda: call(server.url, "POST", "/api/score", {**body, "map": "x"})) == "bad-map"
    assert refusal(lambda: call(server.url, "POST", "/api/score", {**body, "edicts": ["nix"]})) == "bad-request"


def test_an_edict_is_counted_once_however_often_it_is_named(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who fills in a sheet may choose one for several letters: each scores, and the work is done once."""
    counted: list[str] = []

    def counting(card: str, *rest: Any) -> Any:
        counted.append(card)
        return earned(CardId(card), *rest)

    monkeypatch.setattr("quillmap.server.games.paper_score.earned", counting)
    rows = ["f.........f", *["..........."] * 10]
    body = {"map": "\n".join(rows), "edicts": ["sentinel-wood"] * 32}
    score = call(server.url, "POST", "/api/score", body)
    assert (len(score["edicts"]), score["total"]) == (32, 64)
    assert counted == ["sentinel-wood"]


def test_a_year_on_paper_is_scored(server: Running) -> None:
    """Each season scores its own edict and the next one; only a whole year has a rating and a title."""
    sheet = {"map": "\n".join(["f.........f", *["..........."] * 10]), "coins": 3}
    edicts = ["sentinel-wood", "shieldgate", "mages-valley", "borderlands"]
    body = {"edicts": edicts, "seasons": [sheet, None]}
    begun = call(server.url, "POST", "/api/score/year", body)
    assert (begun["total"], begun["rating"], begun["seasons"][1]) == (5, None, None)
    whole = call(server.url, "POST", "/api/score/year", {**body, "seasons": [sheet] * 4})
    assert [each["season"] for each in whole["seasons"]] == ["spring", "summer", "autumn", "winter"]
    assert [each["places"] for each in whole["seasons"]] == [[0, 1], [1, 2], [2, 3], [3, 0]]
    assert [each["score"]["total"] for each in whole["seasons"]] == [5, 3, 3, 5]
    worth = sum(SCORING[CardId(card)].solo_value for card in edicts)
    assert (whole["total"], whole["rating"], whole["title"]) == (16, 16 - worth, title_of(16 - worth))
    wrong = {**body, "seasons": [{**sheet, "map": "x"}]}
    assert refusal(lambda: call(server.url, "POST", "/api/score/year", wrong)) == "bad-map"
