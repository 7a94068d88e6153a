"""What a seat may draw on a revealed explore card or ambush (RULES 4, 5, 8.2)."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from quillmap.rules.ambush import first_to_cover
from quillmap.rules.cards import AmbushCard, ExploreCard
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Draw, IllegalMove
from quillmap.rules.shapes import (
    PAIR,
    SINGLE,
    SINGLE_SHAPE,
    Orientation,
    Shape,
    ShapeName,
    anchors,
    covers,
    reach,
)
from quillmap.rules.sheet import empty
from quillmap.rules.spaces import BOARD, Mask, singles
from quillmap.rules.state import State, ambush_sheet
from quillmap.rules.terrain import DRAWABLE, Terrain

Place: TypeAlias = tuple[ShapeName, Orientation, Mask]
"""All the places of a shape turned one way: which shape, turned how, and its anchors."""


class Drawings:
    """All legal drawings of one seat without a skill, each computed when it is needed."""

    __slots__ = (
        "_places",
        "free",
        "seat",
        "shapes",
        "sheet",
        "single_terrains",
        "terrains",
        "wanted",
        "wanted_code",
    )

    def __init__(
        self,
        seat: Seat,
        sheet: Seat,
        free: Mask,
        wanted: Mask | None,
        shapes: tuple[tuple[ShapeName, Shape], ...],
        terrains: tuple[Terrain, ...],
        single_terrains: tuple[Terrain, ...],
        wanted_code: str = "ruins-not-covered",
    ) -> None:
        self.seat = seat
        self.sheet = sheet
        """Whose map is drawn on."""
        self.free = free
        """The empty spaces of that map."""
        self.wanted = wanted
        """Spaces of which the shape has to cover at least one, or ``None``."""
        self.shapes = shapes
        self.terrains = terrains
        self.single_terrains = single_terrains
        """What the 1×1 may be filled with if no shape fits."""
        self.wanted_code = wanted_code
        """Why a shape that covers none of them is refused."""
        self._places: tuple[Place, ...] | None = None

    def places(self) -> tuple[Place, ...]:
        """Return every way to turn a shape that has a place, with all its anchors; the fallback if none has."""
        if self._places is None:
            free, wanted = self.free, self.wanted
            found: list[Place] = []
            for name, shape in self.shapes:
                for orientation in shape.orientations:
                    where = anchors(orientation, free)
                    if where and wanted is not None:
                        where &= reach(orientation, wanted)
                    if where:
                        found.append((name, orientation, where))
            if not found and free:
                found = [(SINGLE_SHAPE, SINGLE.orientations[0], free)]
            self._places = tuple(found)
        return self._places

    @property
    def is_fallback(self) -> bool:
        """Whether no shape of the card can be drawn, so that a 1×1 is (4.3, 5.2)."""
        places = self.places()
        return bool(places) and places[0][0] is SINGLE_SHAPE

    def terrains_of(self, name: ShapeName) -> tuple[Terrain, ...]:
        """Return what a shape may be filled with."""
        return self.single_terrains if name is SINGLE_SHAPE else self.terrains

    def count(self) -> int:
        """Return how many drawings there are: places times terrains."""
        places = self.places()
        if not places:
            return 0
        terrains = len(self.terrains_of(places[0][0]))
        return terrains * sum(where.bit_count() for _, _, where in places)

    def masks(self) -> Iterator[tuple[ShapeName, Mask]]:
        """Yield the spaces of every drawing, whatever its terrain."""
        for name, orientation, where in self.places():
            for anchor in singles(where):
                yield name, orientation.mask * anchor

    def __iter__(self) -> Iterator[Draw]:
        for name, spaces in self.masks():
            for terrain in self.terrains_of(name):
                yield Draw(self.seat, spaces, terrain)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Draw):
            return False
        try:
            self.check(move)
        except IllegalMove:
            return False
        return move.seat == self.seat and move.skill is None

    def pick(self, below: Callable[[int], int]) -> Draw:
        """Return a drawing chosen uniformly; *below(n)* gives a number from 0 to n - 1."""
        places = self.places()
        terrains = self.terrains_of(places[0][0])
        sizes = [where.bit_count() for _, _, where in places]
        index, terrain = divmod(below(len(terrains) * sum(sizes)), len(terrains))
        place = 0
        while index >= sizes[place]:
            index -= sizes[place]
            place += 1
        _, orientation, where = places[place]
        for _ in range(index):
            where &= where - 1
        return Draw(self.seat, orientation.mask * (where & -where), terrains[terrain])

    def check(self, move: Draw) -> ShapeName:
        """Return which shape *move* draws, or raise ``IllegalMove``; its skill is ignored."""
        self.check_free(move.spaces)
        name = self.shape_name(move.spaces)
        if name is not SINGLE_SHAPE:
            self.check_wanted(move.spaces)
        if move.terrain not in self.terrains_of(name):
            raise IllegalMove("wrong-terrain", terrain=str(move.terrain))
        return name

    def check_free(self, spaces: Mask) -> None:
        """Raise ``IllegalMove`` unless *spaces* are empty spaces of the map."""
        if spaces < 0 or spaces & ~BOARD:
            raise IllegalMove("off-the-map")
        if spaces == 0:
            raise IllegalMove("nothing-drawn")
        if spaces & ~self.free:
            raise IllegalMove("space-filled", spaces=spaces & ~self.free)

    def check_wanted(self, spaces: Mask) -> None:
        """Raise ``IllegalMove`` unless *spaces* cover what they have to."""
        if self.wanted is not None and not spaces & self.wanted:
            raise IllegalMove(self.wanted_code)

    def shape_name(self, spaces: Mask) -> ShapeName:
        """Return which of the shapes *spaces* are, or raise ``IllegalMove``."""
        if spaces.bit_count() == 1 and self.is_fallback:
            return SINGLE_SHAPE
        for name, shape in self.shapes:
            if covers(shape, spaces):
                return name
        raise IllegalMove("shape-fits" if spaces.bit_count() == 1 else "wrong-shape")


def drawings(state: State, seat: Seat) -> Drawings:
    """Return what *seat* may draw in this round."""
    card = state.revealed_card
    if isinstance(card, ExploreCard):
        return _explore_drawings(state, seat, card)
    assert isinstance(card, AmbushCard)
    return _ambush_drawings(state, seat, ambush_sheet(state, seat), card)


def _explore_drawings(state: State, seat: Seat, card: ExploreCard) -> Drawings:
    sheet = state.seats[seat].sheet
    free = empty(sheet)
    if state.ruins_pending:
        return Drawings(seat, seat, free, sheet.ruins & free, card.named_shapes, card.terrains, DRAWABLE)
    singles = DRAWABLE if state.rulebook.fallback_any else card.terrains
    return Drawings(seat, seat, free, None, card.named_shapes, card.terrains, singles)


def _ambush_drawings(state: State, seat: Seat, sheet: Seat, card: AmbushCard) -> Drawings:
    owner = state.seats[sheet]
    free = empty(owner.sheet)
    monster = (Terrain.MONSTER,)
    if sheet in state.evading:
        pair = ((ShapeName.PAIR, PAIR),)
        return Drawings(seat, sheet, free, None, pair, monster, monster)
    # Without a neighbour a seat is only asked under the German rule, and only if there is a place.
    wanted = first_to_cover(card, free) if state.is_automatic else None
    singles = state.rulebook.ambush_single
    return Drawings(seat, sheet, free, wanted, card.named_shapes, monster, singles, "not-the-first-place")
