"""The daily expedition: setting out, what stays secret while the day goes on, and the results."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from quillmap.rules.events import Submitted
from quillmap.server.client import Seat, call
from quillmap.server.problems import Problem
from quillmap.server.storage.rows import Attempt
from quillmap.server.storage.sqlite.migrations import STEPS
from quillmap.server.storage.sqlite.storage import FILE_NAME
from quillmap.server.tables.calendar import Calendar
from quillmap.server.tables.tokens import hash_of
from server.harness import GENEROUS, Json, Running, play_out, play_some, receive_until, refusal, running

PLAYER = "a-secret-of-this-device-"
MONDAY = date(2026, 3, 2)
HOUR = 3600
HISTORY = "/api/daily/today/history"


class Days(Calendar):
    """A calendar that tests turn: it begins on a Monday at noon."""

    def __init__(self) -> None:
        self.time = datetime(MONDAY.year, MONDAY.month, MONDAY.day, 12, tzinfo=UTC).timestamp()
        super().__init__(lambda: self.time)

    def turn(self, days: int = 1) -> None:
        """Let days pass."""
        self.time += 24 * HOUR * days


def set_out(url: str, day: str, player: str, name: str = "Ada") -> Json:
    """Start an expedition."""
    found: Json = call(url, "POST", f"/api/daily/{day}", {"player": player, "name": name})
    return found


def seat_of(server: Running, seated: Json) -> Seat:
    """Return the seat of an attempt."""
    return Seat(server.url, seated["table"]["id"], seated["token"])


def finish(server: Running, player: str, name: str = "Ada", seed: object = 0) -> Json:
    """Play today's expedition to its end; return its table."""
    seated = set_out(server.url, "today", player, name)
    play_out([seat_of(server, seated)], seed=seed)
    return seated


def mine(server: Running, player: str, day: str = "today") -> Json:
    """Ask for one's own attempt."""
    found: Json = call(server.url, "GET", f"/api/daily/{day}/mine", token=player)
    return found


def week(server: Running, day: str = "today", player: str | None = None) -> Json:
    """Ask for the table of a week."""
    found: Json = call(server.url, "GET", f"/api/daily/{day}/week", token=player)
    return found


def test_everybody_gets_the_same_deal_and_one_attempt(data: Path) -> None:
    """Asking again leads back to the same table; another player gets the same cards."""
    with running(data, calendar=Days()) as server:
        first = set_out(server.url, "today", PLAYER + "1")
        again = set_out(server.url, "today", PLAYER + "1")
        other = set_out(server.url, "today", PLAYER + "2")
        assert (first["table"]["id"], first["token"]) == (again["table"]["id"], again["token"])
        assert first["table"]["id"] != other["table"]["id"]
        boards = []
        for each in (first, other):
            seat = seat_of(server, each)
            boards.append(seat.connect()["board"])
            seat.close()
        assert boards[0]["seed_hash"] == boards[1]["seed_hash"]
        assert boards[0]["revealed"] == boards[1]["revealed"]


def test_the_secret_leads_back_after_a_new_link(data: Path) -> None:
    """The link that was given up stays closed, and asking twice gives the same token."""
    with running(data, calendar=Days()) as server:
        first = set_out(server.url, "today", PLAYER)
        moved = call(server.url, "POST", f"/api/tables/{first['table']['id']}/seats/1/token", token=first["token"])
        elsewhere = seat_of(server, moved)
        elsewhere.connect()
        back, again = (set_out(server.url, "today", PLAYER) for _ in range(2))
        assert back["token"] == again["token"]
        assert receive_until(elsewhere, "goodbye")["code"] == "moved"
        for old in (first, moved):
            assert refusal(seat_of(server, old).connect) == "unknown-token"
        play_out([seat_of(server, back)])


