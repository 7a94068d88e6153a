"""Playing on from a moment of a finished game: a table for one person, at which nothing counts.

Its game begins with the events of the other one, so that its record is whole and can be verified. All other seats are
taken by bots.
"""

import time
from collections.abc import Sequence
from typing import Final

from quillmap.play.codec import write_setup
from quillmap.rules.events import GameBegan
from quillmap.server.games.live_game import unstored
from quillmap.server.protocol.bodies import STAND_IN_LEVEL, GameSummary, PlayOn
from quillmap.server.tables.document import BOT, PERSON, PLAYING, Continued, SeatDocument, TableDocument
from quillmap.server.tables.profiles import checked_crest, checked_name, checked_title
from quillmap.server.tables.tokens import hash_of, is_device_id, new_code, new_id

FIRST_ID: Final = 1


def continued_table(
    summary: GameSummary, events: Sequence[bytes], seat: int, wish: PlayOn, token: str
) -> TableDocument:
    """Return the table at which a game goes on that has come to *events*; the person takes *seat*."""
    began = unstored(events[0])
    assert isinstance(began, GameBegan)  # every log begins so
    setup = write_setup(began.setup.without_seed())
    del setup["seats"]
    bots = [SeatDocument(FIRST_ID + n, BOT, name, level=STAND_IN_LEVEL) for n, name in enumerate(summary.names)]
    name, title, crest = checked_name(wish.name), checked_title(wish.title), checked_crest(wish.crest)
    person = SeatDocument(FIRST_ID + seat, PERSON, name, title, crest, hash_of(token))
    seats = (*bots[:seat], person, *bots[seat + 1 :])
    is_on_device = is_device_id(summary.game)
    now, game = time.time(), new_id(is_on_device=is_on_device)
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
        game=game,
        played_by=tuple(each.id for each in seats),
        games=(game,),
        continued_from=Continued(summary.game, wish.event),
    )
