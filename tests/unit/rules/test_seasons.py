"""Which edicts a season scores (RULES 2.3)."""

from quillmap.rules.seasons import SEASONS, YEAR, edicts_of, scorings_left, seasons_of


def test_season_scores_its_own_edict_and_the_next() -> None:
    """Spring A and B, summer B and C, autumn C and D, winter D and A; the season cards say the same."""
    assert [edicts_of(season) for season in range(YEAR)] == [(0, 1), (1, 2), (2, 3), (3, 0)]
    for year in SEASONS.values():
        assert [season.edicts for season in year] == [edicts_of(season) for season in range(YEAR)]


def test_every_edict_is_scored_twice() -> None:
    """A in spring and winter, the others in the season before their own and in their own."""
    for edict in range(YEAR):
        assert set(seasons_of(edict)) == {season for season in range(YEAR) if edict in edicts_of(season)}
        assert len(set(seasons_of(edict))) == 2


def test_scorings_left() -> None:
    """From each season on, of edicts A to D."""
    assert [[scorings_left(edict, season) for edict in range(YEAR)] for season in range(YEAR)] == [
        [2, 2, 2, 2],
        [1, 1, 2, 2],
        [1, 0, 1, 2],
        [1, 0, 0, 1],
    ]