def test_ranking_and_replays_come_when_the_day_is_over(data: Path) -> None:
    """Until then both are refused; afterwards the better rating comes first, and who did not finish is not there."""
    days = Days()
    with running(data, calendar=days) as server:
        tables = [finish(server, PLAYER + str(n), f"Player {n}", seed=n) for n in range(2)]
        set_out(server.url, "today", PLAYER + "2", "Player 2")
        game = tables[0]["table"]["game"] or mine(server, PLAYER + "0")["result"]["game"]
        assert refusal(lambda: call(server.url, "GET", "/api/daily/today/leaderboard")) == "day-not-over"
        reviewed = ("seats/0/review", "seats/0/decisions/5")
        for what in ("record", "replay", "verdict", "picture", "seats/0", *reviewed, "events/1/seats/0"):
            address = f"/api/games/{game}/{what}"
            assert refusal(partial(call, server.url, "GET", address)) == "day-not-over"
        days.turn()
        answer = call(server.url, "GET", f"/api/daily/{MONDAY}/leaderboard")
        assert answer["finished"] == len(answer["rows"]) == 2
        assert answer["rows"][0]["rating"] >= answer["rows"][1]["rating"]
        assert {row["name"] for row in answer["rows"]} == {"Player 0", "Player 1"}
        assert call(server.url, "GET", f"/api/games/{answer['rows'][0]['game']}/replay")["frames"]
        drawn = next(number for number, event in enumerate(server.log(game), start=1) if isinstance(event, Submitted))
        assert call(server.url, "GET", f"/api/games/{game}/seats/0/decisions/{drawn}")["own"]["choices"]


def test_the_ranking_has_the_name_that_a_player_had_at_the_end(data: Path) -> None:
    """Whoever sets out without a name may still give one while the expedition is under way."""
    days = Days()
    with running(data, calendar=days) as server:
        seat = seat_of(server, set_out(server.url, "today", PLAYER, "Cartographer"))
        seat.ask("PATCH", "/seats/1", {"name": "Ada"})
        play_out([seat])
        days.turn()
        assert [row["name"] for row in call(server.url, "GET", f"/api/daily/{MONDAY}/leaderboard")["rows"]] == ["Ada"]


def test_the_ranking_stays_when_it_is_forgotten_whose_results_were(data: Path) -> None:
    """After the days that the host set: the names and the stars are there, the game and one's own results are not."""
    days = Days()
    with running(data, calendar=days, keep_days=1, idle_days=1) as server:
        finish(server, PLAYER)
        address, history = f"/api/daily/{MONDAY}/leaderboard", partial(call, server.url, "GET", HISTORY, token=PLAYER)
        days.turn()
        [before] = call(server.url, "GET", address)["rows"]
        assert len(history()["results"]) == 1
        days.turn(7)
        server.result_of(server.registry.remove_old(days.now()))
        assert call(server.url, "GET", address)["rows"] == [{**before, "game": ""}]
        assert history()["results"] == []
        assert [row["name"] for row in week(server, str(MONDAY))["rows"]] == ["Ada"]


def seeds_in(message: Any) -> list[str]:
    """Return everything that is called a seed, however deep."""
    if isinstance(message, dict):
        return [
            *(str(value) for key, value in message.items() if key == "seed"),
            *(seed for value in message.values() for seed in seeds_in(value)),
        ]
    return [seed for each in message for seed in seeds_in(each)] if isinstance(message, list) else []


def test_nobody_learns_the_seed_while_the_day_goes_on(data: Path) -> None:
    """Neither with the last update nor on coming back; when the day is over, it is published."""
    days = Days()
    with running(data, calendar=days) as server:
        seated = set_out(server.url, "today", PLAYER)
        seat = seat_of(server, seated)
        messages: list[Json] = []
        receive = seat.receive

        def listen(*args: Any, **options: Any) -> Json:
            messages.append(receive(*args, **options))
            return messages[-1]

        seat.receive = listen  # type: ignore[method-assign]
        play_out([seat])
        back = seat_of(server, seated)
        messages.append(back.connect())
        back.close()
        assert any(each.get("board", {}).get("result") for each in messages)
        assert set(seeds_in(messages)) == {""}
        assert call(server.url, "GET", "/api/daily/today")["seed"] == ""
        days.turn()
        again = seat_of(server, seated)
        (seed,) = set(seeds_in(again.connect()["board"]))
        again.close()
        assert len(seed) == 64
        assert call(server.url, "GET", f"/api/daily/{MONDAY}")["seed"] == seed


