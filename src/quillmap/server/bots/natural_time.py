"""How long bots take at tables with people, so that no answer is there before anybody has looked at the card.

Nobody waits for it: when the last person has answered, all bots do, and a table with only bots is never delayed.
"""

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from quillmap.rules.ids import Seat

if TYPE_CHECKING:
    from quillmap.server.games.live_game import Moment
    from quillmap.server.tables.document import TableDocument

BotTime: TypeAlias = Literal["at-once", "calm"]
"""Bots answer as soon as they can, or take as long as somebody who draws quickly."""
CALM: Final = "calm"


class Span(NamedTuple):
    """The least and the most seconds that a bot takes for an answer."""

    least: float
    most: float


NATURAL: Final = Span(1.5, 6.0)
SHARE_OF_CLOCK: Final = 0.25
"""How much of a clock's time a bot takes at most."""


def is_anybody_drawing(document: "TableDocument", moment: "Moment") -> bool:
    """Return whether a person is asked, and no bot answers for them."""
    return any(not document.seats[seat].is_played_by_bot for seat in moment.state.waiting)


class AnswerTimes:
    """How many seconds after one question the bots of a table answer.

    That is the same however often it is asked for, and comes from the game's own seed, as all that bots leave to
    chance. It is asked for whenever somebody at the table answers, so what chance gives a seat is worked out once.
    """

    def __init__(self, game: str, question: int, since: float) -> None:
        self.game = game
        self.question = question
        self.since = since
        """When the bots were asked, by the clock of the loop."""
        self._calm: dict[Seat, float] = {}

    def of(self, document: "TableDocument", moment: "Moment", seats: Sequence[Seat], span: Span) -> dict[Seat, float]:
        """Return the seconds of each of *seats*."""
        if document.bot_time != CALM or not is_anybody_drawing(document, moment):
            return dict.fromkeys(seats, 0.0)
        most = SHARE_OF_CLOCK * document.pace.amount if document.pace.kind == "seconds" else math.inf
        return {seat: min(self._calm_seconds(moment, seat, span), most) for seat in seats}

    def _calm_seconds(self, moment: "Moment", seat: Seat, span: Span) -> float:
        if seat not in self._calm:
            chance = random.Random(f"{moment.state.setup.seed}/bots/time/{self.question}/{seat}")
            self._calm[seat] = chance.uniform(*span)
        return self._calm[seat]
