"""Looking ahead from a view by whichever compiled rules there are: native ones (``native_search``), or a browser's.

Nothing of it may be called before ``readiness.is_ready``.
"""

from typing import Any, Protocol, TypeAlias

from quillmap.fast import readiness
from quillmap.play.view import View
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet

# ruff: noqa: PLC0415  # what is imported here needs numba, or is not there in a browser

TableRow: TypeAlias = Any
"""The row of a table as its kernels want it."""


class AnySearch(Protocol):
    """The drawings of one seat for the revealed explore card. It knows what the view knows, and no more."""

    values: Any
    """What each drawing is worth by the learned value, in whole numbers."""
    totals: Any
    """What each drawing led to, the sum of all deals, in whole numbers."""

    def best(self, most: int) -> list[int]:
        """Return the numbers of the drawings worth most, the best first."""
        ...

    def look_ahead(self, which: list[int], deals: list[int], draws: int, *, is_glancing: bool = False) -> None:
        """Play the drawings in *which* some draws further, each on the same *deals*.

        Playouts look at all places of a card or, glancing, at those that were worth a look right after the drawing
        (``fast.play.glances``): for more than a few deals that is quicker, and nearly the same.
        """

    def drawing(self, number: int) -> Draw:
        """Return a drawing by its number."""
        ...


class AnyContinuation(Protocol):
    """A game of one seat, before its next card, that is played further on several deals."""

    def leads_to(self, deal: int, draws: int) -> int:
        """Return what it leads to after *draws* more cards of a deal.

        That is what the seat has then and what it can expect by the learned value, in thousandths of a star. Only
        places are looked at that are worth a look now (``fast.play.glances``).
        """
        ...


def search(view: View, seat: Seat) -> AnySearch:
    """Return the drawings of a seat that is asked to draw."""
    if (kernels := readiness.browser_kernels()) is not None:
        from quillmap.fast import wasm_search

        return wasm_search.BrowserSearch(kernels, view, seat)
    from quillmap.fast import native_search

    return native_search.Search(view, seat)


def best_drawing(view: View, seat: Seat) -> Draw:
    """Return the drawing that is worth most by the learned value."""
    found = search(view, seat)
    return found.drawing(found.best(1)[0])


def continuation(position: View) -> AnyContinuation:
    """Return the game of one seat, before its next card, to be played further."""
    if (kernels := readiness.browser_kernels()) is not None:
        from quillmap.fast import wasm_search

        return wasm_search.BrowserContinuation(kernels, position)
    from quillmap.fast import native_search

    return native_search.Continuation(position)


def learned_table(setup: Setup, edicts: tuple[CardId, ...]) -> TableRow:
    """Return the row of a table with the learned weights in it."""
    if readiness.browser_kernels() is not None:
        from quillmap.fast import wasm_search

        return wasm_search.learned_table(setup, edicts)
    from quillmap.fast import native_search

    return native_search.learned_table(setup, edicts)


def weighed_table(setup: Setup, edicts: tuple[CardId, ...], weights: tuple[int, ...]) -> TableRow:
    """Return the row of a table with these weights in it."""
    if readiness.browser_kernels() is not None:
        from quillmap.fast import wasm_search

        return wasm_search.weighed_table(setup, edicts, weights)
    from quillmap.fast import native_search

    return native_search.weighed_table(setup, edicts, weights)


def values_at(table: TableRow, season: int, left: int, sheets: list[Sheet]) -> list[int]:
    """Return what sheets are worth by the weights in the row of a table."""
    if (kernels := readiness.browser_kernels()) is not None:
        from quillmap.fast import wasm_search

        return wasm_search.values_at(kernels, table, season, left, sheets)
    from quillmap.fast import native_search

    return native_search.values_at(table, season, left, sheets)


def next_values_at(table: TableRow, season: int, left: int, sheets: list[Sheet], cards: list[CardId]) -> list[int]:
    """Return what sheets are worth after the best drawing of a next card, the sum of all *cards*.

    They are explore cards; *left* is the time that is left in the season before one of them comes.
    """
    if (kernels := readiness.browser_kernels()) is not None:
        from quillmap.fast import wasm_search

        return wasm_search.next_values_at(kernels, table, season, left, sheets, cards)
    from quillmap.fast import native_search

    return native_search.next_values_at(table, season, left, sheets, cards)
