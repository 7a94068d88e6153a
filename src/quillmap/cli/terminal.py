"""The terminal that is written to: how wide it is, whether it has colours, and text that fits into it."""

import os
import re
import shutil
import sys
from typing import Final

from quillmap.cli.output import printable

_WIDEST: Final = 100
"""Longer lines are hard to read, however wide a window is."""
_NARROWEST: Final = 36
"""A map takes as much."""
_RESET: Final = "\x1b[0m"
_COLOURS: Final = {
    "F": "\x1b[32m",
    "V": "\x1b[31m",
    "A": "\x1b[33m",
    "B": "\x1b[33m",
    "W": "\x1b[34m",
    "M": "\x1b[35m",
    "H": "\x1b[1;36m",
    "^": "\x1b[90m",
    "#": "\x1b[90m",
    "X": "\x1b[90m",
    ":": "\x1b[1m",
}
"""The colour of each character of a map; letters and signs say the same without."""
_GAP: Final = re.compile(r"(?<=\S) {2,}(?=\S)")
"""What parts columns, or things in a list."""
_ROW: Final = re.compile(r"([A-K]  )(.*)")
_CELL: Final = 3
_SHEET_WIDTH: Final = 3 + 11 * _CELL


class Painted(str):
    """A line that is safe to print, and has its colours."""

    __slots__ = ()


def width() -> int:
    """Return how many characters a line may have now; whoever reads from a pipe breaks lines as they like."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return sys.maxsize
    return max(min(shutil.get_terminal_size().columns - 1, _WIDEST), _NARROWEST)


def has_colours() -> bool:
    """Return whether colours are wanted: on a terminal, unless ``NO_COLOR`` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(line: str) -> str:
    """Return a line of a drawn map with its colours, where they are wanted; what stands beside the map has none."""
    found = _ROW.fullmatch(line[:_SHEET_WIDTH])
    if found is None or not has_colours():
        return line
    cells = [found[2][start : start + _CELL] for start in range(0, len(found[2]), _CELL)]
    coloured = "".join(_cell(cell) for cell in cells)
    return Painted(f"{found[1]}{coloured}{printable(line[_SHEET_WIDTH:])}")


def _cell(cell: str) -> str:
    """Return a space with its mark; what has just been tried, in brackets, is shown inverted."""
    colour = _COLOURS.get(cell[1:2].upper(), "")
    if cell.startswith("["):
        colour += "\x1b[7m"
    return f"{colour}{printable(cell)}{_RESET}" if colour else printable(cell)


def wrapped(line: str) -> list[str]:
    """Return *line* in lines that fit; no word is broken, and nothing that belongs together between wide gaps.

    What follows is indented by two, or where the line is a word and its explanation, under the explanation.
    """
    most = width()
    if len(line) <= most or isinstance(line, Painted):
        return [line]
    lines: list[str] = []
    start = len(line) - len(line.lstrip())
    gaps = list(_GAP.finditer(line))
    hanging = gaps[0].end() if len(gaps) == 1 and gaps[0].end() <= most // 2 else start + 2
    rest = line
    while len(rest) > most:
        begin = len(rest) - len(rest.lstrip())
        between = rest.rfind("  ", begin + 1, most + 2) if len(gaps) > 1 else -1
        cut = between if between > begin else rest.rfind(" ", begin + 1, most + 1)
        cut = cut if cut > begin else most
        lines.append(rest[:cut].rstrip())
        rest = f"{' ' * hanging}{rest[cut:].lstrip()}"
    return [*lines, rest] if rest.strip() else lines
