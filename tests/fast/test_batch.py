"""Batches of games: their means are those of the interpreted engine, and views are enough for them."""

import random

import numpy as np

from quillmap.fast.batch import GREEDY, RANDOM, play_games, play_out
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules import Seat, Setup, fold
from quillmap.rules.counting import total_of
from quillmap.rules.state import EXPLORING, State


def _interpreted(setup: Setup, games: int) -> list[int]:
    """Return the stars of random games with the edicts of *setup*."""
    edicts = Game(setup).state.edicts
    totals = []
    for number in range(games):
        game, chance = Game(Setup(seed=f"batch {number}", edicts=edicts)), random.Random(number)
        while not game.is_over:
            game.play(game.options(Seat(0)).drawings.pick(chance.randrange))
        totals.append(total_of(game.state.seats[0]))
    return totals


def test_random_games_have_the_same_mean() -> None:
    """Compiled and interpreted random solo games agree within four standard errors."""
    setup = Setup(seed="means")
    compiled = play_games(setup, RANDOM, 20_000)[:, 0]
    interpreted = _interpreted(setup, 400)
    error = np.std(interpreted) / len(interpreted) ** 0.5
    assert abs(compiled.mean() - np.mean(interpreted)) < 4 * error


def test_same_chance_same_games() -> None:
    """A batch is a function of its arguments."""
    setup = Setup.of_box("mixed", seats=3, seed="twice")
    assert (play_games(setup, RANDOM, 50, 7) == play_games(setup, RANDOM, 50, 7)).all()
    assert (play_games(setup, RANDOM, 50, 7) != play_games(setup, RANDOM, 50, 8)).any()


def _between_rounds(setup: Setup) -> State:
    """Return a state in the middle of a game in which the next card is about to be revealed."""
    game, chance = Game(setup), random.Random(1)
    for _ in range(9):
        game.play(game.options(Seat(0)).drawings.pick(chance.randrange))
    prefixes = (fold(game.log[:length]) for length in range(len(game.log), 0, -1))
    return next(state for state in prefixes if state.step is EXPLORING)


def test_hidden_cards_make_no_difference() -> None:
    """The rest of a game is played from a view as from the state itself: what is hidden is dealt anew."""
    state = _between_rounds(Setup(seed="hidden"))
    assert (play_out(state, GREEDY, 20, 3) == play_out(view(state, Seat(0)), GREEDY, 20, 3)).all()


def test_greedy_is_better_than_random() -> None:
    """The policies are what their names say."""
    setup = Setup(seed="policies")
    assert play_games(setup, GREEDY, 50).mean() > play_games(setup, RANDOM, 50).mean() + 40
