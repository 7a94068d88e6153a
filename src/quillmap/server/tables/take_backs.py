"""Changing one's mind: how often an answer may be taken back, and until when.

Each time is stored, and every game has a largest log. When the time is up, what is drawn is drawn: whoever could still
take it back would see what a bot has answered for them, and others would wait for them once more.
"""

from typing import TYPE_CHECKING, Final

from quillmap.rules.moves import TakeBack
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket

if TYPE_CHECKING:
    from quillmap.server.tables.document import TableDocument
    from quillmap.server.tables.table import LiveTable

TAKE_BACK_RATE: Final = (40, 0.5)
"""Answers that a seat takes back, at once and a second."""
MOST_TAKE_BACKS: Final = 60
"""Answers to one question that a seat takes back."""


def is_too_late(document: "TableDocument", now: float) -> bool:
    """Return whether answers stay because the time for the question is up, and the table does not wait on."""
    return document.deadline is not None and document.deadline <= now and document.pace.timeout != "wait"


class TakeBacks:
    """How often every seat of a table has changed its mind lately."""

    def __init__(self) -> None:
        self._lately: dict[int, Bucket] = {}

    def check(self, table: "LiveTable", seat_id: int, move: TakeBack, by: str) -> None:
        """Raise the problem with taking an answer to the newest question back, which the network *by* wants.

        An answer is never refused so.
        """
        assert table.game is not None
        now = table.game.now
        if is_too_late(table.document, table.calendar.now()):
            raise Problem("time-is-up")
        if table.hides_answer(seat_id, now.question):
            raise Problem("bot-answered")
        if now.taken_back.get(move.seat, 0) >= MOST_TAKE_BACKS:
            raise Problem("no-more-take-backs")
        table.quotas.check_disk(by or table.payer)
        if not self._lately.setdefault(seat_id, Bucket(*TAKE_BACK_RATE)).take():
            raise Problem("too-many")
