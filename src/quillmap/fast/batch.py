"""Batch calls: whole games, the rest of a game, what every answer is worth, the greedy answer.

Each takes a backend (``backends``): compiled, or the same source interpreted. Many solo games that are played step by
step, as a learner wants them, are in ``many``.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from quillmap.fast.actions import ACTIONS, FIELDS, SINGLE_TURN, action_parts
from quillmap.fast.backends import AUTO, COMPILED, PURE, Backend, backend
from quillmap.fast.cards import Ints
from quillmap.fast.layout import GREEDY, LEARNED, RANDOM, TURN, no_diary, table_row
from quillmap.fast.standing import standing_row
from quillmap.fast.weights import weights_of
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.dealing import begin
from quillmap.rules.events import Ask
from quillmap.rules.evolve import initial_state
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer, Destroy, Draw, PlaceHero
from quillmap.rules.options import attack_paths
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import Orientation
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import State
from quillmap.rules.terrain import Terrain

__all__ = [
    "AUTO",
    "COMPILED",
    "GREEDY",
    "LEARNED",
    "PURE",
    "RANDOM",
    "Backend",
    "Evaluation",
    "answer_of",
    "backend",
    "evaluate",
    "greedy_answer",
    "play_games",
    "play_out",
]


_GORGON: Final = Ask.GORGON
_TROLL: Final = Ask.TROLL
_TERRAINS: Final = tuple(Terrain(name) for name in Sheet._fields[:FIELDS])


def play_games(setup: Setup, policy: int, games: int, chance: int = 0, by: Backend | None = None) -> Ints:
    """Play whole games at a table, all seats by one policy; return the stars, a row a game, a column a seat.

    The edicts and the map are those of the set-up; the decks are dealt anew for every game.
    """
    return play_out(initial_state(begin(setup)), policy, games, chance, by)


def play_out(state: State, policy: int, games: int, chance: int = 0, by: Backend | None = None) -> Ints:
    """Play *state*, whatever is happening in it, to the end again and again; return the stars.

    A view is enough: what nobody has seen is dealt anew each time. Nobody uses a skill.
    """
    totals = np.zeros((games, len(state.seats)), dtype=np.int64)
    start = standing_row(state, policy, chance)
    (by or backend()).playouts(_table(state, policy), start, no_diary(), totals)
    return totals


def _table(state: State, policy: int) -> Ints:
    """Return the table's row, with what the policy needs behind it."""
    row = table_row(state.setup, state.edicts)
    if policy != LEARNED:
        return row
    weights = weights_of(state.edicts, state.setup.ambush_by == "automatic")
    return np.concatenate([row, np.array(weights, dtype=np.int64)])


class Evaluation(NamedTuple):
    """The legal answers of a seat by their numbers (``actions``), and what each is worth."""

    actions: Ints
    values: Ints


def evaluate(state: State, seat: Seat, by: Backend | None = None) -> Evaluation:
    """Return all answers of a seat that is asked, without skills, and their worth by the edicts still to come."""
    with_kernels = by or backend()
    row = standing_row(state, GREEDY, 0)
    row[TURN] = seat
    games = with_kernels.games(row[None])
    tables = with_kernels.numbers(table_row(state.setup, state.edicts)[None])
    masks, counts = with_kernels.marks(1, ACTIONS), with_kernels.numbers(np.zeros(1, dtype=np.int64))
    values = with_kernels.numbers(np.zeros((1, ACTIONS), dtype=np.int64))
    with_kernels.stepping.allow_batch(tables, games, masks, counts)
    with_kernels.stepping.evaluate(tables, games, masks, values)
    actions = np.flatnonzero(with_kernels.array(masks)[0])
    return Evaluation(actions, with_kernels.array(values)[0][actions])


def greedy_answer(state: State, seat: Seat, by: Backend | None = None) -> Answer:
    """Return the answer of a seat that is asked which is worth most."""
    actions, values = evaluate(state, seat, by)
    return answer_of(state, seat, int(actions[values.argmax()]))


def answer_of(state: State, seat: Seat, action: int) -> Answer:
    """Return the answer that a number stands for while *seat* is asked."""
    field, turn, anchor = action_parts(action)
    space = 1 << anchor
    if state.ask is _GORGON or state.ask is _TROLL:
        return Destroy(seat, space)
    card = state.revealed_card
    if isinstance(card, HeroCard):
        return PlaceHero(seat, space, attack_paths(card, space)[turn])
    spaces = space if turn == SINGLE_TURN else turns_of(card.id)[turn].mask << anchor
    return Draw(seat, spaces, _TERRAINS[field])


@cache
def turns_of(card: CardId) -> tuple[Orientation, ...]:
    """Return every way to turn the shapes of a card, in the order of the actions."""
    found = CARDS[card]
    assert isinstance(found, ExploreCard | AmbushCard)
    return tuple(turn for _, shape in found.named_shapes for turn in shape.orientations)
