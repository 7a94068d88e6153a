"""The levels of bots: each plays whole games, without secrets, and better than the one before."""

import random
from dataclasses import replace

import pytest

from quillmap.bots.appraisal import Appraisal
from quillmap.bots.arena import play_game
from quillmap.bots.registry import BOTS, load_bot
from quillmap.fast import readiness
from quillmap.fast.search import Search
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.events import Ask
from quillmap.rules.state import State

TABLES = {
    "solo": Setup.of_box("base", seed="solo"),
    "Heroes": Setup.of_box("heroes", seats=2, seed="heroes"),
    "mixed with skills": Setup.of_box("mixed", seats=2, skills="drawn", seed="skills"),
    "skills against ambushes": Setup.of_box(
        "mixed", seats=2, skills=("acrobatics", "concentration", "healing"), seed="acrobatics"
    ),
    "German solo": Setup.of_box("base", rulebook="de", seed="cover"),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("level", [level for level in BOTS if level != "random"])
def test_whole_games(level: str, table: str) -> None:
    """A table of one level plays to the end: every answer was legal."""
    setup = TABLES[table]
    game = play_game(setup, [load_bot(level)(str(seat)) for seat in range(setup.seats)])
    assert game.is_over


def _mean(level: str, games: int) -> float:
    totals = []
    for number in range(games):
        setup = Setup(seats=2, seed=f"level {number}")
        game = play_game(setup, [load_bot(level)(str(number)), load_bot("random")(f"r{number}")])
        assert game.state.result is not None
        totals.append(game.state.result.totals[0])
    return sum(totals) / games


def test_each_level_beats_the_one_before() -> None:
    """Facing random monsters on the same deals, every level is clearly better than the last."""
    means = [_mean(level, 8) for level in ("random", "apprentice", "surveyor")]
    assert means[1] > means[0] + 15
    assert means[2] > means[1] + 15


def _moment(number: int) -> Game:
    """Return a game in which seat 0 has to draw, some way into it."""
    game, chance = Game(Setup(seed=f"moment {number}")), random.Random(number)
    for _ in range(7):
        game.play(game.options(Seat(0)).drawings.pick(chance.randrange))
    assert game.state.ask is Ask.DRAW
    return game


def _other_secrets(state: State) -> State:
    """Return a state that looks the same from every seat and has other hidden cards."""
    return state.but(deck=tuple(reversed(state.deck)), setup=replace(state.setup, seed="another"))


@pytest.mark.parametrize("level", BOTS)
def test_no_bot_knows_a_hidden_card(level: str) -> None:
    """Two states that look the same from a seat get the same answer (PITFALLS: a bot that knows the deck)."""
    for number in range(3):
        state = _moment(number).state
        answers = []
        for each in (state, _other_secrets(state)):
            seen = view(each, Seat(0))
            answers.append(load_bot(level)("same").choose(seen, Options(seen, Seat(0))))
        assert answers[0] == answers[1]


def test_compiled_worth_is_the_interpreted_one() -> None:
    """The surveyor's ranking is the compiled appraisal: same drawings, same values."""
    readiness.warm_up()
    for number in range(3):
        game = _moment(number)
        seen = view(game.state, Seat(0))
        bot = load_bot("surveyor")("")
        ranked = {(m.spaces, m.terrain): value for value, m in bot.ranked(seen, Options(seen, Seat(0)))}  # type: ignore[attr-defined]  # the surveyor has it
        search = Search(seen, Seat(0))
        compiled = {}
        for drawing in range(len(search.values)):
            move = search.drawing(drawing)
            compiled[move.spaces, move.terrain] = search.values[drawing]
        assert compiled == ranked
        assert Appraisal(seen).seasons_left == 4 - seen.season
