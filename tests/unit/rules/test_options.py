"""What a seat may answer: to look through, to count, to test."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from helpers.maps import BLANK, full_but, spaces
from helpers.moves import declare, destroy, draw, place_hero, take_back
from helpers.tables import Table, table_with_skill
from quillmap.play.game import Game
from quillmap.play.texts import BadMoveText
from quillmap.rules.cards import CARDS, HeroCard
from quillmap.rules.dealing import begin
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Destroy, Draw, IllegalMove
from quillmap.rules.options import Options, attack_paths
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import Skill


def paths(card: str, name: str) -> set[int]:
    """Return the attack paths of a hero on a space."""
    hero = CARDS[CardId(card)]
    assert isinstance(hero, HeroCard)
    found = attack_paths(hero, spaces(name))
    assert len(found) == len(set(found))
    return set(found)


# -- heroes (6.1) -------------------------------------------------------------------------------------


def test_attack_paths_are_turned() -> None:
    """Freyla strikes three spaces in each of four directions (RULES 6.1)."""
    assert paths("freyla-the-true", "F6") == {
        spaces("F7 F8 F9"),
        spaces("G6 H6 I6"),
        spaces("F3 F4 F5"),
        spaces("C6 D6 E6"),
    }


def test_attack_paths_that_look_alike_come_once() -> None:
    """Dobrik's pattern is the same however turned (RULES 6.1)."""
    assert paths("dobrik-of-lorkheim", "F6") == {spaces("E6 F5 F7 G6")}


@pytest.mark.parametrize(
    ("card", "ways"), [("hazan-the-mighty", 4), ("immortal-knight", 8), ("plex-the-tyrant", 4), ("yuvi-twohearts", 4)]
)
def test_attack_paths_are_flipped_too(card: str, ways: int) -> None:
    """Flipping gives some promo heroes further paths (RULES 6.1)."""
    assert len(paths(card, "F6")) == ways


def test_an_attack_path_may_leave_the_map() -> None:
    """Only the part on the map is marked; wholly outside, nothing is (RULES 6.1)."""
    assert paths("freyla-the-true", "A10") == {spaces("A11"), spaces("B10 C10 D10"), spaces("A7 A8 A9"), 0}


def test_wren_strikes_two_spaces_away() -> None:
    """Her pattern does not touch her: H.* with a space above and below (RULES 6.1)."""
    assert spaces("E8 F8 G8") in paths("wren-the-lioness", "F6")


def test_a_hero_goes_on_any_empty_space() -> None:
    """Every empty space with every path, and no filled one; the path may cover filled spaces (RULES 6.1)."""
    table = Table("freyla-the-true", full_but("F6 A1"), heroes="drawn")
    assert set(table.options()) == {
        *(place_hero("F6", path) for path in ("F7 F8 F9", "G6 H6 I6", "F3 F4 F5", "C6 D6 E6")),
        *(place_hero("A1", path) for path in ("A2 A3 A4", "B1 C1 D1", "")),
    }


def test_pending_ruins_do_not_bind_a_hero() -> None:
    """A hero may stand away from ruins (RULES 6.3)."""
    table = Table("temple-ruins dal-of-jolev", heroes="drawn")
    assert place_hero("A1", "B2") in table.options()


# -- the Gorgon and the Troll -------------------------------------------------------------------------


def test_gorgon_choices_are_on_the_map_drawn_on() -> None:
    """Whoever drew the Gorgon chooses, on that map (RULES 5.3)."""
    table = Table("gorgon-gaze", BLANK, BLANK, ambushes="heroes")
    table.play(draw("A1 A3 B2", "monster", seat=0), draw("J9 J11 K10", "monster", seat=1))
    # Clockwise: the second seat drew on the first one's map, and the first on the second's.
    assert destroy("B1", seat=0) in table.options(0)
    assert destroy("B1", seat=1) not in table.options(1)
    assert destroy("K9", seat=1) in table.options(1)


def test_troll_choices_are_the_owners() -> None:
    """The owner chooses among the empty spaces beside the Troll (RULES 7.4)."""
    trolls = full_but("F5 F6 F7", troll="E6 G6", monster="E6 G6")
    table = Table("rift-lands", trolls, time=8, gone="giant-troll-ravage")
    assert list(table.options()) == [destroy("F6")]


# -- Acrobatics ---------------------------------------------------------------------------------------


def test_declaring_is_yes_or_no() -> None:
    """Two answers to whether Acrobatics is used (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", BLANK)
    assert list(table.options()) == [declare(use=False), declare(use=True)]


# -- counting and testing -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["great-river", "freyla-the-true", "rift-lands"])
def test_count_agrees_with_iteration(card: str) -> None:
    """The number of answers is that of the answers themselves, each once."""
    options = Table(card, heroes="drawn").options()
    assert options.count() == len(list(options)) == len(set(options))


def test_count_includes_skills() -> None:
    """Drawings with each skill that can be paid for are counted and listed."""
    sheet = full_but("A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4", monster="D1")
    table = table_with_skill("concentration", "homestead", sheet)
    options = table.options()
    listed = list(options)
    assert {move.skill for move in listed if isinstance(move, Draw)} == {None, *table.state.skills}
    assert options.count() == len(listed) == len(set(listed))


def test_only_skills_that_can_be_paid_for() -> None:
    """With two coins Healing can be used, Concentration can't; Acrobatics is not for drawing (RULES 9.1)."""
    skills = (Skill.ACROBATICS, Skill.CONCENTRATION, Skill.HEALING)
    assert Table("orchard", BLANK, coins=2, skills=skills).options().skills == (Skill.HEALING,)


