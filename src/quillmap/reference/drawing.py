"""Pictures as self-contained SVG files: with parchment, symbols, and the map as text in ``<desc>``."""

from collections.abc import Iterator
from typing import Final

from quillmap.play.notation import ROW_LETTERS
from quillmap.play.textmap import write_text_map
from quillmap.reference.art import UNIT, Cell, cells_of, cluster_art, outline, sheet_art, use
from quillmap.reference.figures import Figure, Point, Window
from quillmap.reference.symbols import coloured, needed
from quillmap.rules.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.shapes import Cells, Shape
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask, clusters, space_at
from quillmap.rules.terrain import Terrain

PIXELS: Final = 42
"""The width of a space on the screen."""
_STYLE: Final = (
    "<style>text{font-family:Palatino,'Palatino Linotype','P052','Noto Serif',Georgia,serif;font-weight:700;"
    "text-anchor:middle;fill:var(--ink)}.axis{fill:var(--ink-2);font-weight:600}</style>"
)
_AXIS: Final = 40
_RIM: Final = 14
_LINE_MEDALS: Final = 54


def svg_of(figure: Figure) -> str:
    """Return a picture of a map."""
    window = figure.window
    shown = Sheet(*(spaces & window.spaces for spaces in figure.sheet))
    markup = _ground(window) + sheet_art(shown) + _marks(figure) + _frame(window) + _medals(figure)
    left, top = window.left * UNIT - _AXIS, window.top * UNIT - _AXIS
    beyond_x = any(medal.x > window.left + window.width for medal in figure.medals)
    beyond_y = any(medal.y > window.top + window.height for medal in figure.medals)
    width = window.width * UNIT + _AXIS + (_LINE_MEDALS if beyond_x else _RIM)
    height = window.height * UNIT + _AXIS + (_LINE_MEDALS if beyond_y else _RIM)
    return _document(markup, (left, top, width, height), write_text_map(figure.sheet))


def _document(markup: str, view: tuple[int, int, int, int], text: str = "") -> str:
    left, top, width, height = view
    paper = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="18" fill="var(--sheet)"/>'
    size = f'width="{round(width * PIXELS / UNIT)}" height="{round(height * PIXELS / UNIT)}"'
    described = f"<desc>\n{text}</desc>" if text else ""
    body = coloured(f"{_STYLE}<defs>{needed(markup)}</defs>{paper}{markup}")
    view_box = " ".join(map(str, view))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" {size}>{described}{body}</svg>\n'


# -- the map -----------------------------------------------------------------------------------------


def _ground(window: Window) -> str:
    """Return fibres of the parchment, and dotted lines between the spaces."""
    top, left = window.top * UNIT, window.left * UNIT
    height, width = window.height * UNIT, window.width * UNIT
    lines = "".join(f"M{left + step * UNIT} {top}v{height}" for step in range(1, window.width))
    lines += "".join(f"M{left} {top + step * UNIT}h{width}" for step in range(1, window.height))
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="url(#p-fibre)"/>'
        f'<path d="{lines}" fill="none" stroke="var(--grid)" stroke-width="1.6" stroke-dasharray=".1 6.3"'
        ' stroke-linecap="round"/>'
    )


def _frame(window: Window) -> str:
    """Return the rim of the map where it is shown, a light line where the map goes on, and the names of the lines."""
    top, left = window.top * UNIT, window.left * UNIT
    height, width = window.height * UNIT, window.width * UNIT
    sides = (
        (f"M{left} {top}h{width}", window.top == 0),
        (f"M{left} {top + height}h{width}", window.top + window.height == SIZE),
        (f"M{left} {top}v{height}", window.left == 0),
        (f"M{left + width} {top}v{height}", window.left + window.width == SIZE),
    )
    markup = ""
    for path, is_rim in sides:
        style = 'stroke="var(--ink)" stroke-width="7"' if is_rim else 'stroke="var(--grid)" stroke-width="2"'
        markup += f'<path d="{path}" {style} stroke-linecap="square"/>'
    for column in range(window.left, window.left + window.width):
        markup += _text(column * UNIT + 32, top - 20, str(column + 1), 'class="axis"', 22)
    for row in range(window.top, window.top + window.height):
        markup += _text(left - 21, row * UNIT + 32, ROW_LETTERS[row], 'class="axis"', 22)
    return markup


