"""The places of seats whose people have given up."""

from quillmap.server.games.board import ranked_last


def test_who_gave_up_comes_after_everybody_else() -> None:
    """The others keep their order and share places; those who gave up are ranked among themselves."""
    assert ranked_last((1, 1, 3, 4), {0}) == (4, 1, 2, 3)
    assert ranked_last((1, 1, 3, 3), {1, 3}) == (1, 3, 2, 4)
    assert ranked_last((2, 1, 2), {0, 2}) == (2, 1, 2)


def test_without_anybody_who_gave_up_places_stay() -> None:
    """Also when everybody has."""
    assert ranked_last((2, 1, 2), ()) == (2, 1, 2)
    assert ranked_last((2, 1, 2), {0, 1, 2}) == (2, 1, 2)
