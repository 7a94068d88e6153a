"""Who is away, and what others may do about it: without a server, on a clock of the test's own."""

from dataclasses import dataclass

from msgspec.structs import replace

from quillmap.server.tables import actions
from quillmap.server.tables.document import BOT, PERSON, PLAYING, WAITING, SeatDocument, TableDocument
from quillmap.server.tables.pace import Pace
from quillmap.server.tables.presence import (
    ABANDONED_SECONDS,
    Presence,
    Waits,
    away_seats,
    free_seat,
    is_abandoned,
    may_stand_in,
    next_host,
    next_look,
)
from quillmap.server.tables.wishes import wished_setup

AWAY, HOST = 45.0, 120.0
WAITS = Waits(host=10.0, anybody=AWAY)
NOW = 1e9


@dataclass
class Clock:
    """A clock that the test sets."""

    now: float = 1000.0

    def __call__(self) -> float:
        """Return what it shows."""
        return self.now


def table(*, host: int | None = 1) -> TableDocument:
    """Return a table that plays: three people and a bot between them."""
    seats = (
        SeatDocument(1, PERSON, "Ada"),
        SeatDocument(2, BOT, "Heron", level="random"),
        SeatDocument(3, PERSON, "Ben"),
        SeatDocument(4, PERSON, "Cleo"),
    )
    return TableDocument("t", "CODE", 0, 0, {}, seats, 5, host, status=PLAYING)


def test_who_has_left_for_good_is_forgotten() -> None:
    """However many take a seat and leave it, the table remembers no more than it has seats; sockets are counted on."""
    presence = Presence(0, Clock())
    for seat in range(1, 50):
        presence.come(seat)
        presence.expect([1, seat], 0)
        presence.go(seat, 0)
    presence.expect([1], 0)
    assert [seat for seat in range(1, 51) if presence.absence(seat) is not None] == [1]
    presence.come(60)
    presence.expect([1], 0)
    assert presence.is_here(60)


def test_somebody_is_away_when_the_last_socket_has_closed() -> None:
    """A second device keeps its person here."""
    clock = Clock()
    presence = Presence(0, clock)
    presence.come(1)
    presence.come(1)
    presence.go(1, 7)
    assert presence.is_here(1)
    presence.go(1, 9)
    clock.now += 5
    absence = presence.absence(1)
    assert absence is not None
    assert (presence.is_here(1), presence.away_for(1), absence.version) == (False, 5, 9)
    presence.come(1)
    assert (presence.seats_here(), presence.away_for(1), presence.absence(1)) == ((1,), 0, None)


def test_people_who_never_came_are_away_since_they_were_expected() -> None:
    """Whoever takes a seat has the whole time from then on."""
    clock = Clock()
    presence = Presence(0, clock)
    presence.expect([1], 0)
    clock.now += 30
    presence.expect([1, 3], 4)
    clock.now += 20
    assert (presence.away_for(1), presence.away_for(3)) == (50, 20)


def test_another_game_is_missed_from_its_beginning() -> None:
    """Whoever left during the game before has been away as long, and has missed nothing of this one."""
    clock = Clock()
    presence = Presence(0, clock)
    presence.come(1)
    presence.go(1, 150)
    clock.now += 5
    presence.begin_game()
    absence = presence.absence(1)
    assert absence is not None
    assert (presence.away_for(1), absence.version) == (5, 0)


def test_another_game_waits_as_long_for_everybody() -> None:
    """However long somebody was away before it began, or looked back at the one before; closing the page is going."""
    clock, document = Clock(), table()
    presence = Presence(0, clock)
    for seat in (1, 3, 4):
        presence.come(seat)
    presence.go(4, 150)
    clock.now += HOST
    presence.begin_game()
    presence.look_back(3, 0)
    clock.now += WAITS.host
    assert [(each.seat, each.stand_in_by) for each in away_seats(document, presence, WAITS, NOW)] == [
        (3, "nobody"),
        (4, "host"),
    ]
    presence.go_looking_back(3)
    [gone, _] = away_seats(document, presence, WAITS, NOW)
    assert (gone.since, gone.host_from, gone.is_looking_back) == (NOW, NOW + WAITS.host, False)


