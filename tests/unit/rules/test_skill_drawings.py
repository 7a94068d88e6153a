"""Drawings with a skill (RULES 9)."""

import pytest

from helpers.maps import BLANK, full_but, sheet_of, spaces, terrain_at
from helpers.moves import draw
from helpers.tables import Table, table_with_skill
from quillmap.rules.events import Drawn, Extra
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skill_drawings import addition_to, count_skill_drawings, skill_drawings
from quillmap.rules.skills import WITH_EXTRA, Skill
from quillmap.rules.terrain import Terrain

WITH_DRAWING = [skill for skill in Skill if skill is not Skill.ACROBATICS]
RUINS_MAP = "...........\n" * 4 + ".......:...\n" + "...........\n" * 6


def drawings_of(table: Table, skill: str) -> list[Draw]:
    """Return every drawing of the first seat with a skill."""
    return list(skill_drawings(table.state, Seat(0), Skill(skill)))


# -- Concentration ------------------------------------------------------------------------------------


def test_concentration_draws_the_shape_twice() -> None:
    """The chosen shape again, turned otherwise, with the same terrain (RULES 9.3)."""
    table = table_with_skill("concentration", "orchard", BLANK)
    table.play(draw("A1 A2 A3 B3", "farm", skill="concentration", extra="F6 G6 H6 F7"))
    assert table.sheet().farm == spaces("A1 A2 A3 B3 F6 G6 H6 F7")


def test_concentration_pays_the_coin_of_the_shape_once() -> None:
    """Two rivers, one coin (RULES 9.2)."""
    table = table_with_skill("concentration", "great-river", BLANK)
    table.play(draw("A1 A2 A3", "water", skill="concentration", extra="C1 C2 C3"))
    assert table.only(Drawn).coins == 1


def test_concentration_repeats_the_chosen_shape() -> None:
    """The other shape of the card will not do (RULES 9.3)."""
    table = table_with_skill("concentration", "farmland", BLANK)
    move = draw("A1 A2", "farm", skill="concentration", extra="D5 E4 E5 E6 F5")
    assert table.refusal(move) == "extra-wrong-shape"


def test_concentration_binds_only_the_main_shape_to_ruins() -> None:
    """Pending ruins are covered by the first shape; the second lies anywhere (RULES 9.3)."""
    table = table_with_skill("concentration", "temple-ruins great-river", RUINS_MAP)
    assert draw("E8 E9 E10", "water", skill="concentration", extra="A1 A2 A3") in table.options()
    refused = draw("A1 A2 A3", "water", skill="concentration", extra="E8 E9 E10")
    assert table.refusal(refused) == "ruins-not-covered"


def test_concentration_does_not_overlap_itself() -> None:
    """The second shape obeys the rules for drawing after the first (RULES 4.1, 9.3)."""
    table = table_with_skill("concentration", "great-river", BLANK)
    move = draw("A1 A2 A3", "water", skill="concentration", extra="A3 B3 C3")
    assert table.refusal(move) == "extra-space-filled"


def test_concentration_without_room_for_the_second_can_not_be_used() -> None:
    """A skill that can't be carried out whole can't be used (RULES 9.3)."""
    table = table_with_skill("concentration", "fishing-village", full_but("A1 A2 A3 A4 C1 C2 C3"))
    assert drawings_of(table, "concentration") == []


def test_concentration_needs_a_shape_of_the_card() -> None:
    """The single space of the fallback is no chosen shape (RULES 4.3, 9.3)."""
    table = table_with_skill("concentration", "fishing-village", full_but("A1 C1"))
    assert table.refusal(draw("A1", "water", skill="concentration", extra="C1")) == "skill-not-now"
    assert drawings_of(table, "concentration") == []


def test_concentration_is_counted_without_making_each() -> None:
    """The count agrees with the drawings (RULES 9.3)."""
    table = table_with_skill("concentration", "homestead", full_but("A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4"))
    found = drawings_of(table, "concentration")
    assert count_skill_drawings(table.state, Seat(0), Skill.CONCENTRATION) == len(found) == len(set(found)) > 0


# -- Healing ------------------------------------------------------------------------------------------

MONSTER_MAP = """
    ...........
    ...........
    ..M........
    ...........
    ...........
    ........X..
    ...........
    ...........
    ...........
    ...........
    ...........
"""


