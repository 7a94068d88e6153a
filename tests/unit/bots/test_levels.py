"""The levels of bots: each plays whole games, without secrets, and better than the one before."""

from dataclasses import replace

import pytest

from helpers.moments import moment
from quillmap.bots.appraisal import STAR, Appraisal
from quillmap.bots.bot_game import play_game
from quillmap.bots.ranking import ranked as ranked_answers
from quillmap.bots.registry import BOTS, bot_maker, load_bot
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.native_search import Search
from quillmap.play.view import view
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer
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
    bot = bot_maker("master@playouts=8" if level == "master" else level)  # looking at less, it is as legal
    game = play_game(setup, [bot(str(seat)) for seat in range(setup.seats)])
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
    assert means[2] > means[1] + 30


def _other_secrets(state: State) -> State:
    """Return a state that looks the same from every seat and has other hidden cards."""
    return state.but(
        deck=tuple(reversed(state.deck)),
        ambush_deck=tuple(reversed(state.ambush_deck)),
        hero_deck=tuple(reversed(state.hero_deck)),
        setup=replace(state.setup, seed="another"),
    )


def _answers(level: str, state: State) -> list[Answer]:
    """Return what a level answers to a state and to one that looks the same."""
    views = [view(each, Seat(0)) for each in (state, _other_secrets(state))]
    return [load_bot(level)("same").choose(seen, Options(seen, Seat(0))) for seen in views]


@pytest.mark.parametrize("level", BOTS)
def test_no_bot_knows_a_hidden_card(level: str) -> None:
    """Two states that look the same from a seat get the same answer (PITFALLS: a bot that knows the deck)."""
    for number in range(3):
        first, second = _answers(level, moment(number))
        assert first == second
    for asks in (Ask.AMBUSH, Ask.HERO):
        first, second = _answers(level, moment(1, "heroes", asks))
        assert first == second


def test_compiled_drawings_are_the_interpreted_ones() -> None:
    """The search sees the drawings that the options allow, each worth what the surveyor thinks of it."""
    readiness.warm_up()
    for number in range(3):
        seen = view(moment(number), Seat(0))
        ranked = {move: value for value, move in ranked_answers(seen, Options(seen, Seat(0)))}
        search = Search(seen, Seat(0))
        drawings = [search.drawing(drawing) for drawing in range(len(search.values))]
        compiled = dict(zip(drawings, search.values, strict=True))
        assert compiled == ranked


@pytest.mark.parametrize("asks", [Ask.DRAW, Ask.AMBUSH, Ask.HERO])
def test_the_surveyor_needs_no_numba(asks: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, it gives the answer that it gives compiled."""
    readiness.warm_up()
    seen = view(moment(2, "heroes", asks), Seat(0))
    compiled = SurveyorBot("same").choose(seen, Options(seen, Seat(0)))
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    assert SurveyorBot("same").choose(seen, Options(seen, Seat(0))) == compiled


def test_coins_count_in_every_season_left() -> None:
    """A coin is worth a star for every scoring still to come, and nothing when all slots are full."""
    seen = view(moment(0), Seat(0))
    sheet = seen.seats[0].sheet
    appraisal = Appraisal(seen, 0)
    assert appraisal.gain(sheet, 1) - appraisal.gain(sheet) == STAR * (4 - seen.season)
    rich = seen.but(seats=(seen.seats[0]._replace(coins=14), *seen.seats[1:]))
    full = Appraisal(view(rich, Seat(0)), 0)
    assert full.gain(sheet, 1) == full.gain(sheet)
