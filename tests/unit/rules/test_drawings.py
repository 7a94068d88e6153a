"""What may be drawn on an explore card or an ambush (RULES 4, 5, 8.2)."""

import pytest

from helpers.maps import BLANK, full_but, sheet_of, spaces
from helpers.moves import draw, take_back
from helpers.tables import Table
from quillmap.rules.shapes import ShapeName

FIVE = {"forest", "village", "farm", "water", "monster"}
RUINS_MAP = """
    ...........
    ...........
    ..a........
    ...........
    .......:...
    ...........
    ...........
    ...........
    ...........
    ...........
    ...........
"""


def drawn_masks(table: Table, seat: int = 0) -> set[int]:
    """Return the sets of spaces that a seat may draw."""
    return {spaces for _, spaces in table.options(seat).drawings.masks()}


def terrains(table: Table, seat: int = 0) -> set[str]:
    """Return the terrains that a seat may fill a drawing with."""
    return {str(each.terrain) for each in table.options(seat).drawings}


# -- explore cards (4.1) ------------------------------------------------------------------------------


def test_every_place_on_an_empty_sheet() -> None:
    """A line of four lies in 2 × 88 ways, each with two terrains (RULES 4.1)."""
    table = Table("fishing-village", BLANK)
    assert table.options().drawings.count() == 2 * 2 * 88


def test_count_is_what_iteration_gives() -> None:
    """The count agrees with the drawings themselves, each of which comes once (RULES 4.1)."""
    drawings = Table("great-river").options().drawings
    assert drawings.count() == len(list(drawings)) == len(set(drawings))


def test_either_shape_of_a_card() -> None:
    """Both shapes of a card may be drawn, where they have room (RULES 4.1)."""
    table = Table("farmland", full_but("A1 A2 E5 D5 F5 E4 E6"))
    names = {name for name, _ in table.options().drawings.masks()}
    assert names == {ShapeName.FIRST, ShapeName.SECOND}


def test_a_drawing_need_not_touch_anything() -> None:
    """The middle of an empty sheet will do (RULES 4.1)."""
    table = Table("orchard", BLANK)
    assert draw("F5 F6 F7 G7", "farm") in table.options()


def test_flipped_shapes_are_drawn_too() -> None:
    """PITFALLS: a hook fits into the room for its mirror image (RULES 4.1)."""
    table = Table("orchard", full_but("F5 F6 F7 G5"))
    assert drawn_masks(table) == {spaces("F5 F6 F7 G5")}


def test_a_filled_gap_does_not_matter() -> None:
    """PITFALLS: the gap of Timber Grove may be filled (RULES 4.1)."""
    table = Table("timber-grove", full_but("C3 C5 D3 D5"), box="heroes")
    assert drawn_masks(table) == {spaces("C3 C5 D3 D5")}


@pytest.mark.parametrize("filled", ["^", "#", "X", "F", "M", "H"])
def test_nothing_is_drawn_over_a_filled_space(filled: str) -> None:
    """Mountain, wasteland, destroyed spaces, terrain, monsters and heroes are filled (RULES 1, 4.1)."""
    table = Table("fishing-village", f"...{filled}.......\n" + "...........\n" * 10)
    assert table.refusal(draw("A1 A2 A3 A4", "water")) == "space-filled"


def test_only_the_terrains_of_the_card() -> None:
    """Fishing Village offers village and water (RULES 4.1)."""
    assert terrains(Table("fishing-village")) == {"village", "water"}


# -- ruins (4.2) --------------------------------------------------------------------------------------


def test_pending_ruins_must_be_covered() -> None:
    """Every drawing covers the one empty ruins space (RULES 4.2)."""
    table = Table("temple-ruins great-river", RUINS_MAP)
    assert all(mask & spaces("E8") for mask in drawn_masks(table))


def test_a_filled_ruins_space_does_not_count() -> None:
    """PITFALLS: ruins that are drawn on already satisfy nothing (RULES 4.2)."""
    table = Table("temple-ruins pasture", RUINS_MAP, explore="heroes")
    assert table.refusal(draw("C2 C4", "farm")) == "ruins-not-covered"


