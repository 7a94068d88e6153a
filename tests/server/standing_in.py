"""Tables whose people come and go, and stand-ins for them: what tests of absence share."""

from collections.abc import Callable
from dataclasses import replace

from quillmap.server.client import Seat
from quillmap.server.hosting.config import Limits
from server.harness import GENEROUS, Json, Running, play_out, receive_until, table_of

BRIEF: Limits = replace(GENEROUS, away_seconds=0.05, host_seconds=0.1)
"""Others may act after a moment."""
LED: Limits = replace(BRIEF, host_seconds=1e6)
"""Others may act after a moment, and the host stays host even if slow to come back."""
PATIENT: Limits = replace(GENEROUS, away_seconds=1e6, host_away_seconds=0, host_seconds=1e6)
"""Only the host may act, and at once."""
SLOW: Limits = replace(GENEROUS, away_seconds=1e6, host_away_seconds=1e6, host_seconds=1e6)
"""Nobody may, however long a test takes."""
ROUND: Json = {"until": "round"}
RETURN: Json = {"until": "return"}
RESIGN: Json = {"until": "end"}


def started_table(server: Running, people: int, **wishes: object) -> list[Seat]:
    """Return people at a table who are all here, with a game that has begun."""
    seats = table_of(server.url, people, **wishes)
    for seat in seats:
        seat.connect()
    seats[0].start()
    for seat in seats:
        receive_until(seat, "update")
    return seats


def second_game(server: Running, people: int, **wishes: object) -> tuple[list[Seat], str]:
    """Return people who are all here in the second game of their table, and the id of the first one."""
    seats = table_of(server.url, people, **wishes)
    seats[0].start()
    play_out(seats)
    assert seats[0].board is not None
    first: str = seats[0].board["game"]
    seats[0].ask("POST", "/rematch")
    for seat in seats:
        seat.connect()
    seats[0].start()
    for seat in seats:
        receive_until(seat, "update")
    return seats, first


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