def test_a_bot_may_stand_in_after_the_time() -> None:
    """Bots are never away; people are told at once, and may be stood in for later: if the host asks for it, earlier."""
    clock, document = Clock(), table()
    presence = Presence(0, clock)
    presence.expect([1, 3, 4], 0)
    presence.come(1)
    clock.now += WAITS.host - 1
    assert {each.stand_in_by for each in away_seats(document, presence, WAITS, NOW)} == {"nobody"}
    assert {(each.host_from, each.anybody_from) for each in away_seats(document, presence, WAITS, NOW)} == {
        (NOW + 1, NOW + 36)
    }
    assert next_look(document, presence, WAITS, HOST) == 1
    clock.now += AWAY - WAITS.host
    assert [(each.seat, each.stand_in_by) for each in away_seats(document, presence, WAITS, NOW)] == [
        (3, "host"),
        (4, "host"),
    ]
    assert next_look(document, presence, WAITS, HOST) == 1
    clock.now += 1
    presence.come(4)
    assert [(each.seat, each.stand_in_by) for each in away_seats(document, presence, WAITS, NOW)] == [(3, "anybody")]
    assert next_look(document, presence, WAITS, HOST) is None


def test_who_looks_at_an_earlier_game_is_away() -> None:
    """Since they began to, and for the host as long as for others; another socket that shows this game counts."""
    clock, document = Clock(), table()
    presence = Presence(0, clock)
    for seat in (1, 3, 4):
        presence.come(seat)
    presence.look_back(3, 2)
    clock.now += 5
    [away] = away_seats(document, presence, WAITS, NOW)
    assert (away.seat, away.since, away.anybody_from, away.is_looking_back) == (3, NOW - 5, NOW - 5 + AWAY, True)
    assert away.host_from == away.anybody_from
    presence.come(3)
    assert list(away_seats(document, presence, WAITS, NOW)) == []
    presence.look_up(3)
    presence.go(3, 2)
    [away] = away_seats(document, presence, WAITS, NOW)
    assert not away.is_looking_back


def test_nobody_stands_in_in_the_daily_or_while_days_are_left() -> None:
    """One's own attempt and the time that was promised are one's own."""
    document = table()
    _, bot, person, _ = document.seats
    assert may_stand_in(document, person, NOW)
    assert not may_stand_in(document, bot, NOW)
    assert not may_stand_in(replace(document, status="finished"), person, NOW)
    assert not may_stand_in(replace(document, day="2026-05-31"), person, NOW)
    by_days = replace(document, pace=Pace("days", 1), deadline=4e9)
    assert not may_stand_in(by_days, person, NOW)
    assert may_stand_in(replace(by_days, deadline=1.0), person, NOW)


def test_the_rights_pass_to_the_next_person_who_is_here() -> None:
    """In the order of seats, past bots and those who are away or have resigned; never while the host is here."""
    clock, document = Clock(), table(host=3)
    presence = Presence(0, clock)
    presence.expect([1, 3, 4], 0)
    presence.come(1)
    clock.now += HOST - 1
    assert next_host(document, presence, HOST) is None
    assert next_look(document, presence, WAITS, HOST) == 1
    clock.now += 1
    assert next_host(document, presence, HOST) == 1
    presence.come(4)
    assert next_host(document, presence, HOST) == 4
    resigned = tuple(replace(seat, until="end") if seat.id == 4 else seat for seat in document.seats)
    assert next_host(replace(document, seats=resigned), presence, HOST) == 1
    assert next_host(replace(document, pace=Pace("days", 1)), presence, HOST) is None
    presence.come(3)
    assert next_host(document, presence, HOST) is None


def test_a_host_who_resigns_passes_the_rights_on_at_once() -> None:
    """Also while they look on, and with a pace of days; never to somebody who has resigned, too, while others play."""
    document, presence = table(host=3), Presence()
    for seat in (3, 4):
        presence.come(seat)
    resigned = tuple(replace(seat, until="end") if seat.id == 3 else seat for seat in document.seats)
    given_up = replace(document, seats=resigned)
    assert next_host(document, presence, HOST) is None
    assert next_host(given_up, presence, HOST) == 4
    assert next_host(replace(given_up, pace=Pace("days", 1)), presence, HOST) == 4
    assert next_host(replace(given_up, status="finished"), presence, HOST) is None
    all_resigned = tuple(replace(seat, until="end") for seat in document.seats)
    assert next_host(replace(document, seats=all_resigned), presence, HOST) is None


