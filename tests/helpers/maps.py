"""Sheets and sets of spaces, written the way a player reads them."""

from textwrap import dedent
from typing import Final

from quillmap.play.notation import read_spaces
from quillmap.play.textmap import read_text_map, write_text_map
from quillmap.rules.sheet import Sheet, filled
from quillmap.rules.spaces import BOARD, Mask
from quillmap.rules.terrain import Terrain

BLANK: Final = "...........\n" * 11
"""A map with nothing on it, not even mountains."""


def sheet_of(text: str, **marks: str) -> Sheet:
    """Return the sheet drawn in *text*; *marks* put paths and letters on spaces: ``zombie="B2 B3"``."""
    sheet = read_text_map(dedent(text))
    return sheet._replace(**{field: spaces(names) for field, names in marks.items()})


def spaces(names: str) -> Mask:
    """Return the set of the spaces with these names: ``"A1 A2"``."""
    return read_spaces(names.split())


def picture(text: str) -> str:
    """Return *text*, a map indented for reading, as ``text_of`` writes maps."""
    return dedent(text).strip() + "\n"


def text_of(sheet: Sheet) -> str:
    """Return *sheet* as text, to compare with a picture."""
    return write_text_map(sheet)


def marked(text: str) -> Mask:
    """Return the spaces that *text*, eleven lines of eleven, marks with ``*``."""
    flat = "".join(dedent(text).split())
    assert len(flat) == 121
    return sum(1 << place for place, character in enumerate(flat) if character == "*")


def full_but(names: str, **marks: str) -> Sheet:
    """Return a sheet full of farms but for these empty spaces and *marks*: ``full_but("A1", monster="A2")``."""
    marked_sheet = Sheet(**{field: spaces(where) for field, where in marks.items()})
    return marked_sheet._replace(farm=BOARD & ~spaces(names) & ~filled(marked_sheet))


def terrain_at(sheet: Sheet, name: str) -> set[str]:
    """Return the terrains of one space."""
    return {each.value for each in Terrain if getattr(sheet, each.value) & spaces(name)}
