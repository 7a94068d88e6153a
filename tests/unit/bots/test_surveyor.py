"""The surveyor's judgement in single moments."""

from helpers.moves import declare
from helpers.tables import table_with_skill
from quillmap.bots.surveyor import SurveyorBot
from quillmap.play.view import view
from quillmap.rules.ids import Seat

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