def test_what_is_not_finished_in_time_does_not_count(data: Path) -> None:
    """The game can be played to its end after midnight, for nothing."""
    days = Days()
    with running(data, calendar=days) as server:
        seated = set_out(server.url, "today", PLAYER)
        play_some(seat_of(server, seated), 3, "a")
        assert mine(server, PLAYER)["state"] == "playing"
        days.turn()
        play_out([seat_of(server, seated)])
        late = mine(server, PLAYER, str(MONDAY))
        assert (late["state"], late["result"], late["place"], late["finished"]) == ("late", None, None, 0)
        assert call(server.url, "GET", f"/api/daily/{MONDAY}/leaderboard")["rows"] == []
        assert mine(server, PLAYER)["state"] == "open"


def test_one_learns_ones_place_among_those_who_have_finished(data: Path) -> None:
    """Without anybody's name; the device's secret is needed, and finds nobody else's result."""
    with running(data, calendar=Days()) as server:
        assert mine(server, PLAYER + "0")["state"] == "open"
        for number in range(3):
            finish(server, PLAYER + str(number), f"Player {number}", seed=number)
        found = [mine(server, PLAYER + str(number)) for number in range(3)]
        ratings = [each["result"]["rating"] for each in found]
        assert [each["place"] for each in found] == [1 + sum(b > a for b in ratings) for a in ratings]
        assert {each["finished"] for each in found} == {3}
        assert all(sum(each["result"]["seasons"]) == each["result"]["total"] for each in found)
        assert all(len(each["result"]["seasons"]) == 4 and each["result"]["title"] for each in found)
        assert "Player" not in str(found)
        assert refusal(lambda: call(server.url, "GET", "/api/daily/today/mine")) == "token-needed"


def test_the_week_counts_the_best_five_days(data: Path) -> None:
    """Only days that are over, and whoever asks with their secret is told their own line."""
    days = Days()
    with running(data, calendar=days) as server:
        totals = []
        for day in range(7):
            finish(server, PLAYER + "1", "Ada" if day < 6 else "Ada the Late", seed=day)
            totals.append(mine(server, PLAYER + "1")["result"]["total"])
            shown = week(server, player=PLAYER + "1")["own"]
            assert (shown["days"][:day] if shown else []) == totals[:day]
            assert shown is None or shown["days"][day] is None
            if day == 2:
                finish(server, PLAYER + "2", "Bo", seed="bo")
            days.turn()
        found = week(server, str(MONDAY), PLAYER + "1")
        assert (found["monday"], found["is_over"], found["players"]) == (str(MONDAY), True, 2)
        own = found["own"]
        assert own["days"] == totals
        assert own["stars"] == sum(sorted((max(0, each) for each in totals), reverse=True)[:5])
        assert {row["name"] for row in found["rows"]} == {"Ada the Late", "Bo"}
        assert week(server, str(MONDAY))["own"] is None
        assert week(server)["rows"] == []


def test_the_history_follows_the_secret_of_the_device(data: Path) -> None:
    """The latest day first, as far as it was finished in time."""
    days = Days()
    with running(data, calendar=days) as server:
        for day in range(3):
            if day != 1:
                finish(server, PLAYER, seed=day)
            days.turn()
        results = call(server.url, "GET", "/api/daily/today/history", token=PLAYER)["results"]
        assert [each["day"] for each in results] == [str(MONDAY + timedelta(days=2)), str(MONDAY)]
        assert call(server.url, "GET", "/api/daily/today/history", token=PLAYER + "x")["results"] == []


def test_attempts_of_a_network_are_limited_by_the_day(data: Path) -> None:
    """Going on with an attempt does not count again; practice and the next day are free."""
    days = Days()
    with running(data, replace(GENEROUS, attempts_per_day=2), calendar=days) as server:
        for _ in range(2):
            for number in range(2):
                set_out(server.url, "today", PLAYER + str(number))
        assert refusal(lambda: set_out(server.url, "today", PLAYER + "2")) == "too-many-attempts"
        days.turn()
        set_out(server.url, str(MONDAY), PLAYER + "2")
        set_out(server.url, "today", PLAYER + "2")