def test_no_skills_on_a_hero() -> None:
    """Skills go with drawings on explore cards (RULES 9.3)."""
    table = table_with_skill("lore", "dal-of-jolev", BLANK, heroes="drawn")
    assert table.options().skills == ()


def test_contains() -> None:
    """Legal answers of this seat are in its options."""
    options = Table("orchard", seats=2).options(0)
    assert draw("F1 F2 F3 G3", "farm") in options
    assert draw("F1 F2 F3 G3", "water") not in options


@pytest.mark.parametrize(
    "other",
    [draw("F1 F2 F3 G3", "farm", seat=1), destroy("F1"), take_back(), 7],
    ids=["another seat", "another answer", "no answer", "no move"],
)
def test_contains_nothing_else(other: object) -> None:
    """What is no answer of this seat is not in its options."""
    assert other not in Table("orchard", seats=2).options(0)


@pytest.mark.parametrize(
    ("sheet", "coins", "asked"),
    [(full_but("A1 A2"), 2, True), (full_but("A1 A2"), 1, False), (full_but("A1 B2"), 2, False)],
    ids=["can", "too poor", "no room for the pair"],
)
def test_who_may_declare(sheet: Sheet, coins: int, asked: bool) -> None:
    """Acrobatics needs two coins and room for its pair (RULES 9.3)."""
    table = table_with_skill("acrobatics", "goblin-attack", sheet, coins=coins)
    assert (0 in table.state.waiting) is asked


def test_acrobatics_is_not_offered_after_another_skill() -> None:
    """One skill a season (RULES 9.1)."""
    skills = (Skill.ACROBATICS, Skill.LORE, Skill.SEARCH)
    table = Table("great-river goblin-attack", BLANK, coins=5, skills=skills)
    table.play(draw("A1 A2 A3", "village", skill="lore"))
    assert table.state.ask is None


def test_acrobatics_is_not_offered_where_it_does_not_lie_open() -> None:
    """Only the three open skills are there (RULES 9.1)."""
    table = table_with_skill("lore", "goblin-attack", BLANK)
    assert table.state.ask is None


# -- as a sequence ------------------------------------------------------------------------------------


def test_options_are_a_sequence() -> None:
    """They have a length, places, slices, and say what they are."""
    options = Table("great-river", BLANK).options()
    listed = list(options)
    assert options
    assert len(options) == len(listed)
    assert (options[0], options[-1], options[1:3]) == (listed[0], listed[-1], listed[1:3])
    assert repr(options).startswith(f"<{len(listed)} options of seat 0: ")
    assert repr(options[0]).startswith("<Draw of seat 0: ")
    assert [options.index(each) for each in listed[:3]] == [0, 1, 2]
    with pytest.raises(ValueError, match="not one of the options of seat 0"):
        options.index(Destroy(Seat(0), 1))
    for place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=f"seat 0 has {len(listed)} options"):
            options[place]


def test_nobody_is_asked() -> None:
    """Before the first card, and after the last, there is nothing to answer."""
    began = begin(Setup(seed="a test"))
    with pytest.raises(IllegalMove) as refused:
        Options(initial_state(began), Seat(0))
    assert refused.value.code == "not-asked"


def test_a_skill_that_can_not_be_used_has_no_drawings() -> None:
    """One that is not open, is too dear, or comes at another question: all that is yielded is legal (9)."""
    table = table_with_skill("lore", "great-river", BLANK)
    options = Options(table.state, Seat(0))
    assert all(drawing in options for drawing in options.with_skill(Skill.LORE))
    assert any(options.with_skill(Skill.LORE))
    assert list(options.with_skill(Skill.SEARCH)) == []
    poor = Options(table_with_skill("concentration", "great-river", BLANK, coins=0).state, Seat(0))
    assert list(poor.with_skill(Skill.CONCENTRATION)) == []
    ambush = Options(table_with_skill("lore", "goblin-attack", BLANK, BLANK).state, Seat(0))
    assert list(ambush.with_skill(Skill.LORE)) == []


def test_what_takes_sequences_takes_options() -> None:
    """Samples, places between two others, counting, going backwards."""
    options = Game(seed="a test").options()
    listed = list(options)
    assert isinstance(options, Sequence)
    assert len({*random.Random(1).sample(options, 5)} & {*listed}) == 5
    assert [*reversed(options)] == listed[::-1]
    assert (options.count(listed[3]), options.count(take_back(0)), options.count()) == (1, 0, len(listed))
    assert options.index(listed[3], 2) == options.index(listed[3], -len(listed), 4) == 3
    with pytest.raises(ValueError, match="is not one of the options"):
        options.index(listed[3], 4)


def test_an_answer_may_be_written() -> None:
    """As it writes itself; a text that is no move is refused, and does not pass for an answer that is not legal."""
    options = Game(seed="a test").options()
    written: Any = str(options[7])
    other: Any = "A1 K11 water"
    nonsense: Any = "draw something"
    assert written in options
    assert options.index(written) == 7
    assert other not in options
    with pytest.raises(BadMoveText, match="is not a space"):
        assert nonsense in options
