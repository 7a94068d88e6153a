"""A move and everything after it."""

import pytest

from helpers.moves import draw
from helpers.tables import Table
from quillmap.rules.advance import advance, question_after, settle_all
from quillmap.rules.dealing import begin
from quillmap.rules.events import Asked, Event, Submitted
from quillmap.rules.evolve import fold, initial_state
from quillmap.rules.moves import IllegalMove
from quillmap.rules.setup import Setup


def test_the_rules_run_on_to_the_first_question() -> None:
    """A game begins with a season, a card and a question."""
    began = begin(Setup(seed="advance"))
    steps = list(settle_all(initial_state(began)))
    assert isinstance(steps[-1][0], Asked)
    assert list(settle_all(steps[-1][1])) == []


def test_every_event_comes_with_the_state_after_it() -> None:
    """It is what the events up to there add up to."""
    began = begin(Setup(seed="advance"))
    events: list[Event] = [began]
    for event, state in settle_all(initial_state(began)):
        events.append(event)
        assert fold(events) == state


def test_a_move_leads_to_the_next_question() -> None:
    """The answer comes first, then what it causes, up to where somebody has to act again."""
    table, move = Table("great-river farmland"), draw("A1 A2 A3", "water")
    steps = list(advance(table.state, move))
    assert isinstance(steps[0][0], Submitted)
    event, state = steps[-1]
    assert isinstance(event, Asked)
    assert state.waiting
    assert question_after(table.state, move) == state


def test_an_illegal_move_leads_nowhere() -> None:
    """It is refused."""
    with pytest.raises(IllegalMove):
        advance(Table("great-river").state, draw("A1 A3", "water"))