def test_attempts_of_a_site_are_limited_by_the_day(data: Path) -> None:
    """Somebody with a /48 has 65 536 networks; elsewhere people still set out."""
    with running(data, replace(GENEROUS, attempts_per_day=1), calendar=Days(), trusted_proxy="127.0.0.1") as server:

        def code_of(site: int, network: int) -> str:
            wish = {"player": f"{PLAYER}{site}-{network}", "name": "Ada"}
            headers = {"X-Forwarded-For": f"2001:db8:{site:x}:{network:x}::1"}
            answer = httpx.post(f"{server.url}/api/daily/today", json=wish, headers=headers).json()
            return str(answer["error"]["code"] if "error" in answer else "")

        codes = [code_of(7, network) for network in range(12)]
        assert codes == [""] * 10 + ["too-many-attempts"] * 2
        assert code_of(8, 0) == ""


def test_an_attempt_that_is_refused_is_none_of_its_site(data: Path) -> None:
    """Whoever has no room on the disk must not use up the day of their whole /48."""
    limits = replace(GENEROUS, attempts_per_day=1, disk_rate=(1e5, 1e-9))
    with running(data, limits, calendar=Days(), trusted_proxy="127.0.0.1") as server:

        def code_of(network: int, number: int) -> str:
            wish = {"player": f"{PLAYER}{network}-{number}", "name": "Ada"}
            headers = {"X-Forwarded-For": f"2001:db8:7:{network:x}::1"}
            answer = httpx.post(f"{server.url}/api/daily/today", json=wish, headers=headers).json()
            return str(answer["error"]["code"] if "error" in answer else "")

        server.registry.quotas._disk.bucket("2001:db8:7:1::/64").overdraw(2e5)
        assert [code_of(1, number) for number in range(12)] == ["quota-used-up"] * 12
        assert code_of(2, 0) == ""


def test_attempts_of_a_network_are_counted_over_a_restart(data: Path) -> None:
    """And the file does not tell where they came from."""
    limits = replace(GENEROUS, attempts_per_day=2)
    for number in range(2):
        with running(data, limits, calendar=Days()) as server:
            set_out(server.url, "today", PLAYER + str(number))
    with running(data, limits, calendar=Days()) as server:
        set_out(server.url, "today", PLAYER + "1")
        assert refusal(lambda: set_out(server.url, "today", PLAYER + "2")) == "too-many-attempts"
    assert b"127.0.0.1" not in b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())


def test_a_name_that_is_refused_is_no_attempt(data: Path) -> None:
    """So a class does not lose attempts to typing errors."""
    with running(data, replace(GENEROUS, attempts_per_day=1), calendar=Days()) as server:
        assert refusal(lambda: set_out(server.url, "today", PLAYER, "\u0000")) == "bad-name"
        assert set_out(server.url, "today", PLAYER)["table"]["counted"]


def test_past_days_can_be_practised_without_end(data: Path) -> None:
    """Every request opens a new table, and none of them counts."""
    days = Days()
    with running(data, calendar=days) as server:
        yesterday = str(MONDAY - timedelta(days=1))
        tables = [set_out(server.url, yesterday, PLAYER) for _ in range(3)]
        assert len({each["table"]["id"] for each in tables}) == 3
        assert not any(each["table"]["counted"] for each in tables)
        info = call(server.url, "GET", f"/api/daily/{yesterday}")
        assert info["attempts"] == 0
        own = Seat.create(server.url, "Ada", setup={**info["setup"], "seed": info["seed"]}, most_seats=1)
        own.start()  # what a device without the server does with what it has kept
        boards = [seat.connect()["board"] for seat in (own, seat_of(server, tables[0]))]
        assert boards[0]["edicts"] == boards[1]["edicts"]
        assert [each["card"] for each in boards] == [boards[0]["card"]] * 2
        assert boards[0]["setup"] == boards[1]["setup"]