@pytest.mark.parametrize("terrain", ["forest", "farm"])
def test_healing_draws_a_pair_beside_a_monster(terrain: str) -> None:
    """A 1×2 with any terrain of the card, not only that of the main shape (RULES 9.3)."""
    table = table_with_skill("healing", "orchard", MONSTER_MAP)
    table.play(draw("A1 A2 A3 B3", "farm", skill="healing", extra="D3 D4", extra_terrain=terrain))
    assert terrain_at(table.sheet(), "D3") == terrain_at(table.sheet(), "D4") == {terrain}


def test_healing_away_from_monsters_is_refused() -> None:
    """The pair has to touch a monster space (RULES 9.3)."""
    table = table_with_skill("healing", "orchard", MONSTER_MAP)
    move = draw("A1 A2 A3 B3", "farm", skill="healing", extra="H3 H4", extra_terrain="farm")
    assert table.refusal(move) == "extra-not-adjacent"


def test_healing_beside_a_destroyed_monster_is_refused() -> None:
    """A destroyed monster needs no healing (RULES 9.3)."""
    table = table_with_skill("healing", "orchard", MONSTER_MAP)
    move = draw("A1 A2 A3 B3", "farm", skill="healing", extra="G9 G10", extra_terrain="farm")
    assert table.refusal(move) == "extra-not-adjacent"


def test_healing_beside_the_monster_just_drawn() -> None:
    """The extra shape is drawn after the main one, which may be the monster (RULES 9.3)."""
    table = table_with_skill("healing", "rift-lands", BLANK)
    assert draw("F6", "monster", skill="healing", extra="F7 F8", extra_terrain="forest") in table.options()


def test_no_healing_beside_a_monster_struck_down_at_once() -> None:
    """On an attack path the monster is destroyed before the pair is drawn (RULES 6.2, 9.3)."""
    table = table_with_skill("healing", "rift-lands", sheet_of(BLANK, path="F6"))
    move = draw("F6", "monster", skill="healing", extra="F7 F8", extra_terrain="forest")
    assert table.refusal(move) == "extra-not-adjacent"


@pytest.mark.parametrize("terrain", [None, "water"])
def test_healing_needs_a_terrain_of_the_card(terrain: str | None) -> None:
    """No terrain, or one that the card does not have, is refused (RULES 9.3)."""
    table = table_with_skill("healing", "orchard", MONSTER_MAP)
    move = draw("A1 A2 A3 B3", "farm", skill="healing", extra="D3 D4", extra_terrain=terrain)
    assert table.refusal(move) == "extra-wrong-terrain"


def test_healing_goes_with_the_fallback() -> None:
    """Beside the single space too, the pair has a terrain of the card (RULES 4.3, 9.3)."""
    table = table_with_skill("healing", "fishing-village", full_but("A1 A2 C1", monster="A3"))
    found = {(move.terrain, move.extra, move.extra_terrain) for move in drawings_of(table, "healing")}
    assert {(terrain.value, extra) for terrain, extra, _ in found} == {
        (terrain, spaces("A1 A2")) for terrain in ("forest", "village", "farm", "water", "monster")
    }
    assert {terrain for _, _, terrain in found} == {Terrain.VILLAGE, Terrain.WATER}


# -- Diplomacy ----------------------------------------------------------------------------------------


def test_diplomacy_draws_a_farm_and_village() -> None:
    """One space that is both, anywhere (RULES 1.4, 9.3)."""
    table = table_with_skill("diplomacy", "great-river", BLANK)
    table.play(draw("A1 A2 A3", "water", skill="diplomacy", extra="K11"))
    assert terrain_at(table.sheet(), "K11") == {"farm", "village"}


def test_diplomacy_offers_no_other_terrain() -> None:
    """There is no choice of terrain (RULES 9.3)."""
    table = table_with_skill("diplomacy", "great-river", BLANK)
    move = draw("A1 A2 A3", "water", skill="diplomacy", extra="K11", extra_terrain="farm")
    assert table.refusal(move) == "extra-wrong-terrain"


def test_diplomacy_needs_a_second_space() -> None:
    """The main shape takes the last empty spaces: it can't be used (RULES 9.3)."""
    table = table_with_skill("diplomacy", "great-river", full_but("A1 A2 A3"))
    assert drawings_of(table, "diplomacy") == []


def test_diplomacy_goes_with_the_fallback() -> None:
    """The single space is the main shape (RULES 4.3, 9.3)."""
    table = table_with_skill("diplomacy", "fishing-village", full_but("A1 A3"))
    assert draw("A1", "forest", skill="diplomacy", extra="A3") in table.options()


