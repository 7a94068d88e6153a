"""Compiled games are games: the rules accept every decision and come to the same end."""

import numpy as np
import pytest

from fast.following import follow
from fast.kinds import KINDS, table
from quillmap.fast.layout.conversion import new_diary, new_game, scores_of, sheet_of, table_row
from quillmap.fast.layout.plain_rows import sets_numbers
from quillmap.fast.layout.rows import COINS, GREEDY, RANDOM, SEAT, SEAT_SIZE, SHEET
from quillmap.fast.play.playouts import playouts
from quillmap.rules import Setup, Sheet, begin
from quillmap.rules.counting import total_of

Whole = tuple[np.ndarray, np.ndarray, np.ndarray]


def _play(setup: Setup, policy: int, chance: int) -> Whole:
    """Return the end of a game, its diary and its stars."""
    began = begin(setup)
    blank = Sheet(mountain=began.mountains, ruins=began.ruins, wasteland=began.wasteland)
    diary, totals = new_diary(setup.seats), np.zeros((1, setup.seats), dtype=np.int64)
    start = new_game(blank, [policy] * setup.seats, chance)
    game = start.copy()
    playouts(table_row(setup, began.edicts), start, game, diary, totals)
    return game, diary, totals


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
@pytest.mark.parametrize("kind", KINDS)
def test_interpreted_rules_agree(kind: str, policy: int) -> None:
    """Every decision is legal, and sheets, coins and all parts of the score come out the same."""
    for number in range(12 if policy == RANDOM else 2):
        setup = table(kind, f"{kind} {number}")
        game, diary, totals = _play(setup, policy, number)
        state = follow(setup, diary)
        for seat, expected in enumerate(state.seats):
            block = game[SEAT + seat * SEAT_SIZE :][:SEAT_SIZE]
            assert sheet_of(game, seat) == expected.sheet
            assert block[SHEET:].tolist() == sets_numbers(expected.sheet)
            assert block[COINS] == expected.coins
            assert [tuple(row) for row in scores_of(game, seat)] == [
                (*score.edicts, score.coins, score.monsters) for score in expected.scores
            ]
            assert totals[0, seat] == total_of(expected)
