"""Games for two at a moment in which a seat has to answer something: what bots are asked about."""

import random
from functools import cache

from quillmap.play.game import Game
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

FIRST_TURNS = 7
"""This many turns are always played, so that there is something on the maps."""


@cache
def moment(number: int = 0, box: str = "base", asks: Ask = Ask.DRAW) -> State:
    """Return the state of a game of chance in which seat 0 is asked for this, some way into it."""
    game, chance = Game(Setup.of_box(box, seats=2, seed=f"moment {number}")), random.Random(number)
    turns = 0
    while turns < FIRST_TURNS or game.state.ask is not asks or Seat(0) not in game.state.waiting:
        for seat in sorted(game.state.waiting):
            options = game.options(seat)
            draws = options.ask in (Ask.DRAW, Ask.AMBUSH)
            game.play(options.drawings.pick(chance.randrange) if draws else chance.choice(list(options)))
        turns += 1
        assert not game.is_over
    return game.state
