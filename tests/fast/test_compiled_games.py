"""Compiled games are games: the interpreted rules accept every decision and come to the same end."""

import numpy as np
import pytest

from fast.following import follow
from quillmap.fast.choices import GREEDY, RANDOM
from quillmap.fast.kernels import playouts
from quillmap.fast.layout import COINS, SEAT, SEAT_SIZE, new_diary, new_game, scores_of, sheet_of, table_row
from quillmap.rules import Setup, Sheet, begin
from quillmap.rules.counting import total_of

KINDS: dict[str, dict[str, object]] = {
    "solo": {"box": "base"},
    "solo on map B": {"box": "base", "map": "B"},
    "two": {"box": "base", "seats": 2},
    "five": {"box": "base", "seats": 5},
    "without ruins or ambushes": {"box": "base", "ruins": False, "ambushes": "none", "seats": 2},
    "Heroes alone": {"box": "heroes"},
    "Heroes on map D": {"box": "heroes", "map": "D", "seats": 3},
    "mixed": {"box": "mixed", "map": "C", "seats": 2},
    "mixed with promos": {"box": "mixed", "promos": True, "seats": 3},
    "automatic ambushes": {"box": "mixed", "seats": 3, "ambush_by": "automatic"},
    "German solo": {"box": "mixed", "rulebook": "de"},
    "German table, automatic": {"box": "mixed", "rulebook": "de", "seats": 2, "ambush_by": "automatic"},
    "Greek": {"box": "mixed", "rulebook": "el", "seats": 2},
    "generated map": {"box": "base", "map": "generated-wasteland", "seats": 2},
    "Heroes cards, base seasons": {"box": "heroes", "seasons": "base", "ruins": True, "seats": 2},
}


def _setup(kind: str, seed: str) -> Setup:
    options = dict(KINDS[kind])
    return Setup.of_box(str(options.pop("box")), seed=seed, **options)


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
@pytest.mark.parametrize("kind", KINDS)
def test_interpreted_rules_agree(kind: str, policy: int) -> None:
    """Every decision is legal, and sheets, coins and all parts of the score come out the same."""
    for number in range(12 if policy == RANDOM else 2):
        setup = _setup(kind, f"{kind} {number}")
        began = begin(setup)
        blank = Sheet(mountain=began.mountains, ruins=began.ruins, wasteland=began.wasteland)
        start = new_game(blank, [policy] * setup.seats, number)
        game, diary = start.copy(), new_diary(setup.seats)
        totals = np.zeros((1, setup.seats), dtype=np.int64)
        playouts(table_row(setup, began.edicts), start, game, diary, totals)
        state = follow(setup, diary)
        for seat, expected in enumerate(state.seats):
            assert sheet_of(game, seat) == expected.sheet
            assert game[SEAT + seat * SEAT_SIZE + COINS] == expected.coins
            assert [tuple(row) for row in scores_of(game, seat)] == [
                (*score.edicts, score.coins, score.monsters) for score in expected.scores
            ]
            assert totals[0, seat] == total_of(expected)
