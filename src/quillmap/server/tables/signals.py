"""Signals between people at a table: reactions, a nudge, the wish for another game, and which game somebody looks at.

Nothing of it is stored. A reaction is one of six pictograms, so nobody can write anything to anybody.
"""

import math
from collections.abc import Collection
from typing import Final

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.values import SignalKind
from quillmap.server.rate_limits import Bucket
from quillmap.server.tables.document import FINISHED, PERSON, TableDocument

REACTING_NETWORKS: Final = 4
"""A table tells as much of reactions as so many networks may cause: one alone leaves room to the others there."""


class Signals:
    """The signals of one table: how often each may be given, and who wishes for another game."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._reactions: dict[int, Bucket] = {}
        """By the seat that reacts."""
        self._nudges: dict[int, Bucket] = {}
        """By the seat that is nudged."""
        self._showings: dict[int, Bucket] = {}
        """By the seat that tells which game it looks at."""
        at_once, rate = limits.signal_rate
        self.sent = Bucket(REACTING_NETWORKS * at_once, REACTING_NETWORKS * rate)
        """Messages about reactions that the table may still send."""
        self._again: set[int] = set()
        self._game = ""

    def wishes(self, document: TableDocument) -> tuple[int, ...]:
        """Return the ids of the seats that wish for another game after this one."""
        return tuple(sorted(self._again)) if document.status == FINISHED and document.game == self._game else ()

    def check(
        self, document: TableDocument, waiting: Collection[int], by: int, kind: SignalKind, target: int | None
    ) -> int | None:
        """Note a signal, or raise the problem with it; *waiting* are the numbers of the seats still asked.

        Return the seconds until somebody who is nudged may be nudged again.
        """
        match kind:
            case "nudge":
                return self._nudge(document, waiting, by, target)
            case "again":
                self._wish(document, by)
            case _:
                if not _bucket(self._reactions, document, by, self._limits.reaction_rate).take():
                    raise Problem("too-soon")
        return None

    def check_showing(self, document: TableDocument, by: int) -> None:
        """Count that a seat tells which game it looks at, or raise ``too-soon``: everybody else is told of it."""
        if not _bucket(self._showings, document, by, self._limits.showing_rate).take():
            raise Problem("too-soon")

    def _nudge(self, document: TableDocument, waiting: Collection[int], by: int, target: int | None) -> int:
        seat = None if target is None else document.seat(target)
        if seat is None or seat.id == by:
            raise Problem("bad-message", "a nudge is for another seat")
        if seat.kind != PERSON or seat.is_played_by_bot or document.number_of(seat.id) not in waiting:
            raise Problem("stale")
        bucket = _bucket(self._nudges, document, seat.id, self._limits.nudge_rate)
        if not bucket.take():
            raise Problem("too-soon", seconds=math.ceil(bucket.wait()))
        return math.ceil(bucket.wait())

    def _wish(self, document: TableDocument, by: int) -> None:
        if document.status != FINISHED or document.day:
            raise Problem("not-finished")
        if self._game != document.game:
            self._game, self._again = document.game, set()
        self._again.add(by)


def _bucket(buckets: dict[int, Bucket], document: TableDocument, seat: int, rate: tuple[float, float]) -> Bucket:
    """Return the bucket of a seat; those of seats that there are no longer are forgotten."""
    if len(buckets) > len(document.seats):
        for gone in buckets.keys() - {each.id for each in document.seats}:
            del buckets[gone]
    return buckets.setdefault(seat, Bucket(*rate))