def test_a_week_is_ranked_once_however_many_ask(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its days are over, so nothing about it changes; a week that can't be read is read again."""
    days = Days()
    asked: list[str] = []
    with running(data, calendar=days) as server:
        set_out(server.url, "today", PLAYER)
        days.turn()
        read = server.registry.storage.attempts_between

        async def reading(first: str, last: str) -> list[Attempt]:
            asked.append(first)
            if len(asked) == 1:
                raise Problem("storage-away")
            return await read(first, last)

        monkeypatch.setattr(server.registry.storage, "attempts_between", reading)
        assert refusal(lambda: week(server, str(MONDAY))) == "storage-away"
        with ThreadPoolExecutor(8) as many:
            found = list(many.map(lambda _: week(server, str(MONDAY)), range(24)))
        assert (len(asked), len({str(each) for each in found})) == (2, 1)


def test_every_weekday_has_its_own_table(data: Path) -> None:
    """Seven days, seven set-ups."""
    days = Days()
    with running(data, calendar=days) as server:
        dates = [str(MONDAY - timedelta(days=back)) for back in range(7)]
        setups = [str(call(server.url, "GET", f"/api/daily/{day}")["setup"]) for day in dates]
        assert len(set(setups)) == 7


def test_a_day_tells_how_long_it_goes_on(data: Path) -> None:
    """From noon to midnight UTC, and not at all when it is over."""
    days = Days()
    with running(data, calendar=days) as server:
        today = call(server.url, "GET", "/api/daily/today")
        assert (today["day"], today["is_over"], today["seconds_left"]) == (str(MONDAY), False, 12 * HOUR)
        days.turn()
        over = call(server.url, "GET", f"/api/daily/{MONDAY}")
        assert (over["is_over"], over["seconds_left"]) == (True, 0)


def test_there_is_no_expedition_tomorrow(data: Path) -> None:
    """Nor on a day that is none."""
    days = Days()
    with running(data, calendar=days) as server:
        assert refusal(lambda: set_out(server.url, str(MONDAY + timedelta(days=1)), PLAYER)) == "no-such-day"
        assert refusal(lambda: set_out(server.url, "1999-01-01", PLAYER)) == "no-such-day"
        assert refusal(lambda: set_out(server.url, "someday", PLAYER)) == "bad-date"


def test_the_counted_attempt_has_no_help(data: Path) -> None:
    """A rating is earned alone: no hint, no bot, and nothing of the table can be changed."""
    with running(data, calendar=Days()) as server:
        seated = set_out(server.url, "today", PLAYER)
        table, token = seated["table"], seated["token"]
        assert table["counted"]
        assert not table["hints"]
        seat = seat_of(server, seated)
        seat.connect()
        seat.send({"type": "hint", "id": "1"})
        assert receive_until(seat, "refused", "hint")["error"]["code"] == "no-hints"
        seat.close()
        address = f"/api/tables/{table['id']}"
        stand_in = {"level": "surveyor", "until": "end"}
        assert (
            refusal(lambda: call(server.url, "PUT", f"{address}/seats/1/stand-in", stand_in, token=token))
            == "no-stand-in"
        )
        assert refusal(lambda: call(server.url, "PATCH", address, {"hints": True}, token=token)) == "already-started"


def test_attempts_of_the_version_before_still_count(data: Path) -> None:
    """They have no stars by season, and are in ranking and history."""
    data.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(data / FILE_NAME)
    for step in STEPS[:2]:
        connection.executescript(step)
    connection.execute("PRAGMA user_version = 2")
    values = (str(MONDAY), hash_of(PLAYER), "table", "Ada", "game", 3, 70)
    connection.execute(
        "INSERT INTO attempts (day, player, table_id, name, game, rating, total) VALUES (?, ?, ?, ?, ?, ?, ?)", values
    )
    connection.commit()
    connection.close()
    days = Days()
    days.turn()
    with running(data, calendar=days) as server:
        assert call(server.url, "GET", f"/api/daily/{MONDAY}/leaderboard")["rows"][0]["name"] == "Ada"
        (result,) = call(server.url, "GET", "/api/daily/today/history", token=PLAYER)["results"]
        assert (result["total"], result["seasons"]) == (70, [])
