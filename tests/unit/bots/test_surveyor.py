"""The surveyor's judgement in single moments."""

import subprocess
import sys

import pytest

from helpers.moments import moment
from helpers.moves import declare
from helpers.tables import table_with_skill
from quillmap.bots.appraisal import STAR
from quillmap.bots.bot_game import play_game
from quillmap.bots.next_card import cards_to_come
from quillmap.bots.ranking import ranked
from quillmap.bots.surveyor import DRAWINGS, DRAWINGS_WITH_HEROES, OTHERS, Comparing, SurveyorBot
from quillmap.play.view import view
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

A_NICHE = """
...........
...........
...........
...........
...........
...........
...........
...........
...........
.........FF
........F..
"""
"""Open country, and a niche for two in the corner K11."""


def test_alone_a_pair_of_monsters_goes_where_it_does_no_harm() -> None:
    """Goblins come to the open land; the two of Acrobatics one draws oneself, into the niche (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", A_NICHE, season=3, time=5)
    answer = SurveyorBot("alone").choose(view(table.state, Seat(0)), table.options())
    assert answer == declare(use=True)


def test_a_neighbour_leaves_no_monster_in_a_niche() -> None:
    """At a table somebody else draws the pair, and out in the open it does almost as much harm: coins are kept."""
    table = table_with_skill("acrobatics", "goblin-attack", A_NICHE, A_NICHE, season=3, time=5)
    answer = SurveyorBot("two").choose(view(table.state, Seat(0)), table.options())
    assert answer == declare(use=False)


def test_a_shape_gives_its_coin_beside_a_skill_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The straight Great River shows a coin, and Lore costs none: one coin more, as without a skill (RULES 9.2)."""
    weighed: list[list[int]] = []

    def gains(_appraisal: object, afters: list[tuple[Sheet, int]]) -> list[int]:
        weighed.append([coins for _, coins in afters])
        return [0] * len(afters)

    monkeypatch.setattr("quillmap.bots.surveyor.Appraisal.gains", gains)
    table = table_with_skill("lore", "great-river", A_NICHE)
    SurveyorBot("alone").choose(view(table.state, Seat(0)), table.options())
    plain, skilled = weighed
    assert max(plain) == max(skilled) == 1


@pytest.mark.parametrize(
    ("number", "box", "ask", "comparing"),
    [
        (0, "base", Ask.DRAW, DRAWINGS),
        (0, "heroes", Ask.DRAW, DRAWINGS_WITH_HEROES),
        (0, "heroes", Ask.HERO, OTHERS),
        (1, "base", Ask.AMBUSH, OTHERS),
    ],
)
def test_close_answers_are_compared_by_the_next_card(
    monkeypatch: pytest.MonkeyPatch, number: int, box: str, ask: Ask, comparing: Comparing
) -> None:
    """Of the best few, those nearly as good as the best are; what promises most is taken, or least to the victim."""
    seen = view(moment(number, box, ask), Seat(0))
    options = Options(seen, Seat(0))
    found = ranked(seen, options)
    close = [each for each in found[: comparing.most] if each.value >= found[0].value - comparing.close]
    assert len(close) > 1
    asked: list[int] = []

    def promises(_appraisal: object, sheets: list[Sheet], cards: list[str]) -> list[int]:
        asked.extend((len(sheets), len(cards)))
        return [0] * (len(sheets) - 1) + [(-9 if ask is Ask.AMBUSH else 9) * STAR * len(cards)]

    monkeypatch.setattr("quillmap.bots.surveyor.Appraisal.promises", promises)
    assert SurveyorBot("same").choose(seen, options) == close[-1].move
    assert asked == [len(close), min(comparing.cards, len(cards_to_come(seen)))]
    assert SurveyorBot("same", compared=1).choose(seen, options) == found[0].move


_WITHOUT_ARRAYS = """
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in ("numba", "numpy") else real(name, *rest)
sys.modules["numba"] = sys.modules["numpy"] = None
from quillmap.bots.bot_game import play_game
from quillmap.bots.registry import bot_maker
from quillmap.rules.setup import Setup
for box in ("base", "heroes"):
    print(play_game(Setup.of_box(box, seed="plain"), [bot_maker("surveyor")("1")]).state.result.totals[0])
"""


def test_plays_the_same_in_plain_python() -> None:
    """Without numba and numpy it imports, plays, and makes the moves of the compiled one."""
    command = [sys.executable, "-c", _WITHOUT_ARRAYS]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    results = [
        play_game(Setup.of_box(box, seed="plain"), [SurveyorBot("1")]).state.result for box in ("base", "heroes")
    ]
    assert list(map(int, printed.split())) == [result.totals[0] for result in results if result is not None]
