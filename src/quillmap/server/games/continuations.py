"""The beginning of a finished game, up to a moment from which somebody plays on."""

from collections.abc import Sequence

import msgspec

from quillmap.play.record import public_events
from quillmap.play.verify import played_from_seed
from quillmap.review.tasks import NotReviewable, check
from quillmap.rules.advance import settle_all
from quillmap.rules.cards import Box
from quillmap.rules.events import Event, Submitted, TakenBack
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.server.games.earnings import Earnings, earnings_of
from quillmap.server.games.live_game import stored
from quillmap.server.games.positions import not_reviewable
from quillmap.server.games.records import events_in, sent_record
from quillmap.server.problems import Problem


def beginning(log: Sequence[Event], event: int, seat: Seat) -> list[Event]:
    """Return a game as it was after line *event* of its record, and on to the next question; or raise a problem.

    It was dealt from the same seed, so the same cards follow.
    """
    _check(public_events(log), seat)
    kept = _until(log, event)
    state = fold(kept)
    for settled, after in settle_all(state):
        kept.append(settled)
        state = after
    if state.is_over:
        raise Problem("not-found", "nothing is decided after that")
    return kept


class RecordBeginning(msgspec.Struct, frozen=True):
    """The beginning of a record from elsewhere, and how it ended for the seat that plays on."""

    events: tuple[msgspec.Raw, ...]
    """As they are stored."""
    earned: Earnings


def record_beginning(text: str, event: int, seat: Seat) -> RecordBeginning:
    """Return the same of the text of a record, which hides what was not known at the time; or raise a problem."""
    events = public_events(events_in(sent_record(text)))
    _check(events, seat)
    kept = beginning(played_from_seed(events), event, seat)
    end = fold(events)
    earned = earnings_of(end.seats[seat], Box(end.setup.seasons))
    return RecordBeginning(tuple(msgspec.Raw(stored(each)) for each in kept), earned)


def _check(events: Sequence[Event], seat: Seat) -> None:
    try:
        check(events, [seat])
    except NotReviewable as error:
        raise not_reviewable(error) from None


def _until(log: Sequence[Event], event: int) -> list[Event]:
    """Return *log* up to line *event* of its record; answers that were given later are not in it."""
    places = [place for place, each in enumerate(log) if not isinstance(each, Submitted | TakenBack)]
    if not 1 <= event <= len(places):
        raise Problem("not-found", "the record has no such line")
    return list(log[: places[event - 1] + 1])
