"""The level of each moment of the year."""

from quillmap.analysis.engine import outset_of
from quillmap.analysis.levels import NO_LEVELS, Waypoint, learn_levels
from quillmap.analysis.parts import NOTHING, Worth
from quillmap.bots.positions import alone
from quillmap.play.game import Game
from quillmap.rules import Seat, Setup
from quillmap.rules.evolve import initial_state


def _worth(first: int) -> Worth:
    return (first, *NOTHING[1:])


def test_value_and_level_neither_rise_nor_fall() -> None:
    """Worked by hand: the year ends with 10 or 20 after a value of 3; before that the value was 1."""
    years = [
        [Waypoint(3, 6, NOTHING), Waypoint(3, 4, _worth(1)), Waypoint(3, 2, _worth(3)), Waypoint(4, 0, _worth(end))]
        for end in (10, 20)
    ]
    levels = learn_levels(years)
    assert levels.at(3, 2) == _worth(12)
    assert levels.at(3, 4) == _worth(14)
    assert levels.at(4, 0) == NOTHING
    assert levels.at(3, 8) == levels.at(3, 4)  # the nearest that is known
    assert levels.at(0, 4) == NOTHING


def test_cards_that_take_no_time() -> None:
    """A step from a moment to itself counts its gain, and the level follows from the steps that lead away."""
    year = [Waypoint(3, 6, NOTHING), *(Waypoint(3, 4, _worth(value)) for value in (0, 2)), Waypoint(4, 0, _worth(10))]
    assert learn_levels([year]).at(3, 4) == _worth(10)


def test_without_years_there_are_no_levels() -> None:
    """Nothing is known, nothing is added."""
    assert learn_levels([]).at(0, 8) == NO_LEVELS.at(0, 8) == NOTHING


def test_the_start_of_a_table() -> None:
    """What is expected is in reach of what looking ahead from the first map says; the same seed says the same."""
    start = alone(initial_state(Game(Setup(seed="levels")).log[0]), Seat(0), is_asked=False)  # type: ignore[arg-type]
    outset = outset_of(start, 60, "seed")
    looked = outset.foresight.look(start, list(range(60)))
    assert abs(sum(outset.expected) - sum(map(sum, looked)) / 60) < 8000
    assert outset.expected == outset_of(start, 60, "seed").expected