def test_ruins_bind_the_single_space_card_too() -> None:
    """PITFALLS: Rift Lands goes on ruins when they are pending (RULES 4.2)."""
    table = Table("temple-ruins rift-lands", RUINS_MAP)
    assert drawn_masks(table) == {spaces("E8")}


def test_kethras_gates_goes_on_ruins_too() -> None:
    """PITFALLS: so does the single space of Heroes (RULES 4.2)."""
    table = Table("outpost-ruins kethras-gates", RUINS_MAP, explore="heroes")
    assert drawn_masks(table) == {spaces("E8")}


def test_without_a_ruins_card_ruins_do_not_matter() -> None:
    """The marks alone bind nobody (RULES 4.2, 10.1)."""
    assert draw("A1 A2 A3", "water") in Table("great-river", RUINS_MAP).options()


# -- the fallback (4.3) -------------------------------------------------------------------------------


def test_fallback_when_no_shape_fits() -> None:
    """A single space anywhere, with any of the five terrains (RULES 4.3)."""
    table = Table("fishing-village", full_but("A1 A2 A3 K11"))
    assert drawn_masks(table) == {spaces("A1"), spaces("A2"), spaces("A3"), spaces("K11")}
    assert terrains(table) == FIVE


def test_no_fallback_while_another_shape_fits() -> None:
    """PITFALLS: the second shape of the card fits, so it must be drawn (RULES 4.3)."""
    table = Table("great-river", full_but("A3 B2 B3 C1 C2"))
    assert table.refusal(draw("A3", "water")) == "shape-fits"


def test_a_single_space_is_not_always_legal() -> None:
    """PITFALLS: with room for the shape a single space is refused (RULES 4.3)."""
    assert Table("orchard").refusal(draw("F5", "farm")) == "shape-fits"


def test_fallback_when_no_empty_ruins_are_left() -> None:
    """The shape has room elsewhere, but not on ruins: a single space anywhere (RULES 4.2, 4.3)."""
    sheet = sheet_of(RUINS_MAP)._replace(water=spaces("E8"))
    table = Table("temple-ruins great-river", sheet)
    assert table.options().drawings.is_fallback
    assert draw("A1", "forest") in table.options()


def test_fallback_when_ruins_are_out_of_reach() -> None:
    """The empty ruins space is hemmed in, so that no shape covers it (RULES 4.3)."""
    table = Table("temple-ruins great-river", full_but("A1 C5 C6 C7", ruins="A1"))
    assert drawn_masks(table) == {spaces(name) for name in ("A1", "C5", "C6", "C7")}


def test_greek_fallback_has_the_terrains_of_the_card() -> None:
    """Under `el` the single space has a terrain of the card (RULES 4.3, 12)."""
    assert terrains(Table("fishing-village", full_but("A1"), rulebook="el")) == {"village", "water"}


def test_greek_fallback_under_ruins_has_any_terrain() -> None:
    """Under pending ruins any terrain will do, under `el` too (RULES 4.3)."""
    table = Table("temple-ruins fishing-village", full_but("A1"), rulebook="el")
    assert terrains(table) == FIVE


@pytest.mark.parametrize("rulebook", ["standard", "pl", "de", "hu"])
def test_other_rulebooks_let_the_fallback_have_any_terrain(rulebook: str) -> None:
    """Only the Greek rulebook differs (RULES 12)."""
    assert terrains(Table("fishing-village", full_but("A1"), rulebook=rulebook)) == FIVE


def test_a_full_map_has_no_drawings() -> None:
    """With no empty space left there is nothing to draw (RULES 4.4)."""
    table = Table("orchard", full_but(""), full_but("A1"))
    drawings = table.options(0).drawings
    assert (drawings.count(), drawings.is_fallback, list(drawings)) == (0, False, [])


