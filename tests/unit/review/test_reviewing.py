"""Whole games reviewed."""

import json
from dataclasses import replace
from typing import Any

import pytest

from quillmap.analysis.engine import Outset
from quillmap.analysis.parts import part_names
from quillmap.bots.bot_game import play_game
from quillmap.bots.ranking import ranked
from quillmap.bots.registry import bot_maker
from quillmap.bots.surveyor import SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.batch import LEARNED, play_out
from quillmap.fast.value.weights import STAR
from quillmap.locales import UnknownLanguage, catalogue, languages
from quillmap.play.codec import read_move
from quillmap.play.game import Game
from quillmap.play.record import public_events
from quillmap.play.view import view
from quillmap.review.judging import ALTERNATIVES, judge
from quillmap.review.results import JudgedCard, JudgedDecision, SeatReview, write_review
from quillmap.review.reviewing import MOST_PLAYOUTS, Reviewed, prepare, review_seat, summed_up, whole_review
from quillmap.review.scale import Grade
from quillmap.review.tasks import Decision, NotReviewable, tasks_of
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.advance import question_after
from quillmap.rules.events import Ask, CardRevealed, Event, GameEnded
from quillmap.rules.moves import Answer
from quillmap.rules.rulebooks import RULEBOOKS

FEW = 12
"""Playouts that are enough where numbers only have to add up."""
TABLES = {
    "base": (Setup(seed="review"), "surveyor"),
    "Heroes, three seats with skills": (
        Setup.of_box("heroes", seats=3, skills="drawn", rulebook="hu", seed="review"),
        "random",
    ),
    "mixed, two seats": (Setup.of_box("mixed", seats=2, rulebook="pl", seed="review"), "apprentice"),
    "German, ambushes by themselves": (Setup(seats=2, rulebook="de", ambush_by="automatic", seed="review"), "random"),
    "Greek": (Setup.of_box("mixed", rulebook="el", skills="drawn", map="generated", seed="review"), "random"),
}


def _played(setup: Setup, bot: str) -> list[Event]:
    return public_events(play_game(setup, [bot_maker(bot)(str(seat)) for seat in range(setup.seats)]).log)


def _review(events: list[Event], seat: int = 0, playouts: int = FEW, **more: Any) -> SeatReview:
    *_, last = review_seat(events, Seat(seat), playouts=playouts, **more)
    assert isinstance(last.result, SeatReview)
    return last.result


@pytest.mark.parametrize("table", TABLES)
def test_everything_adds_up_to_the_last_star(table: str) -> None:
    """Expected + luck − loss + remainder = stars, seat by seat and part by part; every card and decision is there."""
    setup, bot = TABLES[table]
    events = _played(setup, bot)
    end = events[-1]
    assert isinstance(end, GameEnded)
    outset = prepare(events, FEW)
    cards = [number for number, event in enumerate(events, start=1) if isinstance(event, CardRevealed)]
    for seat in range(setup.seats):
        review = _review(events, seat, outset=outset)
        sums = zip(review.expected, review.luck, review.loss, review.remainder, review.final, strict=True)
        assert all(expected + luck - loss + rest == final for expected, luck, loss, rest, final in sums)
        assert sum(review.final) == STAR * end.totals[seat]
        told = write_review([review])["seats"][0]
        assert told["stars"] == end.totals[seat]
        total = told["expected"] + told["luck"] - told["loss"] + told["remainder"]
        assert round(1000 * total) == 1000 * told["stars"]
        assert [each.event for each in review.cards if not each.is_harm] == cards
        assert {each.ask for each in review.decisions} >= {Ask.DRAW}


def test_every_box_and_rulebook_is_tried() -> None:
    """So that a new one is not forgotten above."""
    setups = [setup for setup, _ in TABLES.values()]
    assert {setup.rulebook for setup in setups} == set(RULEBOOKS)
    assert {setup.pool for setup in setups} == {"base", "heroes", "both"}


def test_same_record_same_numbers_in_any_order() -> None:
    """Tasks judged one by one, last first, give what a whole review gives; another seed gives other numbers."""
    events = _played(*TABLES["mixed, two seats"])
    whole = write_review([_review(events)])
    outset = prepare(events, FEW)
    tasks = list(tasks_of(events, Seat(0)))
    judged = [judge(task, outset.foresight, FEW, "review") for task in reversed(tasks)]
    assert write_review([summed_up(events, Seat(0), judged[::-1], outset, FEW, "review")]) == whole
    assert write_review([_review(events, seed="other")]) != whole


