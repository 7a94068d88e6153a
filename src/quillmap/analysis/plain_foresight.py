"""What a position is worth by the learned value alone, in plain Python."""

from collections.abc import Sequence

from quillmap.analysis.foresight import Foresight, Method, moment_of
from quillmap.analysis.parts import COINS, NOTHING, PartedValue, Worth, add, scored
from quillmap.bots.appraisal import STAR
from quillmap.bots.positions import is_over
from quillmap.play.view import View
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import Setup


class PlainForesight(Foresight):
    """The learned value alone, in plain Python."""

    method = Method.VALUE

    def __init__(self, setup: Setup, edicts: tuple[CardId, ...]) -> None:
        self._value = PartedValue(setup, edicts)

    def look(self, position: View, deals: Sequence[int]) -> list[Worth]:
        """Return what the learned value says, once for each of *deals*."""
        return [worth_now(position, self._value)] * len(deals)


def worth_now(position: View, value: PartedValue) -> Worth:
    """Return the stars that the seat of a position has, and what the learned value expects."""
    seat = position.seats[0]
    found = scored(seat.scores)
    if is_over(position):
        return found
    season, left = moment_of(position)
    coins = [0] * len(NOTHING)
    coins[COINS] = STAR * (YEAR - season) * seat.purse
    return add(add(found, value.of(seat.sheet, season, left)), tuple(coins))
