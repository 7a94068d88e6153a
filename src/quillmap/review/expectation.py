"""What a seat could expect before the first card: years played by the surveyor, and what it overlooks."""

from typing import Final

from quillmap.analysis.engine import Outset, outset_in_steps
from quillmap.bots.steps import Steps
from quillmap.play.view import View
from quillmap.review.scale import with_looking_ahead

SHARE: Final = 8
"""An eighth of the playouts of a decision: each of these goes on for a whole year."""


def prepared_in_steps(start: View, playouts: int, seed: str) -> Steps[Outset]:
    """Return a foresight with levels, and the stars of a player who never loses one, by part."""
    foresight, expected = yield from outset_in_steps(start, max(1, playouts // SHARE), seed)
    return Outset(foresight, with_looking_ahead(expected, start.setup.pool))