def test_results_come_one_by_one() -> None:
    """Each with how much is done: the year's last decision, the worst ones, cards; the last is the whole seat."""
    steps: list[Reviewed] = list(review_seat(_played(*TABLES["Greek"]), Seat(0), playouts=FEW))
    kinds = [type(step.result) for step in steps]
    assert kinds == sorted(kinds, key=[JudgedDecision, JudgedCard, SeatReview].index)
    losses = [step.result.loss for step in steps if isinstance(step.result, JudgedDecision)]
    middle = len(losses) // 2
    assert sum(losses[2:middle]) > sum(losses[middle:])
    assert [step.done for step in steps] == list(range(1, steps[0].length + 1))
    assert all(isinstance(step.result, JudgedDecision | JudgedCard) for step in steps[:-1])
    assert isinstance(steps[-1].result, SeatReview)
    events = [each.event for each in steps[-1].result.decisions]
    assert events == sorted(events)
    first, second = (step.result for step in steps[:2])
    assert isinstance(first, JudgedDecision)
    assert first.event == events[-1]
    assert isinstance(second, JudgedDecision)
    assert second.event >= events[middle], "there is less to look at late in the year"


@pytest.mark.parametrize("table", TABLES)
def test_the_first_result_takes_no_preparing(table: str) -> None:
    """Nothing comes after the last drawing, so it is worth what it scored; prepared or not, it is judged alike."""
    setup, bot = TABLES[table]
    events, seat = _played(setup, bot), Seat(setup.seats - 1)
    prepared: list[Outset] = []

    def outset() -> Outset:
        prepared.append(prepare(events, FEW))
        return prepared[-1]

    steps = review_seat(events, seat, playouts=FEW, outset=outset)
    first = next(steps).result
    *_, last = (task for task in tasks_of(events, seat) if isinstance(task, Decision))
    assert (len(prepared), last.ask) in ((0, Ask.DRAW), (1, Ask.AMBUSH))
    if last.ask is Ask.DRAW:
        assert first == judge(last, outset().foresight, FEW, "review")


def test_json_is_as_documented() -> None:
    """The keys of ``docs/review.md``; moves as in the protocol; every reason is a part, and they add up to the loss."""
    events = _played(*TABLES["base"])
    review = _review(events)
    found = json.loads(json.dumps(write_review([review])))
    seat = found["seats"][0]
    assert found.keys() == {"method", "playouts", "seed", "seats"}
    assert found["method"] == "look-ahead"
    assert seat.keys() == {
        *("seat", "stars", "expected", "luck", "loss", "remainder", "accuracy", "level", "strength", "parts"),
        *("master", "decisions", "cards"),
    }
    for decision in seat["decisions"]:
        assert {"event", "ask", "card", "class", "loss", "margin", "played", "best", "reasons"} <= decision.keys()
        assert decision["class"] in {*Grade}
        assert 1 <= len(decision["best"]) <= ALTERNATIVES
        assert read_move(decision["played"]["move"])
        assert (decision["class"] == "best") == (decision["loss"] == 0)
        assert {each["part"] for each in decision["reasons"]} <= {*part_names(review.edicts)}
        difference = sum(each["difference"] for each in decision["reasons"])
        assert round(difference, 3) == decision["loss"]
    assert all(each.keys() == {"event", "card", "luck"} for each in seat["cards"])


def test_harm_is_judged_by_what_the_neighbour_loses() -> None:
    """It is no loss of one's own stars; what neighbours did to one's own map is luck."""
    events = _played(Setup(seats=2, seed="harm"), "random")
    review = _review(events)
    hostile = [each for each in review.decisions if each.ask is Ask.AMBUSH]
    assert hostile
    assert all(each.owner != each.seat and not any(each.lost) for each in hostile)
    assert any(each.loss for each in hostile)
    harmed = [each for each in review.cards if each.is_harm]
    assert len(harmed) == len(hostile)


def test_games_that_are_not_over_are_refused() -> None:
    """Nobody gets advice during a game."""
    events = _played(*TABLES["base"])
    with pytest.raises(NotReviewable) as refused:
        review_seat(events[:-1], Seat(0))
    assert refused.value.code == "unfinished"


def test_forged_games_are_refused() -> None:
    """A record that does not agree with its seed is named with the event that is wrong."""
    events = _played(*TABLES["base"])
    end = events[-1]
    assert isinstance(end, GameEnded)
    with pytest.raises(NotReviewable) as refused:
        review_seat([*events[:-1], replace(end, totals=(999,))], Seat(0))
    assert refused.value.code == "dishonest"
    assert refused.value.params["event"] == len(events)


