"""How values show themselves: as text in ``str`` and ``repr``, as pictures in a notebook; and how a text is read back.

The words and pictures are made in ``play`` and ``reference``, which import the rules. This module is imported by the
rules, so it imports those two only when something is to be shown.
"""

from importlib import import_module
from typing import Any


def text_of(value: Any) -> str:
    """Return a move or a sheet as people write it, or what a state shows."""
    text: str = import_module("quillmap.play.texts").text_of(value)
    return text


def move_of(given: Any, seat: int) -> Any:
    """Return a move that is given as itself or as its text, then of *seat*."""
    return import_module("quillmap.play.texts").move_of(given, seat)


def fields_of(sheet: Any) -> str:
    """Return a sheet as a line."""
    text: str = import_module("quillmap.play.texts").sheet_fields(sheet)
    return text


def svg_of(value: Any) -> str | None:
    """Return a picture of *value*, or None if there is nothing to draw."""
    picture: str | None = import_module("quillmap.reference.notebook").svg_of(value)
    return picture


class Displayed:
    """Something with a text and a picture: ``print`` writes the one, a notebook shows the other."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def to_svg(self) -> str:
        """Return the picture that a notebook shows, as SVG; a text without anything for a move that draws nothing."""
        return svg_of(self) or ""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)
