"""How long bots take at tables with people, so that no answer is there before anybody has looked at the card.

Nobody waits for it: when the last person has answered, all bots do, and a table with only bots is never delayed.
"""

import random
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


def seconds_for(document: "TableDocument", moment: "Moment", seat: Seat, span: Span) -> float:
    """Return how many seconds after the question the bot of *seat* answers.

    It is the same however often it is asked for, and comes from the game's own seed, as all that bots leave to chance.
    """
    if document.bot_time != CALM or not is_anybody_drawing(document, moment):
        return 0.0
    chance = random.Random(f"{moment.state.setup.seed}/bots/time/{moment.question}/{seat}")
    seconds = chance.uniform(*span)
    if document.pace.kind == "seconds":
        seconds = min(seconds, SHARE_OF_CLOCK * document.pace.amount)
    return seconds
