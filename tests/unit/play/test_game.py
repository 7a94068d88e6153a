"""A game in progress: log, state, moves."""

import copy
import pickle
import random

import pytest

from helpers.maps import spaces
from helpers.moves import draw
from quillmap.errors import BadArgument
from quillmap.play.codec import BadRecord
from quillmap.play.determinizing import determinize
from quillmap.play.game import Game
from quillmap.play.record import read_record, write_record
from quillmap.rules.dealing import begin
from quillmap.rules.events import Asked, Drawn, GameBegan, Submitted
from quillmap.rules.evolve import fold, initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove, TakeBack
from quillmap.rules.setup import InvalidSetup, Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import BOARD
from quillmap.rules.state import State
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


# -- for those who play with it in Python --------------------------------------------------------------


def test_a_game_begins_without_arguments() -> None:
    """It is the usual solo game, dealt by chance; a box, fields and a number as seed will do, too."""
    first, second = Game(), Game()
    assert first.state.setup.seed != second.state.setup.seed
    assert first.waiting() == [0]
    assert Game("heroes", seats=2, seed=3).state.setup == Setup.of_box("heroes", seats=2, seed="3")


def test_a_copy_is_a_game_of_its_own() -> None:
    """Playing one changes neither state nor log of the other, however it was copied."""
    game = Game(TWO)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        before = len(game.log)
        other.play(other.options(0)[0])
        assert len(game.log) == before
        assert len(other.log) == before + 1
        assert game.state != other.state


def test_moves_are_undone_one_by_one() -> None:
    """Back to the start, through scorings and other seats' answers; then there is nothing left."""
    game = Game(TWO)
    moments: list[tuple[State, int]] = []
    while len(moments) < 30:
        moments.append((game.state, len(game.log)))
        game.play(game.options(game.waiting()[0])[0])
    for state, length in reversed(moments):
        move = game.undo()
        assert (game.state, len(game.log)) == (state, length)
        assert move == game.options(move.seat)[0]
    with pytest.raises(IllegalMove, match="take back"):
        game.undo()


def test_undoing_too_far_says_why() -> None:
    """Moves of before a game was read or dealt again can't be undone; at the start of a game there are none."""
    game = Game(seed="far")
    game.play(game.options()[0])
    for other in (Game.from_record(game.log), Game.from_view(game.view(0)), game.redeal()):
        with pytest.raises(IllegalMove, match="since the game was read or dealt again") as refused:
            other.undo()
        assert refused.value.code == "undo-too-far"
    game.undo()
    with pytest.raises(IllegalMove, match="no move to take back"):
        Game.from_record(game.log).undo()


def test_a_move_can_be_text() -> None:
    """Alone nobody need be named; at a table of two somebody must."""
    alone, table = Game(seed="t"), Game(TWO)
    alone.play(str(alone.options()[3]))
    with pytest.raises(ValueError, match="seat="):
        table.play(str(table.options(0)[3]))
    table.play(str(table.options(0)[3]), seat=0)
    assert table.waiting() == [1]
    table.play(str(table.options(1)[3]))
    assert table.waiting() == [0, 1]


def test_options_are_a_sequence() -> None:
    """They have a length, places from both ends, slices, and a text that names the first."""
    options = Game(TWO).options(0)
    listed = list(options)
    assert len(options) == options.count() == len(listed)
    assert (options[0], options[-1], options[2:5]) == (listed[0], listed[-1], listed[2:5])
    assert random.Random(1).choice(options) in options
    assert repr(options).startswith(f"<{len(listed)} options of seat 0: {listed[0]}, {listed[1]}, ")
    for place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match="there is none at"):
            options[place]


def test_nothing_to_choose_says_so() -> None:
    """After the end, and for a seat that there is not."""
    game = Game(seed="end")
    with pytest.raises(IllegalMove, match="seat"):
        game.options(1)
    while not game.is_over:
        game.play(game.options()[0])
    with pytest.raises(IllegalMove, match="over"):
        game.options()
    assert repr(game) == f"<Game: over, stars {game.totals[0]}>"


def test_a_redealt_game_goes_on_with_other_cards() -> None:
    """What was seen stays; what comes differs; it can't be undone to before that."""
    game = Game(seed="again")
    game.play(game.options()[0])
    decks = {game.redeal(number).state.deck for number in range(10)}
    assert len(decks) > 5
    other = game.redeal(1)
    assert other.log == game.log
    with pytest.raises(IllegalMove):
        other.undo()
    other.play(other.options()[0])
    other.undo()
    assert other.state == game.redeal(1).state


