"""The master: what it looks at, and that it looks ahead whatever it is asked."""

import itertools
import pickle
from collections.abc import Sequence
from functools import cache

import pytest

from helpers.moments import moment
from quillmap.bots import master
from quillmap.bots.answer_playouts import AnswerPlayouts
from quillmap.bots.master import ANSWERS, CANDIDATES, DRAWS, FEWEST_DEALS, GLANCING_FROM, PLAYOUTS, MasterBot
from quillmap.bots.registry import bot_maker
from quillmap.bots.steps import PutAside, go_on
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast.native_search import Continuation, Search
from quillmap.fast.value.weights import STAR
from quillmap.play.game import Game
from quillmap.play.view import view
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.events import Ask
from quillmap.rules.moves import Draw
from quillmap.rules.state import State

FIRST = Seat(0)


@pytest.mark.parametrize(("setting", "deals"), [("", [15, 30, 60, 100]), ("@playouts=480", [6, 12, 24, 40])])
def test_a_budget_in_playouts(setting: str, deals: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round of halving gets a quarter of the playouts, dealt out evenly to the drawings that are left."""
    assert _deals_looked_at(f"master{setting}", monkeypatch) == deals


def test_a_budget_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks 10 ms at every look, 200 ms allow this many looks in each of the four rounds."""
    ticks = itertools.count()
    monkeypatch.setattr(master, "perf_counter", lambda: next(ticks) / 100)
    assert _deals_looked_at("master@milliseconds=200", monkeypatch) == [3] * 5 + [3] * 5 + [3] * 5 + [3] * 5


def _deals_looked_at(bot: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many deals a bot looks at, each time, before it makes its first move."""
    seen: list[int] = []

    def look(_self: Search, _which: list[int], deals: list[int], _draws: int, *, is_glancing: bool) -> None:
        assert is_glancing is (len(deals) >= GLANCING_FROM)
        seen.append(len(deals))

    monkeypatch.setattr(Search, "look_ahead", look)
    state = moment(3)
    bot_maker(bot)("same").choose(view(state, Seat(0)), Options(state, Seat(0)))
    return seen


@pytest.mark.parametrize(("playouts", "answers"), [(PLAYOUTS, ANSWERS), (20, 20 // FEWEST_DEALS)])
def test_a_race_has_the_same_playouts(playouts: int, answers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where answers can't be told apart, they are played until the playouts are used up; few get fewer candidates."""
    looks = _raced(f"master@playouts={playouts}", monkeypatch)
    assert looks[0] == answers
    assert playouts <= sum(looks) < playouts + answers


def test_a_race_ends_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks 10 ms at every look, 200 ms allow this many deals."""
    ticks = itertools.count()
    monkeypatch.setattr(master, "perf_counter", lambda: next(ticks) / 100)
    assert len(_raced("master@milliseconds=200", monkeypatch)) == 19


def _raced(bot: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many places of a hero a bot plays on each deal, if all lead to the same."""
    seen: list[int] = []

    def alike(_self: AnswerPlayouts, which: Sequence[int], _deal: int, _draws: int) -> list[int]:
        seen.append(len(which))
        return [0] * len(which)

    monkeypatch.setattr(AnswerPlayouts, "results", alike)
    state = asked("a hero")
    bot_maker(bot)("same").choose(view(state, FIRST), Options(state, FIRST))
    return seen


def test_all_cards_of_the_deck_take_turns_to_come_first() -> None:
    """The remainders of successive deals go up by one, whatever the size of the deck."""
    bot = MasterBot("same")
    deals = [bot._deal(turn) for turn in range(8)]
    for size in range(1, 22):
        assert [deal % size for deal in deals] == [turn % size for turn in range(8)]
    assert len({deal // 24 for deal in deals}) == len(deals)


@cache
def asked(what: str) -> State:
    """Return a moment in which the first seat is asked for something else than a plain drawing."""
    if what == "a drawing with skills":
        return _skilled()
    return moment(1, "heroes", Ask.HERO if what == "a hero" else Ask.AMBUSH)


def _skilled() -> State:
    """Return a moment of a surveyor's game in which a skill can be paid for and would be worth a try."""
    game = Game(Setup.of_box("mixed", skills=("negotiation", "lore", "search"), seed="skilled"))
    while not (game.state.ask is Ask.DRAW and game.options().skills and game.state.season):
        game.play(SurveyorBot().choose(game.view(), game.options()))
    return game.state


@pytest.mark.parametrize("what", ["a hero", "an ambush", "a drawing with skills"])
def test_it_looks_ahead_whatever_it_is_asked(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If playouts like the answer best that the learned value likes least of the candidates, that one is given."""
    state = asked(what)
    seen = view(state, FIRST)
    last: list[object] = []

    def liking(self: AnswerPlayouts, which: Sequence[int], deal: int, draws: int) -> list[int]:
        assert (deal, draws) > (0, 0)
        last[:] = [self.answer(len(self.values) - 1)]
        return [100 * STAR * each for each in which]

    monkeypatch.setattr(AnswerPlayouts, "results", liking)
    answer = MasterBot("same").choose(seen, Options(seen, FIRST))
    assert [answer] == last
    assert answer in Options(state, FIRST)


def test_harm_to_a_neighbour_counts_as_good() -> None:
    """What an ambush leads to on a neighbour's map counts with a minus, as the value before it does."""
    found = AnswerPlayouts(view(asked("an ambush"), FIRST), FIRST, 4)
    assert found.values == sorted(found.values, reverse=True)
    led_to = [Continuation(position).leads_to(720, DRAWS) for position in found._positions]
    assert found.results(range(4), 720, DRAWS) == [-each for each in led_to]


def test_a_used_skill_is_charged() -> None:
    """A drawing with a skill leads to two stars less than the same map would otherwise."""
    found = AnswerPlayouts(view(asked("a drawing with skills"), FIRST), FIRST, 400)
    number = next(each for each, move in enumerate(found._moves) if isinstance(move, Draw) and move.skill)
    before = found.results([number], 720, DRAWS)
    found._before = found._positions[number]  # as if it had been used earlier
    assert found.results([number], 720, DRAWS) == [before[0] + 2 * STAR]


def test_at_the_end_of_the_year_the_score_sheet_counts() -> None:
    """Nothing is left to play after winter's last answer: results are stars, the same on every deal."""
    game = Game(Setup.of_box("base", seed="end"))
    last = game.view()
    while not game.is_over:
        last = game.view()
        game.play(game.options()[0])
    found = AnswerPlayouts(last, FIRST, 5)
    results = found.results(range(5), 1, DRAWS)
    assert results == found.results(range(5), 2, DRAWS)
    best = Game.copy(game)
    best.undo()
    best.play(found.answer(0))
    assert best.state.result is not None
    assert results[0] == STAR * best.state.result.totals[0]


@pytest.mark.parametrize("bot", ["master", "master@style=builder"])
@pytest.mark.parametrize("question", ["a drawing", "a hero"])
def test_it_may_be_put_aside_after_every_step(bot: str, question: str) -> None:
    """Somebody who begins again with what was found before comes to the same answer, and takes no step twice."""
    state = moment(3) if question == "a drawing" else asked(question)
    seen, options = view(state, FIRST), Options(state, FIRST)

    def made() -> MasterBot:
        found = bot_maker(bot)("same")
        assert isinstance(found, MasterBot)
        return found

    found = go_on(made().choose_in_steps(seen, options), (), 0)
    turns = 1
    while isinstance(found, PutAside):
        assert len(found.returned) == turns
        turns += 1
        found = go_on(made().choose_in_steps(seen, options), pickle.loads(pickle.dumps(found.returned)), 0)
    assert found.result == made().choose(seen, options)
    assert turns > len(CANDIDATES) - 1
