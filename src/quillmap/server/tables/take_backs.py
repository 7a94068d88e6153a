"""Changing one's mind: how often an answer may be taken back. Each time is stored, and every game has a largest log."""

from typing import TYPE_CHECKING, Final

from quillmap.rules.moves import TakeBack
from quillmap.server.problems import Problem
from quillmap.server.rate_limits import Bucket

if TYPE_CHECKING:
    from quillmap.server.tables.table import LiveTable

TAKE_BACK_RATE: Final = (40, 0.5)
"""Answers that a seat takes back, at once and a second."""
MOST_TAKE_BACKS: Final = 60
"""Answers to one question that a seat takes back."""


class TakeBacks:
    """How often every seat of a table has changed its mind lately."""

    def __init__(self) -> None:
        self._lately: dict[int, Bucket] = {}

    def check(self, table: "LiveTable", seat_id: int, move: TakeBack) -> None:
        """Raise the problem with taking an answer to the newest question back; an answer is never refused so."""
        assert table.game is not None
        now = table.game.now
        if table.hides_answer(seat_id, now.question):
            raise Problem("bot-answered")
        if now.taken_back.get(move.seat, 0) >= MOST_TAKE_BACKS:
            raise Problem("no-more-take-backs")
        table.quotas.check_disk(table.origin)
        if not self._lately.setdefault(seat_id, Bucket(*TAKE_BACK_RATE)).take():
            raise Problem("too-many")
