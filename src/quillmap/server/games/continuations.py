"""The beginning of a finished game, up to a moment from which somebody plays on."""

from collections.abc import Sequence

from quillmap.play.record import public_events
from quillmap.review.tasks import NotReviewable, check
from quillmap.rules.advance import settle_all
from quillmap.rules.events import Event, Submitted, TakenBack
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.server.games.positions import not_reviewable
from quillmap.server.problems import Problem


def beginning(log: Sequence[Event], event: int, seat: Seat) -> list[Event]:
    """Return a game as it was after line *event* of its record, and on to the next question; or raise a problem.

    It was dealt from the same seed, so the same cards follow.
    """
    try:
        check(public_events(log), [seat])
    except NotReviewable as error:
        raise not_reviewable(error) from None
    kept = _until(log, event)
    state = fold(kept)
    for settled, after in settle_all(state):
        kept.append(settled)
        state = after
    if state.is_over:
        raise Problem("not-found", "nothing is decided after that")
    return kept


def _until(log: Sequence[Event], event: int) -> list[Event]:
    """Return *log* up to line *event* of its record; answers that were given later are not in it."""
    places = [place for place, each in enumerate(log) if not isinstance(each, Submitted | TakenBack)]
    if not 1 <= event <= len(places):
        raise Problem("not-found", "the record has no such line")
    return list(log[: places[event - 1] + 1])
