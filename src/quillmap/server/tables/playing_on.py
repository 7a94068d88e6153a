"""Playing on from a moment of a finished game: a table for one person, at which nothing counts.

Its game begins with the events of the other one, so that its record is whole and can be verified. All other seats are
taken by bots.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from quillmap.play.codec import write_setup
from quillmap.rules.events import GameBegan
from quillmap.server.games.live_game import unstored
from quillmap.server.protocol.bodies import STAND_IN_LEVEL, PlayOn
from quillmap.server.tables.actions import free_name
from quillmap.server.tables.document import BOT, PERSON, PLAYING, Continued, SeatDocument, TableDocument
from quillmap.server.tables.profiles import checked_crest, checked_name, checked_title
from quillmap.server.tables.tokens import hash_of, new_code, new_id

FIRST_ID: Final = 1


class Beginning(NamedTuple):
    """A finished game up to the moment from which somebody plays on."""

    origin: Continued
    names: Sequence[str]
    """Of its seats; nobody's, if it comes from a record."""
    events: Sequence[bytes]


class Begun(NamedTuple):
    """A new table, and the events of its game so far."""

    document: TableDocument
    events: Sequence[bytes]


Begin: TypeAlias = Callable[[], Begun]
"""Makes a table of a game that is packed until then. It takes as long as the game is large, so a thread does it."""


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
    names = game.names or _names(began.setup.seats, person.name)
    bots = [SeatDocument(FIRST_ID + n, BOT, each, level=STAND_IN_LEVEL) for n, each in enumerate(names)]
    seats = tuple(person if bot.id == person.id else bot for bot in bots)
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


def _names(seats: int, person: str) -> list[str]:
    """Return names for the bots at the table of a record, which has none."""
    names: list[str] = []
    for _ in range(seats):
        names.append(free_name(STAND_IN_LEVEL, "", {person, *names}))
    return names
