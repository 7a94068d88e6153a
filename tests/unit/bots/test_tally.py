"""What many games add up to."""

import statistics
from collections import Counter

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.bots.tally import Tally
from quillmap.rules.counting import rating_of, title_of
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.state import State


def _games(count: int, seats: int = 1) -> list[State]:
    return [
        play_game(Setup(seats=seats, seed=str(number)), [RandomBot(f"{number}/{seat}") for seat in range(seats)]).state
        for number in range(count)
    ]


def test_summary_of_solo_games() -> None:
    """All figures are those one gets from the games one by one."""
    games = _games(12)
    tally = Tally()
    for game in games:
        tally.add(game, Seat(0))
    found = tally.summary("random")
    totals = [game.result.totals[0] for game in games if game.result is not None]
    assert len(totals) == 12
    assert found["bot"] == "random"
    assert found["mean"] == pytest.approx(statistics.mean(totals), abs=1e-4)
    assert (found["min"], found["max"]) == (min(totals), max(totals))
    for season in range(4):
        scores = [game.seats[0].scores[season] for game in games]
        assert found["coins"][season] == pytest.approx(statistics.mean(s.coins for s in scores), abs=1e-4)
        assert found["seasons"][season] == pytest.approx(statistics.mean(s.total for s in scores), abs=1e-4)
        assert found["monsters"][season] == pytest.approx(statistics.mean(s.monsters for s in scores), abs=1e-4)
    ratings = [rating_of(total, game.edicts) for total, game in zip(totals, games, strict=True)]
    assert found["rating"]["mean"] == pytest.approx(statistics.mean(ratings), abs=1e-4)
    assert found["titles"] == Counter(map(title_of, ratings))


def test_points_per_card_are_those_of_both_seasons() -> None:
    """A card's points are what its two scorings gave together, in the games that it was in."""
    (game,) = _games(1)
    tally = Tally()
    tally.add(game, Seat(0))
    scores = game.seats[0].scores
    # Edict A scores in spring and winter, B in spring and summer, and so on (RULES 2.3).
    points = [
        scores[0].edicts[0] + scores[3].edicts[1],
        scores[0].edicts[1] + scores[1].edicts[0],
        scores[1].edicts[1] + scores[2].edicts[0],
        scores[2].edicts[1] + scores[3].edicts[0],
    ]
    assert tally.summary("random")["cards"] == dict(zip(game.edicts, points, strict=True))


def test_a_table_has_places_and_no_rating() -> None:
    """Rating and titles are for solo games only; at a table somebody comes first."""
    (game,) = _games(1, seats=2)
    assert game.result is not None
    for seat in range(2):
        tally = Tally()
        tally.add(game, Seat(seat))
        found = tally.summary("random")
        assert {"rating", "titles"}.isdisjoint(found)
        assert found["places"] == {str(game.result.ranks[seat]): 1}
        assert found["interval"] is None


def test_time_of_a_move_is_the_median_over_the_games() -> None:
    """A slow first game, in which something is got ready, does not count."""
    tally = Tally()
    assert tally.milliseconds_per_move == 0
    tally.speeds.update([9_000_000, 1500, 2500])
    assert tally.milliseconds_per_move == 2.5


def test_merged_tallies_are_one_tally() -> None:
    """Parts in any order add up to the whole."""
    games = _games(6)
    whole, parts = Tally(), [Tally(), Tally()]
    for number, game in enumerate(games):
        whole.add(game, Seat(0))
        parts[number % 2].add(game, Seat(0))
    parts[1].merge(parts[0])
    assert parts[1].summary("random") == whole.summary("random")
