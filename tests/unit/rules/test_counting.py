"""Ranks, totals, ratings and titles (RULES 7.3, 8.4)."""

import pytest

from helpers.maps import BLANK
from helpers.tables import Table
from quillmap.rules.counting import is_tie_broken, lost_by, ranks_of, rating_of, result_of, title_of, total_of
from quillmap.rules.events import SeasonScore
from quillmap.rules.ids import CardId
from quillmap.rules.state import SeatState, State

FIRST_GAME = tuple(CardId(card) for card in ("sentinel-wood", "mages-valley", "wildholds", "borderlands"))
SOLO_VALUE = 25 + 22 + 16 + 24


def after(*seats: list[SeasonScore]) -> State:
    """Return a game in which each seat has these scores."""
    state = Table("", *[BLANK for _ in seats], edicts="first-game").state
    return state.but(
        seats=tuple(seat._replace(scores=tuple(scores)) for seat, scores in zip(state.seats, seats, strict=True))
    )


def season(stars: int, lost: int = 0) -> SeasonScore:
    """Return a season worth *stars* in all, after *lost* to monsters."""
    return SeasonScore((stars + lost, 0), 0, lost)


def test_the_total_is_the_sum_of_the_seasons() -> None:
    """Edicts and coins, less what monsters cost, over all seasons (RULES 7.3)."""
    seat: SeatState = after([SeasonScore((3, 4), 2, 1), SeasonScore((0, 5), 2, 3)]).seats[0]
    assert total_of(seat) == 3 + 4 + 2 - 1 + 0 + 5 + 2 - 3


def test_the_highest_total_wins() -> None:
    """Places are by total (RULES 7.3)."""
    assert ranks_of(after([season(10)], [season(30)], [season(20)])) == (3, 1, 2)


def test_a_tie_goes_to_whoever_lost_fewer_stars() -> None:
    """Over the whole game, fewer stars lost to monsters (RULES 7.3)."""
    assert ranks_of(after([season(10, lost=2), season(10, lost=2)], [season(5, lost=3), season(15)])) == (2, 1)


def test_still_tied_seats_share_their_place() -> None:
    """Equal in both: shared, and the next place is left out (RULES 7.3)."""
    assert ranks_of(after([season(9)], [season(20)], [season(20)])) == (3, 1, 1)


@pytest.mark.parametrize(
    ("scores", "broken"),
    [
        (([(20, 0)], [(20, 3)]), True),
        (([(20, 3)], [(20, 3)]), False),
        (([(20, 3)], [(21, 3)]), False),
        (([(20, 0)], [(20, 3)], [(20, 3)], [(9, 0)]), True),
    ],
)
def test_a_tie_is_broken_by_monsters_alone(scores: tuple[list[tuple[int, int]], ...], broken: bool) -> None:
    """Equal stars with different losses have different places (RULES 7.3)."""
    state = after(*([season(stars, lost=lost) for stars, lost in each] for each in scores))
    assert is_tie_broken(result_of(state)) is broken


def test_stars_lost_add_up() -> None:
    """Over all seasons."""
    assert lost_by(after([season(10, lost=2), season(3, lost=5)]).seats[0]) == 7


def test_the_result_of_a_table() -> None:
    """Totals and places; a rating is for solo games (RULES 7.3, 8.4)."""
    result = result_of(after([season(10)], [season(30)]))
    assert (result.totals, result.ranks, result.rating, result.title) == ((10, 30), (2, 1), None, None)


def test_the_result_of_a_solo_game() -> None:
    """Total less the solo values of the four cards, and the title for it (RULES 8.4)."""
    result = result_of(after([season(SOLO_VALUE + 12)]))
    assert (result.ranks, result.rating, result.title) == ((1,), 12, "journeyman-topographer")


def test_rating() -> None:
    """The sum of the solo values is taken off (RULES 8.4)."""
    assert rating_of(100, FIRST_GAME) == 100 - SOLO_VALUE


@pytest.mark.parametrize(
    ("rating", "title"),
    [
        (31, "legendary-cartographer"),
        (30, "legendary-cartographer"),
        (29, "master-mapsmith"),
        (20, "master-mapsmith"),
        (19, "journeyman-topographer"),
        (10, "journeyman-topographer"),
        (9, "apprentice-surveyor"),
        (0, "apprentice-surveyor"),
        (-1, "amateur-assessor"),
        (-5, "amateur-assessor"),
        (-6, "inept-assistant"),
        (-10, "inept-assistant"),
        (-11, "dimwitted-doodler"),
        (-20, "dimwitted-doodler"),
        (-21, "oblivious-inkdrinker"),
        (-30, "oblivious-inkdrinker"),
        (-31, "oblivious-inkdrinker"),
        (-90, "oblivious-inkdrinker"),
    ],
)
def test_title(rating: int, title: str) -> None:
    """The highest threshold reached; below −30 the lowest title holds (RULES 8.4)."""
    assert title_of(rating) == title
