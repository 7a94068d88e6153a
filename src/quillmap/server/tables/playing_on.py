"""Playing on from a moment of a finished game: a table for one person, at which nothing counts.

Its game begins with the events of the other one, so that its record is whole and can be verified. All other seats are
taken by bots, which have names of their own: whoever had these seats did not play what comes now.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from quillmap.play.codec import write_setup
from quillmap.rules.events import GameBegan
from quillmap.server.games.live_game import unstored
from quillmap.server.protocol.bodies import STAND_IN_LEVEL, GameSummary, PlayOn
from quillmap.server.tables.actions import free_name
from quillmap.server.tables.document import BOT, PERSON, PLAYING, Continued, SeatDocument, TableDocument
from quillmap.server.tables.profiles import checked_crest, checked_name, checked_title
from quillmap.server.tables.tokens import hash_of, new_code, new_id

FIRST_ID: Final = 1


class Beginning(NamedTuple):
    """A finished game up to the moment from which somebody plays on."""

    origin: Continued
    names: Sequence[str]
    """Of those who had its seats; nobody's, if it comes from a record."""
    events: Sequence[bytes]


class Begun(NamedTuple):
    """A new table, and the events of its game so far."""

    document: TableDocument
    events: Sequence[bytes]


Begin: TypeAlias = Callable[[], Begun]
"""Makes a table of a game that is packed until then. It takes as long as the game is large, so a thread does it."""


def people_of(summary: GameSummary) -> tuple[str, ...]:
    """Return who had the seats of a finished game at first: bots that played on for somebody stand for them still."""
    before = summary.stands_for or ("",) * len(summary.names)
    return tuple(person or name for person, name in zip(before, summary.names, strict=True))


def person_of(wish: PlayOn, seat: int, token: str) -> SeatDocument:
    """Return the person who plays on in *seat*, or raise the problem with the name, the title or the crest."""
    name, title, crest = checked_name(wish.name), checked_title(wish.title), checked_crest(wish.crest)
    return SeatDocument(FIRST_ID + seat, PERSON, name, title, crest, hash_of(token))


def continued_table(game: Beginning, person: SeatDocument, *, is_on_device: bool) -> TableDocument:
    """Return the table at which *game* goes on; the *person* plays, and bots in all other seats."""
    began = unstored(game.events[0])
    assert isinstance(began, GameBegan)  # every log begins so
    setup = write_setup(began.setup.without_seed())
    del setup["seats"]
    seats = tuple(_seats(began.setup.seats, game.names, person))
    now, id_ = time.time(), new_id(is_on_device=is_on_device)
    return TableDocument(
        id=new_id(is_on_device=is_on_device),
        code=new_code(),
        created=now,
        touched=now,
        setup=setup,
        seats=seats,
        next_seat=FIRST_ID + len(seats),
        host=person.id,
        spectators=False,
        most_seats=len(seats),
        seed=began.setup.seed,
        status=PLAYING,
        game=id_,
        played_by=tuple(each.id for each in seats),
        games=(id_,),
        continued_from=game.origin,
    )


def _seats(number: int, before: Sequence[str], person: SeatDocument) -> Iterator[SeatDocument]:
    """Yield the *person* in their seat, and bots in all others, under names that nobody had *before* or has now."""
    taken = {person.name, *before}
    for place in range(number):
        if FIRST_ID + place == person.id:
            yield person
            continue
        name = free_name(STAND_IN_LEVEL, "", taken)
        taken.add(name)
        stands_for = before[place] if before else ""
        yield SeatDocument(FIRST_ID + place, BOT, name, level=STAND_IN_LEVEL, stands_for=stands_for)
