"""The kernels for looking ahead as WebAssembly (``kernels.wasm``), for Python in a browser, which has no numpy.

Whoever starts Python there gives it a machine that runs them (``web/worker/kernels.js``). Rows of numbers are written
into its memory before a call, and read from it after: 64-bit numbers, the lower byte first, as sets of spaces are in
Python, too.
"""

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Final, NamedTuple, Protocol

from quillmap.fast.layout.rows import GLANCE_SIZE, TABLE_SIZE, row_size
from quillmap.fast.value.weights import ROW, TIMES
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet

FILE: Final = "kernels.wasm"
NUMBER: Final = 8
"""Bytes of a number."""
TABLE: Final = NUMBER * (TABLE_SIZE + ROW * TIMES * YEAR)
GAME: Final = NUMBER * row_size(1)
SET: Final = 2 * NUMBER
SHEET: Final = SET * len(Sheet._fields)
MOST_DRAWINGS: Final = 6000
"""As many as the module has room for (``tools/wasm/exports.py``)."""
GLANCE: Final = NUMBER * GLANCE_SIZE
GLANCES: Final = 64
"""How many drawings with glances are played in one call."""
TABLES: Final = 24
"""How many tables stay in the memory: for the parts of a map's worth a dozen is used at once."""
SHEETS: Final = 4096
"""How many sheets are valued in one call."""
DEALS: Final = 4096
"""How many deals are played in one call."""


class Bytes(Protocol):
    """Bytes of a script."""

    def to_bytes(self) -> bytes:
        """Return them as bytes of Python."""
        ...


class Machine(Protocol):
    """What runs the module."""

    base: int
    """The first address that is free."""

    def reserve(self, end: int, /) -> None:
        """Let the memory reach to *end*."""

    def write(self, address: int, content: bytes, /) -> None:
        """Write bytes."""

    def read(self, address: int, size: int, /) -> Bytes:
        """Return *size* bytes."""
        ...

    def call(self, function: str, /, *numbers: int) -> int:
        """Call a function of the module."""
        ...


class Table:
    """The row of a table with its weights."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.content: Final = array("q", numbers).tobytes()


class AppraisedDrawings(NamedTuple):
    """Every drawing of a card."""

    spaces: bytes
    ways: bytes
    """The set drawn on, and the shape's coin."""
    values: list[int]


