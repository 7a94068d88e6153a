"""The levels between apprentice and surveyor, and styles: who sees what, and that nobody cheats."""

from statistics import median

import pytest

from helpers.moments import moment
from quillmap.bots.bot_game import play_game
from quillmap.bots.levels import DEFAULT, LEAST_SEEN, LEVELS, PEOPLE
from quillmap.bots.people import CopyistBot, PersonBot
from quillmap.bots.ranking import ranked
from quillmap.bots.registry import BOTS, UnknownBot, bot_maker, load_bot
from quillmap.bots.sight import ALL, WHOLE, Sight, SightedValue, weights_seen
from quillmap.bots.styles import STYLES
from quillmap.bots.surveyor import WAVERING, SurveyorBot
from quillmap.fast import readiness
from quillmap.fast.value.weights import weights_of
from quillmap.play.game import Game
from quillmap.play.view import View, view
from quillmap.rules import Options, Seat, Setup
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer
from quillmap.rules.sheet import Sheet

BETWEEN = [level.id for level in LEVELS.values() if level.attention is not None]
LIKINGS = list(filter(None, STYLES))


def _seen(asks: Ask, number: int = 0) -> tuple[View, Options]:
    seen = view(moment(number, "heroes", asks), Seat(0))
    return seen, Options(seen, Seat(0))


def _answer(bot: str, asks: Ask, number: int = 0, seed: str = "same") -> Answer:
    return bot_maker(bot)(seed).choose(*_seen(asks, number))


def test_the_old_names_are_levels_in_the_old_order() -> None:
    """What tables, records and programs name is still there, the weakest first, and the new ones are in between."""
    assert list(BOTS) == list(LEVELS)
    assert [level for level in BOTS if level in ("random", "apprentice", "surveyor", "master")] == [
        "random",
        "apprentice",
        "surveyor",
        "master",
    ]
    assert list(BOTS)[2:8] == BETWEEN
    stars = [level.stars for level in LEVELS.values()]
    assert stars == sorted(stars)


def test_who_is_met_by_default() -> None:
    """The default is offered, between apprentice and surveyor; random drawings are not offered."""
    assert PEOPLE.index("apprentice") < PEOPLE.index(DEFAULT) < PEOPLE.index("surveyor")
    assert "random" not in PEOPLE


def test_everybody_has_a_name_of_their_own() -> None:
    """Each level has somebody of every style, and no two people share a name."""
    names = [name for level in PEOPLE for name in LEVELS[level].names]
    assert len(set(names)) == len(PEOPLE) * len(STYLES)
    assert LEVELS["surveyor"].names_of("builder") == ("Ilona",)


@pytest.mark.parametrize("level", BETWEEN)
def test_a_level_sees_less_and_no_more(level: str) -> None:
    """Honest means only: a part of the drawings, a part of the value; even the worst day leaves a choice."""
    attention = LEVELS[level].attention
    assert attention is not None
    assert all(
        0 <= share <= ALL for share in (attention.sight.foresight, attention.sight.monsters, attention.sight.coins)
    )
    assert min(attention.days) < 100 < max(attention.days)
    kind = load_bot(level)
    assert issubclass(kind, PersonBot)
    assert all(kind(day=str(day))._seen >= LEAST_SEEN for day in range(20))


def test_a_level_above_sees_at_least_as_much() -> None:
    """From one level to the next nothing is unlearned."""
    sights = [attention.sight for level in LEVELS.values() if (attention := level.attention) is not None]
    for below, above in zip(sights, [*sights[1:], WHOLE], strict=True):
        assert all(less <= more for less, more in zip(below, above, strict=True))


@pytest.mark.parametrize("level", BETWEEN)
def test_the_best_of_what_is_seen_is_taken(level: str) -> None:
    """No silly moves: the answer is worth more to this eye than most others that could be given."""
    seen, options = _seen(Ask.DRAW)
    bot = load_bot(level)("same")
    assert isinstance(bot, PersonBot)
    values = {move: value for value, move in ranked(seen, options, bot.sight)}
    assert values[bot.choose(seen, options)] >= median(values.values())


