"""Paying for skills, and Acrobatics (RULES 9)."""

import pytest

from helpers.maps import BLANK, full_but, spaces
from helpers.moves import declare, draw
from helpers.tables import Table, table_with_skill
from quillmap.rules.events import Drawn, SeasonScored
from quillmap.rules.skills import Skill

# -- paying -------------------------------------------------------------------------------------------


def test_the_cost_is_spent() -> None:
    """Spent coins no longer score; their slots stay used (RULES 9.1)."""
    table = table_with_skill("diplomacy", "orchard", BLANK, coins=2)
    table.play(draw("A1 A2 A3 B3", "farm", skill="diplomacy", extra="K11"))
    assert (table.seat().coins, table.seat().spent, table.seat().purse) == (2, 1, 1)


def test_the_cost_is_paid_from_coins_held_before() -> None:
    """The coin of the shape itself can't pay for the skill (RULES 9.1)."""
    table = table_with_skill("diplomacy", "great-river", BLANK, coins=0)
    assert table.refusal(draw("A1 A2 A3", "water", skill="diplomacy", extra="K11")) == "skill-too-dear"


def test_spent_slots_can_not_be_filled_again() -> None:
    """With fourteen slots filled, some of them spent, a coin is lost (RULES 4.5, 9.1)."""
    table = Table("great-river", BLANK, coins=14, spent=3)
    table.play(draw("A1 A2 A3", "water"))
    assert (table.only(Drawn).coins, table.seat().purse) == (0, 11)


def test_spent_coins_do_not_score() -> None:
    """Only what is left scores (RULES 7.2, 9.1)."""
    assert Table("", BLANK, coins=5, spent=2, time=8).only(SeasonScored).scores[0].coins == 3


def test_spent_coins_can_not_pay_again() -> None:
    """None of the three open skills is free, and all coins are spent (RULES 9.1)."""
    table = table_with_skill("diplomacy", "great-river", BLANK, coins=3, spent=3)
    assert table.options().skills == ()
    assert table.refusal(draw("A1 A2 A3", "water", skill="diplomacy", extra="K11")) == "skill-too-dear"


def test_spent_coins_can_not_pay_for_acrobatics() -> None:
    """Two are needed, one is left (RULES 9.1, 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK, coins=4, spent=3)
    assert table.state.ask is None


def test_a_skill_once_a_season() -> None:
    """A second skill in one season is refused, also another one (RULES 9.1)."""
    table = table_with_skill("search", "great-river farmland", BLANK)
    table.play(draw("A1 A2 A3", "water", skill="search", extra="A4"))
    assert table.refusal(draw("C1 C2", "farm", skill="search", extra="C3")) == "skill-used"
    assert table.options().skills == ()


def test_a_skill_in_the_next_season() -> None:
    """A new season allows a skill again (RULES 9.1)."""
    table = table_with_skill("search", "fishing-village", BLANK, time=6)
    table.play(draw("A1 A2 A3 A4", "water", skill="search", extra="A5"))
    assert (table.state.season, table.seat().used_skill) == (1, False)


def test_open_skills_are_for_every_seat() -> None:
    """One seat's skill takes it from nobody (RULES 9.1)."""
    table = table_with_skill("lore", "orchard", BLANK, BLANK)
    table.play(*(draw("A1 A2 A3 B3", "village", seat=seat, skill="lore") for seat in (0, 1)))
    assert [drawn.skill for drawn in table.all(Drawn)] == [Skill.LORE, Skill.LORE]


# -- Acrobatics ---------------------------------------------------------------------------------------


def test_acrobatics_has_no_drawing_on_an_explore_card() -> None:
    """Acrobatics is for ambushes (RULES 9.3)."""
    table = table_with_skill("acrobatics", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="acrobatics")) == "skill-not-now"


def test_acrobatics_is_a_pair_in_both_directions() -> None:
    """The 1×2 monster may be turned (RULES 9.2, 9.3)."""
    table = table_with_skill("acrobatics", "gnoll-raid", full_but("A1 A2 B1"))
    table.play(declare(use=True))
    assert {move.spaces for move in table.options().drawings} == {spaces("A1 A2"), spaces("A1 B1")}


@pytest.mark.parametrize("skill", [skill for skill in Skill if skill is not Skill.ACROBATICS])
def test_no_other_skill_on_an_ambush(skill: Skill) -> None:
    """The drawing of an ambush takes no skill (RULES 9.3)."""
    table = table_with_skill(skill, "goblin-attack", BLANK, BLANK)
    assert table.refusal(draw("A1 B2 C3", "monster", skill=skill)) == "skill-not-now"