def test_a_game_shows_itself() -> None:
    """As text the moment and all maps; as a picture up to six maps."""
    game = Game(TWO)
    assert str(game).count("\n") == 2 * 12
    assert "waiting for seat 0, 1" in repr(game)
    assert (game._repr_svg_() or "").count("<svg ") == 3
    assert (Game(seed="one")._repr_svg_() or "").count("<svg ") == 1
    assert (game.options(0)[0]._repr_svg_() or "").startswith("<svg ")
    assert TakeBack(Seat(0))._repr_svg_() is None
    assert TakeBack(Seat(0)).to_svg() == ""
    for shown in (game, game.state, game.sheets[0], game.options(0)[0]):
        assert shown.to_svg() == shown._repr_svg_()


def test_the_seed_of_chance_can_be_read() -> None:
    """A game without a seed is a new one each time, and its seed deals it again."""
    games = [Game(seed=None), Game(Setup(seed=None)), Game()]  # type: ignore[arg-type]
    assert len({game.seed for game in games}) == 3
    assert Game(seed=games[0].seed).log == games[0].log


def test_a_move_of_another_seat_is_refused() -> None:
    """Whoever says whose move it is means it; what is no move says so."""
    game = Game(TWO)
    with pytest.raises(BadArgument, match="move of seat 0, not of seat 1"):
        game.play(game.options(0)[0], seat=1)
    with pytest.raises(BadArgument, match="not 7"):
        game.play(7)  # type: ignore[arg-type]
    game.play(game.options(1)[0], seat=1)
    assert game.waiting() == [0]


@pytest.mark.parametrize("setup", ["base seats=2 seed=r", "heroes seed=r", "mixed seats=3 skills=drawn seed=r"])
def test_a_game_comes_back_from_its_record(setup: str) -> None:
    """A finished one with all its moves; any moment of it to be played on with other cards."""
    game, chance = Game(setup), random.Random(1)
    while not game.is_over:
        game.play(chance.choice(game.options(game.waiting()[0])))
    record = write_record(game)
    again = Game.from_record(record)
    assert again.state == game.state
    assert write_record(again) == record
    assert again.undo() is not None
    events = read_record(record)
    for length in range(1, len(events), 43):
        moment = Game.from_record(events[:length], 3)
        assert moment.log[: length - 1] == events[: length - 1] or moment.log == events[: len(moment.log)]
        while not moment.is_over:
            moment.play(chance.choice(moment.options(moment.waiting()[0])))


def test_a_record_that_is_not_honest_makes_no_game() -> None:
    """Nor does what is no record."""
    game = Game(seed="honest")
    while not game.is_over:
        game.play(game.options()[0])
    with pytest.raises(BadArgument, match="not honest"):
        Game.from_record(write_record(game).replace('"time": 2', '"time": 3', 1))
    with pytest.raises(BadRecord):
        Game.from_record("nothing")


def test_maps_and_edicts_are_at_hand() -> None:
    """What one asks for most need not be looked for in the state."""
    game = Game(seats=2, seed="at hand")
    assert game.sheets == tuple(seat.sheet for seat in game.state.seats)
    assert game.edicts == game.state.edicts


@pytest.mark.parametrize("setup", ["base", "mixed seats=3 skills=drawn"])
def test_a_game_goes_on_from_what_a_seat_sees(setup: str) -> None:
    """Every copy plays the same deal; it can be undone to where it began, printed and drawn, but not recorded."""
    game = Game(setup, seed="from view")
    seen = game.view(0)
    ahead = Game.from_view(seen, 5)
    assert ahead.state == determinize(seen, 5)
    assert list(ahead.options(0)) == list(game.options(0))
    ends = []
    for _ in range(2):
        other = ahead.copy()
        while not other.is_over:
            for seat in other.waiting():
                other.play(other.options(seat)[-1])
        ends.append(other.totals)
    assert ends[0] == ends[1]
    while other.log:
        other.undo()
    assert other.state == ahead.state
    with pytest.raises(BadArgument, match="from_view"):
        write_record(ahead)


def test_views_are_shown_as_games_are() -> None:
    """As text and as a picture; a sheet in a line names the spaces of its sets."""
    game = Game(seed="shown", seats=2)
    assert str(game.view(0)) == str(game)
    assert game.view(0)._repr_svg_() == game._repr_svg_()
    assert "mountain B4 C9 F6 I3 J8" in repr(game.sheets[0])
    assert repr(Sheet()) == "<Sheet: empty>"
    undealt = determinize(initial_state(begin(game.state.setup)), 1)
    assert str(undealt).startswith("before the first card; stars 0, 0")


def test_a_fresh_game_has_nothing_to_undo() -> None:
    """It is said as somebody alone with a game understands it."""
    with pytest.raises(IllegalMove, match="There is no move to take back"):
        Game(seed="fresh").undo()
