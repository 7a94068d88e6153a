"""Scoring a season, and the end of the game (RULES 7.2, 7.3, 8.4)."""

from typing import Final

from quillmap.rules.events import GameEnded, SeasonScore
from quillmap.rules.ids import CardId
from quillmap.rules.scoring import SCORING, score
from quillmap.rules.sheet import Sheet, haunted
from quillmap.rules.state import SeatState, State

TITLES: Final = (
    (30, "legendary-cartographer"),
    (20, "master-mapsmith"),
    (10, "journeyman-topographer"),
    (0, "apprentice-surveyor"),
    (-5, "amateur-assessor"),
    (-10, "inept-assistant"),
    (-20, "dimwitted-doodler"),
    (-30, "oblivious-inkdrinker"),
)
"""The solo titles, each with the lowest rating that earns it."""


def season_scores(state: State) -> tuple[SeasonScore, ...]:
    """Return what every seat scores for the present season."""
    first, second = (state.edicts[place] for place in state.season_card.edicts)
    return tuple(season_score(seat.sheet, seat.purse, (first, second), state.setup.rulebook) for seat in state.seats)


def season_score(sheet: Sheet, coins: int, edicts: tuple[CardId, CardId], rulebook: str) -> SeasonScore:
    """Return what one map scores under two edicts."""
    first, second = edicts
    return SeasonScore(
        (score(first, sheet, rulebook), score(second, sheet, rulebook)),
        coins,
        haunted(sheet).bit_count(),
    )


def total_of(seat: SeatState) -> int:
    """Return the stars of a seat so far."""
    return sum(score.total for score in seat.scores)


def lost_by(seat: SeatState) -> int:
    """Return the stars that a seat has lost to monsters so far."""
    return sum(score.monsters for score in seat.scores)


def ranks_of(state: State) -> tuple[int, ...]:
    """Return the place of every seat: more stars, then fewer lost to monsters; equal ones share it (7.3)."""
    keys = [(-total_of(seat), lost_by(seat)) for seat in state.seats]
    places: dict[tuple[int, int], int] = {}
    for place, key in enumerate(sorted(keys), start=1):
        places.setdefault(key, place)
    return tuple(places[key] for key in keys)


def is_tie_broken(result: GameEnded) -> bool:
    """Return whether equal stars got different places, because of what monsters cost (7.3)."""
    return len(set(result.ranks)) > len(set(result.totals))


def rating_of(total: int, edicts: tuple[CardId, ...]) -> int:
    """Return a solo player's rating (8.4)."""
    return total - sum(SCORING[card].solo_value for card in edicts)


def title_of(rating: int) -> str:
    """Return the title for a rating: the highest one reached, or the lowest there is."""
    for threshold, title in TITLES:
        if rating >= threshold:
            return title
    return TITLES[-1][1]


def result_of(state: State) -> GameEnded:
    """Return the end of the game."""
    totals = tuple(total_of(seat) for seat in state.seats)
    rating = rating_of(totals[0], state.edicts) if len(totals) == 1 else None
    return GameEnded(
        seed=state.setup.seed,
        totals=totals,
        ranks=ranks_of(state),
        rating=rating,
        title=None if rating is None else title_of(rating),
    )