def _text(x: float, y: float, text: str, more: str = "", size: int = 20) -> str:
    return f'<text x="{x:g}" y="{y:g}" dy=".35em" font-size="{size}" {more}>{text}</text>'


# -- what is marked ----------------------------------------------------------------------------------


def _marks(figure: Figure) -> str:
    return "".join(
        (
            _glow(figure.earning),
            _dashed(figure.misses, "var(--clash)"),
            *(_corner_sign(cell) for cell in _first_cells(figure.misses)),
            _dashed(figure.tried, "var(--clash)"),
            _drawn(figure.drawn),
            _drawn(figure.extra),
            *(_cost(cell) for cell in cells_of(figure.costs)),
            *(_ring(cell) for cell in cells_of(figure.wanted)),
            *(_target(cell) for cell in cells_of(figure.targets)),
            _dashed(figure.spread, "var(--raid)", 'fill="var(--raid)" fill-opacity=".22"'),
            *(
                use("coin", f'x="{column * UNIT + 36}" y="{row * UNIT + 2}"', 28)
                for row, column in cells_of(figure.paying)
            ),
            _route(figure.route),
        )
    )


def _route(points: tuple[Point, ...]) -> str:
    """Return the route of a shape along the map, with an arrowhead at its end."""
    if len(points) < 2:
        return ""
    (fx, fy), (x, y) = ((px * UNIT, py * UNIT) for px, py in points[-2:])
    length = abs(x - fx) + abs(y - fy)
    dx, dy = (x - fx) / length * 13, (y - fy) / length * 13
    way = "L".join(f"{px * UNIT:g} {py * UNIT:g}" for px, py in points)
    head = f"M{x - dx - dy:g} {y - dy + dx:g}L{x + dx / 2:g} {y + dy / 2:g}L{x - dx + dy:g} {y - dy - dx:g}"
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="M{way}{head}" {style} stroke="var(--panel)" stroke-width="13" stroke-opacity=".85"/>'
        f'<path d="M{way}{head}" {style} stroke="var(--clash)" stroke-width="6.5"/>'
    )


def _first_cells(spaces: Mask) -> Iterator[Cell]:
    """Yield the first space of each connected part."""
    for part in clusters(spaces):
        yield cells_of(part)[0]


def _glow(spaces: Mask) -> str:
    """Return gold leaf along the inside of the outline of *spaces*."""
    if not spaces:
        return ""
    d = outline(cells_of(spaces), 5, 0.6, 2)
    layers = (("var(--earn-glow)", 24, 0.22), ("var(--earn-glow)", 8, 1), ("var(--earn)", 2, 1))
    return "".join(
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}"/>'
        for colour, width, opacity in layers
    )


def _dashed(spaces: Mask, colour: str, more: str = 'fill="none"') -> str:
    if not spaces:
        return ""
    d = outline(cells_of(spaces), 5, 0.6, 2)
    return (
        f'<path d="{d}" fill="none" stroke="var(--panel)" stroke-width="9" stroke-opacity=".85"/>'
        f'<path d="{d}" {more} stroke="{colour}" stroke-width="4.5" stroke-dasharray="11 8"/>'
    )


def _corner_sign(cell: Cell) -> str:
    """Return the cross that marks what does not count."""
    x, y = cell[1] * UNIT + 48, cell[0] * UNIT + 16
    return (
        f'<circle cx="{x}" cy="{y}" r="14" fill="var(--clash)" stroke="var(--panel)" stroke-width="3"/>'
        f'<path d="M{x - 5} {y - 5}l10 10m0-10l-10 10" stroke="var(--panel)" stroke-width="3.6"'
        ' stroke-linecap="round"/>'
    )


def _drawn(spaces: Mask) -> str:
    """Return the edge of what has just been drawn."""
    if not spaces:
        return ""
    d = outline(cells_of(spaces), 1.5, 0.8)
    return (
        f'<path d="{d}" fill="none" stroke="var(--panel)" stroke-width="10"/>'
        f'<path d="{d}" fill="none" stroke="var(--fit)" stroke-width="5.5"/>'
    )


def _cost(cell: Cell) -> str:
    x, y = cell[1] * UNIT + 32, cell[0] * UNIT + 32
    d = outline([cell], 8, 0.6)
    return (
        f'<path d="{d}" fill="var(--lose)" fill-opacity=".12" stroke="var(--lose)" stroke-width="2.6"'
        f' stroke-dasharray="6 5"/><circle cx="{x}" cy="{y}" r="17" fill="var(--panel)" fill-opacity=".9"/>'
        + _text(x - 1, y, "−1", 'style="fill:var(--lose)"', 23)
    )


