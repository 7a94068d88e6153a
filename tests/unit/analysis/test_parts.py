"""The parts of a worth add up to the learned value."""

import random

import pytest

from quillmap.analysis.parts import COINS, MONSTERS, PartedValue, mean, part_names, part_weights, scored
from quillmap.fast.value.learned_value import LearnedValue
from quillmap.fast.value.weights import STAR, weights_of
from quillmap.play.game import Game
from quillmap.rules import Setup
from quillmap.rules.events import SeasonScore


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
@pytest.mark.parametrize("seats", [1, 2])
def test_weights_are_divided_without_a_rest(box: str, seats: int) -> None:
    """Every weight of a table belongs to exactly one part or is shared out between cards."""
    setup = Setup.of_box(box, seats=seats, seed="parts")
    edicts = Game(setup).state.edicts
    is_alone = setup.ambush_by == "automatic"
    assert tuple(map(sum, zip(*part_weights(edicts, is_alone), strict=True))) == weights_of(edicts, is_alone)


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_parts_of_a_sheet_add_up_to_its_value(box: str) -> None:
    """At every moment of a random game."""
    setup = Setup.of_box(box, seed="parts")
    game = Game(setup)
    chance = random.Random(1)
    parted = PartedValue(setup, game.state.edicts)
    whole = LearnedValue(setup, game.state.edicts)
    while not game.is_over:
        sheet = game.state.seats[0].sheet
        for season, left in ((0, 8), (1, 3), (2, 7), (3, 1)):
            assert sum(parted.of(sheet, season, left)) == whole.of(sheet, season, left)
        game.play(chance.choice(list(game.options(game.waiting()[0]))))


def test_score_sheets() -> None:
    """Every edict gets the points of both its seasons, coins count for and monsters against."""
    worth = scored([SeasonScore((4, 7), 2, 3), SeasonScore((5, 1), 3, 0)])
    assert worth == (4 * STAR, 12 * STAR, STAR, 0, 5 * STAR, -3 * STAR, 0, 0)
    assert (worth[COINS], worth[MONSTERS]) == (5 * STAR, -3 * STAR)


def test_means_are_rounded_part_by_part() -> None:
    """Halves go up, whatever the sign."""
    assert mean([(1, -1, 4), (2, -2, 4)]) == (2, -1, 4)


def test_names() -> None:
    """Each place has a name, edicts first."""
    edicts = Game(Setup(seed="names")).state.edicts
    assert part_names(edicts) == (*edicts, "coins", "monsters", "room", "skills")
