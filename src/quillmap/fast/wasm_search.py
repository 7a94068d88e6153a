"""Looking ahead from a view by the kernels of a browser: what ``native_search`` does, with the same results."""

from functools import lru_cache

from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.fast.layout.plain_rows import drawing_game, resting_game, table_numbers
from quillmap.fast.value.weights import weights_of
from quillmap.fast.wasm_kernels import NO_DRAWING, SET, Kernels, Table, sheet_bytes
from quillmap.play.view import View
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Draw
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.terrain import Terrain


@lru_cache(maxsize=64)
def learned_table(setup: Setup, edicts: tuple[CardId, ...]) -> Table:
    """Return the row of a table with the learned weights in it."""
    return weighed_table(setup, edicts, weights_of(edicts, setup.ambush_by == "automatic"))


def weighed_table(setup: Setup, edicts: tuple[CardId, ...], weights: tuple[int, ...]) -> Table:
    """Return the row of a table with these weights in it."""
    return Table([*table_numbers(setup, edicts), *weights])


class BrowserSearch:
    """The drawings of one seat for the revealed explore card. It knows what the view knows, and no more."""

    def __init__(self, kernels: Kernels, view: View, seat: Seat) -> None:
        self.seat = seat
        self._kernels = kernels
        self._table = learned_table(view.setup, view.edicts)
        self._start = drawing_game(view, seat)
        self._drawings = kernels.appraise(self._table, self._start)
        self.values = self._drawings.values
        """What each drawing is worth by the learned value."""
        self.totals = [0] * len(self.values)
        """What each drawing led to, the sum of all deals."""
        self._glances: dict[int, bytes] = {}

    def best(self, most: int) -> list[int]:
        """Return the numbers of the drawings worth most, the best first."""
        return sorted(range(len(self.values)), key=lambda number: -self.values[number])[:most]

    def look_ahead(self, which: list[int], deals: list[int], draws: int, *, is_glancing: bool = False) -> None:
        """Play the drawings in *which* some draws further, each on the same *deals*."""
        glances = [self._glance(each) for each in which] if is_glancing else []
        found = self._kernels.look_ahead(self._table, self._start, self._drawings, which, glances, deals, draws)
        for number, total in zip(which, found, strict=True):
            self.totals[number] += total

    def _glance(self, drawing: int) -> bytes:
        """Return which places are worth a look after a drawing."""
        if drawing not in self._glances:
            self._glances[drawing] = self._kernels.glance_after(self._table, self._start, self._drawings, drawing)
        return self._glances[drawing]

    def drawing(self, number: int) -> Draw:
        """Return a drawing by its number."""
        spaces, ways = (each[SET * number : SET * number + SET] for each in self._drawings[:2])
        field = int.from_bytes(ways[: SET // 2], "little")
        return Draw(self.seat, int.from_bytes(spaces, "little"), Terrain(Sheet._fields[field]))


class BrowserContinuation:
    """A game of one seat, before its next card, that is played further on several deals."""

    def __init__(self, kernels: Kernels, position: View) -> None:
        self._kernels = kernels
        self._table = learned_table(position.setup, position.edicts)
        self._start = resting_game(position)
        self._glance = kernels.glance_after(self._table, self._start, NO_DRAWING, 0)

    def leads_to(self, deal: int, draws: int) -> int:
        """Return what it leads to after *draws* more cards of a deal."""
        start = (self._table, self._start, NO_DRAWING, [0], [self._glance])
        return self._kernels.look_ahead(*start, [deal], draws)[0]


def values_at(kernels: Kernels, table: Table, season: int, left: int, sheets: list[Sheet]) -> list[int]:
    """Return what sheets are worth by the weights in the row of a table."""
    return kernels.values(table, season, left, [sheet_bytes(sheet) for sheet in sheets])


def next_values_at(
    kernels: Kernels, table: Table, season: int, left: int, sheets: list[Sheet], cards: list[CardId]
) -> list[int]:
    """Return what sheets are worth after the best drawing of a next card, the sum of all *cards*."""
    numbers = [NUMBER[card] for card in cards]
    return kernels.next_values(table, season, left, [sheet_bytes(sheet) for sheet in sheets], numbers)
