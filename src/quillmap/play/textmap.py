"""The text map: a sheet as eleven lines of eleven characters (``docs/text-map.md``)."""

from collections.abc import Iterable
from typing import Final

from quillmap.errors import BadArgument, CodedError, shown
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask, space_at

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    ".": (),
    "F": ("forest",),
    "V": ("village",),
    "A": ("farm",),
    "W": ("water",),
    "M": ("monster",),
    "H": ("hero",),
    "^": ("mountain",),
    "#": ("wasteland",),
    "X": ("destroyed",),
    "B": ("farm", "village"),
}
"""What each character says of its space: in which sets of the sheet it is."""

EMPTY_RUINS: Final = ":"
_CHARACTERS: Final = {frozenset(fields): character for character, fields in FIELDS.items()}


class BadTextMap(CodedError, ValueError):
    """A text map that can't be read, and where: line and column count from 1."""

    text_key = "command.map.{code}"

    def __init__(self, code: str, *, line: int, column: int, **params: object) -> None:
        super().__init__(code, line=line, column=column, **params)
        self.line = line
        self.column = column


def read_text_map(text: str) -> Sheet:
    """Return the sheet written in *text*; blank lines around it and ``//`` lines don't count."""
    if not isinstance(text, str):
        raise BadArgument(f"a map is read from its text, not from {type(text).__name__}")
    lines = text.splitlines()
    kept = [(number, line.rstrip()) for number, line in enumerate(lines, start=1) if not line.startswith("//")]
    while kept and not kept[0][1]:
        del kept[0]
    while kept and not kept[-1][1]:
        del kept[-1]
    return _read(kept, after=len(lines) + 1)


def read_rows(rows: Iterable[str]) -> Sheet:
    """Return the sheet written in *rows*, the eleven lines themselves."""
    numbered = list(enumerate(rows, start=1))
    return _read(numbered, after=len(numbered) + 1)


def _read(lines: list[tuple[int, str]], after: int) -> Sheet:
    """Return the sheet, or raise ``BadTextMap`` for the first character that is wrong, in reading order."""
    sets: dict[str, Mask] = dict.fromkeys(Sheet._fields, 0)
    for row, (number, line) in enumerate(lines[:SIZE]):
        for column, character in enumerate(line[:SIZE]):
            space = 1 << space_at(row, column)
            for field in _fields_of(character, number, column + 1):
                sets[field] |= space
        if len(line) < SIZE:
            raise BadTextMap("row-too-short", line=number, column=len(line) + 1, spaces=len(line))
        if len(line) > SIZE:
            raise BadTextMap("row-too-long", line=number, column=SIZE + 1, spaces=len(line))
    if len(lines) < SIZE:
        raise BadTextMap("row-missing", line=after, column=1, row=len(lines) + 1)
    if len(lines) > SIZE:
        raise BadTextMap("too-many-rows", line=lines[SIZE][0], column=1)
    return Sheet(**sets)


def _fields_of(character: str, line: int, column: int) -> tuple[str, ...]:
    if character == EMPTY_RUINS:
        return ("ruins",)
    if character in FIELDS:
        return FIELDS[character]
    if character.isascii() and character.islower() and character.upper() in FIELDS:
        return (*FIELDS[character.upper()], "ruins")
    raise BadTextMap("unknown-character", line=line, column=column, character=character)


def write_rows(sheet: Sheet) -> list[str]:
    """Return the eleven lines of *sheet*."""
    return ["".join(_character(sheet, row, column) for column in range(SIZE)) for row in range(SIZE)]


def write_text_map(sheet: Sheet) -> str:
    """Return *sheet* as text."""
    if not isinstance(sheet, Sheet):
        raise BadArgument(f"a map is written from a Sheet, such as game.sheets[0], not from {shown(sheet)}")
    return "\n".join(write_rows(sheet)) + "\n"


_SHOWN: Final = frozenset(field for fields in FIELDS.values() for field in fields)


def _character(sheet: Sheet, row: int, column: int) -> str:
    space = 1 << space_at(row, column)
    fields = frozenset(field for field in _SHOWN if getattr(sheet, field) & space)
    character = _CHARACTERS[fields]
    if not sheet.ruins & space:
        return character
    return EMPTY_RUINS if character == "." else character.lower()
