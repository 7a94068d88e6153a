"""What the master would have made of the same cards."""

import pytest

from quillmap.analysis.parts import scored
from quillmap.bots.bot_game import play_game
from quillmap.bots.master import MasterBot
from quillmap.bots.random_bot import RandomBot
from quillmap.play.record import public_events
from quillmap.review.masters_year import SHARE, MastersYear
from quillmap.rules import Seat, Setup
from quillmap.rules.events import CardRevealed

PLAYOUTS = 2


@pytest.mark.parametrize("box", ["base", "heroes"])
def test_alone_it_is_the_masters_own_game(box: str) -> None:
    """Whatever somebody else drew, the master plays the same deal as if it sat there itself."""
    setup = Setup.of_box(box, seed="mastered")
    events = public_events(play_game(setup, [RandomBot("anybody")]).log)
    year = MastersYear(events, Seat(0), SHARE * PLAYOUTS, "review")
    own = play_game(setup, [MasterBot("review/0/master", playouts=PLAYOUTS)])
    assert year.worth() == scored(own.state.seats[0].scores)


def test_a_year_is_played_card_by_card() -> None:
    """At a table of two, too: as many cards as came, and no more."""
    setup = Setup.of_box("mixed", seats=2, seed="mastered")
    events = public_events(play_game(setup, [RandomBot("one"), RandomBot("two")]).log)
    year = MastersYear(events, Seat(1), 1, "review")
    cards = 0
    while year.play_card():
        cards += 1
    assert cards == sum(isinstance(event, CardRevealed) for event in events)
    assert any(year.worth())