# -- Lore ---------------------------------------------------------------------------------------------


def test_lore_fills_the_shape_with_village() -> None:
    """The shape of Great River becomes a village, and still pays its coin (RULES 9.2, 9.3)."""
    table = table_with_skill("lore", "great-river", BLANK)
    table.play(draw("A1 A2 A3", "village", skill="lore"))
    assert (table.sheet().village, table.only(Drawn).coins) == (spaces("A1 A2 A3"), 1)


def test_lore_is_village_and_nothing_else() -> None:
    """Lore gives no other terrain, not even that of the card (RULES 9.3)."""
    table = table_with_skill("lore", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="lore")) == "wrong-terrain"


def test_lore_needs_a_shape_of_the_card() -> None:
    """The fallback may be a village anyway; Lore is not spent on it (RULES 4.3, 9.3)."""
    table = table_with_skill("lore", "great-river", full_but("A1"))
    assert table.refusal(draw("A1", "village", skill="lore")) == "skill-not-now"


def test_lore_obeys_pending_ruins() -> None:
    """Pending ruins bind the main shape (RULES 9.3)."""
    table = table_with_skill("lore", "temple-ruins great-river", RUINS_MAP)
    assert table.refusal(draw("A1 A2 A3", "village", skill="lore")) == "ruins-not-covered"


# -- Stealth ------------------------------------------------------------------------------------------


def test_stealth_loses_what_hangs_over() -> None:
    """Two spaces of the river stay; a part of a shape pays no coin (RULES 9.2, 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    table.play(draw("A1 B1", "water", skill="stealth"))
    drawn = table.only(Drawn)
    assert (drawn.shape, drawn.spaces, drawn.coins) == (ShapeName.FIRST, spaces("A1 B1"), 0)


def test_stealth_must_hang_over() -> None:
    """The whole shape on the map is no Stealth (RULES 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="stealth")) == "wrong-shape"


def test_stealth_away_from_the_edge_is_refused() -> None:
    """Two spaces in the middle are no part of a shape that hangs over (RULES 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    assert table.refusal(draw("F5 F6", "water", skill="stealth")) == "wrong-shape"


def test_stealth_with_the_second_shape() -> None:
    """Any shape of the card may hang over (RULES 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    table.play(draw("A2 A3 B1 B2", "water", skill="stealth"))
    assert table.only(Drawn).shape is ShapeName.SECOND


def test_stealth_has_the_terrains_of_the_card() -> None:
    """The card's terrain, no other (RULES 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    assert table.refusal(draw("A1 B1", "farm", skill="stealth")) == "wrong-terrain"


def test_stealth_obeys_pending_ruins() -> None:
    """What stays on the map covers an empty ruins space (RULES 9.3)."""
    table = table_with_skill("stealth", "temple-ruins great-river", full_but("A1 A2 F6", ruins="A1"))
    assert table.refusal(draw("A2", "water", skill="stealth")) == "ruins-not-covered"
    assert {move.spaces for move in drawings_of(table, "stealth")} == {spaces("A1"), spaces("A1 A2")}


def test_stealth_where_the_shape_has_no_room_on_the_map() -> None:
    """Hanging over is a way to draw the shape when it does not fit (RULES 4.3, 9.3)."""
    table = table_with_skill("stealth", "fishing-village", full_but("A1 A2"))
    assert draw("A1 A2", "water", skill="stealth") in table.options()


def test_stealth_comes_once_for_each_part() -> None:
    """A part that both shapes can leave is one drawing (RULES 9.3)."""
    table = table_with_skill("stealth", "great-river", BLANK)
    found = drawings_of(table, "stealth")
    assert len(found) == len(set(found))


# -- Negotiation --------------------------------------------------------------------------------------


def test_negotiation_draws_a_square() -> None:
    """A 2×2 instead of the card's shapes, without their coin (RULES 9.2, 9.3)."""
    table = table_with_skill("negotiation", "great-river", BLANK)
    table.play(draw("A1 A2 B1 B2", "water", skill="negotiation"))
    drawn = table.only(Drawn)
    assert (drawn.shape, drawn.coins, table.sheet().water) == (ShapeName.SQUARE, 0, spaces("A1 A2 B1 B2"))


def test_negotiation_draws_nothing_else() -> None:
    """The card's own shape is not what was negotiated (RULES 9.3)."""
    table = table_with_skill("negotiation", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="negotiation")) == "wrong-shape"


