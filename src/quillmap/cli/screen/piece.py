"""A shape held over the map by one of its spaces: moved, turned and flipped, and kept on the map. It knows no rule."""

from collections.abc import Iterator
from typing import NamedTuple

from quillmap.rules.shapes import Cells, Shape
from quillmap.rules.spaces import SIZE, Mask, space_at


class Piece(NamedTuple):
    """A shape somewhere on the map."""

    cells: Cells
    """Its spaces as seen from the one it is held by, which is (0, 0) and one of them."""
    row: int
    column: int
    """Where the space lies that it is held by."""
    path: Cells = ()
    """What turns with it and may leave the map: the attack path of a hero."""
    hangs: bool = False
    """Whether it may hang over the edge, as long as a space is on the map."""

    @property
    def spaces(self) -> Mask:
        """The spaces it covers."""
        return self._on_map(self.cells)

    @property
    def path_spaces(self) -> Mask:
        """The spaces of its path that lie on the map."""
        return self._on_map(self.path)

    def _on_map(self, cells: Cells) -> Mask:
        places = ((self.row + down, self.column + right) for down, right in cells)
        return sum(1 << space_at(row, column) for row, column in places if 0 <= row < SIZE and 0 <= column < SIZE)

    def at(self, row: int, column: int) -> "Piece":
        """Return it held over this space, or as near to it as it can be."""
        moved = self._replace(row=row, column=column)
        return moved if self.hangs and moved.spaces else moved._inside()

    def moved(self, down: int, right: int) -> "Piece":
        """Return it some spaces further; at the edge it stays."""
        moved = self._replace(row=self.row + down, column=self.column + right)
        if self.hangs:
            return moved if moved.spaces else self
        return moved._inside()

    def turned(self, quarters: int = 1) -> "Piece":
        """Return it turned clockwise about the space that it is held by."""
        piece = self
        for _ in range(quarters % 4):
            piece = piece._replace(cells=_turned(piece.cells), path=_turned(piece.path))
        return piece.at(self.row, self.column)

    def flipped(self) -> "Piece":
        """Return it with left and right exchanged."""
        return self._replace(cells=_flipped(self.cells), path=_flipped(self.path)).at(self.row, self.column)

    def ways(self) -> Iterator["Piece"]:
        """Yield it turned and flipped every way, as it is first; some can be alike."""
        for piece in (self, self.flipped()):
            for quarters in range(4):
                yield piece.turned(quarters).at(self.row, self.column)

    def _inside(self) -> "Piece":
        """Return it pushed onto the map."""
        rows = [row for row, _ in self.cells]
        columns = [column for _, column in self.cells]
        row = max(-min(rows), min(SIZE - 1 - max(rows), self.row))
        column = max(-min(columns), min(SIZE - 1 - max(columns), self.column))
        return self._replace(row=row, column=column)


def held(shape: Shape, row: int, column: int, *, path: Cells = (), hangs: bool = False) -> Piece:
    """Return *shape* as printed, held by its middle over a space of the map, or as near to it as it can be."""
    cells = [divmod(step, SIZE) for step in shape.orientations[0].steps]
    top, left = _middle(cells)
    seen = tuple((down - top, right - left) for down, right in cells)
    return Piece(seen, row, column, path, hangs).at(row, column)


def _middle(cells: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the one of *cells* that is nearest to the middle of all."""
    row = sum(row for row, _ in cells) / len(cells)
    column = sum(column for _, column in cells) / len(cells)
    return min(cells, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - column) ** 2)


def _turned(cells: Cells) -> Cells:
    return tuple((right, -down) for down, right in cells)


def _flipped(cells: Cells) -> Cells:
    return tuple((down, -right) for down, right in cells)
