"""Who at a table is here, who is away and for how long, and what others may do about it.

A person is here while a socket with the token of their seat is open. So that nobody has to wait for ever, a bot may
stand in for somebody after ``away_seconds``, and earlier if the host wants it, the host's rights pass on after
``host_seconds``, and a seat at a table in the lobby after ``seat_seconds``.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from quillmap.server.protocol.values import AwaySeat
from quillmap.server.tables.document import PERSON, PLAYING, RESIGNED, WAITING, SeatDocument, TableDocument

ABANDONED_SECONDS: Final = 86400.0

Who: TypeAlias = int | None
"""The id of a seat; None is the host who has no seat."""


class Absence(NamedTuple):
    """Since when somebody is away."""

    since: float
    """By the clock of the presence, which never jumps."""
    version: int
    """How many events the game had."""


class Waits(NamedTuple):
    """For how many seconds a game has to wait for somebody who is away before a bot may draw for them."""

    host: float
    """If the host asks for it."""
    anybody: float
    """If anybody else at the table does, and for somebody who only looks at the last game: their page is open."""


class Presence:
    """Counts the sockets of everybody who has rights at one table."""

    def __init__(self, version: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._game_began = clock()
        """Or when the table was loaded: then everybody has to come back first."""
        self._sockets: Counter[Who] = Counter()
        self._absences: dict[Who, Absence] = {None: Absence(clock(), version)}
        self._looking_back: Counter[Who] = Counter()
        """Sockets that still show the end of an earlier game: open, but their people don't see this one."""
        self._seats_here: tuple[int, ...] | None = ()
        """The ids of the seats that are connected, if that was asked for since somebody came or went."""

    def expect(self, seats: Iterable[int], version: int) -> None:
        """From now on count seats that were never here as away, and forget those that there are no longer."""
        expected = set(seats)
        for seat in expected - self._sockets.keys():
            self._absences.setdefault(seat, Absence(self._clock(), version))
        for gone in self._absences.keys() - expected - {None}:
            del self._absences[gone]

    def begin_game(self) -> None:
        """Count what is missed, and how long somebody is waited for, from the beginning of another game on."""
        self._game_began = self._clock()
        self._absences = {who: Absence(each.since, 0) for who, each in self._absences.items()}

    def come(self, who: Who) -> None:
        """Note that a socket was opened."""
        self._sockets[who] += 1
        self._absences.pop(who, None)
        self._seats_here = None

    def go(self, who: Who, version: int) -> None:
        """Note that a socket was closed."""
        self._sockets[who] -= 1
        if not self._sockets[who]:
            del self._sockets[who]
            self._absences[who] = Absence(self._clock(), version)
            self._seats_here = None

    def look_back(self, who: Who, version: int) -> None:
        """Note that a socket, which counted as here, still shows an earlier game."""
        self.go(who, version)
        self._looking_back[who] += 1

    def look_up(self, who: Who) -> None:
        """Note that a socket which showed an earlier game does so no longer."""
        self._looking_back[who] -= 1
        if not self._looking_back[who]:
            del self._looking_back[who]

    def go_looking_back(self, who: Who) -> None:
        """Note that a socket which showed an earlier game was closed: who has no other is away from now on."""
        self.look_up(who)
        absence = self._absences.get(who)
        if absence is not None and not self.is_looking_back(who):
            self._absences[who] = absence._replace(since=self._clock())

    def is_looking_back(self, who: Who) -> bool:
        """Return whether somebody who is not here looks at an earlier game."""
        return who in self._looking_back and who not in self._sockets

    def is_here(self, who: Who) -> bool:
        """Return whether a socket is open that shows the table as it is."""
        return who in self._sockets

    def is_anybody_here(self) -> bool:
        """Return whether somebody who has rights at the table is connected; spectators have none."""
        return bool(self._sockets)

    def seats_here(self) -> tuple[int, ...]:
        """Return the ids of the seats that are connected."""
        if self._seats_here is None:
            self._seats_here = tuple(sorted(who for who in self._sockets if who is not None))
        return self._seats_here

    def people_away(self, document: TableDocument) -> list[SeatDocument]:
        """Return the seats of people who are not here."""
        return [seat for seat in document.seats if seat.id not in self._sockets and seat.kind == PERSON]

    def absence(self, who: Who) -> Absence | None:
        """Return since when somebody is away, if they are."""
        return self._absences.get(who)

    def away_for(self, who: Who) -> float:
        """Return for how many seconds somebody has been away; 0 while they are here."""
        absence = self._absences.get(who)
        return 0.0 if absence is None else self._clock() - absence.since

    def waited_for(self, who: Who) -> float:
        """Return for how many seconds the game has waited for somebody who is away; 0 while they are here."""
        return min(self.away_for(who), self._clock() - self._game_began)


