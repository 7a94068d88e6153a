"""Shapes: turning, flipping, where they fit."""

import pytest

from helpers.maps import full_but, marked, spaces
from quillmap.rules.shapes import (
    PAIR,
    SINGLE,
    SQUARE,
    Shape,
    anchors,
    covers,
    fits,
    hanging,
    placements,
    reach,
    shape,
    turns_and_flips,
)
from quillmap.rules.sheet import empty
from quillmap.rules.spaces import BOARD

HOOK = shape("###", "..#")
BUGBEAR = shape("#.#", "#.#")


@pytest.mark.parametrize(
    ("rows", "ways"),
    [
        (("#",), 1),
        (("##",), 2),
        (("##", "##"), 1),
        (("#..", ".#.", "..#"), 2),
        (("#.#", "#.#"), 2),
        (("###", ".#."), 4),
        (("###", "..#"), 8),
        (("..##", "###."), 8),
    ],
)
def test_ways_to_turn_and_flip(rows: tuple[str, ...], ways: int) -> None:
    """PITFALLS: every distinct turn and flip is there, each once (RULES 4.1)."""
    made = shape(*rows)
    assert len(made.orientations) == len({turn.mask for turn in made.orientations}) == ways


def test_the_printed_way_comes_first() -> None:
    """The first orientation is as printed: solo ambushes need it (RULES 8.2)."""
    first = HOOK.orientations[0]
    assert (first.mask, first.height, first.width) == (spaces("A1 A2 A3 B3"), 2, 3)


def test_shape_knows_its_size_and_coin() -> None:
    """A shape keeps its picture, its size and its coin."""
    made = shape("#.", "##", coin=True)
    assert (made.rows, made.size, made.coin) == (("#.", "##"), 3, True)


def test_turns_and_flips_are_pushed_to_the_corner() -> None:
    """Each way starts at row 0 and column 0."""
    ways = turns_and_flips(((0, 0), (0, 1), (1, 1)))
    assert all(min(row for row, _ in way) == min(column for _, column in way) == 0 for way in ways)


def test_room_keeps_the_outline_on_the_sheet() -> None:
    """A 2 × 3 outline has 10 × 9 places."""
    assert anchors(HOOK.orientations[0], BOARD).bit_count() == 90


def test_anchors_are_where_every_space_is_free() -> None:
    """The hook fits at its place and at no other."""
    free = spaces("C4 C5 C6 D6")
    assert anchors(HOOK.orientations[0], free) == spaces("C4")


def test_anchors_do_not_wrap_round_the_edge() -> None:
    """A pair does not lie over the end of one row and the start of the next."""
    assert anchors(PAIR.orientations[0], spaces("A11 B1")) == 0


def test_a_gap_may_be_filled() -> None:
    """PITFALLS: only the shape's own spaces need to be free, not its outline (RULES 5.1)."""
    assert fits(BUGBEAR, spaces("C3 C5 D3 D5"))


def test_reach_finds_anchors_over_a_wanted_space() -> None:
    """A pair lying across covers B2 from B1 and from B2."""
    assert reach(PAIR.orientations[0], spaces("B2")) == spaces("B1 B2")


def test_fits_needs_a_turn() -> None:
    """An upright gap takes the pair, turned; a slanted one does not (RULES 4.1)."""
    assert fits(PAIR, spaces("D4 E4"))
    assert not fits(PAIR, spaces("D4 E5"))


@pytest.mark.parametrize("names", ["C4 C5 C6 D6", "C4 D4 E4 C5", "A2 B2 C2 C1", "J9 K9 K10 K11"])
def test_covers_any_turn_and_flip_anywhere(names: str) -> None:
    """Turned and flipped, the hook is the hook (RULES 4.1)."""
    assert covers(HOOK, spaces(names))


@pytest.mark.parametrize(
    "names", ["", "C4", "C4 C5 C6", "C4 C5 C6 C7", "C4 C5 D5 D6", "C4 C5 C6 D6 D7", "A10 A11 B1 C1"]
)
def test_covers_nothing_else(names: str) -> None:
    """Too few, too many, another shape, or one that wraps round the edge is not the hook."""
    assert not covers(HOOK, spaces(names))


@pytest.mark.parametrize("outside", [-1, 0b1111 << 119])
def test_covers_nothing_off_the_map(outside: int) -> None:
    """What is no set of spaces is no shape."""
    assert not covers(shape("####"), outside)


def test_placements_are_complete_and_distinct() -> None:
    """A pair lies on the empty map in 2 × 110 ways."""
    found = list(placements(PAIR, BOARD))
    assert len(found) == len(set(found)) == 220


def test_placements_stay_on_free_spaces() -> None:
    """On an L of three spaces the pair lies in two ways."""
    assert set(placements(PAIR, spaces("A1 A2 B1"))) == {spaces("A1 A2"), spaces("A1 B1")}


def test_hanging_leaves_some_of_the_shape_inside() -> None:
    """What a pair leaves on the map is any one space of the edge (RULES 9.3)."""
    edge = marked("***********" + "*.........*" * 9 + "***********")
    assert sum(hanging(PAIR)) == edge
    assert all(part.bit_count() == 1 for part in hanging(PAIR))


def test_hanging_may_leave_parts_apart() -> None:
    """Of two bars, upright beyond the edge, one space each may stay (RULES 9.3)."""
    assert spaces("A1 A3") in hanging(BUGBEAR)


@pytest.mark.parametrize("each", [HOOK, BUGBEAR, SQUARE])
def test_hanging_is_never_the_whole_shape(each: Shape) -> None:
    """At least one space is inside and one outside (RULES 9.3)."""
    assert all(0 < part.bit_count() < each.size for part in hanging(each))


def test_a_single_fits_wherever_something_is_empty() -> None:
    """A 1×1 fits on one empty space and not on a full map (RULES 4.4)."""
    assert fits(SINGLE, empty(full_but("K11")))
    assert not fits(SINGLE, empty(full_but("")))
