"""What a move causes, and why it is refused."""

from collections.abc import Callable
from typing import Final

import pytest

from helpers.errors import UNDO_CODES, codes_of
from helpers.maps import BLANK, full_but, spaces
from helpers.moves import declare, destroy, draw, place_hero, take_back
from helpers.tables import Table, table_with_skill
from quillmap.rules.decide import decide
from quillmap.rules.events import Drawn, Submitted, TakenBack
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Destroy, Draw, IllegalMove, Move, PlaceHero
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.state import Step
from quillmap.rules.terrain import Terrain

RIVER: Final = draw("A1 A2 A3", "water")


def river() -> Table:
    """Return a table of two on which Great River was revealed."""
    return Table("great-river", BLANK, BLANK)


def answered() -> Table:
    """Return that table after the first seat has drawn."""
    table = river()
    table.play(RIVER)
    return table


def over() -> Table:
    """Return a table where the game has ended."""
    return Table("", BLANK, season=3, time=6)


def ruins() -> Table:
    """Return a table where E8 has to be covered."""
    return Table("temple-ruins great-river", full_but("A1 A2 A3 E6 E7 E8", ruins="E8"))


def german() -> Table:
    """Return a solo table by the German rulebook, facing Goblins."""
    return Table("goblin-attack", BLANK, rulebook="de")


def hero() -> Table:
    """Return a table on which Freyla was revealed; A1 is filled."""
    return Table("freyla-the-true", "F..........\n" + "...........\n" * 10, heroes="drawn")


def gorgon() -> Table:
    """Return a solo table where the Gorgon chooses."""
    return Table("gorgon-gaze", BLANK, ambushes="heroes")


def skill(name: str, coins: int = 5) -> Table:
    """Return a table on which Great River was revealed and a skill lies open."""
    return table_with_skill(name, "great-river", BLANK, coins=coins)


def skill_used() -> Table:
    """Return a table where the skill of the season was used."""
    table = table_with_skill("lore", "great-river farmland", BLANK)
    table.play(draw("A1 A2 A3", "village", skill="lore"))
    return table


def acrobatics() -> Table:
    """Return a table where Acrobatics may be declared."""
    return table_with_skill("acrobatics", "goblin-attack", BLANK)


REFUSED: Final[list[tuple[str, Callable[[], Table], Move]]] = [
    ("unknown-seat", river, draw("A1 A2 A3", "water", seat=2)),
    ("unknown-seat", river, draw("A1 A2 A3", "water", seat=-1)),
    ("unknown-seat", river, take_back(seat=2)),
    ("game-over", over, RIVER),
    ("game-over", over, take_back()),
    ("not-asked", lambda: Table("great-river", full_but(""), BLANK), RIVER),
    ("not-asked", lambda: Table("", BLANK), RIVER),
    ("already-answered", answered, draw("B1 B2 B3", "water")),
    ("nothing-to-take-back", answered, take_back(seat=1)),
    ("nothing-to-take-back", lambda: Table("", BLANK), take_back()),
    ("wrong-answer", river, destroy("A1")),
    ("wrong-answer", river, place_hero("A1", "A2")),
    ("wrong-answer", river, declare(use=True)),
    ("wrong-answer", hero, RIVER),
    ("wrong-answer", gorgon, RIVER),
    ("wrong-answer", acrobatics, RIVER),
    ("off-the-map", river, Draw(Seat(0), 1 << 121, Terrain.WATER)),
    ("off-the-map", river, Draw(Seat(0), -1, Terrain.WATER)),
    ("off-the-map", hero, PlaceHero(Seat(0), 1 << 121, 0)),
    ("off-the-map", hero, PlaceHero(Seat(0), 0, 0)),
    ("off-the-map", hero, PlaceHero(Seat(0), -1, 0)),
    ("off-the-map", hero, place_hero("C1 C2", "C3 C4 C5")),
    ("off-the-map", lambda: skill("search"), Draw(Seat(0), RIVER.spaces, Terrain.WATER, Skill.SEARCH, 1 << 121)),
    ("off-the-map", lambda: skill("search"), Draw(Seat(0), RIVER.spaces, Terrain.WATER, Skill.SEARCH, -1)),
    ("nothing-drawn", river, draw("", "water")),
    ("space-filled", lambda: Table("great-river", full_but("B1 B2 B3")), RIVER),
    ("space-filled", hero, place_hero("A1", "A2 A3 A4")),
    ("wrong-shape", river, draw("A1 A2 B1", "water")),
    ("wrong-shape", lambda: skill("stealth"), draw("F5 F6", "water", skill="stealth")),
    ("wrong-shape", lambda: skill("negotiation"), draw("A1 A2 A3", "water", skill="negotiation")),
    ("shape-fits", river, draw("A1", "water")),
    ("ruins-not-covered", ruins, RIVER),
    ("wrong-terrain", river, draw("A1 A2 A3", "farm")),
    ("wrong-terrain", river, draw("A1 A2 A3", "mountain")),
    ("wrong-terrain", river, draw("A1 A2 A3", "hero")),
    ("not-the-first-place", german, draw("A1 B2 C3", "monster")),
    ("wrong-path", hero, place_hero("F6", "F7 F8")),
    ("not-a-target", gorgon, destroy("A1")),
    ("not-a-target", gorgon, Destroy(Seat(0), spaces("J10 K9"))),
    ("not-a-target", gorgon, Destroy(Seat(0), 0)),
    ("not-a-target", gorgon, Destroy(Seat(0), -1)),
    ("skill-not-open", river, draw("A1 A2 A3", "village", skill="lore")),
    ("skill-used", skill_used, draw("F5 F6", "village", skill="lore")),
    ("skill-too-dear", lambda: skill("diplomacy", coins=0), draw("A1 A2 A3", "water", skill="diplomacy", extra="F6")),
    ("skill-not-now", lambda: skill("acrobatics"), draw("A1 A2 A3", "water", skill="acrobatics")),
    ("extra-not-allowed", river, draw("A1 A2 A3", "water", extra="F6")),
    ("extra-not-allowed", river, draw("A1 A2 A3", "water", extra_terrain="farm")),
    ("extra-not-allowed", lambda: skill("lore"), draw("A1 A2 A3", "village", skill="lore", extra="F6")),
    ("extra-not-allowed", lambda: skill("lore"), draw("A1 A2 A3", "village", skill="lore", extra_terrain="farm")),
    ("extra-wrong-shape", lambda: skill("search"), draw("A1 A2 A3", "water", skill="search")),
    ("extra-space-filled", lambda: skill("search"), draw("A1 A2 A3", "water", skill="search", extra="A3")),
    (
        "extra-wrong-terrain",
        lambda: skill("search"),
        draw("A1 A2 A3", "water", skill="search", extra="A4", extra_terrain="farm"),
    ),
    ("extra-not-adjacent", lambda: skill("search"), draw("A1 A2 A3", "water", skill="search", extra="F6")),
]


