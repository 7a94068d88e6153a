"""Where an ambush goes without a neighbour (RULES 8.2)."""

import pytest

from helpers.maps import full_but, spaces
from quillmap.play.notation import NAMES
from quillmap.rules.ambush import first_to_cover, places_tried, slide, walk
from quillmap.rules.cards import AMBUSHES, AmbushCard, Corner
from quillmap.rules.sheet import empty
from quillmap.rules.spaces import BOARD

CORNERS = list(Corner)


def card(name: str) -> AmbushCard:
    """Return the ambush with this id."""
    return next(each for each in AMBUSHES if each.id == name)


def names(places: tuple[int, ...]) -> str:
    """Return the names of *places*, in their order."""
    return " ".join(NAMES[place] for place in places)


@pytest.mark.parametrize(
    ("corner", "clockwise", "expected"),
    [
        (Corner.TOP_LEFT, True, "A1 A2 A3 B3 C3 C2 C1 B1"),
        (Corner.TOP_LEFT, False, "A1 B1 C1 C2 C3 B3 A3 A2"),
        (Corner.TOP_RIGHT, True, "A3 B3 C3 C2 C1 B1 A1 A2"),
        (Corner.TOP_RIGHT, False, "A3 A2 A1 B1 C1 C2 C3 B3"),
        (Corner.BOTTOM_RIGHT, True, "C3 C2 C1 B1 A1 A2 A3 B3"),
        (Corner.BOTTOM_RIGHT, False, "C3 B3 A3 A2 A1 B1 C1 C2"),
        (Corner.BOTTOM_LEFT, True, "C1 B1 A1 A2 A3 B3 C3 C2"),
        (Corner.BOTTOM_LEFT, False, "C1 C2 C3 B3 A3 A2 A1 B1"),
    ],
)
def test_the_outermost_ring_starts_in_its_corner(corner: Corner, clockwise: bool, expected: str) -> None:
    """An outline of 9 × 9 has 3 × 3 places; the rim comes first, round from the corner (RULES 8.2)."""
    assert names(walk(9, 9, corner, clockwise)[:8]) == expected


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("clockwise", [True, False])
def test_the_innermost_place_comes_last(corner: Corner, clockwise: bool) -> None:
    """After the rim one ring further in: here a single place (RULES 8.2)."""
    assert names(walk(9, 9, corner, clockwise)[8:]) == "B2"


def test_each_ring_starts_from_the_same_corner() -> None:
    """The second ring of a 1×1, clockwise from the top right, starts at B10 (RULES 8.2)."""
    assert names(walk(1, 1, Corner.TOP_RIGHT, clockwise=True)[40:42]) == "B10 C10"


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("clockwise", [True, False])
def test_a_rim_of_one_row_starts_at_its_corner(corner: Corner, clockwise: bool) -> None:
    """An outline as high as the map slides along one row, from the end that the corner names (RULES 8.2)."""
    places = "A1 A2 A3" if corner in (Corner.TOP_LEFT, Corner.BOTTOM_LEFT) else "A3 A2 A1"
    assert names(walk(11, 9, corner, clockwise)) == places


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("clockwise", [True, False])
def test_a_rim_of_one_column_starts_at_its_corner(corner: Corner, clockwise: bool) -> None:
    """An outline as wide as the map slides along one column, from the end that the corner names (RULES 8.2)."""
    places = "A1 B1 C1" if corner in (Corner.TOP_LEFT, Corner.TOP_RIGHT) else "C1 B1 A1"
    assert names(walk(9, 11, corner, clockwise)) == places


def test_a_rim_of_one_place() -> None:
    """An outline as large as the map has one place (RULES 8.2)."""
    assert names(walk(11, 11, Corner.BOTTOM_LEFT, clockwise=True)) == "A1"


