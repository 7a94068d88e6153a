"""The answers of a seat compared."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from quillmap.analysis.answers import PLAIN_MARGIN, Analysis, analyse, analyse_in_steps, candidates_of
from quillmap.analysis.comparing import margin
from quillmap.analysis.engine import foresight_of
from quillmap.analysis.foresight import Method, deals_for
from quillmap.analysis.plain_foresight import PlainForesight
from quillmap.bots.positions import ONLY, alone, brought_to_rest, revealed, unseen_cards
from quillmap.bots.steps import Done, PutAside, go_on
from quillmap.bots.surveyor import SurveyorBot
from quillmap.errors import BadArgument
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.play.view import View, view
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.events import Ask, SeasonBegan
from quillmap.rules.evolve import evolve
from quillmap.rules.moves import IllegalMove
from quillmap.rules.state import drawing_sheet


def _moment(setup: Setup, ask: Ask, after: int = 0) -> View:
    """Return the first moment after some questions when seats are asked for *ask*, surveyors playing."""
    game = Game(setup)
    while game.state.ask is not ask or after > 0:
        after -= 1
        seen = view(game.state, None)
        for seat in game.waiting():
            game.play(SurveyorBot().choose(seen, Options(seen, seat)))
        assert not game.is_over, "this table never asks for that"
    return view(game.state, None)


HEROES = Setup.of_box("heroes", seats=2, seed="answers")
ASKS = {
    "draw": (Setup(seed="answers"), Ask.DRAW),
    "draw with skills": (Setup.of_box("mixed", skills="drawn", seed="skills"), Ask.DRAW),
    "ambush": (Setup(seats=2, seed="answers"), Ask.AMBUSH),
    "ambush of one's own": (Setup(rulebook="de", seed="answers"), Ask.AMBUSH),
    "hero": (HEROES, Ask.HERO),
    "troll": (
        Setup.of_box(
            "heroes", ambushes=("giant-troll-ravage", "zombie-plague", "gorgon-gaze", "dragon-inferno"), seed="t"
        ),
        Ask.TROLL,
    ),
}


@pytest.mark.parametrize("case", ASKS)
def test_every_kind_of_question(case: str) -> None:
    """The best comes first, parts add up to values, and the played answer is among the candidates."""
    setup, ask = ASKS[case]
    seen = _moment(setup, ask, after=8 if ask is Ask.DRAW else 0)
    seat = min(seen.waiting)
    *_, played = Options(seen, seat)
    found = analyse(seen, seat, playouts=120, seed="test", played=played)
    assert found.played is not None
    assert found.played.move == played
    assert found.method is Method.LOOK_AHEAD
    values = [each.value for each in found.candidates]
    assert values == sorted(values, reverse=True)
    assert all(sum(each.worth) == each.value for each in found.candidates)
    assert all(each.move in Options(seen, seat) for each in found.candidates)
    is_hostile = not seen.is_automatic and ask is Ask.AMBUSH
    assert found.owner == (drawing_sheet(seen, seat) if is_hostile else seat)


@pytest.mark.parametrize("case", ASKS)
def test_it_may_be_put_aside_after_every_step(case: str) -> None:
    """Somebody who begins again with what was found before comes to the same numbers, and takes no step twice."""
    setup, ask = ASKS[case]
    seen = _moment(setup, ask, after=8 if ask is Ask.DRAW else 0)
    seat = min(seen.waiting)
    *_, played = Options(seen, seat)
    wishes: dict[str, Any] = {"playouts": 400, "seed": "test", "played": played}
    found = go_on(analyse_in_steps(seen, seat, **wishes), (), 0)
    turns = 1
    while isinstance(found, PutAside):
        assert len(found.returned) == turns
        turns += 1
        found = go_on(analyse_in_steps(seen, seat, **wishes), pickle.loads(pickle.dumps(found.returned)), 0)
    assert found.result == analyse(seen, seat, **wishes)
    assert turns > 5


def test_without_looking_ahead_there_are_no_steps() -> None:
    """Whoever goes on elsewhere may look ahead there: then the numbers found before would mean something else."""
    seen = _moment(Setup(seed="plain"), Ask.DRAW)
    plain = PlainForesight(seen.setup, seen.edicts)
    assert isinstance(go_on(analyse_in_steps(seen, Seat(0), foresight=plain), (), 0), Done)


def test_same_arguments_same_numbers() -> None:
    """Nothing but the arguments decides; another seed deals other cards."""
    seen = _moment(Setup(seed="same"), Ask.DRAW, after=5)
    first, second = (analyse(seen, Seat(0), playouts=120, seed="a") for _ in range(2))
    assert first == second
    assert analyse(seen, Seat(0), playouts=120, seed="b") != first


def test_further_answers_are_compared_to_the_end() -> None:
    """However bad they look."""
    seen = _moment(Setup(seed="others"), Ask.DRAW, after=5)
    moves = list(Options(seen, Seat(0)))
    others = [moves[0], moves[-1]]
    found = analyse(seen, Seat(0), playouts=120, others=others)
    assert {*others} <= {each.move for each in found.candidates}


def test_it_knows_no_more_than_the_seat() -> None:
    """Two games that look the same from a seat get the same analysis."""
    game = Game(Setup(seed="secret"))
    seen = view(game.state, Seat(0))
    other = view(game.state.but(deck=tuple(reversed(game.state.deck))), Seat(0))
    assert analyse(View(game.state), Seat(0), playouts=60) == analyse(seen, Seat(0), playouts=60)
    assert analyse(other, Seat(0), playouts=60) == analyse(seen, Seat(0), playouts=60)


def test_without_numba_the_value_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The method is named, the margin is that of the value, and the best is what is worth most by it."""
    seen = _moment(Setup(seed="plain"), Ask.DRAW, after=5)
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    found: Analysis = analyse(seen, Seat(0))
    assert found.method is Method.VALUE
    assert found.candidates[0].move == SurveyorBot(compared=1).choose(seen, Options(seen, Seat(0)))
    assert {each.margin for each in found.candidates[1:]} == {PLAIN_MARGIN}