def test_seats_and_budgets_have_limits() -> None:
    """A seat that is not there, and a budget nobody waits for."""
    events = _played(*TABLES["base"])
    for seat in (1, -1):
        with pytest.raises(NotReviewable, match="no seat"):
            review_seat(events, Seat(seat))
    for wrong in (0, MOST_PLAYOUTS + 1):
        with pytest.raises(NotReviewable, match="from 1 to"):
            review_seat(events, Seat(0), playouts=wrong)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learned value judges alone; the review says so, and still adds up."""
    events = _played(*TABLES["base"])
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    few = list(tasks_of(events, Seat(0)))[:4]
    outset = prepare(events, FEW)
    judged = [judge(task, outset.foresight, FEW, "") for task in few]
    review = summed_up(events, Seat(0), judged, outset, FEW, "")
    assert write_review([review])["method"] == "value"
    assert sum(review.expected) + sum(review.luck) - sum(review.loss) + sum(review.remainder) == sum(review.final)


# -- planted blunders --------------------------------------------------------------------------------


def _worst(game: Game) -> Answer | None:
    """Return a drawing that loses more than eight stars by playouts to the end, if there is one."""
    seen = view(game.state, None)
    found = ranked(seen, Options(seen, Seat(0)))
    best, worst = (
        play_out(question_after(game.state, move), LEARNED, 100).mean() for move in (found[0].move, found[-1].move)
    )
    return found[-1].move if best - worst > 8 else None


@pytest.mark.parametrize("place", [2, 5, 8, 11])
def test_planted_blunders_are_found(place: int) -> None:
    """A surveyor's game in which one drawing is a blunder: that decision is called a mistake or a blunder."""
    game = Game(Setup(seed=f"planted {place}"))
    bot = SurveyorBot()
    drawings, planted = 0, None
    while not game.is_over:
        seen = view(game.state, None)
        answer = bot.choose(seen, Options(seen, Seat(0)))
        drawings += game.state.ask is Ask.DRAW
        if game.state.ask is Ask.DRAW and planted is None and drawings > place:
            planted = _worst(game)
            answer = planted or answer
        game.play(answer)
    assert planted is not None, "there was nothing to plant"
    events = public_events(game.log)
    decision = next(each for each in tasks_of(events, Seat(0)) if isinstance(each, Decision) and each.played == planted)
    judged = judge(decision, prepare(events, 100).foresight, 960, "review")
    assert isinstance(judged, JudgedDecision)
    assert judged.grade in (Grade.MISTAKE, Grade.BLUNDER)


def test_a_whole_review_shows_itself() -> None:
    """It begins at what was expected and ends at the stars; progress is told; text, JSON and picture agree."""
    game = play_game(Setup(seed="curve"), ["apprentice"])
    told: list[tuple[int, int]] = []
    review = whole_review(game, playouts=FEW, on_progress=lambda done, length: told.append((done, length)))
    assert told[-1] == (len(told), len(told))
    curve = review.curve()
    assert curve[0] == (0, sum(review.expected) / STAR)
    assert curve[-1][1] == game.totals[0]
    assert [event for event, _ in curve[1:]] == [each.event for each in review.decisions]
    assert f"{game.totals[0]} stars = " in repr(review)
    assert review.to_dict() == write_review([review])["seats"][0]
    assert review._repr_svg_().count("<circle") == sum(each.loss >= STAR for each in review.decisions)


def test_a_review_is_told_in_every_language() -> None:
    """The whole of it and each decision; a decision that cost something has a short text of its own, too."""
    review = whole_review(play_game(Setup(seed="told"), ["random"]), playouts=FEW)
    worst = max(review.decisions, key=lambda each: each.loss)
    assert worst.loss
    told = {language: (review.text(language), worst.sentence(language)) for language in languages()}
    assert len({sentence for _, sentence in told.values()}) == len(told)
    for language, (text, sentence) in told.items():
        assert sentence in text
        assert catalogue(language).text(f"review.class.{worst.grade}") in sentence
    assert len(review.text().splitlines()) == 2 + sum(each.loss > 0 for each in review.decisions)
    assert repr(worst) == (
        f"<JudgedDecision at event {worst.event}, {worst.card}: {worst.played.move}; "
        f"{worst.grade}, −{worst.loss / STAR:.1f} stars, best {worst.best[0].move}>"
    )
    with pytest.raises(UnknownLanguage, match="choose en"):
        review.text("xx")
