"""Maps as 11 x 11 lists of cells, read from text; slow and plain on purpose."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

SIZE = 11

Space = tuple[int, int]

TERRAINS = frozenset({"forest", "village", "farm", "water", "monster", "mountain", "hero"})


@dataclass(frozen=True)
class Cell:
    """One space of a map and what is on it."""

    terrains: frozenset[str] = frozenset()
    ruins: bool = False
    wasteland: bool = False
    destroyed: bool = False

    @property
    def filled(self) -> bool:
        """Whether the space can't be drawn on any more."""
        # RULES 1.2, 1.3: wasteland and destroyed spaces are filled without having a terrain type.
        # The ruins mark alone fills nothing (1.2).
        return len(self.terrains) > 0 or self.wasteland or self.destroyed

    @property
    def empty(self) -> bool:
        """Whether the space can still be drawn on."""
        return not self.filled


Grid = list[list[Cell]]

# The characters of a text map. RULES 1.4: `B` is the only space with two terrains.
PLAIN: dict[str, Cell] = {
    ".": Cell(),
    "F": Cell(terrains=frozenset({"forest"})),
    "V": Cell(terrains=frozenset({"village"})),
    "A": Cell(terrains=frozenset({"farm"})),
    "W": Cell(terrains=frozenset({"water"})),
    "M": Cell(terrains=frozenset({"monster"})),
    "H": Cell(terrains=frozenset({"hero"})),
    "B": Cell(terrains=frozenset({"farm", "village"})),
    "^": Cell(terrains=frozenset({"mountain"})),
    "#": Cell(wasteland=True),
    "X": Cell(destroyed=True),
}

# RULES 1.2, 1.3: a ruins mark stays whatever is drawn on it, also when it is destroyed.
ON_RUINS: dict[str, Cell] = {
    ":": Cell(ruins=True),
    "f": Cell(terrains=frozenset({"forest"}), ruins=True),
    "v": Cell(terrains=frozenset({"village"}), ruins=True),
    "a": Cell(terrains=frozenset({"farm"}), ruins=True),
    "w": Cell(terrains=frozenset({"water"}), ruins=True),
    "m": Cell(terrains=frozenset({"monster"}), ruins=True),
    "h": Cell(terrains=frozenset({"hero"}), ruins=True),
    "b": Cell(terrains=frozenset({"farm", "village"}), ruins=True),
    "x": Cell(destroyed=True, ruins=True),
}

CELLS: dict[str, Cell] = PLAIN | ON_RUINS


def parse(lines: Sequence[str]) -> Grid:
    """Return the map that *lines*, 11 strings of 11 characters, depict."""
    if len(lines) != SIZE:
        raise ValueError(f"a map has {SIZE} lines, not {len(lines)}")
    grid: Grid = []
    for line in lines:
        if len(line) != SIZE:
            raise ValueError(f"a line has {SIZE} characters: {line!r}")
        row: list[Cell] = []
        for character in line:
            if character not in CELLS:
                raise ValueError(f"no such space: {character!r}")
            row.append(CELLS[character])
        grid.append(row)
    return grid


@cache
def all_spaces() -> list[Space]:
    """Return the 121 spaces of a map, row by row."""
    return [(r, c) for r in range(SIZE) for c in range(SIZE)]


@cache
def neighbours(r: int, c: int) -> list[Space]:
    """Return the spaces of the map that share a side with (r, c)."""
    around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [(y, x) for y, x in around if 0 <= y < SIZE and 0 <= x < SIZE]


def spaces_of(grid: Grid, terrain: str) -> set[Space]:
    """Return every space that has *terrain*, alone or together with another."""
    if terrain not in TERRAINS:
        raise ValueError(f"no such terrain: {terrain!r}")
    return {(r, c) for r, c in all_spaces() if terrain in grid[r][c].terrains}


def groups(spaces: set[Space]) -> list[set[Space]]:
    """Return the connected groups that *spaces* fall into, by flood fill."""
    found: list[set[Space]] = []
    seen: set[Space] = set()
    for start in sorted(spaces):
        if start in seen:
            continue
        group: set[Space] = set()
        waiting = [start]
        while waiting:
            space = waiting.pop()
            if space in group:
                continue
            group.add(space)
            waiting.extend(near for near in neighbours(*space) if near in spaces)
        seen.update(group)
        found.append(group)
    return found


def clusters(grid: Grid, terrain: str) -> list[set[Space]]:
    """Return the clusters of *terrain*; a farm-and-village space is in those of both."""
    return groups(spaces_of(grid, terrain))


def surroundings(cluster: set[Space]) -> set[Space]:
    """Return the distinct spaces outside *cluster* that are adjacent to it."""
    around: set[Space] = set()
    for r, c in cluster:
        for neighbour in neighbours(r, c):
            if neighbour not in cluster:
                around.add(neighbour)
    return around