def test_negotiation_has_the_terrains_of_the_card() -> None:
    """The card's terrain, no other (RULES 9.3)."""
    table = table_with_skill("negotiation", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 B1 B2", "farm", skill="negotiation")) == "wrong-terrain"


def test_negotiation_obeys_pending_ruins() -> None:
    """The square is the main shape (RULES 9.3)."""
    table = table_with_skill("negotiation", "temple-ruins great-river", RUINS_MAP)
    assert table.refusal(draw("A1 A2 B1 B2", "water", skill="negotiation")) == "ruins-not-covered"
    assert len(drawings_of(table, "negotiation")) == 4


def test_negotiation_where_no_shape_of_the_card_fits() -> None:
    """The square may still fit (RULES 9.3)."""
    table = table_with_skill("negotiation", "fishing-village", full_but("A1 A2 B1 B2"))
    assert draw("A1 A2 B1 B2", "village", skill="negotiation") in table.options()


# -- Search -------------------------------------------------------------------------------------------


def test_search_draws_one_more_beside_the_shape() -> None:
    """A 1×1 beside the shape just drawn, with its terrain (RULES 9.3)."""
    table = table_with_skill("search", "great-river", BLANK)
    table.play(draw("A1 A2 A3", "water", skill="search", extra="A4"))
    assert table.only(Drawn).extra == Extra(spaces("A4"), (Terrain.WATER,))
    assert table.sheet().water == spaces("A1 A2 A3 A4")


def test_search_away_from_the_shape_is_refused() -> None:
    """A corner is not beside (RULES 9.3)."""
    table = table_with_skill("search", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="search", extra="B4")) == "extra-not-adjacent"


def test_search_is_one_space() -> None:
    """Two more are too many (RULES 9.3)."""
    table = table_with_skill("search", "great-river", BLANK)
    assert table.refusal(draw("A1 A2 A3", "water", skill="search", extra="A4 A5")) == "extra-wrong-shape"


def test_search_goes_with_the_fallback() -> None:
    """Beside the single space, with its terrain (RULES 4.3, 9.3)."""
    table = table_with_skill("search", "fishing-village", full_but("A1 A2"))
    assert draw("A1", "monster", skill="search", extra="A2") in table.options()


def test_search_monsters_fall_on_paths() -> None:
    """A monster drawn by a skill on an attack path is destroyed at once (RULES 6.2)."""
    table = table_with_skill("search", "rift-lands", sheet_of(BLANK, path="A2"))
    table.play(draw("A1", "monster", skill="search", extra="A2"))
    assert (table.sheet().monster, table.sheet().destroyed) == (spaces("A1"), spaces("A2"))


# -- all of them ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", WITH_DRAWING)
def test_every_listed_drawing_is_legal(skill: Skill) -> None:
    """What is listed with a skill is also accepted, and comes once (RULES 9.3)."""
    sheet = full_but("A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3", monster="D1")
    table = table_with_skill(skill, "homestead", sheet)
    found = drawings_of(table, skill)
    assert len(found) == len(set(found)) > 0
    assert all(move in table.options() for move in found)


# -- what a skill adds --------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", sorted(WITH_EXTRA))
def test_what_may_be_added_is_what_is_legal(skill: Skill) -> None:
    """The places to add to a main shape are those of the legal drawings with it."""
    table = table_with_skill(skill, "orchard", sheet_of("M.........." + "\n..........." * 10))
    main = draw("C1 C2 C3 D3", "farm", skill=skill)
    found = set(addition_to(table.state, main).places())
    legal = {move.extra for move in drawings_of(table, skill) if (move.spaces, move.terrain) == (main.spaces, "farm")}
    assert found == legal
    assert found


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (draw("C1 C2 C3 D3", "farm"), "extra-not-allowed"),
        (draw("C1 C2 C3 D3", "farm", skill="lore"), "extra-not-allowed"),
        (draw("C1 C2 C3", "farm", skill="search"), "wrong-shape"),
        (draw("C1 C2 C3 D3", "farm", skill="diplomacy"), "skill-not-open"),
    ],
)
def test_nothing_is_added_to_what_is_not_legal(move: Draw, code: str) -> None:
    """The main shape and its skill have to be legal."""
    table = table_with_skill("search", "orchard", BLANK)
    with pytest.raises(IllegalMove) as refused:
        addition_to(table.state, move)
    assert refused.value.code == code
