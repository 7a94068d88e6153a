"""A shape held over the map: it turns about one space, and stays on the map."""

import pytest

from quillmap.cli.screen.piece import Piece, held
from quillmap.play.notation import space_names
from quillmap.rules.shapes import SINGLE, shape

CORNER = shape("#.", "##")
LINE = shape("####")


def spaces(piece: Piece) -> str:
    """Return what *piece* covers, as people write it."""
    return " ".join(space_names(piece.spaces))


def test_it_is_held_by_its_middle() -> None:
    """The space nearest to the middle of the shape lies where it is held."""
    assert spaces(held(CORNER, 5, 5)) == "E6 F6 F7"
    assert spaces(held(LINE, 5, 5)) == "F5 F6 F7 F8"


def test_turning_and_flipping_keep_the_space_it_is_held_by() -> None:
    """A quarter turn is clockwise; three of them are one the other way, four none; flipping twice is none."""
    piece = held(CORNER, 5, 5)
    assert spaces(piece.turned()) == "F6 F7 G6"
    assert piece.turned(3) == piece.turned().turned().turned()
    assert spaces(piece.turned(3)) == "E6 F5 F6"
    assert piece.turned(4) == piece
    assert spaces(piece.flipped()) == "E6 F5 F6"
    assert piece.flipped().flipped() == piece


@pytest.mark.parametrize(
    ("step", "spaces_at_the_edge"),
    [((-1, 0), "A5 A6 A7 A8"), ((1, 0), "K5 K6 K7 K8"), ((0, -1), "F1 F2 F3 F4"), ((0, 1), "F8 F9 F10 F11")],
)
def test_it_stops_at_the_edge(step: tuple[int, int], spaces_at_the_edge: str) -> None:
    """However often it is moved, it stays on the map; one step back moves it at once."""
    piece = held(LINE, 5, 5)
    for _ in range(20):
        piece = piece.moved(*step)
    assert spaces(piece) == spaces_at_the_edge
    assert piece.moved(-step[0], -step[1]) != piece


def test_turning_at_the_edge_pushes_it_onto_the_map() -> None:
    """What would stand out is moved in, as little as it takes."""
    assert spaces(held(LINE, 0, 5).turned()) == "A6 B6 C6 D6"
    assert spaces(held(LINE, 10, 5).turned()) == "H6 I6 J6 K6"


def test_it_is_put_as_near_as_it_can_be() -> None:
    """A place beyond the edge means the nearest on the map."""
    assert spaces(held(LINE, 5, 5).at(-3, 40)) == "A8 A9 A10 A11"


def test_what_may_hang_over_the_edge_keeps_a_space_on_the_map() -> None:
    """It moves out until only one space is left, and no further."""
    piece = held(LINE, 5, 5, hangs=True)
    for _ in range(20):
        piece = piece.moved(0, 1)
    assert spaces(piece) == "F11"
    assert piece.moved(0, 1) == piece
    assert spaces(piece.turned(2)) != ""


def test_a_path_turns_along_and_may_leave_the_map() -> None:
    """What is not on the map is left out of it; the hero itself stays."""
    hero = held(SINGLE, 5, 5, path=((0, 1), (0, 2)))
    assert space_names(hero.path_spaces) == ["F7", "F8"]
    assert space_names(hero.turned().path_spaces) == ["G6", "H6"]
    assert space_names(hero.flipped().path_spaces) == ["F4", "F5"]
    assert space_names(hero.at(5, 9).path_spaces) == ["F11"]
    assert hero.at(5, 10).path_spaces == 0


def test_all_ways_of_a_shape() -> None:
    """There are eight, the first as it is; all are of the same size."""
    ways = [*held(CORNER, 5, 5).ways()]
    assert len(ways) == 8
    assert ways[0] == held(CORNER, 5, 5)
    assert {way.spaces.bit_count() for way in ways} == {3}
