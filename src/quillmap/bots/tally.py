"""What many games of one seat add up to.

Everything counted is a whole number, so that tallies of parts add up to the same whatever the parts and their order.
"""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

from quillmap.rules.cards import Box
from quillmap.rules.counting import TITLES, rating_of, title_of, total_of
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import SEASON_IDS, SEASONS
from quillmap.rules.state import State

_DIGITS: Final = 4
"""Behind the point of a mean; more would be noise."""


class Distribution:
    """Whole numbers, each with how often it came."""

    __slots__ = ("counts",)

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self.counts: Counter[int] = Counter(counts or {})

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean; there must be some."""
        return sum(value * count for value, count in self.counts.items()) / self.size

    @property
    def deviation(self) -> float:
        """Their sample standard deviation; 0 for a single one."""
        size = self.size
        if size < 2:
            return 0.0
        total = sum(value * count for value, count in self.counts.items())
        squares = sum(value * value * count for value, count in self.counts.items())
        return sqrt((size * squares - total * total) / (size * (size - 1)))

    @property
    def median(self) -> float:
        """The one in the middle, or the mean of the two in the middle."""
        return (self._at((self.size - 1) // 2) + self._at(self.size // 2)) / 2

    def _at(self, place: int) -> int:
        for value in sorted(self.counts):
            place -= self.counts[value]
            if place < 0:
                return value
        raise IndexError(place)


class Tally:
    """The results of one bot in one seat over many games."""

    __slots__ = ("card_games", "card_points", "coins", "monsters", "ratings", "titles", "totals")

    def __init__(self) -> None:
        self.totals: Counter[int] = Counter()
        self.coins: Counter[int] = Counter()
        """Coins scored, by season."""
        self.monsters: Counter[int] = Counter()
        """Stars lost to monsters, by season."""
        self.card_points: Counter[CardId] = Counter()
        self.card_games: Counter[CardId] = Counter()
        self.ratings: Counter[int] = Counter()
        self.titles: Counter[str] = Counter()

    def add(self, state: State, seat: Seat) -> None:
        """Count the finished game *state* for *seat*."""
        player = state.seats[seat]
        total = total_of(player)
        self.totals[total] += 1
        year = SEASONS[Box(state.setup.seasons)]
        for season, score in enumerate(player.scores):
            self.coins[season] += score.coins
            self.monsters[season] += score.monsters
            for place, points in zip(year[season].edicts, score.edicts, strict=True):
                self.card_points[state.edicts[place]] += points
        for card in state.edicts:
            self.card_games[card] += 1
        if len(state.seats) == 1:
            rating = rating_of(total, state.edicts)
            self.ratings[rating] += 1
            self.titles[title_of(rating)] += 1

    def merge(self, other: "Tally") -> None:
        """Take in what *other* counted."""
        for name in self.__slots__:
            getattr(self, name).update(getattr(other, name))

    def summary(self, bot: str) -> dict[str, Any]:
        """Return the figures as a JSON object; at least one game must have been counted."""
        totals, games = Distribution(self.totals), self.totals.total()
        seasons = range(len(SEASON_IDS))
        found: dict[str, Any] = {
            "bot": bot,
            "mean": round(totals.mean, _DIGITS),
            "sd": round(totals.deviation, _DIGITS),
            "median": totals.median,
            "min": min(self.totals),
            "max": max(self.totals),
            "coins": [round(self.coins[season] / games, _DIGITS) for season in seasons],
            "monsters": [round(self.monsters[season] / games, _DIGITS) for season in seasons],
            "cards": {
                card: round(self.card_points[card] / self.card_games[card], _DIGITS) for card in sorted(self.card_games)
            },
        }
        if self.ratings:
            ratings = Distribution(self.ratings)
            found["rating"] = {"mean": round(ratings.mean, _DIGITS), "sd": round(ratings.deviation, _DIGITS)}
            found["titles"] = {title: self.titles[title] for _, title in TITLES if title in self.titles}
        return found