@pytest.mark.parametrize(("code", "make_table", "move"), REFUSED)
def test_refused(code: str, make_table: Callable[[], Table], move: Move) -> None:
    """What the rules don't allow is refused with its code."""
    assert make_table().refusal(move) == code


def test_every_refusal_is_reached() -> None:
    """There is a refused move for each code but those of undoing."""
    assert {code for code, _, _ in REFUSED} == codes_of(IllegalMove) - UNDO_CODES


@pytest.mark.parametrize(("code", "make_table", "move"), REFUSED)
def test_an_illegal_move_changes_nothing(code: str, make_table: Callable[[], Table], move: Move) -> None:
    """The state after a refusal is the state before it."""
    table, fresh = make_table(), make_table()
    table.refusal(move)
    assert table.state == fresh.state, code


def test_a_refusal_says_why() -> None:
    """The message is one line, with what it is about."""
    with pytest.raises(IllegalMove) as refused:
        decide(river().state, draw("A1 A2 A3", "farm"))
    assert str(refused.value) == "The shape can’t be filled with this terrain now: farm."


def test_a_refusal_without_details() -> None:
    """Where there is nothing to add, the message is the reason alone."""
    assert str(IllegalMove("game-over")) == "The game is over."


def test_a_legal_move_is_submitted() -> None:
    """The answer is kept, with the shape it draws."""
    assert decide(river().state, RIVER) == Submitted(Seat(0), RIVER, ShapeName.FIRST)


def test_a_legal_choice_is_submitted() -> None:
    """Answers that draw no shape are kept as they are."""
    move = destroy("J10")
    assert decide(gorgon().state, move) == Submitted(Seat(0), move)


def test_deciding_changes_nothing() -> None:
    """Asking what a move causes does not make it."""
    table = river()
    before = table.state
    decide(before, RIVER)
    assert before == river().state


def test_nothing_is_drawn_before_everybody_has_answered() -> None:
    """All players draw at the same time (RULES 4.1)."""
    assert answered().all(Drawn) == []


def test_a_drawing_may_be_taken_back() -> None:
    """Until all have drawn, a seat may change its mind (RULES 4.1)."""
    table = answered()
    assert table.play(take_back()) == [TakenBack(Seat(0))]
    table.play(draw("B1 B2 B3", "water"), draw("A1 A2 A3", "water", seat=1))
    assert table.sheet(0).water == spaces("B1 B2 B3")


def test_taking_back_leaves_the_others_alone() -> None:
    """Another seat's answer stays (RULES 4.1)."""
    table = Table("great-river", BLANK, BLANK, BLANK)
    table.play(RIVER, draw("A1 A2 A3", "water", seat=1), take_back())
    assert (set(table.state.answers), set(table.state.waiting)) == ({1}, {0, 2})


def test_nothing_can_be_taken_back_once_all_have_drawn() -> None:
    """The answers are then on the table (RULES 4.1)."""
    table = river()
    state = table.state
    for seat in (0, 1):
        state = evolve(state, decide(state, draw("A1 A2 A3", "water", seat=seat)))
    with pytest.raises(IllegalMove, match="nothing to take back"):
        decide(state, take_back())


def test_a_game_that_is_over_has_no_seat_waiting() -> None:
    """After the last event nobody is asked."""
    assert (over().state.step, over().state.waiting) == (Step.OVER, frozenset())