class Kernels:
    """The kernels, and where what they work on is in their memory."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._tables: OrderedDict[Table, int] = OrderedDict()
        """Where tables are, the one used last at the end."""
        self._end = machine.base + -machine.base % SET
        self._first_table = self._room(TABLES * TABLE)
        self._start, self._work = self._room(GAME), self._room(GAME)
        self._spaces, self._ways = self._room(SET * MOST_DRAWINGS), self._room(SET * MOST_DRAWINGS)
        self._values, self._which = self._room(NUMBER * MOST_DRAWINGS), self._room(NUMBER * MOST_DRAWINGS)
        self._deals, self._sheets = self._room(NUMBER * DEALS), self._room(SHEET * SHEETS)
        self._glances = self._room(GLANCE * GLANCES)
        machine.reserve(self._end)

    def _room(self, size: int) -> int:
        """Return where there is room for *size* bytes."""
        place = self._end
        self._end += size
        return place

    def _place(self, table: Table) -> int:
        """Return where a table is, after writing it there if it is not yet."""
        if (known := self._tables.get(table)) is not None:
            self._tables.move_to_end(table)
            return known
        if len(self._tables) == TABLES:
            _, place = self._tables.popitem(last=False)
        else:
            place = self._first_table + TABLE * len(self._tables)
        self._machine.write(place, table.content)
        self._tables[table] = place
        return place

    def _call(self, function: str, *numbers: int) -> int:
        try:
            return self._machine.call(function, *numbers)
        except Exception:
            self._tables.clear()  # the machine has begun again, with an empty memory
            raise

    def _numbers(self, address: int, count: int) -> list[int]:
        found = array("q")
        found.frombytes(self._machine.read(address, NUMBER * count).to_bytes())
        return found.tolist()

    def appraise(self, table: Table, game: Sequence[int]) -> AppraisedDrawings:
        """Return every drawing of the revealed card by the first seat, and what it is worth."""
        place = self._place(table)
        self._machine.write(self._start, array("q", game).tobytes())
        count = self._call("appraise", place, self._start, self._spaces, self._ways, self._values)
        return AppraisedDrawings(
            self._machine.read(self._spaces, SET * count).to_bytes(),
            self._machine.read(self._ways, SET * count).to_bytes(),
            self._numbers(self._values, count),
        )

    def look_ahead(
        self,
        table: Table,
        game: Sequence[int],
        drawings: AppraisedDrawings,
        which: Sequence[int],
        glances: Sequence[bytes],
        deals: Sequence[int],
        draws: int,
    ) -> list[int]:
        """Return what each drawing in *which* leads to after *draws* more cards, the sum of all *deals*.

        There is a glance for each of them, or none, and all places are looked at.
        """
        assert len(which) <= MOST_DRAWINGS
        assert len(glances) <= GLANCES
        assert len(deals) <= DEALS
        place, count = self._place(table), len(which)
        self._write_start(game, drawings, which)
        self._machine.write(self._glances, b"".join(glances))
        self._machine.write(self._which, array("q", range(count)).tobytes())
        self._machine.write(self._values, bytes(NUMBER * count))
        self._machine.write(self._deals, array("q", deals).tobytes())
        self._call(
            *("rollouts", place, self._start, self._work, self._spaces, self._ways, self._which, count),
            *(self._glances, GLANCE_SIZE if glances else 0, self._deals, len(deals), draws, self._values),
        )
        return self._numbers(self._values, count)

    def glance_after(self, table: Table, game: Sequence[int], drawings: AppraisedDrawings, drawing: int) -> bytes:
        """Return which places are worth a look after a drawing."""
        place = self._place(table)
        self._write_start(game, drawings, [drawing])
        self._call(
            *("glance_after", place, self._start, self._work, self._spaces, self._ways, 0),
            *(self._values, self._glances),
        )
        return self._machine.read(self._glances, GLANCE).to_bytes()

    def _write_start(self, game: Sequence[int], drawings: AppraisedDrawings, which: Sequence[int]) -> None:
        """Write a game, and those of its drawings that it goes on with."""
        self._machine.write(self._start, array("q", game).tobytes())
        for address, numbers in ((self._spaces, drawings.spaces), (self._ways, drawings.ways)):
            self._machine.write(address, b"".join(numbers[SET * each : SET * each + SET] for each in which))

    def played_on(self, table: Table, game: Sequence[int], deal: int, draws: int) -> list[int]:
        """Return the game after *draws* more cards of a deal; its first seat has nothing to draw before."""
        self.look_ahead(table, game, NO_DRAWING, [0], [], [deal], draws)
        return self._numbers(self._work, GAME // NUMBER)

    def values(self, table: Table, season: int, left: int, sheets: Sequence[bytes]) -> list[int]:
        """Return the learned values of sheets, each given as its bytes."""
        found: list[int] = []
        for first in range(0, len(sheets), SHEETS):
            part = sheets[first : first + SHEETS]
            place = self._place(table)
            self._machine.write(self._sheets, b"".join(part))
            self._call("values", place, season, left, self._sheets, len(part), self._values)
            found += self._numbers(self._values, len(part))
        return found

    def next_values(
        self, table: Table, season: int, left: int, sheets: Sequence[bytes], cards: Sequence[int]
    ) -> list[int]:
        """Return what a few sheets are worth after the best drawing of a next card, the sum of all *cards*."""
        assert len(sheets) <= SHEETS
        assert len(cards) <= DEALS
        place, count = self._place(table), len(sheets)
        self._machine.write(self._sheets, b"".join(sheets))
        self._machine.write(self._deals, array("q", cards).tobytes())
        self._call(
            *("next_values", place, self._work, season, left),
            *(self._sheets, count, self._deals, len(cards), self._values),
        )
        return self._numbers(self._values, count)


NO_DRAWING: Final = AppraisedDrawings(bytes(SET), bytes(SET), [0])
"""An empty one, for games that go on before a card."""


def sheet_bytes(sheet: Sheet) -> bytes:
    """Return a sheet as the numbers of a row."""
    return b"".join([spaces.to_bytes(SET, "little") for spaces in sheet])


def code() -> bytes:
    """Return the module."""
    return resources.files("quillmap.fast").joinpath(FILE).read_bytes()
