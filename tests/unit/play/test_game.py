"""A game in progress: log, state, moves."""

import pytest

from helpers.maps import spaces
from helpers.moves import draw
from quillmap.play.game import Game
from quillmap.rules.dealing import begin
from quillmap.rules.events import Asked, Drawn, GameBegan, Submitted
from quillmap.rules.evolve import fold
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.setup import InvalidSetup, Setup
from quillmap.rules.spaces import BOARD
from quillmap.rules.terrain import Terrain

TWO = Setup(seats=2, edicts="first-game", seed="a game")


def test_a_game_runs_until_somebody_must_act() -> None:
    """It begins, deals, reveals and asks by itself."""
    game = Game(TWO)
    assert game.log[0] == begin(TWO)
    assert isinstance(game.log[-1], Asked)
    assert (game.waiting(), game.is_over) == ([Seat(0), Seat(1)], False)


def test_an_invalid_table_makes_no_game() -> None:
    """What the rules don't allow is refused at once."""
    with pytest.raises(InvalidSetup):
        Game(Setup(seats=0, seed="s"))


def test_a_move_returns_what_happened() -> None:
    """The answer, and all that the rules caused by it."""
    game = Game(TWO)
    first = game.play(next(iter(game.options(Seat(0)).drawings)))
    second = game.play(next(iter(game.options(Seat(1)).drawings)))
    assert [type(event) for event in first] == [Submitted]
    assert [type(event) for event in second[:3]] == [Submitted, Drawn, Drawn]


def test_the_state_is_what_the_log_adds_up_to() -> None:
    """Log and state tell the same."""
    game = Game(TWO)
    for seat in (0, 1):
        game.play(next(iter(game.options(Seat(seat)).drawings)))
    assert fold(game.log) == game.state


@pytest.mark.parametrize(
    "move",
    [Draw(Seat(0), BOARD, Terrain.WATER), draw("", "water"), draw("A1", "water", seat=7)],
    ids=["everything", "nothing", "nobody"],
)
def test_an_illegal_move_changes_nothing(move: Draw) -> None:
    """Neither log nor state."""
    game = Game(TWO)
    log, state = [*game.log], game.state
    with pytest.raises(IllegalMove):
        game.play(move)
    assert (game.log, game.state) == (log, state)


def test_options_are_those_of_the_seat() -> None:
    """Each answer names its seat, and lies on the map."""
    game = Game(TWO)
    drawings = list(game.options(Seat(1)).drawings)
    assert {drawing.seat for drawing in drawings} == {1}
    assert not any(drawing.spaces & spaces("B4") for drawing in drawings)


def test_two_games_of_one_setup_are_the_same() -> None:
    """All chance comes from the seed."""
    first, second = Game(TWO), Game(TWO)
    assert isinstance(first.log[0], GameBegan)
    assert first.log == second.log
