"""The results of games: one seat's account of a game, and the tally of many.

Only whole numbers are counted, so that tallies add up to the same in whatever parts and order games are played.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from quillmap.bots.distribution import Distribution
from quillmap.rules.cards import Box
from quillmap.rules.counting import TITLES, rating_of, title_of, total_of
from quillmap.rules.ids import Seat
from quillmap.rules.seasons import SEASON_IDS, SEASONS
from quillmap.rules.state import State

_DIGITS: Final = 4
"""Decimals of a mean; more would be noise."""


class Subject(NamedTuple):
    """What is counted: the ``total``, or one ``season``, or its ``coins`` or ``monsters``, or a ``card``."""

    kind: str
    id: str = ""


TOTAL: Final = Subject("total")


def account(state: State, seat: Seat) -> dict[Subject, int]:
    """Return what *seat* got in a finished game, by subject; a card's points are those of both its seasons."""
    player = state.seats[seat]
    found = {TOTAL: total_of(player), **dict.fromkeys([Subject("card", card) for card in state.edicts], 0)}
    year = SEASONS[Box(state.setup.seasons)]
    for season, score in zip(year, player.scores, strict=True):
        found[Subject("season", season.id)] = score.total
        found[Subject("coins", season.id)] = score.coins
        found[Subject("monsters", season.id)] = score.monsters
        for place, points in zip(season.edicts, score.edicts, strict=True):
            found[Subject("card", state.edicts[place])] += points
    return found


class Tally:
    """The results of one contender over many games."""

    __slots__ = ("deals", "games", "places", "points", "ratings", "speeds", "titles", "totals")

    def __init__(self) -> None:
        self.totals: Counter[int] = Counter()
        self.deals: Counter[int] = Counter()
        """The stars of a deal, those of all its seatings together."""
        self.points: Counter[Subject] = Counter()
        self.games: Counter[Subject] = Counter()
        """In how many games there was something to count."""
        self.places: Counter[int] = Counter()
        """How often it came first, second and so on, at a table of several."""
        self.ratings: Counter[int] = Counter()
        self.titles: Counter[str] = Counter()
        self.speeds: Counter[int] = Counter()
        """Microseconds of processor time that a move took, one figure a game."""

    def __repr__(self) -> str:
        return f"<Tally: {self.total!r}>"

    @property
    def total(self) -> Distribution:
        """The stars of its games; how far to trust their mean is told by the deals."""
        return Distribution(self.totals, groups=self.deals)

    def to_dict(self, bot: str = "") -> dict[str, Any]:
        """Return the figures as a JSON object, with the speed; there must be at least one game."""
        return self.summary(bot) | {"milliseconds_per_move": round(self.milliseconds_per_move, _DIGITS)}

    def add(self, state: State, seat: Seat) -> dict[Subject, int]:
        """Count the finished game *state* for *seat*; return its account."""
        found = account(state, seat)
        self.totals[found[TOTAL]] += 1
        self.points.update(found)
        self.games.update(dict.fromkeys(found, 1))
        if len(state.seats) == 1:
            rating = rating_of(found[TOTAL], state.edicts)
            self.ratings[rating] += 1
            self.titles[title_of(rating)] += 1
        elif state.result is not None:
            self.places[state.result.ranks[seat]] += 1
        return found

    def add_deal(self, accounts: Iterable[Mapping[Subject, int]]) -> None:
        """Note that games which were counted are one deal; *accounts* are what ``add`` returned for each of them."""
        self.deals[sum(each[TOTAL] for each in accounts)] += 1

    def merge(self, other: "Tally") -> None:
        """Add what *other* counted."""
        for name in self.__slots__:
            getattr(self, name).update(getattr(other, name))

    @property
    def milliseconds_per_move(self) -> float:
        """Processor time for a move: the median over the games, so that start-up in the first one does not count."""
        return Distribution(self.speeds, 0.001).median if self.speeds else 0.0

    def summary(self, bot: str) -> dict[str, Any]:
        """Return the figures as a JSON object; at least one game must have been counted."""
        totals = self.total
        found: dict[str, Any] = {
            "bot": bot,
            "mean": rounded(totals.mean),
            "sd": rounded(totals.deviation),
            "median": totals.median,
            "min": min(self.totals),
            "max": max(self.totals),
            "coins": self._by_season("coins"),
            "monsters": self._by_season("monsters"),
            "cards": {subject.id: self._mean(subject) for subject in sorted(self.games) if subject.kind == "card"},
            "games": totals.size,
            "interval": interval(totals),
            "seasons": self._by_season("season"),
        }
        if self.places:
            found["places"] = {str(place): self.places[place] for place in sorted(self.places)}
        if self.ratings:
            ratings = Distribution(self.ratings)
            found["rating"] = {
                "mean": rounded(ratings.mean),
                "sd": rounded(ratings.deviation),
                "interval": interval(ratings),
            }
            found["titles"] = {title: self.titles[title] for _, title in TITLES if title in self.titles}
        return found

    def _by_season(self, kind: str) -> list[float]:
        return [self._mean(Subject(kind, season)) for season in SEASON_IDS]

    def _mean(self, subject: Subject) -> float:
        return rounded(self.points[subject] / self.games[subject])


def rounded(number: float) -> float:
    """Return *number* rounded to the digits that mean something."""
    return round(number, _DIGITS)


def interval(numbers: Distribution) -> list[float] | None:
    """Return the 95 % confidence interval of a mean, or None for a single number."""
    if numbers.margin is None:
        return None
    return [rounded(numbers.mean - numbers.margin), rounded(numbers.mean + numbers.margin)]
