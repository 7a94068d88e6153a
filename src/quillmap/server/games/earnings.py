"""What a seat earned in a game: edict by edict, coins, monsters."""

import msgspec

from quillmap.rules.cards import Box
from quillmap.rules.seasons import SEASONS, YEAR
from quillmap.rules.state import SeatState


class Earnings(msgspec.Struct, frozen=True):
    """What one seat earned in a game."""

    edicts: tuple[int, ...]
    """The stars of the edicts A to D, each in both of its seasons."""
    coins: int
    monsters: int
    """The stars that monsters cost."""
    seasons: tuple[int, ...]
    """The stars of each season."""


def earnings_of(seat: SeatState, box: Box) -> Earnings:
    """Return what a seat has earned at the end of a game with the seasons of *box*."""
    edicts = [0] * YEAR
    for season, score in zip(SEASONS[box], seat.scores, strict=True):
        for place, points in zip(season.edicts, score.edicts, strict=True):
            edicts[place] += points
    return Earnings(
        edicts=tuple(edicts),
        coins=sum(score.coins for score in seat.scores),
        monsters=sum(score.monsters for score in seat.scores),
        seasons=tuple(score.total for score in seat.scores),
    )
