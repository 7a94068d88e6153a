"""What a picture shows: a part of a map, what earns on it, what is marked. It has no words: all languages share it."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import BOARD, SIZE, Mask, numbers, singles, space_at

Json = dict[str, Any]
Point = tuple[float, float]
"""A place in spaces from the top-left corner of the map: x, y."""

MARKS: Final = ("earning", "misses", "drawn", "extra", "costs", "wanted", "targets", "spread", "tried", "paying")
"""The sets of spaces that are marked, each in its own way."""


class Window(NamedTuple):
    """The part of a map that is shown: rows and columns from 0."""

    top: int
    left: int
    height: int
    width: int

    @property
    def spaces(self) -> Mask:
        """The spaces inside."""
        rows = range(self.top, self.top + self.height)
        columns = range(self.left, self.left + self.width)
        return sum(1 << space_at(row, column) for row in rows for column in columns)


class Medal(NamedTuple):
    """Points at a place, counted in spaces from the top-left corner of the map."""

    x: float
    y: float
    points: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of a map, or of a part of it."""

    sheet: Sheet
    window: Window
    points: int | None = None
    sum: str = ""
    """How the points come about, such as ``3 × 2 + 2``; empty where it would say no more than the points."""
    medals: tuple[Medal, ...] = ()
    earning: Mask = 0
    misses: Mask = 0
    """What looks as if it earned, and does not."""
    drawn: Mask = 0
    extra: Mask = 0
    costs: Mask = 0
    """Empty spaces that cost a star."""
    wanted: Mask = 0
    """Ruins that a shape has to cover."""
    targets: Mask = 0
    """Spaces that may be destroyed."""
    spread: Mask = 0
    """Where monsters come next."""
    tried: Mask = 0
    """Where a shape was tried and did not fit."""
    paying: Mask = 0
    """Mountains that pay their coin."""
    route: tuple[Point, ...] = ()
    """Where the middle of a shape went that looked for its place by itself, from turn to turn."""

    def to_json(self) -> Json:
        """Return the figure as a page gets it: sets of spaces as hex."""
        found: Json = {
            "sheet": {field: f"{spaces:x}" for field, spaces in self.sheet._asdict().items() if spaces},
            "window": list(self.window),
            "marks": {name: f"{spaces:x}" for name in MARKS if (spaces := getattr(self, name))},
            "medals": [list(medal) for medal in self.medals],
            "route": [list(point) for point in self.route],
        }
        return found if self.points is None else found | {"points": self.points, "sum": self.sum}


def window_round(spaces: Mask, margin: int = 1) -> Window:
    """Return the part of a map that shows *spaces* and a little around them."""
    rows = [number // SIZE for number in numbers(spaces or BOARD)]
    columns = [number % SIZE for number in numbers(spaces or BOARD)]
    top, left = max(min(rows) - margin, 0), max(min(columns) - margin, 0)
    bottom, right = min(max(rows) + margin, SIZE - 1), min(max(columns) + margin, SIZE - 1)
    return Window(top, left, bottom - top + 1, right - left + 1)


SHORT_OF_ITS_END: Final = 0.45
"""How far before its end, in spaces, the arrow of a route stops, so that it does not hide what lies there."""


def route_through(steps: list[Point]) -> tuple[Point, ...]:
    """Return where a way of single steps along rows and columns begins, turns, and nearly ends."""
    found = steps[:1]
    for before, here, after in zip(steps, steps[1:], steps[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            found.append(here)
    (fx, fy), (x, y) = steps[-2:]
    return (*found, (x - (x - fx) * SHORT_OF_ITS_END, y - (y - fy) * SHORT_OF_ITS_END))


# -- medals ------------------------------------------------------------------------------------------

Awards = list[tuple[int, Mask]]


def medals_on_spaces(awards: Awards) -> tuple[Medal, ...]:
    """Return a medal for each space: all of an award are worth the same."""
    return tuple(_on(space, points // spaces.bit_count()) for points, spaces in awards for space in singles(spaces))


def medals_on_awards(awards: Awards, sheet: Sheet) -> tuple[Medal, ...]:
    """Return a medal for each award: on its mountain if it has just one, else on its first space."""
    medals = []
    for points, spaces in awards:
        mountain = spaces & sheet.mountain
        place = mountain if mountain.bit_count() == 1 else spaces & -spaces
        medals.append(_on(place, points))
    return tuple(medals)


def medals_on_lines(awards: Awards, window: Window) -> tuple[Medal, ...]:
    """Return a medal at the end of each row and each column that earns; rows come first."""
    medals = []
    rows_seen: set[int] = set()
    for points, spaces in awards:
        rows = {number // SIZE for number in numbers(spaces)}
        columns = {number % SIZE for number in numbers(spaces)}
        if len(rows) == 1 and not rows <= rows_seen:
            rows_seen |= rows
            medals.append(Medal(window.left + window.width + 0.42, min(rows) + 0.5, points))
        else:
            medals.append(Medal(min(columns) + 0.5, window.top + window.height + 0.42, points))
    return tuple(medals)


def _on(space: Mask, points: int) -> Medal:
    row, column = divmod(space.bit_length() - 1, SIZE)
    return Medal(column + 0.75, row + 0.25, points)


# -- sums --------------------------------------------------------------------------------------------


def sum_of(awards: Awards, *, by_space: bool) -> str:
    """Return the sum that gives the points of *awards*."""
    counts: dict[int, int] = {}
    for points, spaces in awards:
        worth = points // spaces.bit_count() if by_space else points
        counts[worth] = counts.get(worth, 0) + (spaces.bit_count() if by_space else 1)
    parts = [_times(count, worth) for worth, count in counts.items()]
    # A lone number would be the number of points itself.
    return "" if len(parts) == 1 and parts[0].isdigit() else " + ".join(parts)


def _times(count: int, worth: int) -> str:
    return str(count * worth) if 1 in (count, worth) else f"{count} × {worth}"
