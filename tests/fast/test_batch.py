"""Batch calls: their means and values are those of the interpreted rules, and a view is enough."""

import random
import threading

import numpy as np
import pytest

from fast.kinds import KINDS, SOLO, table
from quillmap.env.observation import action_mask
from quillmap.fast.batch import GREEDY, LEARNED, RANDOM, evaluate, greedy_answer, play_games, play_out
from quillmap.fast.layout.actions import answer_of
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules import Seat, Setup, decide, evolve, settle
from quillmap.rules.counting import total_of
from quillmap.rules.events import Ask
from quillmap.rules.scoring import score
from quillmap.rules.seasons import YEAR, scorings_left
from quillmap.rules.sheet import haunted
from quillmap.rules.state import State


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


def _some_moments(kind: str, most: int = 40) -> list[Game]:
    """Return a game of this kind again and again, each time a little further; in all of them somebody is asked."""
    found = []
    for length in range(0, most, 3):
        game, chance = Game(table(kind, kind)), random.Random(1)
        for _ in range(length):
            if not game.is_over:
                game.play(chance.choice(list(game.options(game.waiting()[0]))))
        if game.waiting():
            found.append(game)
    return found


@pytest.mark.parametrize("kind", ["solo", "Heroes alone", "mixed with promos", "German solo"])
def test_rest_of_a_game_is_played_from_any_moment(kind: str) -> None:
    """From a state as from a view; what has been scored is not lost."""
    for game in _some_moments(kind):
        state, seat = game.state, game.waiting()[0]
        totals = play_out(state, RANDOM, 3, 5)
        assert (totals == play_out(view(state, seat), RANDOM, 3, 5)).all()


def test_last_drawing_is_all_that_is_open() -> None:
    """At the last decision of a game, the best playout is the best answer."""
    game, chance = Game(Setup(seed="last")), random.Random(3)
    before = game
    while not game.is_over:
        before = Game(Setup(seed="last"))
        for event in game.log[1:]:
            if type(event).__name__ == "Submitted":
                before.play(event.answer)  # type: ignore[union-attr, arg-type]  # only submissions have one
        game.play(game.options(Seat(0)).drawings.pick(chance.randrange))
    best = max(_total_after(before, answer) for answer in before.options(Seat(0)))
    assert play_out(before.state, GREEDY, 1)[0, 0] == best


def _total_after(game: Game, answer: object) -> int:
    copy = Game(game.state.setup)
    for event in game.log[1:]:
        if type(event).__name__ == "Submitted":
            copy.play(event.answer)  # type: ignore[union-attr, arg-type]  # only submissions have one
    copy.play(answer)  # type: ignore[arg-type]  # from the options
    return total_of(copy.state.seats[0])


def test_hidden_cards_make_no_difference() -> None:
    """The rest of a game is played from a view as from the state itself: what is hidden is dealt again."""
    state = _some_moments("solo")[5].state
    assert (play_out(state, GREEDY, 20, 3) == play_out(view(state, Seat(0)), GREEDY, 20, 3)).all()


def test_greedy_is_better_than_random() -> None:
    """The policies are what their names say."""
    setup = Setup(seed="policies")
    assert play_games(setup, GREEDY, 50).mean() > play_games(setup, RANDOM, 50).mean() + 40


def test_learned_is_better_than_greedy() -> None:
    """Its weights come with the table."""
    setup = Setup(seed="policies")
    assert play_games(setup, LEARNED, 50).mean() > play_games(setup, GREEDY, 50).mean() + 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_evaluated(kind: str) -> None:
    """The evaluated answers are the legal ones, and the greedy one is worth most."""
    for game in _some_moments(kind, 21):
        for seat in game.waiting():
            found = evaluate(game.state, seat)
            assert (found.actions == np.flatnonzero(action_mask(game.state, seat))).all()
            options = game.options(seat)
            answers = [answer_of(game.state, seat, int(action)) for action in found.actions]
            assert len(set(map(repr, answers))) == len(answers) == options.count()
            assert all(answer in options for answer in answers)
            assert greedy_answer(game.state, seat) == answers[int(found.values.argmax())]


@pytest.mark.parametrize("kind", SOLO)
def test_values_are_those_of_the_rules(kind: str) -> None:
    """A drawing is worth what the edicts still to come, coins and monsters would give if nothing else changed."""
    for game in _some_moments(kind):
        state = game.state
        if state.ask is Ask.DRAW:
            actions, values = evaluate(state, Seat(0))
            for place in range(0, len(actions), 7):
                after = evolve(state, decide(state, answer_of(state, Seat(0), int(actions[place]))))
                drawn = settle(after)
                assert drawn is not None
                assert values[place] == _worth(state, evolve(after, drawn))


def _worth(before: State, after: State) -> int:
    """Return what the map is worth after a drawing by the edicts still to come, and the coins that it brought."""
    sheet = after.seats[0].sheet
    points = sum(
        scorings_left(edict, before.season) * score(card, sheet, before.setup.rulebook)
        for edict, card in enumerate(before.edicts)
    )
    coins = after.seats[0].coins - before.seats[0].coins
    return points + (YEAR - before.season) * (coins - haunted(sheet).bit_count())


def test_threads_play_side_by_side() -> None:
    """Games played by several threads at once are those that one thread plays."""
    setups = [Setup.of_box("mixed", seed=str(number)) for number in range(4)]
    found: dict[int, list[int]] = {}

    def work(number: int) -> None:
        found[number] = play_games(setups[number], RANDOM, 2000, number)[:, 0].tolist()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(setups))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, setup in enumerate(setups):
        assert found[number] == play_games(setup, RANDOM, 2000, number)[:, 0].tolist()
