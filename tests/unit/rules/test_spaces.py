"""Sets of spaces: bit 11 × row + column."""

from helpers.maps import marked, spaces
from quillmap.rules.spaces import (
    BOARD,
    COLUMNS,
    DIAGONALS,
    EDGE,
    NOWHERE,
    ONE,
    ROWS,
    SpaceSet,
    above,
    below,
    beside,
    cluster_of,
    clusters,
    enclosed,
    left_of,
    neighbours,
    numbers,
    right_of,
    singles,
    space_at,
    touches,
)


def test_space_at_counts_row_by_row() -> None:
    """Row 2, column 3 is the space number 25."""
    assert space_at(2, 3) == 25


def test_board_has_121_spaces() -> None:
    """The board is every space and nothing else."""
    assert BOARD.bit_count() == 121
    assert BOARD.bit_length() == 121


def test_nowhere_and_one() -> None:
    """The empty set, and the set of the first space alone."""
    assert NOWHERE == 0
    assert spaces("A1") == ONE


def test_constants_are_marked_for_the_compiler() -> None:
    """Constant sets have their own type, so that compiled code knows their width."""
    assert all(type(each) is SpaceSet for each in (NOWHERE, ONE, BOARD, EDGE, *ROWS, *COLUMNS, *DIAGONALS))


def test_rows_run_across() -> None:
    """The third row is C1 to C11."""
    assert ROWS[2] == spaces("C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11")


def test_columns_run_down() -> None:
    """The second column is A2 to K2."""
    assert COLUMNS[1] == spaces("A2 B2 C2 D2 E2 F2 G2 H2 I2 J2 K2")


def test_edge_has_forty_spaces() -> None:
    """Corners are in the edge once (RULES 11, Sentinel Wood)."""
    assert EDGE.bit_count() == 40


def test_diagonals_run_down_right_to_the_bottom() -> None:
    """The ninth diagonal starts at I1 and ends at K3 (RULES 11, Broken Road)."""
    assert DIAGONALS[8] == spaces("I1 J2 K3")


def test_the_one_space_corner_is_a_diagonal() -> None:
    """There are eleven diagonals, the last of them K1 alone (RULES 11)."""
    assert (len(DIAGONALS), DIAGONALS[10]) == (11, spaces("K1"))


def test_directions() -> None:
    """A space in the middle has one space on each of its four sides."""
    middle = spaces("F6")
    sides = [above(middle), below(middle), left_of(middle), right_of(middle)]
    assert sides == [spaces("E6"), spaces("G6"), spaces("F5"), spaces("F7")]


def test_directions_stop_at_the_edge() -> None:
    """Nothing lies beyond the four edges, and a row does not run on into the next."""
    assert above(spaces("A6")) == below(spaces("K6")) == left_of(spaces("F1")) == right_of(spaces("F11")) == 0


def test_beside_keeps_spaces_of_the_set() -> None:
    """A space of the set that touches another of the set is beside it; a diagonal never is."""
    assert beside(spaces("A1 A2")) == spaces("A1 A2 A3 B1 B2")


def test_neighbours_lie_outside() -> None:
    """Neighbours share a side and are not in the set themselves."""
    assert neighbours(spaces("A1 A2")) == spaces("A3 B1 B2")


def test_enclosed_needs_every_neighbour() -> None:
    """F6 is walled in; A1 is too, since the edge is a wall; C3 has a gap."""
    walls = marked("""
        .*.........
        *.*........
        .*.*.......
        ...........
        .....*.....
        ....*.*....
        .....*.....
        ...........
        ...........
        ...........
        ...........
    """)
    assert enclosed(spaces("A1 C3 F6"), walls) == spaces("A1 F6")


def test_cluster_of_grows_along_sides() -> None:
    """A cluster follows every bend, and stops where only corners touch."""
    ground = marked("""
        ***........
        ..*..*.....
        ..**.......
        ....*......
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
        ...........
    """)
    assert cluster_of(spaces("A1"), ground) == spaces("A1 A2 A3 B3 C3 C4")


def test_cluster_of_nothing() -> None:
    """A seed outside the set has no cluster."""
    assert cluster_of(spaces("K11"), spaces("A1 A2")) == 0


def test_clusters_come_in_reading_order() -> None:
    """Each group once, by its first space; corners do not join, nor do the ends of two rows."""
    found = list(clusters(spaces("A11 B1 B2 C3")))
    assert found == [spaces("A11"), spaces("B1 B2"), spaces("C3")]


def test_touches() -> None:
    """Sets touch along a side, not at a corner."""
    assert touches(spaces("A1"), spaces("A2"))
    assert not touches(spaces("A1"), spaces("B2"))


def test_singles_and_numbers() -> None:
    """A set taken apart, in reading order."""
    some = spaces("B1 A3")
    assert list(singles(some)) == [spaces("A3"), spaces("B1")]
    assert list(numbers(some)) == [2, 11]
