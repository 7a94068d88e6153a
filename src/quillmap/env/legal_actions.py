"""Legal actions as lists, and the spaces that actions cover: for learners that choose among places, not numbers."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quillmap.errors import BadArgument
from quillmap.fast.layout.actions import ACTIONS, FIELDS, SINGLE_TURN, TURNS, turns_of
from quillmap.fast.layout.card_tables import SPACES
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard
from quillmap.rules.ids import CardId
from quillmap.rules.spaces import BOARD, numbers

Numbers = NDArray[np.int64]
NUMBERED_CARDS = tuple(CARDS)
"""The ids of all cards, in the order of the number ``card`` of an observation."""


class PaddedActions(NamedTuple):
    """The legal actions of many games, a row a game."""

    actions: Numbers
    """Their numbers in ascending order, then -1."""
    counts: Numbers
    """How many there are."""


def padded_actions(masks: NDArray[Any], width: int | None = None) -> PaddedActions:
    """Return the legal actions in *masks*, rows as long as the longest, or *width*, which must be enough."""
    rows = np.atleast_2d(masks) != 0
    counts = rows.sum(axis=1)
    longest = int(counts.max())
    if width is not None and width < longest:
        raise BadArgument(f"a game has {longest} legal actions, more than {width}")
    found = np.full((len(rows), width or longest), -1, dtype=np.int64)
    game, action = np.nonzero(rows)
    starts = np.cumsum(counts) - counts
    found[game, np.arange(len(game)) - starts[game]] = action
    return PaddedActions(found, counts)


@cache
def covered_spaces(card: str | int) -> NDArray[np.bool_]:
    """Return the spaces that every action covers while *card* is dealt with: a row an action, a column a space.

    A card is an id, or its number in an observation. For heroes, and for what is to be destroyed, an action covers
    its one space. Actions that reach beyond the map, which are never legal, cover nothing.
    """
    name = NUMBERED_CARDS[card] if isinstance(card, int | np.integer) else card
    found = np.zeros((FIELDS, TURNS, SPACES, SPACES), dtype=np.bool_)
    found[:, SINGLE_TURN] = np.eye(SPACES, dtype=np.bool_)
    if isinstance(CARDS[CardId(name)], ExploreCard | AmbushCard):
        for number, turn in enumerate(turns_of(CardId(name))):
            for anchor in range(SPACES):
                spaces = turn.mask << anchor
                if not spaces & ~BOARD and anchor % 11 + turn.width <= 11:
                    found[:, number, anchor, list(numbers(spaces))] = True
    else:
        found[:] = np.eye(SPACES, dtype=np.bool_)
    rows = np.zeros((ACTIONS, SPACES), dtype=np.bool_)
    rows[:-1] = found.reshape(-1, SPACES)
    rows.setflags(write=False)
    return rows
