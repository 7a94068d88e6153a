"""The daily expedition. To see the day after, tests move stored attempts a day back."""

import sqlite3
from datetime import timedelta
from pathlib import Path

from quillmap.server.client import Seat, call
from quillmap.server.storage.database import FILE_NAME
from quillmap.server.tables.daily import today
from server.harness import Json, play_out, refusal, running

PLAYER = "a-secret-of-this-device-"


def set_out(url: str, day: str, player: str, name: str = "Ada") -> Json:
    """Start an expedition."""
    return call(url, "POST", f"/api/daily/{day}", {"player": player, "name": name})


def test_everybody_gets_the_same_deal_and_one_attempt(data: Path) -> None:
    """Asking again leads back to the same table; another player gets the same cards."""
    with running(data) as server:
        first = set_out(server.url, "today", PLAYER + "1")
        again = set_out(server.url, "today", PLAYER + "1")
        other = set_out(server.url, "today", PLAYER + "2")
        assert (first["table"]["id"], first["token"]) == (again["table"]["id"], again["token"])
        assert first["table"]["id"] != other["table"]["id"]
        boards = []
        for each in (first, other):
            seat = Seat(server.url, each["table"]["id"], each["token"])
            boards.append(seat.connect()["board"])
            seat.close()
        assert boards[0]["seed_hash"] == boards[1]["seed_hash"]
        assert boards[0]["revealed"] == boards[1]["revealed"]


def test_the_leaderboard_and_the_replays_come_when_the_day_is_over(data: Path) -> None:
    """Until then both are refused; afterwards the better rating comes first."""
    with running(data) as server:
        tables = [set_out(server.url, "today", PLAYER + str(n), f"Player {n}") for n in range(3)]
        seats = [Seat(server.url, each["table"]["id"], each["token"]) for each in tables]
        for number, seat in enumerate(seats[:2]):
            play_out([seat], seed=number)
        game = tables[0]["table"]["game"]
        assert refusal(lambda: call(server.url, "GET", "/api/daily/today/leaderboard")) == "day-not-over"
        assert refusal(lambda: call(server.url, "GET", f"/api/games/{game}/replay")) == "day-not-over"
    yesterday = (today() - timedelta(days=1)).isoformat()
    connection = sqlite3.connect(data / FILE_NAME)
    with connection:
        connection.execute("UPDATE attempts SET day = ?", (yesterday,))
        connection.execute("UPDATE games SET summary = replace(summary, ?, ?)", (today().isoformat(), yesterday))
    connection.close()
    with running(data) as server:
        rows = call(server.url, "GET", f"/api/daily/{yesterday}/leaderboard")["rows"]
        assert len(rows) == 2
        assert rows[0]["rating"] >= rows[1]["rating"]
        assert call(server.url, "GET", f"/api/games/{rows[0]['game']}/replay")["frames"]


def test_past_days_can_be_practised_without_end(data: Path) -> None:
    """Every request opens a new table, and none of them counts."""
    yesterday = (today() - timedelta(days=1)).isoformat()
    with running(data) as server:
        tables = [set_out(server.url, yesterday, PLAYER) for _ in range(3)]
        assert len({each["table"]["id"] for each in tables}) == 3
        assert not any(each["table"]["counted"] for each in tables)
        assert call(server.url, "GET", f"/api/daily/{yesterday}")["attempts"] == 0


def test_every_weekday_has_its_own_table(data: Path) -> None:
    """Seven days, seven set-ups."""
    with running(data) as server:
        days = [(today() - timedelta(days=back)).isoformat() for back in range(7)]
        setups = [str(call(server.url, "GET", f"/api/daily/{day}")["setup"]) for day in days]
        assert len(set(setups)) == 7


def test_there_is_no_expedition_tomorrow(data: Path) -> None:
    """Nor on a day that is none."""
    tomorrow = (today() + timedelta(days=1)).isoformat()
    with running(data) as server:
        assert refusal(lambda: set_out(server.url, tomorrow, PLAYER)) == "no-such-day"
        assert refusal(lambda: set_out(server.url, "1999-01-01", PLAYER)) == "no-such-day"
        assert refusal(lambda: set_out(server.url, "someday", PLAYER)) == "bad-date"


def test_the_counted_attempt_has_no_hints(data: Path) -> None:
    """A rating is earned alone."""
    with running(data) as server:
        table = set_out(server.url, "today", PLAYER)["table"]
        assert table["counted"]
        assert not table["hints"]
