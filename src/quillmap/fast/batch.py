"""Batch calls: play whole games, play on from any state, value every answer of a seat, choose the greedy one.

``solo_games`` plays a batch of solo games step by step, as a learner wants them.
"""

from typing import NamedTuple

import numpy as np

from quillmap.fast.layout.actions import ACTIONS, answer_of
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.conversion import no_diary, standing_row, table_row
from quillmap.fast.layout.rows import GREEDY, LEARNED, RANDOM, TURN
from quillmap.fast.play import stepping
from quillmap.fast.play.playouts import playouts
from quillmap.fast.value.weights import weights_of
from quillmap.rules.dealing import begin
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer
from quillmap.rules.setup import Setup
from quillmap.rules.state import State

__all__ = ["GREEDY", "LEARNED", "RANDOM", "Evaluation", "evaluate", "greedy_answer", "play_games", "play_out"]


def play_games(setup: Setup, policy: int, games: int, chance: int = 0) -> Ints:
    """Play whole games at a table, all seats by one policy; return the stars, a row a game, a column a seat.

    The edicts and the map are those of the set-up; every game shuffles its own decks.
    """
    return play_out(initial_state(begin(setup)), policy, games, chance)


def play_out(state: State, policy: int, games: int, chance: int = 0) -> Ints:
    """Play on from *state*, at any moment of a game, to the end, *games* times; return the stars.

    A view is enough: every game deals the unseen cards again. Nobody uses a skill.
    """
    totals = np.zeros((games, len(state.seats)), dtype=np.int64)
    start = standing_row(state, policy, chance)
    playouts(_table(state, policy), start, start.copy(), no_diary(), totals)
    return totals


def _table(state: State, policy: int) -> Ints:
    """Return the table's row, followed by what the policy needs."""
    row = table_row(state.setup, state.edicts)
    if policy == LEARNED:
        weights = weights_of(state.edicts, state.setup.ambush_by == "automatic")
        row = np.concatenate([row, np.array(weights, dtype=np.int64)])
    row.setflags(write=False)  # like the tables of the bots: for another kind the kernel would be compiled once more
    return row


class Evaluation(NamedTuple):
    """The legal answers of a seat by their numbers (``actions``), and what each is worth."""

    actions: Ints
    values: Ints


def evaluate(state: State, seat: Seat) -> Evaluation:
    """Return all answers of a seat that is asked, without skills, and their worth by the edicts still to come."""
    row = standing_row(state, GREEDY, 0)
    row[TURN] = seat
    games, tables = row[None], table_row(state.setup, state.edicts)[None]
    masks, counts = np.zeros((1, ACTIONS), dtype=np.int8), np.zeros(1, dtype=np.int64)
    values = np.zeros((1, ACTIONS), dtype=np.int64)
    stepping.allow_batch(tables, games, masks, counts)
    stepping.evaluate(tables, games, masks, values)
    actions = np.flatnonzero(masks[0])
    return Evaluation(actions, values[0][actions])


def greedy_answer(state: State, seat: Seat) -> Answer:
    """Return the answer of a seat that is asked which is worth most."""
    actions, values = evaluate(state, seat)
    return answer_of(state, seat, int(actions[values.argmax()]))
