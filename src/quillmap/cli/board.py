"""A sheet drawn as text: rows A to K, columns 1 to 11, the characters of the text map."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from quillmap.cli.speech import say, term, terrain_name
from quillmap.play.notation import ROW_LETTERS
from quillmap.play.textmap import write_rows
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask, space_at

_TERRAINS: Final = {"F": "forest", "V": "village", "A": "farm", "W": "water", "M": "monster", "H": "hero"}
_LETTERS: Final = ("dragon", "gorgon", "troll", "zombie")
_GAP: Final = "    "
_BETWEEN: Final = "  "


def legend() -> list[str]:
    """Return what the characters mean."""
    terrains = [f"{letter} {terrain_name(terrain)}" for letter, terrain in _TERRAINS.items()]
    others = {"B": "farm-village", "#": "wasteland", "X": "destroyed"}
    spaces = {letter: term("space", space) for letter, space in others.items()}
    marks = [f"{letter[0]} {say(f'legend.{letter}')}" for letter in _LETTERS]
    return [
        _BETWEEN.join([*terrains, f"B {spaces['B']}"]),
        _BETWEEN.join(
            [
                f"^ {terrain_name('mountain')}",
                f"# {spaces['#']}",
                f"X {spaces['X']}",
                f": {say('legend.ruins')}",
                say("legend.lower-case"),
            ]
        ),
        f"{say('legend.after')}: " + _BETWEEN.join([f"* {term('space', 'attack-path')}", *marks]),
    ]


def draw_sheet(sheet: Sheet, marked: Mask = 0) -> list[str]:
    """Return *sheet* as lines; *marked* spaces stand in brackets."""
    lines = ["   " + "".join(f"{column:>2} " for column in range(1, SIZE + 1)).rstrip()]
    for row, characters in enumerate(write_rows(sheet)):
        cells = [_cell(sheet, each, 1 << space_at(row, column), marked) for column, each in enumerate(characters)]
        lines.append(f"{ROW_LETTERS[row]}  {''.join(cells)}".rstrip())
    return lines


def _cell(sheet: Sheet, character: str, space: Mask, marked: Mask) -> str:
    if space & marked:
        return f"[{character}]"
    return f" {character}{_mark(sheet, space)}"


def _mark(sheet: Sheet, space: Mask) -> str:
    if space & sheet.path:
        return "*"
    for letter in _LETTERS:
        if space & getattr(sheet, letter) & sheet.monster:
            return letter[0]
    return " "


def side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines next to each other."""
    widths = [max(map(len, block), default=0) for block in blocks]
    return [
        _GAP.join(f"{line:{width}}" for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]
