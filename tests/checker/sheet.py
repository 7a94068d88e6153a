"""One player's sheet as it stands, changed by what a record says happened."""

from collections.abc import Iterable
from functools import cache

from checker.facts import COIN_SLOTS
from checker.geometry import ALL_SPACES, NEIGHBOURS, SIZE, Space, Spaces, beside, placements
from oracle.sheet import Cell, Grid

DRAGON, ZOMBIE, TROLL, GORGON = "D", "Z", "T", "G"

_cell = cache(Cell)  # there are only some kinds of them


class Sheet:
    """The spaces of one map, its attack paths and its coin track."""

    def __init__(self, mountains: Spaces, ruins: Spaces, wasteland: Spaces) -> None:
        self.mountains = mountains
        self.ruins = ruins
        self.wasteland = wasteland
        self.empty: set[Space] = set(ALL_SPACES - mountains - wasteland)
        self.terrains: dict[Space, frozenset[str]] = {}
        self.destroyed: set[Space] = set()
        self.letters: dict[Space, str] = {}
        self.paths: set[Space] = set()
        self.slots = 0
        self.spent = 0
        # A mountain that wasteland shuts in from the start has no "last neighbour" to be filled.
        self.open_mountains = {m for m in mountains if self._has_empty_neighbour(m)}
        self.dragon_paid = False
        self.skill_used = False

    @property
    def coins(self) -> int:
        """Coins held: filled slots less those spent (9.1)."""
        return self.slots - self.spent

    def fits(self, shape: Spaces, on_ruins: bool) -> bool:
        """Whether a shape, turned and flipped, can be drawn (4.1), on empty ruins if told (4.2)."""
        wanted = self.ruins if on_ruins else ALL_SPACES
        return any(laid <= self.empty and laid & wanted for laid in placements(shape))

    def monsters(self) -> set[Space]:
        """Return the undestroyed monster spaces."""
        return {space for space, kinds in self.terrains.items() if "monster" in kinds}

    def lettered(self, letter: str) -> set[Space]:
        """Return the undestroyed spaces of a Heroes ambush."""
        return {s for s, found in self.letters.items() if found == letter} - self.destroyed

    def gorgon_targets(self) -> set[Space]:
        """Return what the Gorgon may destroy: neighbours, empty or filled (5.3)."""
        return beside(self.lettered(GORGON)) - self.mountains - self.wasteland - self.destroyed

    def troll_targets(self) -> set[Space]:
        """Return what the Troll may destroy: empty neighbours (7.4)."""
        return beside(self.lettered(TROLL)) & self.empty

    def zombie_wave(self) -> set[Space]:
        """Return the empty spaces that the Zombie reaches in one wave (7.4)."""
        return beside(self.lettered(ZOMBIE)) & self.empty

    def fill(self, spaces: Iterable[Space], terrains: Iterable[str], letter: str | None = None) -> set[Space]:
        """Draw on empty spaces and return the monsters destroyed on attack paths (6.2)."""
        kinds = frozenset(terrains)
        lost = set()
        for space in spaces:
            self.empty.remove(space)
            self.terrains[space] = kinds
            if letter is not None:
                self.letters[space] = letter
            if "monster" in kinds and space in self.paths:
                self.destroy(space)
                lost.add(space)
        return lost

    def mark_path(self, path: Iterable[Space]) -> set[Space]:
        """Mark an attack path and return the monsters on it, which are destroyed (6.2)."""
        marked = set(path)
        self.paths |= marked
        lost = marked & self.monsters()
        for space in lost:
            self.destroy(space)
        return lost

    def destroy(self, space: Space) -> None:
        """Make a space destroyed, whatever was there (1.3); a hero's path stays (6.2)."""
        self.empty.discard(space)
        self.terrains.pop(space, None)
        self.destroyed.add(space)

    def gain_coins(self, printed: int = 0) -> int:
        """Fill slots for what the event just done brings, and return how many (4.5, 5.3)."""
        shut = {m for m in self.open_mountains if not self._has_empty_neighbour(m)}
        self.open_mountains -= shut
        gained = printed + len(shut)
        if not self.dragon_paid and self._is_dragon_beaten():
            self.dragon_paid = True
            gained += 3
        gained = min(gained, COIN_SLOTS - self.slots)
        self.slots += gained
        return gained

    def grid(self) -> Grid:
        """Return the sheet for the scoring oracle."""
        return [[self._at((r, c)) for c in range(SIZE)] for r in range(SIZE)]

    def _at(self, space: Space) -> Cell:
        kinds = self.terrains.get(space, frozenset())
        if space in self.mountains:
            kinds = frozenset({"mountain"})
        return _cell(kinds, space in self.ruins, space in self.wasteland, space in self.destroyed)

    def _has_empty_neighbour(self, space: Space) -> bool:
        return any(other in self.empty for other in NEIGHBOURS[space])

    def _is_dragon_beaten(self) -> bool:
        dragon = [space for space, letter in self.letters.items() if letter == DRAGON]
        return bool(dragon) and all(space in self.destroyed or not self._has_empty_neighbour(space) for space in dragon)
