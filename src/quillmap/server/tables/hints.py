"""The hints at a table: who waits for one, and what was told last.

Asked for again at the same position a hint is the same, and no further help. A restart forgets it: the next one counts.
"""

from typing import TypeAlias

import msgspec

from quillmap.server.games.live_game import Moment
from quillmap.server.protocol.messages import HintAnswer

Position: TypeAlias = tuple[str, int, str]
"""A game, the question that is asked in it, and the level of the bot that gives the hint."""


def position_of(moment: Moment, level: str) -> Position:
    """Return what a hint of a bot of this level is about."""
    return (moment.game, moment.question, level)


class Hints:
    """Who waits for a hint, and the last one of every seat."""

    def __init__(self) -> None:
        self.thinking: set[int] = set()
        """Seats for which a hint is being thought about, by their id."""
        self._given: dict[int, tuple[Position, HintAnswer]] = {}

    def keep(self, seat_id: int, position: Position, hint: HintAnswer) -> None:
        """Keep what a seat is told at this position; it waits no longer, and may ask again as soon as it is told."""
        self._given[seat_id] = (position, hint)
        self.thinking.discard(seat_id)

    def again(self, seat_id: int, position: Position, message_id: str) -> HintAnswer | None:
        """Return what the seat was told at this position as the answer to another message, if it was told something."""
        told = self._given.get(seat_id)
        return msgspec.structs.replace(told[1], id=message_id) if told and told[0] == position else None