# -- ambushes (5, 8.2) --------------------------------------------------------------------------------


def test_ambush_shapes_are_turned_and_flipped() -> None:
    """Whoever receives a map turns the monster freely (RULES 5.1)."""
    table = Table("goblin-attack", full_but(""), full_but("A3 B2 C1"))
    assert drawn_masks(table, seat=0) == {spaces("A3 B2 C1")}


def test_bugbears_leave_their_gap_alone() -> None:
    """PITFALLS: the gap between the Bugbears may be filled (RULES 5.1)."""
    table = Table("bugbear-assault", full_but("A1 A3 B1 B3"), full_but(""))
    assert drawn_masks(table, seat=1) == {spaces("A1 A3 B1 B3")}


def test_ambush_is_a_monster() -> None:
    """An ambush is filled with monsters (RULES 5.1)."""
    table = Table("goblin-attack", seats=2)
    assert terrains(table, seat=0) == {"monster"}


def test_ruins_never_matter_for_an_ambush() -> None:
    """Pending ruins don't bind an ambush (RULES 5.2)."""
    table = Table("temple-ruins goblin-attack", RUINS_MAP, RUINS_MAP)
    assert draw("I1 J2 K3", "monster") in table.options(0)


def test_ambush_without_room_is_one_monster() -> None:
    """A single monster on any empty space (RULES 5.2)."""
    table = Table("goblin-attack", full_but(""), full_but("A1 A2"))
    assert set(table.options(0)) == {draw("A1", "monster"), draw("A2", "monster")}


def test_greek_ambush_without_room_is_any_terrain() -> None:
    """Under `el` that single space has any of the five terrains (RULES 12)."""
    table = Table("goblin-attack", full_but(""), full_but("A1"), rulebook="el")
    assert terrains(table, seat=0) == FIVE


def test_no_greek_terrain_while_the_ambush_fits() -> None:
    """Only the single space has a choice of terrain (RULES 12)."""
    table = Table("goblin-attack", seats=2, rulebook="el")
    assert terrains(table, seat=0) == {"monster"}


def test_german_solo_ambush_covers_the_first_space() -> None:
    """Under `de` every place of the monster covers the first space that one can cover (RULES 8.2)."""
    table = Table("gnoll-raid", full_but("A2 A3 B2 B3 C2 C3 D2 D3"), rulebook="de")
    assert drawn_masks(table) == {spaces("A2 A3 B2 C2 C3"), spaces("A2 A3 B3 C2 C3")}


def test_german_solo_ambush_elsewhere_is_refused() -> None:
    """A place that does not cover that space is refused (RULES 8.2)."""
    table = Table("gnoll-raid", rulebook="de")
    assert table.refusal(draw("E1 E2 F1 G1 G2", "monster")) == "not-the-first-place"


# -- the collection itself ----------------------------------------------------------------------------


def test_pick_reaches_every_drawing_once() -> None:
    """Each number below the count picks another drawing: the choice is uniform."""
    drawings = Table("homestead").options().drawings
    numbers = iter(range(drawings.count()))
    picked = [drawings.pick(lambda _: next(numbers)) for _ in range(drawings.count())]
    assert len(picked) == len(set(picked))
    assert set(picked) == set(drawings)


def test_contains() -> None:
    """A legal drawing is in the collection, an illegal one is not."""
    drawings = Table("orchard").options().drawings
    assert draw("F1 F2 F3 G3", "farm") in drawings
    assert draw("F1 F2 F3 G3", "water") not in drawings


@pytest.mark.parametrize(
    "other",
    [
        draw("F1 F2 F3 G3", "farm", seat=1),
        draw("F1 F2 F3 G3", "farm", skill="lore"),
        take_back(),
        "F1",
    ],
    ids=["another seat", "with a skill", "another move", "no move at all"],
)
def test_contains_nothing_else(other: object) -> None:
    """What is no drawing of this seat without a skill is not in the collection."""
    assert other not in Table("orchard", seats=2).options(0).drawings