@pytest.mark.parametrize("each", AMBUSHES, ids=lambda each: each.id)
def test_every_place_is_tried_once(each: AmbushCard) -> None:
    """The rings together hold every place of the outline, none twice (RULES 8.2)."""
    outline = each.shape.orientations[0]
    places = walk(outline.height, outline.width, each.corner, each.clockwise)
    assert len(places) == len(set(places)) == (12 - outline.height) * (12 - outline.width)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("goblin-attack", "I9 J10 K11"),
        ("bugbear-assault", "A9 A11 B9 B11"),
        ("kobold-onslaught", "I1 J1 J2 K1"),
        ("gnoll-raid", "A1 A2 B1 C1 C2"),
        ("dragon-inferno", "I3 J1 J2 J3 K1"),
        ("zombie-plague", "A1"),
        ("giant-troll-ravage", "A9 A10 A11 B10"),
        ("gorgon-gaze", "J9 J11 K10"),
    ],
)
def test_slide_into_the_corner(name: str, expected: str) -> None:
    """On an empty map the outline is pushed into the card's corner, neither turned nor flipped (RULES 8.2)."""
    assert slide(card(name), BOARD) == spaces(expected)


def test_slide_along_the_edge() -> None:
    """Gnolls go down from the top left, against the clock; A1 filled, they come to B1 (RULES 8.2)."""
    assert slide(card("gnoll-raid"), BOARD & ~spaces("A1")) == spaces("B1 B2 C1 D1 D2")


def test_slide_minds_only_the_spaces_of_the_shape() -> None:
    """PITFALLS: the gap of the Bugbears may be filled (RULES 8.2)."""
    assert slide(card("bugbear-assault"), BOARD & ~spaces("A10 B10")) == spaces("A9 A11 B9 B11")


def test_slide_into_the_second_ring() -> None:
    """With the edge full the Kobolds start one ring further in, from the same corner (RULES 8.2)."""
    edge_full = empty(full_but(" ".join(f"{row}{column}" for row in "BCDEFGHIJ" for column in range(2, 11))))
    assert slide(card("kobold-onslaught"), edge_full) == spaces("H2 I2 I3 J2")


def test_slide_does_not_turn() -> None:
    """Room for the turned shape is no room (RULES 8.2)."""
    assert slide(card("ratman-strike"), spaces("A1 A2 A3")) == 0


def test_slide_finds_no_place_on_a_full_map() -> None:
    """Fits nowhere: no spaces (RULES 8.2)."""
    assert slide(card("zombie-plague"), 0) == 0


def test_slide_reaches_the_middle() -> None:
    """The very last place is found too (RULES 8.2)."""
    assert slide(card("zombie-plague"), spaces("F6")) == spaces("F6")


def test_cover_takes_spaces_in_ring_order() -> None:
    """German rule: the first space, going round, that the monster can cover however turned (RULES 8.2)."""
    assert first_to_cover(card("goblin-attack"), BOARD) == spaces("K11")


def test_cover_skips_spaces_that_nothing_covers() -> None:
    """K11 is free but hemmed in; against the clock the next free one is J11, then the turned Goblins reach it."""
    free = BOARD & ~spaces("J10")
    assert first_to_cover(card("goblin-attack"), free) == spaces("J11")


def test_cover_turns_and_flips() -> None:
    """Room that only the turned shape fits is room; clockwise from the bottom right, F5 comes before F7 (RULES 8.2)."""
    assert first_to_cover(card("ratman-strike"), spaces("F5 F6 F7")) == spaces("F5")


def test_cover_finds_nothing() -> None:
    """No placement anywhere: no space (RULES 8.2)."""
    assert first_to_cover(card("goblin-attack"), spaces("A1 A2 A3")) == 0


def test_a_monster_is_tried_along_its_way() -> None:
    """From its corner to where it fits; each place is that of its outline's top-left space (RULES 8.2)."""
    ratmen = card("ratman-strike")  # three in a column, from the bottom right clockwise: to the left
    assert names(places_tried(ratmen, slide(ratmen, empty(full_but("I9 J9 K9"))))) == "I11 I10 I9"
    assert names(places_tried(ratmen, slide(ratmen, BOARD))) == "I11"


@pytest.mark.parametrize("name", [each.id for each in AMBUSHES])
def test_the_way_of_a_monster_ends_where_it_slid(name: str) -> None:
    """Whatever its shape, wherever it fits."""
    found = card(name)
    printed = found.shape.orientations[0]
    for place in walk(printed.height, printed.width, found.corner, found.clockwise):
        spaces_drawn = printed.mask << place
        tried = places_tried(found, slide(found, spaces_drawn))
        assert tried[-1] == place
        assert len(set(tried)) == len(tried)
