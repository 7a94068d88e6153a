"""What a sheet is worth to its owner by the learned value, for the bots that judge whole maps.

Compiled code does the counting where it is ready, plain Python otherwise; the results are the same.
"""

from quillmap.bots.next_card import best_value
from quillmap.bots.sight import ALL, WHOLE, Sight, SightedValue, table_seen
from quillmap.fast import readiness
from quillmap.fast.searching import next_values_at, values_at
from quillmap.fast.value.weights import STAR
from quillmap.play.view import View
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import COIN_SLOTS, Sheet, coins_between
from quillmap.rules.state import Step

__all__ = ["STAR", "Appraisal"]


class Appraisal:
    """What changes to one seat's sheet are worth to that seat at one moment of a game, in thousandths of a star.

    They are worth what somebody sees in them; the surveyor's sight is the whole one.
    """

    def __init__(self, view: View, owner: int, sight: Sight = WHOLE) -> None:
        self._value = SightedValue(view.setup, view.edicts, sight)
        self._table = (view.setup, view.edicts, sight)
        self._sight = sight
        is_between = view.step in (Step.DEALING, Step.LASTING)
        self.season = view.season + 1 if is_between else view.season
        """The next season to be scored."""
        self.left = self._value.times[self.season] - (0 if is_between else view.time)
        """How much time is left in it."""
        self.seasons_left = YEAR - self.season
        """How often coins and monsters still count."""
        self._seat = view.seats[owner]

    def values(self, sheets: list[Sheet]) -> list[int]:
        """Return what each of *sheets* is worth for the rest of the year, coins aside."""
        if readiness.is_ready():
            return values_at(table_seen(*self._table), self.season, self.left, sheets)
        return [self._value.of(sheet, self.season, self.left) for sheet in sheets]

    def promises(self, sheets: list[Sheet], cards: list[CardId]) -> list[int]:
        """Return by how much the next card raises the value of each of *sheets*, the sum of all *cards* it may be."""
        season, left = self.season, self.left
        if left <= 0:
            season, left = season + 1, self._value.times[season + 1]
        if readiness.is_ready():
            table = table_seen(*self._table)
            standing = values_at(table, season, left, sheets)
            drawn = next_values_at(table, season, left, sheets, cards)
        else:
            standing = [self._value.of(sheet, season, left) for sheet in sheets]
            drawn = [sum(best_value(self._value, card, sheet, season, left) for card in cards) for sheet in sheets]
        return [after - len(cards) * before for before, after in zip(standing, drawn, strict=True)]

    def gains(self, afters: list[tuple[Sheet, int]]) -> list[int]:
        """Return what the owner's sheet is worth after each of several changes, given with the coins they bring."""
        values = self.values([after for after, _ in afters])
        coin = STAR * self.seasons_left * self._sight.coins // ALL
        return [value + coin * self._coins(after, coins) for value, (after, coins) in zip(values, afters, strict=True)]

    def gain(self, after: Sheet, coins: int = 0) -> int:
        """Return what the owner's sheet is worth after one change."""
        return self.gains([(after, coins)])[0]

    def _coins(self, after: Sheet, coins: int) -> int:
        """Return the coins of a change, as far as there are slots for them."""
        return min(coins + coins_between(self._seat.sheet, after), COIN_SLOTS - self._seat.coins)
