"""How a map is drawn, just as the page draws it (``web/js/art.js``). Markup in units of 64 to a space.

Colours are named as in ``web/css/tokens.css`` and put in by ``symbols``.
"""

from collections.abc import Iterable
from functools import cache
from math import floor
from typing import Final

from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import SIZE, Mask, clusters, numbers

UNIT: Final = 64
Cell = tuple[int, int]
Point = tuple[float, float]

ART: Final = {
    "forest": "forest",
    "village": "village",
    "farm": "farm",
    "water": "water",
    "monster": "monster",
    "hero": "hero",
    "mountain": "mountain",
    "wasteland": "waste",
    "destroyed": "destroyed",
}
"""What each set of a sheet is called on the sheet of symbols."""

LETTERS: Final = {"gorgon": "G", "dragon": "D", "zombie": "Z", "troll": "T"}
_WEIGHTS: Final = {
    "forest": (1, 2, 3),
    "village": (1, 2, 3),
    "farm": (1, 2, 1, 3),
    "water": (1, 4, 2, 4, 1, 4, 3),
    "monster": (1, 2, 3),
    "mountain": (1, 2, 3),
    "waste": (1, 2),
    "destroyed": (1, 2),
    "hero": (1,),
}
_SEAMS: Final = frozenset({"forest", "village", "water"})
_LOW: Final = 0xFFFFFFFF


def cells_of(spaces: Mask) -> list[Cell]:
    """Return *spaces* as rows and columns, in reading order."""
    return [divmod(number, SIZE) for number in numbers(spaces)]


def noise(x: float, y: float, salt: int = 0) -> float:
    """Return a pseudo-random number from 0 to 1 that is always the same for a place."""
    h = (_nearest(x * 8) * 374761393 + _nearest(y * 8) * 668265263 + salt * 2246822519) & _LOW
    h = (h ^ h >> 13) * 1274126177 & _LOW
    return (h ^ h >> 16) / (_LOW + 1)


def _nearest(x: float) -> int:
    """Return the nearest whole number; a half goes up, as in a browser."""
    return floor(x + 0.5)


# -- outlines ----------------------------------------------------------------------------------------

Edge = tuple[int, int, int, int]


def _loops_round(cells: Iterable[Cell]) -> list[list[Edge]]:
    """Return the edges round a set of spaces as closed loops, the inside on the right."""
    has = set(cells)
    start: dict[tuple[int, int], list[Edge]] = {}
    for row, column in sorted(has):
        sides = (
            ((row - 1, column), (column, row, column + 1, row)),
            ((row, column + 1), (column + 1, row, column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1, column, row + 1)),
            ((row, column - 1), (column, row + 1, column, row)),
        )
        for beyond, edge in sides:
            if beyond not in has:
                start.setdefault(edge[:2], []).append(edge)
    loops = []
    while start:
        loops.append(_loop(start, next(iter(start.values()))[0]))
    return loops


def _loop(start: dict[tuple[int, int], list[Edge]], edge: Edge) -> list[Edge]:
    loop = []
    while True:
        here = start[edge[:2]]
        here.remove(edge)
        if not here:
            del start[edge[:2]]
        loop.append(edge)
        following = start.get(edge[2:])
        if not following:
            return loop
        dx, dy = edge[2] - edge[0], edge[3] - edge[1]
        # Where two corners touch, turn right: each keeps its own line.
        turns = [each for each in following if (each[2] - each[0], each[3] - each[1]) == (-dy, dx)]
        edge = turns[0] if turns else following[0]


def outline(cells: Iterable[Cell], inset: float = 2.5, wobble: float = 1.5, salt: int = 0) -> str:
    """Return the outline of a set of spaces as one path: pulled in, with rounded corners and a wavering line."""
    return "".join(_path(_points(loop, inset, wobble, salt)) for loop in _loops_round(cells))


def _points(loop: list[Edge], inset: float, wobble: float, salt: int) -> list[Point]:
    points: list[Point] = []
    for place, (x1, y1, x2, y2) in enumerate(loop):
        before = loop[place - 1]
        dx, dy = x2 - x1, y2 - y1
        px, py = before[2] - before[0], before[3] - before[1]
        steps = [(0.22, wobble * 0.6), (0.5, wobble), (0.78, wobble * 0.6)]
        if (dx, dy) == (px, py):
            steps.insert(0, (0, wobble))
        else:
            points.append((x1 * UNIT + (-dy - py) * inset, y1 * UNIT + (dx + px) * inset))
        for at, strength in steps:
            x, y = x1 + dx * at, y1 + dy * at
            n = (noise(x, y, salt) - 0.5) * 2 * strength
            points.append((x * UNIT - dy * (inset + n), y * UNIT + dx * (inset + n)))
    return points


def _path(points: list[Point]) -> str:
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)]
    curves = "".join(f"Q{_pair(point)} {_pair(end)}" for point, end in zip(points, middles, strict=True))
    return f"M{_pair(middles[-1])}{curves}Z"


def _pair(point: Point) -> str:
    return " ".join(f"{_nearest(value * 10) / 10:g}" for value in point)


# -- clusters ----------------------------------------------------------------------------------------


