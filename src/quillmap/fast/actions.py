"""Every answer a seat can give as one number, the same for all cards.

A number holds a set of the sheet, a turn of the shape and an anchor: ``(field * TURNS + turn) * SPACES + anchor``.
Drawings use all three. A hero has a space, and one of its attack paths there as the turn. Whoever has to destroy a
space names it. The last number says nothing, and is for seats that are not asked.
"""

from typing import Final, NamedTuple

import numpy as np

from quillmap.fast.cards import FIRST_PATH, FIRST_TURN, SPACES
from quillmap.rules.terrain import DRAWABLE

FIELDS: Final = len(DRAWABLE)
SINGLE_TURN: Final = int(max(np.diff(FIRST_TURN).max(), np.diff(FIRST_PATH).max()))
"""The turn that stands for the 1×1 drawn when nothing else fits (4.3, 5.2)."""
TURNS: Final = SINGLE_TURN + 1
WAIT: Final = FIELDS * TURNS * SPACES
"""The answer of a seat that is not asked."""
ACTIONS: Final = WAIT + 1


class Parts(NamedTuple):
    """What the number of an action is made of."""

    field: int
    turn: int
    anchor: int


def action_number(field: int, turn: int, anchor: int) -> int:
    """Return the number of an action."""
    return (field * TURNS + turn) * SPACES + anchor


def action_parts(action: int) -> Parts:
    """Return what an action is made of; it must not be ``WAIT``."""
    rest, anchor = divmod(action, SPACES)
    return Parts(*divmod(rest, TURNS), anchor)
