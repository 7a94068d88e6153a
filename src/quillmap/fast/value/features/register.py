"""The register of outlooks: the features of a sheet that matter to a scoring card.

An outlook is a function from a sheet to a fixed number of whole numbers. Like a scoring card it is pure, uses only
what compiles unchanged (see ``quillmap.rules.spaces``), and knows nothing but the sheet. What the numbers are
worth is learned (``quillmap.bots.training``).
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from quillmap.rules.ids import CardId
from quillmap.rules.sheet import Sheet

Outlook: TypeAlias = Callable[[Sheet], tuple[int, ...]]

OUTLOOKS: Final[dict[CardId, Outlook]] = {}
"""The outlook for every scoring card; its first number is the points that the card gives now."""


def outlook(card: str) -> Callable[[Outlook], Outlook]:
    """Register the outlook for a scoring card."""

    def register(function: Outlook) -> Outlook:
        OUTLOOKS[CardId(card)] = function
        return function

    return register
