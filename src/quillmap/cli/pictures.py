"""Shapes and attack patterns drawn as text."""

from typing import Final

from quillmap.rules.shapes import Cells, Orientation, Shape
from quillmap.rules.spaces import SIZE

_INK: Final = "#"
_PAPER: Final = "."
_HERO: Final = "H"
_STRUCK: Final = "*"


def draw_shape(shape: Shape) -> list[str]:
    """Return *shape* as printed."""
    return [" ".join(row) for row in shape.rows]


def draw_orientation(orientation: Orientation) -> list[str]:
    """Return a shape turned and flipped one way."""
    inked = {divmod(step, SIZE) for step in orientation.steps}
    return [
        " ".join(_INK if (row, column) in inked else _PAPER for column in range(orientation.width))
        for row in range(orientation.height)
    ]


def draw_attack(attack: Cells) -> list[str]:
    """Return an attack pattern around its hero."""
    steps = {(0, 0): _HERO, **dict.fromkeys(attack, _STRUCK)}
    rows = [row for row, _ in steps]
    columns = [column for _, column in steps]
    return [
        " ".join(steps.get((row, column), _PAPER) for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    ]
