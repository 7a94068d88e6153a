"""Sheets, shapes and attack patterns drawn as text.

A sheet has rows A to K, columns 1 to 11, and the characters of the text map (``docs/text-map.md``).
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from quillmap.cli.language import say, term, terrain_name
from quillmap.play.notation import ROW_LETTERS
from quillmap.play.textmap import write_rows
from quillmap.rules.shapes import Cells, Orientation, Shape
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask, space_at

_TERRAINS: Final = {"F": "forest", "V": "village", "A": "farm", "W": "water", "M": "monster", "H": "hero"}
_LETTERS: Final = ("dragon", "gorgon", "troll", "zombie")
_INK: Final = "#"
_PAPER: Final = "."
_HERO: Final = "H"
_STRUCK: Final = "*"
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
    for row, cells in enumerate(sheet_cells(sheet)):
        drawn = [_cell(cell, 1 << space_at(row, column) & marked) for column, cell in enumerate(cells)]
        lines.append(f"{ROW_LETTERS[row]}  {''.join(drawn)}".rstrip())
    return lines


def sheet_cells(sheet: Sheet) -> list[list[tuple[str, str]]]:
    """Return the spaces of *sheet* row by row: the character of each, and the mark beside it."""
    return [
        [(character, _mark(sheet, 1 << space_at(row, column))) for column, character in enumerate(characters)]
        for row, characters in enumerate(write_rows(sheet))
    ]


def _cell(cell: tuple[str, str], marked: Mask) -> str:
    character, mark = cell
    return f"[{character}]" if marked else f" {character}{mark}"


def _mark(sheet: Sheet, space: Mask) -> str:
    if space & sheet.path:
        return "*"
    for letter in _LETTERS:
        if space & getattr(sheet, letter) & sheet.monster:
            return letter[0]
    return " "


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


def side_by_side(blocks: Sequence[Sequence[str]], most: int | None = None) -> list[str]:
    """Return blocks of lines next to each other; those that would go beyond *most* characters, below."""
    widths = [max(map(len, block), default=0) for block in blocks]
    first = len(blocks)
    while most is not None and first > 1 and sum(widths[:first]) + len(_GAP) * (first - 1) > most:
        first -= 1
    if first < len(blocks):
        return [*side_by_side(blocks[:first]), "", *side_by_side(blocks[first:], most)]
    return [
        _GAP.join(f"{line:{width}}" for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]