def test_compiled_and_plain_worth_agree_without_looking_ahead() -> None:
    """After the last card of the year both are the score sheet, spent coins and all."""
    seen = _moment(Setup(seed="end"), Ask.DRAW, after=10)
    position = alone(seen, Seat(0), is_asked=True)
    compiled = foresight_of(position.setup, position.edicts)
    plain = PlainForesight(position.setup, position.edicts)
    game_over = position
    while game_over.season < 3 or game_over.step.value not in ("dealing", "lasting", "over"):
        game_over = _next(game_over)
    assert compiled.look(game_over, [1, 2]) == plain.look(game_over, [1, 2])


def _next(position: View) -> View:
    """Return *position* after one more card, any that can come."""
    rest = brought_to_rest(position)
    if rest.step.value == "dealing" and rest.season < 3:
        rest = View(evolve(rest, SeasonBegan(rest.season + 1, ())))
    if rest.step.value != "exploring":
        return rest
    return revealed(rest, next(iter(unseen_cards(rest))))


def test_deals_take_turns() -> None:
    """Every card of the deck comes first as often as any other."""
    position = brought_to_rest(alone(_moment(Setup(seed="turns"), Ask.DRAW), Seat(0), is_asked=True))
    size = 13
    deals = deals_for(position, 2 * size, "seed")
    assert sorted(deal % size for deal in deals) == sorted([*range(size)] * 2)
    assert len(set(deals)) == len(deals)


def test_margins() -> None:
    """Two standard errors of the mean difference; none where the difference is always the same."""
    assert margin([(1,), (2,), (3,)], [(0,), (1,), (2,)]) == 0
    assert margin([(0,), (2000,)], [(0,), (0,)]) == 2000
    assert margin([(5,)], [(0,)]) == 0


def test_candidates_are_the_most_promising() -> None:
    """The surveyor's choice comes first."""
    seen = _moment(Setup(seed="first"), Ask.DRAW, after=3)
    position = alone(seen, Seat(0), is_asked=True)
    found = candidates_of(position, 20)
    assert len(found) == 20
    assert found[0] == SurveyorBot().choose(position, Options(position, ONLY))


def test_a_budget_is_a_positive_number() -> None:
    """Nothing can be said after no playouts."""
    with pytest.raises(ValueError, match="playouts"):
        analyse(_moment(Setup(seed="none"), Ask.DRAW), Seat(0), playouts=0)


def test_a_game_is_analysed_like_its_view() -> None:
    """Of a game no more is used than the seat may know; values are told beside those of the best."""
    game = Game(Setup(seed="answers"))
    game.play(game.options()[0])  # an empty map is the same on both sides, and then two drawings are best
    found = analyse(game, playouts=30)
    assert found == analyse(view(game.state, Seat(0)), Seat(0), playouts=30)
    assert found.best is found.candidates[0]
    first, second, *_ = str(found).splitlines()
    assert first == f"{found.best.move}: best of {found.options}"
    assert second.startswith(f"{found.candidates[1].move}: -")
    assert len(found.part_names) == len(found.best.worth)
    assert str(found.best) == f"{found.best.move}: best"
    other = found.candidates[1]
    assert other.behind == found.best.value - other.value
    distance = f"{other.behind / 1000:.1f} ± {other.margin / 1000:.1f} stars behind the best"
    assert str(other) == f"{other.move}: {distance}"
    assert repr(found).startswith("<Analysis of ")
    assert "only valued" in str(replace(found, method=Method.VALUE))


def test_the_only_seat_that_is_asked_need_not_be_named() -> None:
    """Of several somebody has to say which."""
    game = Game(seed="answers", seats=2)
    with pytest.raises(BadArgument, match="seat=…: asked are 0, 1"):
        analyse(game, playouts=12)
    game.play(game.options(0)[0])
    assert analyse(game, playouts=12) == analyse(game, Seat(1), playouts=12)
    assert analyse(game.view(1), playouts=12) == analyse(game, playouts=12)


def test_answers_may_be_written() -> None:
    """What was played and the others, as ``Game.play`` reads them; what is no legal answer of the seat is refused."""
    game = Game(seed="answers", seats=2)
    moves = [*game.options(1)]
    found = analyse(game, Seat(1), playouts=12, played=str(moves[3]), others=[str(moves[5])])
    assert found == analyse(game, Seat(1), playouts=12, played=moves[3], others=[moves[5]])
    for wrong, error, words in (
        (7, BadArgument, "or its text, not 7"),
        ("take back", BadArgument, "an answer is wanted"),
        (next(iter(game.options(0))), BadArgument, "answer of seat 0, not of seat 1"),
        ("A1 K11 water", IllegalMove, "shape"),
    ):
        with pytest.raises(error, match=words):
            analyse(game, Seat(1), playouts=12, others=[wrong])  # type: ignore[list-item]


def test_a_record_in_place_of_a_game_is_told_what_to_do() -> None:
    """In a line that does not hold the record."""
    text = write_record(Game(seed="answers"))
    with pytest.raises(BadArgument, match=r"qm\.Game\.from_record\(text\)") as refused:
        analyse(text)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200