def _washed(name: str, cells: list[Cell]) -> str:
    """Return wash, pattern and lines of one cluster."""
    d, ink = outline(cells), f"var(--t-{name}-ink)"
    markup = "".join(
        f'<path d="{d}" fill="{fill}"/>' for fill in (f"var(--t-{name})", "url(#p-wash)", f"url(#p-{name})")
    )
    if name == "water":
        # Lines along the shore, as engravers drew them.
        for inset, opacity in ((9, 0.42), (14.5, 0.24)):
            shore = outline(cells, inset, 1.2, 4)
            markup += f'<path d="{shore}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-opacity="{opacity}"/>'
    rim = {"monster": ink, "hero": "var(--t-hero-3)"}.get(name, f"var(--t-{name}-2)")
    second = outline(cells, 3.6, 2.6, 9)
    return (
        f'{markup}<path d="{d}" fill="none" stroke="{rim}" stroke-width="7" stroke-opacity="var(--rim)"/>'
        f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="2.6" stroke-linejoin="round"/>'
        f'<path d="{second}" fill="none" stroke="{ink}" stroke-width="1.1" stroke-opacity=".55"/>'
    )


def _glyphs(name: str, cells: list[Cell]) -> str:
    """Return the glyphs of one cluster, by row."""
    has, weights = set(cells), _WEIGHTS[name]
    found: list[tuple[float, str]] = []
    for row, column in cells:
        variant = weights[(2 * row + column + floor(noise(column, row, 7) * 2)) % len(weights)]
        mirror = len(weights) > 1 and name != "mountain" and noise(column, row, 11) > 0.5
        x = column * UNIT + (noise(column, row, 3) - 0.5) * 3 + (UNIT if mirror else 0)
        y = row * UNIT + (noise(column, row, 5) - 0.5) * 3
        turned = " scale(-1 1)" if mirror else ""
        found.append((row, use(f"{name}-{variant}", f'transform="translate({x:.1f} {y:.1f}){turned}"')))
        if name in _SEAMS:
            at = f'transform="translate({column * UNIT} {row * UNIT})"'
            if (row, column + 1) in has:
                found.append((row - 0.4, use(f"{name}-seam-h", at)))
            if (row + 1, column) in has:
                found.append((row + 0.3, use(f"{name}-seam-v", at)))
    return "".join(markup for _, markup in sorted(found, key=lambda each: each[0]))


def use(symbol: str, more: str, size: int = UNIT) -> str:
    """Return a symbol of the sheet."""
    return f'<use href="#{symbol}" width="{size}" height="{size}" {more}/>'


@cache
def cluster_art(name: str, spaces: Mask) -> str:
    """Return a whole cluster."""
    cells = cells_of(spaces)
    return ("" if name == "mountain" else _washed(name, cells)) + _glyphs(name, cells)


def _split(cell: Cell) -> str:
    """Return a space that is farm and village at once, split on the slant."""
    row, column = cell
    return (
        f'<g transform="translate({column * UNIT} {row * UNIT})">'
        f'<path d="{outline([(0, 0)])}" fill="var(--t-village)" stroke="var(--t-village-ink)" stroke-width="2.6"/>'
        '<path d="M4 4H60L4 60Z" fill="var(--t-farm)"/><path d="M4 4H60L4 60Z" fill="url(#p-farm)"/>'
        '<path d="M60 3L3 60" stroke="var(--ink)" stroke-width="2"/>'
        '<use href="#farm-2" width="34" height="34" x="3" y="2"/>'
        '<use href="#village-1" width="34" height="34" x="29" y="28"/></g>'
    )


def sheet_art(sheet: Sheet) -> str:
    """Return everything that is drawn or printed on a map."""
    both = sheet.farm & sheet.village
    markup = "".join(use("ruins", _at(cell, 4), 56) for cell in cells_of(sheet.ruins & empty(sheet)))
    for field, name in ART.items():
        for cluster in clusters(getattr(sheet, field) & ~both):
            markup += cluster_art(name, cluster)
    markup += "".join(_split(cell) for cell in cells_of(both))
    for row, column in cells_of(sheet.ruins & ~empty(sheet)):
        markup += use("ruins-badge", f'x="{column * UNIT + 3}" y="{row * UNIT + 40}"', 21)
    markup += "".join(use("hero-path", _at(cell)) for cell in cells_of(sheet.path))
    for field, letter in LETTERS.items():
        markup += "".join(_letter(cell, letter) for cell in cells_of(getattr(sheet, field) & sheet.monster))
    return markup


def _at(cell: Cell, inset: int = 0) -> str:
    return f'x="{cell[1] * UNIT + inset}" y="{cell[0] * UNIT + inset}"'


def _letter(cell: Cell, letter: str) -> str:
    x, y = cell[1] * UNIT + 51, cell[0] * UNIT + 13
    return (
        f'<circle cx="{x}" cy="{y}" r="11" fill="var(--t-monster-3)" stroke="var(--t-monster-ink)" stroke-width="2"/>'
        f'<text x="{x}" y="{y}" dy=".35em" font-size="15">{letter}</text>'
    )
