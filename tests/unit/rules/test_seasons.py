"""Which edicts a season scores (RULES 2.3)."""

from quillmap.rules.seasons import SEASONS, YEAR, edicts_of, scorings_left


def test_season_scores_its_own_edict_and_the_next() -> None:
    """Spring A and B, summer B and C, autumn C and D, winter D and A; the season cards say the same."""
    assert [edicts_of(season) for season in range(YEAR)] == [(0, 1), (1, 2), (2, 3), (3, 0)]
    for year in SEASONS.values():
        assert [season.edicts for season in year] == [edicts_of(season) for season in range(YEAR)]


def test_scorings_left() -> None:
    """From each season on, of edicts A to D; it is the number of later seasons that score them."""
    assert [[scorings_left(edict, season) for edict in range(YEAR)] for season in range(YEAR)] == [
        [2, 2, 2, 2],
        [1, 1, 2, 2],
        [1, 0, 1, 2],
        [1, 0, 0, 1],
    ]
    for edict in range(YEAR):
        for season in range(YEAR):
            later = [edict in edicts_of(each) for each in range(season, YEAR)]
            assert scorings_left(edict, season) == sum(later)