def may_stand_in(document: TableDocument, seat: SeatDocument, now: float) -> bool:
    """Return whether others may let a bot draw for this seat if its person is away.

    At a table with a pace of days people are usually away, so everybody has the time they were promised.
    """
    is_free = seat.kind == PERSON and seat.until in ("", "round")
    has_time = document.pace.kind == "days" and document.deadline is not None and document.deadline > now
    return document.status == PLAYING and not document.day and is_free and not has_time


def waits_for(presence: Presence, seat_id: int, waits: Waits) -> Waits:
    """Return how long a game waits for this person."""
    return Waits(waits.anybody, waits.anybody) if presence.is_looking_back(seat_id) else waits


def is_deserted(document: TableDocument, presence: Presence) -> bool:
    """Return whether bots that stand in have to wait for somebody to come back: nobody would see the game go by.

    At a table with a pace of days hardly anybody is ever there, and its bots play on.
    """
    return document.pace.kind != "days" and not presence.is_anybody_here()


def is_abandoned(document: TableDocument, presence: Presence, now: float) -> bool:
    """Return whether nobody has come back to a game for a day, after the time that they had."""
    last = max(document.touched, document.deadline or 0.0)
    return document.status == PLAYING and not presence.seats_here() and now - last > ABANDONED_SECONDS


def away_seats(document: TableDocument, presence: Presence, waits: Waits, now: float) -> Iterator[AwaySeat]:
    """Yield every person who is away at the time *now*."""
    for seat in presence.people_away(document):
        if seat.until != RESIGNED:
            waited, wait = presence.waited_for(seat.id), waits_for(presence, seat.id, waits)
            is_allowed = may_stand_in(document, seat, now)
            by: Literal["nobody", "host", "anybody"] = "nobody"
            if is_allowed and waited >= min(wait):
                by = "anybody" if waited >= wait.anybody else "host"
            yield AwaySeat(
                seat.id,
                now - presence.away_for(seat.id),
                by,
                now - waited + wait.anybody if is_allowed else None,
                now - waited + min(wait) if is_allowed else None,
                presence.is_looking_back(seat.id),
            )


def free_seat(document: TableDocument, presence: Presence, seat_seconds: float) -> int | None:
    """Return whose seat a newcomer gets at a full table in the lobby: that of whoever was away longest, if too long.

    At a table with a pace of days people look in once a day.
    """
    seconds = ABANDONED_SECONDS if document.pace.kind == "days" else seat_seconds
    is_open = document.status == WAITING and document.listed and len(document.seats) >= document.most_seats
    people = [seat.id for seat in document.seats if seat.kind == PERSON] if is_open else []
    longest = max(people, key=presence.away_for, default=None)
    return None if longest is None or presence.away_for(longest) < seconds else longest


def next_host(document: TableDocument, presence: Presence, host_seconds: float) -> int | None:
    """Return who gets the rights of a host who has resigned, or has been away too long: the next person who is here."""
    return heir(document, presence) if _is_without_host(document, presence, host_seconds) else None


def heir(document: TableDocument, presence: Presence) -> int | None:
    """Return who gets the rights when the host gives them up: the next person who is here.

    Whoever has resigned gets them only after the game, and if nobody else is here who has played it to the end.
    """
    place = 0 if document.host is None else document.number_of(document.host) or 0
    in_turn = (*document.seats[place:], *document.seats[:place])
    others = [seat for seat in in_turn if seat.kind == PERSON and seat.id != document.host]
    here = [seat for seat in others if presence.is_here(seat.id) and not _has_resigned(document, seat)]
    found = min(here, key=lambda seat: seat.gave_up or seat.until == RESIGNED, default=None)
    return None if found is None else found.id


def _is_without_host(document: TableDocument, presence: Presence, host_seconds: float) -> bool:
    """Return whether the host plays no longer, or has been away too long.

    At a table with a pace of days nobody is expected to be here during the game.
    """
    seat = None if document.host is None else document.seat(document.host)
    if seat is not None and _has_resigned(document, seat):
        return True
    is_by_days = document.pace.kind == "days" and document.status == PLAYING
    return not is_by_days and not presence.is_here(document.host) and presence.away_for(document.host) >= host_seconds


def _has_resigned(document: TableDocument, seat: SeatDocument) -> bool:
    return document.status == PLAYING and seat.until == RESIGNED


def next_look(document: TableDocument, presence: Presence, waits: Waits, host_seconds: float) -> float | None:
    """Return the seconds until others may do more about somebody's absence."""
    left = [
        wait - presence.waited_for(seat.id)
        for seat in presence.people_away(document)
        for wait in waits_for(presence, seat.id, waits)
    ]
    if not presence.is_here(document.host):
        left.append(host_seconds - presence.away_for(document.host))
    return min((wait for wait in left if wait > 0), default=None)
