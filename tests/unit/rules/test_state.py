"""The state and how it is changed."""

from dataclasses import fields

from helpers.tables import Table
from quillmap.rules.state import State


def test_a_change_leaves_everything_else() -> None:
    """Each field is kept, whatever is in it, unless it is changed."""
    marked = Table("great-river").state.but(**{each.name: each.name for each in fields(State)})
    assert [getattr(marked.but(), each.name) for each in fields(State)] == [each.name for each in fields(State)]
    for each in fields(State):
        assert getattr(marked.but(**{each.name: 0}), each.name) == 0


def test_a_state_shows_itself() -> None:
    """It prints what its table shows, and in notebooks as a picture."""
    state = Table("great-river").state
    assert str(state)
    assert "State(" not in str(state)
    assert state.to_svg().startswith("<svg")
    assert state._repr_svg_() == state.to_svg()
