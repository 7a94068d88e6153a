"""What only one seat of a table sees of a moment of its game."""

from collections.abc import Callable

from msgspec.structs import replace

from quillmap.rules.ids import Seat
from quillmap.server.games.choices import OwnPart, own_part
from quillmap.server.games.live_game import Moment
from quillmap.server.tables.document import RESIGNED, TableDocument


def part_of(
    moment: Moment, document: TableDocument, seat_id: int, hides_answer: Callable[[int, int], bool]
) -> OwnPart | None:
    """Return what a seat sees; *hides_answer* says whether it must not see how a question was answered for it."""
    number, seat = number_in(moment, document, seat_id), document.seat(seat_id)
    if number is None or seat is None or seat.until == RESIGNED:
        return None
    own = own_part(moment.state, number)
    if own.answer is not None and hides_answer(seat_id, moment.question):
        return replace(own, answer=None)
    return own


def number_in(moment: Moment, document: TableDocument, seat_id: int) -> Seat | None:
    """Return the number of a seat in the game of a moment, if it was in it."""
    number = document.number_in_game(seat_id)
    return Seat(number) if number is not None and number < len(moment.state.seats) else None