@pytest.mark.parametrize("asks", [Ask.DRAW, Ask.AMBUSH, Ask.HERO])
@pytest.mark.parametrize("bot", [*BETWEEN, "scribe@style=hoarder", "surveyor@style=builder"])
def test_they_play_the_same_in_plain_python(bot: str, asks: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled or not, the answer is the same."""
    readiness.warm_up()
    compiled = _answer(bot, asks)
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    assert _answer(bot, asks) == compiled


def test_chance_differs_by_seat() -> None:
    """Two of one level with other chance look at other places; the same chance gives the same answer."""
    assert len({_answer("scribe", Ask.DRAW, seed=f"seat {seat}") for seat in range(8)}) > 1
    assert _answer("scribe", Ask.DRAW) == _answer("scribe", Ask.DRAW)


def test_a_day_lasts_a_whole_game() -> None:
    """What decides the day is told apart from the chance of a move; days differ."""
    kind = load_bot("scribe")
    assert issubclass(kind, PersonBot)
    assert kind("one move", day="today")._seen == kind("another", day="today")._seen
    assert len({kind("move", day=str(day))._seen for day in range(40)}) == 5


def test_the_whole_sight_is_the_learned_value() -> None:
    """Seen whole, the weights are those that were learned, and a map is worth the same."""
    state = moment(0, "heroes")
    setup, edicts = state.setup, state.edicts
    assert weights_seen(edicts, False, WHOLE) == weights_of(edicts, False)
    sheet = state.seats[0].sheet
    assert SightedValue(setup, edicts, WHOLE).of(sheet, 1, 4) != SightedValue(setup, edicts, Sight(0)).of(sheet, 1, 4)


def test_short_sight_sees_points() -> None:
    """Without foresight a map is worth what its edicts give now, each time that they will still be scored."""
    setup = Setup(seats=2, seed="points")
    edicts = Game(setup).state.edicts
    value = SightedValue(setup, edicts, Sight(0, monsters=0, coins=0))
    assert value.of(Sheet(), 0, 4) == 0


@pytest.mark.parametrize("level", ["apprentice", "random"])
def test_the_oldest_levels_have_no_styles(level: str) -> None:
    """They keep their moves, and say so."""
    assert not LEVELS[level].has_styles
    with pytest.raises(UnknownBot):
        bot_maker(f"{level}@style=builder")


def test_a_style_that_there_is_not_is_refused() -> None:
    """The reason names those that there are."""
    with pytest.raises(UnknownBot, match="builder, hoarder, hunter, spoiler"):
        bot_maker("scribe@style=poet")


@pytest.mark.parametrize("style", LIKINGS)
def test_styles_see_maps_differently(style: str) -> None:
    """Each changes what a map is worth or where ambushes are drawn, and nothing for somebody without a style."""
    plain = SurveyorBot("same")
    bot = SurveyorBot("same", style=style)
    assert bot.sight != plain.sight or bot.style.is_cruel
    assert plain.sight == WHOLE


def test_a_cruel_one_draws_the_worst_ambush_it_can() -> None:
    """A spoiler looks at every place; others of the level look at a few."""
    seen, options = _seen(Ask.AMBUSH)
    bot = CopyistBot("same", style="spoiler")
    assert bot.choose(seen, options) == ranked(seen, options, bot.sight)[0].move


def test_surveyors_with_a_style_do_not_draw_alike() -> None:
    """Two of one style choose by chance among what is as good to them, and lose next to nothing by it."""
    seen, options = _seen(Ask.DRAW, 2)
    best = ranked(seen, options, SurveyorBot("", style="builder").sight)
    values = {move: value for value, move in best}
    for seed in range(6):
        answer = SurveyorBot(str(seed), style="builder").choose(seen, options)
        assert values[answer] >= best[0].value - WAVERING
    setup = Setup(seats=2, seed="two builders")
    game = play_game(setup, ["surveyor@style=builder", "surveyor@style=builder"])
    assert game.state.seats[0].sheet != game.state.seats[1].sheet


@pytest.mark.parametrize("style", LIKINGS)
def test_a_master_with_a_style_plays(style: str) -> None:
    """It looks ahead from what it likes best, and its answer is legal."""
    seen, options = _seen(Ask.DRAW)
    assert bot_maker(f"master@playouts=8@style={style}")("same").choose(seen, options) in options
