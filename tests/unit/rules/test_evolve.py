"""Events add up to a state."""

import pytest

from helpers.maps import BLANK
from helpers.moves import draw
from helpers.tables import Table
from quillmap.rules.dealing import begin
from quillmap.rules.events import RoundEnded
from quillmap.rules.evolve import evolve, fold, initial_state
from quillmap.rules.maps import PRINTED
from quillmap.rules.setup import Setup
from quillmap.rules.state import Step

BEGAN = begin(Setup(seats=3, map="B", seed="a seed"))


def test_a_game_begins_with_blank_maps() -> None:
    """Every seat has the printed map, no coins and no scores (RULES 2.1)."""
    state = initial_state(BEGAN)
    assert [(seat.sheet, seat.coins, seat.scores) for seat in state.seats] == [(PRINTED["B"].sheet, 0, ())] * 3
    assert state.step is Step.DEALING


def test_beginning_again() -> None:
    """The first event makes its state from whatever was before."""
    assert evolve(initial_state(begin(Setup(seed="another"))), BEGAN) == initial_state(BEGAN)


def test_fold() -> None:
    """A log adds up to what evolving through it gives."""
    began = begin(Setup(seed="a test"))
    table = Table("great-river")
    table.play(draw("F1 F2 F3", "water"))
    state = initial_state(began)
    for event in table.log:
        state = evolve(state, event)
    assert fold([began, *table.log]) == state


def test_fold_needs_a_beginning() -> None:
    """A log starts with the beginning of a game."""
    with pytest.raises(AssertionError):
        fold([RoundEnded(1)])


def test_evolving_leaves_the_old_state_alone() -> None:
    """States are values: the one before stays as it was."""
    table, fresh = Table("great-river", BLANK), Table("great-river", BLANK)
    before = table.state
    table.play(draw("A1 A2 A3", "water"))
    assert before == fresh.state != table.state
