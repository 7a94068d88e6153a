"""The two ways to run the batch calls: compiled, and pure Python.

Both run the same source. They differ in what a row is: a row of an array, or a list.
"""

from importlib import import_module
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from quillmap.fast import readiness
from quillmap.fast.cards import Ints
from quillmap.fast.interpreted import Row, interpreted_row, write_diary, write_row
from quillmap.fast.layout import CHANCE
from quillmap.fast.twins import twin

COMPILED: Final = "compiled"
PURE: Final = "pure"
AUTO: Final = "auto"


class Backend(Protocol):
    """How rows are kept and who runs the kernels. The kernels hold no state, so threads can share a backend."""

    name: str
    stepping: Any
    observing: Any

    def playouts(self, table: Ints, start: Ints, diary: Ints, totals: Ints) -> Ints:
        """Play *start* to its end for every row of *totals*, the unseen dealt anew; return the last game."""
        ...

    def games(self, rows: Ints) -> Any:
        """Return games as the kernels take them."""
        ...

    def numbers(self, rows: Ints) -> Any:
        """Return other rows of numbers as the kernels take them."""
        ...

    def marks(self, count: int, size: int) -> Any:
        """Return *count* rows of *size* bytes, or with size 0 a single row."""
        ...

    def array(self, rows: Any) -> NDArray[Any]:
        """Return what the kernels have written: an array, not to be written to."""
        ...

    def rows(self, games: Any) -> Ints:
        """Return games as an array with a row a game."""
        ...

    def chosen(self, rows: Any, which: NDArray[np.bool_]) -> Any:
        """Return a copy of those rows that are marked in *which*."""
        ...


class CompiledBackend:
    """The kernels as numba compiles them; rows are rows of arrays. Other threads can run meanwhile."""

    name = COMPILED

    def __init__(self) -> None:
        self.stepping: Any = import_module("quillmap.fast.stepping")
        self.observing: Any = import_module("quillmap.fast.observing")
        self._kernels: Any = import_module("quillmap.fast.kernels")

    def playouts(self, table: Ints, start: Ints, diary: Ints, totals: Ints) -> Ints:
        """Play *start* to its end for every row of *totals*, the unseen dealt anew; return the last game."""
        work = start.copy()
        self._kernels.playouts(table, start.copy(), work, diary, totals)
        return work

    def games(self, rows: Ints) -> Any:
        """Return games as the kernels take them."""
        return rows.copy()

    def numbers(self, rows: Ints) -> Any:
        """Return other rows of numbers as the kernels take them."""
        return rows.copy()

    def marks(self, count: int, size: int) -> Any:
        """Return *count* rows of *size* bytes, or with size 0 a single row."""
        return np.zeros((count, size) if size else count, dtype=np.int8)

    def array(self, rows: Any) -> NDArray[Any]:
        """Return what the kernels have written: an array, not to be written to."""
        found: NDArray[Any] = rows
        return found

    def rows(self, games: Any) -> Ints:
        """Return games as an array with a row a game."""
        found: Ints = games.copy()
        return found

    def chosen(self, rows: Any, which: NDArray[np.bool_]) -> Any:
        """Return a copy of those rows that are marked in *which*."""
        return rows[which]


class PureBackend:
    """The same source run by the interpreter; rows are lists. It needs no numba."""

    name = PURE

    def __init__(self) -> None:
        self.stepping: Any = twin("stepping")
        self.observing: Any = twin("observing")
        self._games: Any = twin("games")
        self._deal: Any = twin("deal")

    def playouts(self, table: Ints, start: Ints, diary: Ints, totals: Ints) -> Ints:
        """Play *start* to its end for every row of *totals*, the unseen dealt anew; return the last game."""
        numbers, first, notes = table.tolist(), interpreted_row(start), diary.tolist()
        work: Row = first
        seats = range(totals.shape[1])
        stars = []
        for _ in range(len(totals)):
            chance = work[CHANCE]
            work = first.copy()
            work[CHANCE] = chance
            self._deal.redeal(numbers, work)
            self._games.finish(numbers, work, notes)
            stars.append([self._games.total_of(work, seat) for seat in seats])
        totals[:] = stars
        write_diary(notes, diary)
        last = np.empty_like(start)
        write_row(work, last)
        return last

    def games(self, rows: Ints) -> Any:
        """Return games as the kernels take them."""
        return [interpreted_row(row) for row in rows]

    def numbers(self, rows: Ints) -> Any:
        """Return other rows of numbers as the kernels take them."""
        return rows.tolist()

    def marks(self, count: int, size: int) -> Any:
        """Return *count* rows of *size* bytes, or with size 0 a single row."""
        return [bytearray(size) for _ in range(count)] if size else bytearray(count)

    def array(self, rows: Any) -> NDArray[Any]:
        """Return what the kernels have written: an array, not to be written to."""
        if isinstance(rows, bytearray):
            return np.frombuffer(bytes(rows), dtype=np.int8)
        if rows and isinstance(rows[0], bytearray):
            return np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), -1)
        return np.array(rows, dtype=np.int64)

    def rows(self, games: Any) -> Ints:
        """Return games as an array with a row a game."""
        found = np.empty((len(games), len(games[0])), dtype=np.int64)
        for numbers, row in zip(games, found, strict=True):
            write_row(numbers, row)
        return found

    def chosen(self, rows: Any, which: NDArray[np.bool_]) -> Any:
        """Return a copy of those rows that are marked in *which*."""
        return [row.copy() for row, is_chosen in zip(rows, which, strict=True) if is_chosen]


def backend(name: str = AUTO) -> Backend:
    """Return a backend: ``compiled``, ``pure``, or with ``auto`` the first of them that can be used now."""
    if name == AUTO:
        name = COMPILED if readiness.is_ready() else PURE
    if name == COMPILED:
        if not readiness.is_possible():
            raise ValueError("the compiled backend needs numba: pip install 'quillmap[fast]'")
        return CompiledBackend()
    if name == PURE:
        return PureBackend()
    raise ValueError(f"there is no backend {name!r}: choose {AUTO}, {COMPILED} or {PURE}")
