"""A change of a table: what it makes of the table, and what is stored of it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from quillmap.rules.events import CardRevealed, SeasonScored
from quillmap.server.games.board import ranked_last
from quillmap.server.games.event_steps import EventStep
from quillmap.server.games.live_game import Moment, is_settled, stored
from quillmap.server.protocol.bodies import GameSummary
from quillmap.server.storage.rows import AttemptResult, LogPart, TableWrite, Times
from quillmap.server.tables import actions
from quillmap.server.tables.document import FINISHED, TableDocument
from quillmap.server.tables.pace import count_seconds

TOUCH_SECONDS: Final = 30.0
"""How exactly it is kept when a table was last played at: only days count, and noting it costs as much as a move."""
ANSWER_TOUCH_SECONDS: Final = 3600.0
"""The same for answers that others don't see yet: they come far more often. It has to be less than a day, the shortest
time after which a table is removed."""
ROW_BYTES: Final = 60
"""What the file needs for an event in addition to the event itself."""


def size_of(events: Sequence[bytes]) -> int:
    """Return about how many bytes the file needs for encoded *events*."""
    return sum(map(len, events)) + ROW_BYTES * len(events)


@dataclass(slots=True)
class TableChange:
    """One change of a table, and the callbacks that wait for it to be stored."""

    document: TableDocument
    moment: Moment | None
    steps: Sequence[EventStep]
    is_document_changed: bool
    mover: int | None = None
    """The id of the seat that moved."""
    late: tuple[int, ...] = ()
    """The numbers of the seats whose time ran out for the question that is answered with this."""
    by: str = ""
    """The network that makes it; empty if the table does so by itself."""
    when_stored: list[Callable[[BaseException | None], None]] = field(default_factory=list)
    stored: Sequence[bytes] = ()
    """The events as they are encoded for the storage."""
    is_public: bool = field(init=False)
    """Whether the whole table sees more of it than that somebody has answered."""

    def __post_init__(self) -> None:
        self.stored = [stored(step.event) for step in self.steps]
        self.is_public = is_settled(self.steps)

    def write(self, key: str | None, before: TableDocument, *, is_new_game: bool, counts: bool) -> TableWrite:
        """Return what is stored of a change of the table *before*.

        *key* is that of the move, *counts* says whether the day of its game goes on.
        """
        document, moment = self.document, self.moment
        whole = document if self.is_document_changed else None
        times = Times(document.touched, document.deadline)
        has_new_times = whole is None and times != (before.touched, before.deadline)
        new_times = times if has_new_times else None
        if not self.steps or moment is None:
            return TableWrite(whole, new_times)
        log = LogPart(moment.game, moment.version - len(self.steps), self.stored, key)
        if not is_new_game and not moment.state.is_over:
            return TableWrite(whole, new_times, log)
        result = _attempt_result(document, moment) if document.counted and counts else None
        return TableWrite(whole, new_times, log, summary_of(document, moment), result)


def document_after(
    document: TableDocument, before: Moment, moment: Moment, steps: Sequence[EventStep], now: float
) -> TableDocument:
    """Return what a move that everybody sees makes of the table."""
    if now - document.touched >= TOUCH_SECONDS or moment.state.is_over:
        document = replace(document, touched=now)
    happened = {type(step.event) for step in steps}
    if CardRevealed in happened:
        document = actions.end_round(document)
    if moment.state.is_over:
        return replace(document, status=FINISHED, deadline=None)
    pause = count_seconds(document.pace) if SeasonScored in happened else 0.0
    return with_clock(document, before, moment, now + pause)


def answered(document: TableDocument, now: float) -> TableDocument:
    """Return what an answer that others don't see yet makes of the table.

    A question may wait for weeks until all have answered: meanwhile nobody must take the table for abandoned.
    """
    return replace(document, touched=now) if now - document.touched >= ANSWER_TOUCH_SECONDS else document


def noted_as_newer(document: TableDocument, before: TableDocument, now: float) -> tuple[TableDocument, bool]:
    """Return what a move made of the table *before*, and whether more than its times has changed.

    Then the whole of it is stored, and noted as touched, so that of two that differ one is the newer.
    """
    if document is before:  # most answers change nothing but the game
        return document, False

    def whole(each: TableDocument) -> tuple[object, ...]:
        return each.status, each.seats, each.help, each.is_busy

    if whole(document) == whole(before):
        return document, False
    return replace(document, touched=now), True


def with_clock(document: TableDocument, before: Moment | None, moment: Moment, begins: float) -> TableDocument:
    """Return *document* with the deadline of a new question, for which the clock *begins* to run then."""
    seconds = document.pace.seconds
    if seconds is None or (before is not None and before.question == moment.question):
        return document
    return replace(document, deadline=begins + seconds)


def summary_of(document: TableDocument, moment: Moment) -> GameSummary:
    """Return the summary of a game that begins or ends now."""
    result = moment.state.result
    now = time.time()
    return GameSummary(
        game=moment.game,
        began=now,
        ended=None if result is None else now,
        names=tuple(seat.name for seat in document.seats),
        totals=() if result is None else result.totals,
        ranks=() if result is None else ranked_last(result.ranks, document.resigned),
        rating=None if result is None else result.rating,
        title=None if result is None else result.title,
        seed_hash=moment.state.seed_hash,
        day=document.day,
        help=() if result is None else document.help,
        continued_from=document.continued_from,
        seats=tuple(seat.id for seat in document.seats),
        is_seeded=document.is_seeded,
        stands_for=tuple(seat.stands_for for seat in document.seats) if document.continued_from else (),
    )


def _attempt_result(document: TableDocument, moment: Moment) -> AttemptResult | None:
    result = moment.state.result
    if result is None:
        return None
    seasons = [score.total for score in moment.state.seats[0].scores]
    return AttemptResult(moment.game, result.totals[0], result.rating, seasons, document.seats[0].name)
