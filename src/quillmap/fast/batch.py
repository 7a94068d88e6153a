"""Many games at once: whole ones from a set-up, or the rest of one from any point between two rounds."""

import numpy as np

from quillmap.fast import kernels
from quillmap.fast.cards import Ints
from quillmap.fast.choices import GREEDY, RANDOM
from quillmap.fast.layout import game_row, no_diary, table_row
from quillmap.rules.dealing import begin
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

__all__ = ["GREEDY", "RANDOM", "play_games", "play_out"]


def play_games(setup: Setup, policy: int, games: int, chance: int = 0) -> Ints:
    """Play whole games at a table, all seats by one policy; return the stars, a row a game, a column a seat.

    The edicts and the map are those of the set-up; the decks are dealt anew for every game.
    """
    return play_out(initial_state(begin(setup)), policy, games, chance)


def play_out(state: State, policy: int, games: int, chance: int = 0) -> Ints:
    """Play *state*, in which no card is being dealt with, to the end again and again; return the stars."""
    seats = [Seat(seat) for seat in range(len(state.seats))]
    start = game_row(state, seats, [policy] * len(seats), chance)
    totals = np.zeros((games, len(seats)), dtype=np.int64)
    kernels.playouts(table_row(state.setup, state.edicts), start, start.copy(), no_diary(), totals)
    return totals
