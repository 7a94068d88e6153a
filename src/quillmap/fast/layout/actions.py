"""Every answer a seat can give as one number, the same for all cards.

A number is made of a set of the sheet, a turn of the shape and an anchor: ``(field * TURNS + turn) * SPACES + anchor``.
Drawings use all three. For a hero the anchor is its space and the turn one of its attack paths there; a space to
destroy is the anchor. The last number is for seats that are not asked.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from quillmap.fast.layout.card_tables import FIRST_PATH, FIRST_TURN, SPACES
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.events import Ask
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Answer, Destroy, Draw, PlaceHero
from quillmap.rules.options import attack_paths
from quillmap.rules.shapes import Orientation
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import State
from quillmap.rules.terrain import DRAWABLE, Terrain

FIELDS: Final = len(DRAWABLE)
SINGLE_TURN: Final = int(max(np.diff(FIRST_TURN).max(), np.diff(FIRST_PATH).max()))
"""The turn of the 1×1 that is drawn when nothing else fits (4.3, 5.2)."""
TURNS: Final = SINGLE_TURN + 1
WAIT: Final = FIELDS * TURNS * SPACES
"""The answer of a seat that is not asked."""
ACTIONS: Final = WAIT + 1
ILLEGAL_REWARD: Final = -1
"""What an action that is not allowed costs a learner."""

_GORGON: Final = Ask.GORGON
_TROLL: Final = Ask.TROLL
TERRAIN_OF: Final = tuple(Terrain(name) for name in Sheet._fields[:FIELDS])
"""The terrain of every field."""


class ActionParts(NamedTuple):
    """What the number of an action is made of."""

    field: int
    turn: int
    anchor: int


def action_number(field: int, turn: int, anchor: int) -> int:
    """Return the number of an action."""
    return (field * TURNS + turn) * SPACES + anchor


def action_parts(action: int) -> ActionParts:
    """Return what an action is made of; it must not be ``WAIT``."""
    rest, anchor = divmod(action, SPACES)
    return ActionParts(*divmod(rest, TURNS), anchor)


def answer_of(state: State, seat: Seat, action: int) -> Answer:
    """Return the answer that an action stands for while *seat* is asked."""
    field, turn, anchor = action_parts(action)
    space = 1 << anchor
    if state.ask is _GORGON or state.ask is _TROLL:
        return Destroy(seat, space)
    card = state.revealed_card
    if isinstance(card, HeroCard):
        return PlaceHero(seat, space, attack_paths(card, space)[turn])
    spaces = space if turn == SINGLE_TURN else turns_of(card.id)[turn].mask << anchor
    return Draw(seat, spaces, TERRAIN_OF[field])


@cache
def turns_of(card: CardId) -> tuple[Orientation, ...]:
    """Return every way to turn the shapes of a card, in the order of the actions."""
    found = CARDS[card]
    assert isinstance(found, ExploreCard | AmbushCard)
    return tuple(turn for _, shape in found.named_shapes for turn in shape.orientations)