def _ring(cell: Cell) -> str:
    return (
        f'<circle cx="{cell[1] * UNIT + 32}" cy="{cell[0] * UNIT + 32}" r="38" fill="none" stroke="var(--t-ruins)"'
        ' stroke-width="5" stroke-dasharray=".1 9" stroke-linecap="round"/>'
    )


def _target(cell: Cell) -> str:
    x, y = cell[1] * UNIT + 32, cell[0] * UNIT + 32
    return (
        f'<circle cx="{x}" cy="{y}" r="20" fill="var(--panel)" fill-opacity=".72" stroke="var(--clash)"'
        f' stroke-width="4"/><circle cx="{x}" cy="{y}" r="9" fill="none" stroke="var(--clash)" stroke-width="4"/>'
    )


def _medals(figure: Figure) -> str:
    markup = ""
    for x, y, points in figure.medals:
        at = f'cx="{x * UNIT:g}" cy="{y * UNIT:g}"'
        markup += f'<circle {at} r="16" fill="var(--panel)" stroke="var(--earn)" stroke-width="3"/>'
        markup += _text(x * UNIT, y * UNIT, str(points), 'style="fill:var(--earn)"', 19)
    return markup


# -- cards -------------------------------------------------------------------------------------------


def card_svg(card: Card) -> str:
    """Return what a card shows: its shapes in its terrains, its attack path, or ruins."""
    match card:
        case ExploreCard():
            return _row([(_shape(each, terrain), each) for each in card.shapes for terrain in card.terrains])
        case AmbushCard():
            return _row([(_shape(card.shape, Terrain.MONSTER), card.shape)])
        case HeroCard():
            return _attack(card.attack)
        case RuinsCard():
            return _document(use("ruins", 'x="4" y="4"', 56), (-12, -12, 88, 88))


def space_svg(field: str) -> str:
    """Return one space as it looks: empty, with a terrain, or in two ways at once (``farm-village``)."""
    fields = {"farm-village": ("farm", "village"), "empty": (), "attack-path": ("path",)}.get(field, (field,))
    window = Window(0, 0, 1, 1)
    markup = _ground(window) + sheet_art(Sheet(**dict.fromkeys(fields, 1)))
    rim = '<rect width="64" height="64" fill="none" stroke="var(--grid)" stroke-width="1.5"/>'
    return _document(markup + rim, (-5, -5, 74, 74))


def _shape(shape: Shape, terrain: Terrain) -> str:
    spaces = sum(
        1 << space_at(row, column)
        for row, line in enumerate(shape.rows)
        for column, character in enumerate(line)
        if character == "#"
    )
    coin = use("coin", 'x="-20" y="-20"', 28) if shape.coin else ""
    return "".join(cluster_art(terrain.value, part) for part in clusters(spaces)) + coin


def _row(shapes: list[tuple[str, Shape]]) -> str:
    """Return shapes side by side, on their middle line."""
    tallest = max(len(shape.rows) for _, shape in shapes) * UNIT
    markup, x = "", 0
    for art, shape in shapes:
        down = (tallest - len(shape.rows) * UNIT) // 2
        markup += f'<g transform="translate({x} {down})">{art}</g>'
        x += len(shape.rows[0]) * UNIT + 56
    return _document(markup, (-30, -30, x - 56 + 60, tallest + 60))


def _attack(attack: Cells) -> str:
    """Return a hero in the middle of the spaces it strikes."""
    rows = [0, *(row for row, _ in attack)]
    columns = [0, *(column for _, column in attack)]
    top, left = min(rows), min(columns)
    markup = ""
    for row, column in attack:
        x, y = (column - left) * UNIT, (row - top) * UNIT
        markup += (
            f'<rect x="{x + 4}" y="{y + 4}" width="56" height="56" rx="8" fill="none" stroke="var(--t-hero-2)"'
            ' stroke-width="3" stroke-dasharray="7 6"/>'
        )
        markup += use("hero-path", f'x="{x}" y="{y}"')
    markup += cluster_art("hero", 1 << space_at(-top, -left))
    height, width = (max(rows) - top + 1) * UNIT, (max(columns) - left + 1) * UNIT
    return _document(markup, (-14, -14, width + 28, height + 28))