def test_who_resigned_may_open_the_next_game_if_nobody_else_is_here() -> None:
    """At the end of the game, too: otherwise nobody could."""
    clock, document = Clock(), table(host=3)
    resigned = tuple(replace(seat, until="end") if seat.id == 4 else seat for seat in document.seats)
    presence = Presence(0, clock)
    presence.expect([1, 3, 4], 0)
    presence.come(4)
    clock.now += HOST
    document = replace(document, seats=resigned)
    assert next_host(document, presence, HOST) is None
    assert next_host(replace(document, status="finished"), presence, HOST) == 4


def test_who_resigned_gets_the_rights_last() -> None:
    """Also when the next game is prepared, wherever people sit by then; in that game all are the same again."""
    played = actions.note_resigned(actions.stand_in(table(host=3), 4, "random", "end", 0, is_own=True))
    finished = replace(played, status="finished")
    waiting = actions.rematch(finished)
    reordered = actions.reorder(waiting, [3, 4, 2, 1])
    fewer = actions.remove_seat(actions.reorder(waiting, [2, 3, 4, 1]), 2)
    clock = Clock()
    presence = Presence(0, clock)
    presence.expect([1, 3, 4], 0)
    presence.come(4)
    clock.now += HOST
    prepared = (finished, waiting, reordered, fewer)
    assert [next_host(document, presence, HOST) for document in prepared] == [4] * 4
    presence.come(1)
    assert [next_host(document, presence, HOST) for document in prepared] == [1] * 4
    again, _ = actions.start(replace(reordered, setup=wished_setup({})[0]), "another", "seed")
    assert next_host(again, presence, HOST) == 4


def test_a_host_without_a_seat_passes_the_rights_on_too() -> None:
    """A screen that was switched off must not keep a table from starting."""
    clock, document = Clock(), table(host=None)
    presence = Presence(0, clock)
    presence.come(None)
    presence.come(4)
    clock.now += HOST
    assert next_host(document, presence, HOST) is None
    presence.go(None, 0)
    clock.now += HOST
    assert next_host(document, presence, HOST) == 4


def test_a_game_is_abandoned_after_a_day() -> None:
    """Unless somebody is here, or time is left for an answer."""
    document, presence = table(), Presence()
    day = 86400.0
    assert not is_abandoned(document, presence, day)
    assert is_abandoned(document, presence, day + 1)
    assert not is_abandoned(replace(document, deadline=day), presence, day + 1)
    assert not is_abandoned(replace(document, status="finished"), presence, day + 1)
    presence.come(1)
    assert not is_abandoned(document, presence, day + 1)


def test_the_seat_of_whoever_is_gone_longest_can_be_had() -> None:
    """At a full table in the lobby that waits, after a while; nowhere else, and never that of a bot."""
    clock = Clock()
    presence = Presence(0, clock)
    lobby = replace(table(), status=WAITING, listed=True, most_seats=4)
    presence.come(1)
    presence.expect([3], 0)
    clock.now += 100
    presence.expect([3, 4], 0)
    clock.now += 500
    assert free_seat(lobby, presence, 600) == 3
    clock.now -= 1
    assert free_seat(lobby, presence, 600) is None
    clock.now += 200
    for other in ({"most_seats": 5}, {"listed": False}, {"status": PLAYING}, {"pace": Pace("days", 1, "bot")}):
        assert free_seat(replace(lobby, **other), presence, 600) is None, other
    clock.now += ABANDONED_SECONDS
    assert free_seat(replace(lobby, pace=Pace("days", 1, "bot")), presence, 600) == 3
    presence.come(3)
    assert free_seat(lobby, presence, 600) == 4
    presence.come(4)
    assert free_seat(lobby, presence, 600) is None
