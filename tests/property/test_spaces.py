"""Sets of spaces and shapes against a naive model: plain sets of (row, column) pairs."""

from collections import Counter
from functools import cache
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.facts import AMBUSHES, EXPLORE
from oracle.random_sheets import random_lines
from property.effort import times
from property.naive_moves import coordinates, mask_of
from property.strategies import masks
from quillmap.play.textmap import read_rows
from quillmap.rules import CARDS, Sheet, Terrain, spaces
from quillmap.rules.ambush import first_to_cover, slide, walk
from quillmap.rules.cards import AmbushCard, Corner, ExploreCard
from quillmap.rules.shapes import (
    PAIR,
    SINGLE,
    SQUARE,
    Shape,
    anchors,
    covered,
    covers,
    fits,
    hanging,
    placements,
    reach,
    shape,
)
from quillmap.rules.sheet import (
    closed_mountains,
    coins_between,
    destroy,
    empty,
    filled,
    gorgon_targets,
    haunted,
    is_dragon_tamed,
    strike,
    troll_targets,
    with_terrain,
    zombie_wave,
)
from quillmap.rules.spaces import SIZE

Pair = tuple[int, int]
Pairs = frozenset[Pair]

ALL: Final[Pairs] = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))


def moved(pairs: Pairs, down: int, right: int) -> Pairs:
    """Return *pairs* moved, without what leaves the map."""
    return frozenset((row + down, column + right) for row, column in pairs) & ALL


def around(pairs: Pairs) -> Pairs:
    """Return everything that shares a side with one of *pairs*."""
    return moved(pairs, 0, 1) | moved(pairs, 0, -1) | moved(pairs, 1, 0) | moved(pairs, -1, 0)


def groups(pairs: Pairs) -> list[Pairs]:
    """Return the connected groups of *pairs*, by their first space."""
    rest, found = set(pairs), []
    for start in sorted(pairs):
        if start in rest:
            group = {start}
            while grown := (around(frozenset(group)) & rest) - group:
                group |= grown
            rest -= group
            found.append(frozenset(group))
    return found


# -- sets of spaces ----------------------------------------------------------------------------------


def test_constants() -> None:
    """The named sets are the rows, columns, edge and diagonals of the map."""
    assert coordinates(spaces.BOARD) == ALL
    assert coordinates(spaces.EDGE) == {pair for pair in ALL if 0 in pair or SIZE - 1 in pair}
    for number in range(SIZE):
        assert coordinates(spaces.ROWS[number]) == {(row, column) for row, column in ALL if row == number}
        assert coordinates(spaces.COLUMNS[number]) == {(row, column) for row, column in ALL if column == number}
        assert coordinates(spaces.DIAGONALS[number]) == {(row, column) for row, column in ALL if row - column == number}


@settings(max_examples=times(50))
@given(masks())
def test_steps(mask: int) -> None:
    """One step each way loses what leaves the map and wraps nowhere."""
    pairs = coordinates(mask)
    assert coordinates(spaces.above(mask)) == moved(pairs, -1, 0)
    assert coordinates(spaces.below(mask)) == moved(pairs, 1, 0)
    assert coordinates(spaces.left_of(mask)) == moved(pairs, 0, -1)
    assert coordinates(spaces.right_of(mask)) == moved(pairs, 0, 1)
    assert coordinates(spaces.beside(mask)) == around(pairs)
    assert coordinates(spaces.neighbours(mask)) == around(pairs) - pairs
    assert all(0 <= step(mask) <= spaces.BOARD for step in (spaces.above, spaces.below, spaces.beside))


@settings(max_examples=times(50))
@given(masks(), masks())
def test_two_sets(mask: int, other: int) -> None:
    """Touching, enclosing and being connected."""
    pairs, others = coordinates(mask), coordinates(other)
    assert spaces.touches(mask, other) == bool(around(pairs) & others)
    inside = {pair for pair in pairs if around(frozenset({pair})) <= others}
    assert coordinates(spaces.enclosed(mask, other)) == inside
    reached = frozenset().union(*(group for group in groups(others) if group & pairs))
    assert coordinates(spaces.cluster_of(mask, other)) == reached


@settings(max_examples=times(50))
@given(masks())
def test_parts(mask: int) -> None:
    """Clusters, single spaces and numbers come in reading order and make up the set."""
    pairs = coordinates(mask)
    assert [coordinates(cluster) for cluster in spaces.clusters(mask)] == groups(pairs)
    assert [coordinates(single) for single in spaces.singles(mask)] == [{pair} for pair in sorted(pairs)]
    assert [divmod(number, SIZE) for number in spaces.numbers(mask)] == sorted(pairs)
    assert mask == mask_of(pairs)


# -- shapes ------------------------------------------------------------------------------------------


@cache
def turned(pairs: Pairs) -> frozenset[Pairs]:
    """Return *pairs* in all eight ways, each pushed to the top left."""
    found = set()
    for flip in (1, -1):
        each = frozenset((row, flip * column) for row, column in pairs)
        for _ in range(4):
            each = frozenset((column, -row) for row, column in each)
            found.add(frozenset((r - min(row for row, _ in each), c - min(col for _, col in each)) for r, c in each))
    return frozenset(found)


@cache
def laid(pairs: Pairs) -> frozenset[Pairs]:
    """Return every place of a shape on the map, its eight ways included."""
    places = [
        frozenset((row + down, column + right) for row, column in way)
        for way in turned(pairs)
        for down in range(SIZE)
        for right in range(SIZE)
    ]
    return frozenset(place for place in places if place <= ALL)


def cells(rows: tuple[str, ...]) -> Pairs:
    """Return the spaces of a shape drawn in rows."""
    return frozenset((row, column) for row, line in enumerate(rows) for column, each in enumerate(line) if each == "#")


PRINTED: Final[list[Shape]] = [
    *(shape for card in CARDS.values() for _, shape in getattr(card, "named_shapes", ())),
    SINGLE,
    PAIR,
    SQUARE,
]


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Draw a shape of a card or an invented one, gaps allowed."""
    if draw(st.booleans()):
        return draw(st.sampled_from(PRINTED))
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = draw(st.lists(st.text("#.", min_size=width, max_size=width), min_size=height, max_size=height))
    kept = [[*row] for row in rows]
    kept[0][draw(st.integers(0, width - 1))] = "#"  # a shape begins in the first row and column of its outline
    kept[draw(st.integers(0, height - 1))][0] = "#"
    return shape(*("".join(row) for row in kept))


def test_printed_shapes() -> None:
    """The shapes of the cards are the printed ones."""
    for card_id, card in CARDS.items():
        match card:
            case ExploreCard():
                printed = EXPLORE[card_id].shapes
                assert [cells(each.rows) for each in card.shapes] == [each.spaces for each in printed]
                assert [each.coin for each in card.shapes] == [each.coin for each in printed]
            case AmbushCard():
                assert cells(card.shape.rows) == AMBUSHES[card_id].shape
    assert CARDS.keys() >= EXPLORE.keys() | AMBUSHES.keys()


@settings(max_examples=times(40))
@given(shapes(), masks())
def test_placements(drawn: Shape, free: int) -> None:
    """A shape fits where some way of turning and flipping it lies wholly on free spaces: all such places, each once."""
    pairs, room = cells(drawn.rows), coordinates(free)
    naive = {place for place in laid(pairs) if place <= room}
    found = list(placements(drawn, free))
    assert len(found) == len(set(found)) == len(naive)
    assert {coordinates(place) for place in found} == naive
    assert fits(drawn, free) == bool(naive)
    assert {coordinates(each.mask) for each in drawn.orientations} == turned(pairs)
    assert coordinates(drawn.orientations[0].mask) == pairs


@settings(max_examples=times(40))
@given(shapes(), masks(), masks())
def test_anchors(drawn: Shape, free: int, wanted: int) -> None:
    """Anchors are where a turned shape fits; those in reach are where it covers something wanted as well."""
    room, goal = coordinates(free), coordinates(wanted)
    for orientation in drawn.orientations:
        way = coordinates(orientation.mask)
        where = {(down, right) for down, right in ALL if _at(way, down, right) <= room}
        assert coordinates(anchors(orientation, free)) == where
        both = anchors(orientation, free) & reach(orientation, wanted)
        assert coordinates(both) == {(down, right) for down, right in where if _at(way, down, right) & goal}
        hidden = frozenset().union(*(_at(way, down, right) for down, right in where))
        assert coordinates(covered(orientation, anchors(orientation, free))) == hidden


def _at(way: Pairs, down: int, right: int) -> Pairs:
    """Return a shape moved, with what leaves the map."""
    return frozenset((row + down, column + right) for row, column in way)


@given(shapes(), st.data())
def test_covers(drawn: Shape, data: st.DataObject) -> None:
    """A set of spaces is a shape if it is one of its places."""
    places = sorted(mask_of(place) for place in laid(cells(drawn.rows)))
    near = st.sampled_from(places).flatmap(lambda place: st.sampled_from([place, place ^ 1, place << 1, place >> 11]))
    mask = data.draw(near | masks() | st.integers())
    assert covers(drawn, mask) == (mask in places)


@pytest.mark.parametrize("drawn", PRINTED, ids=lambda each: "/".join(each.rows))
def test_hanging(drawn: Shape) -> None:
    """What is left on the map of a shape over the edge: some of it, and not all of it (9.3)."""
    parts = {
        (_at(way, down, right) & ALL, _at(way, down, right))
        for way in turned(cells(drawn.rows))
        for down in range(-4, SIZE + 4)
        for right in range(-4, SIZE + 4)
    }
    assert {coordinates(part) for part in hanging(drawn)} == {
        inside for inside, whole in parts if inside and inside < whole
    }


# -- ambushes that come by themselves ----------------------------------------------------------------


@pytest.mark.parametrize("corner", Corner)
@pytest.mark.parametrize("is_clockwise", [True, False])
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 3), (3, 1), (2, 3), (3, 3), (5, 2)])
def test_walk(height: int, width: int, corner: Corner, is_clockwise: bool) -> None:
    """The walk starts in its corner, goes round ring by ring, and meets every place once (8.2)."""
    places = [divmod(place, SIZE) for place in walk(height, width, corner, is_clockwise)]
    bottom, right = SIZE - height, SIZE - width
    assert sorted(places) == [(row, column) for row in range(bottom + 1) for column in range(right + 1)]
    assert places[0] == (bottom if "bottom" in corner else 0, right if "right" in corner else 0)
    rings = [min(row, column, bottom - row, right - column) for row, column in places]
    assert rings == sorted(rings)
    for ring in range(max(rings)):  # the innermost may be a single line, walked from end to end
        way = [place for place, each in zip(places, rings, strict=True) if each == ring]
        steps = [(row - r, column - c) for (r, c), (row, column) in zip(way, way[1:] + way[:1], strict=True)]
        assert all(abs(down) + abs(across) == 1 for down, across in steps)
        centre = ring + (bottom - 2 * ring) / 2, ring + (right - 2 * ring) / 2
        turns = [
            across * (centre[0] - row) - down * (centre[1] - column)
            for (row, column), (down, across) in zip(way, steps, strict=True)
        ]
        assert all(turn > 0 for turn in turns) if is_clockwise else all(turn < 0 for turn in turns)


@settings(max_examples=times(40))
@given(st.sampled_from([card for card in CARDS.values() if isinstance(card, AmbushCard)]), masks())
def test_slide_and_cover(card: AmbushCard, free: int) -> None:
    """An ambush lies at the first free place of its walk; under ``cover`` it covers the first space that it can."""
    room, way = coordinates(free), cells(card.shape.rows)
    printed = card.shape.orientations[0]
    order = [divmod(place, SIZE) for place in walk(printed.height, printed.width, card.corner, card.clockwise)]
    free_places = [_at(way, row, column) for row, column in order if _at(way, row, column) <= room]
    assert coordinates(slide(card, free)) == (free_places[0] if free_places else frozenset())
    possible = {pair for place in laid(way) if place <= room for pair in place}
    first = [pair for place in walk(1, 1, card.corner, card.clockwise) if (pair := divmod(place, SIZE)) in possible]
    assert coordinates(first_to_cover(card, free)) == frozenset(first[:1])


# -- sheets ------------------------------------------------------------------------------------------


@cache
def random_sheets() -> list[tuple[Sheet, Random]]:
    """Return sheets with everything on them, and some randomness to go on with; always the same."""
    found = []
    for number in range(400):
        random = Random(f"sheet {number}")
        sheet = read_rows(random_lines(random))
        places = sheet.monster | sheet.destroyed
        letters = {name: random_mask(random) & places for name in ("gorgon", "dragon", "zombie", "troll")}
        found.append((sheet._replace(path=random_mask(random), **letters), random))
    return found


def random_mask(random: Random) -> int:
    """Return a set of spaces: none, few or many."""
    return random.choice((0, random.getrandbits(121) & random.getrandbits(121), random.getrandbits(121)))


def test_sheet_sets() -> None:
    """What is empty, haunted, struck, in reach of monsters: as the rules say it."""
    for sheet, _ in random_sheets():
        sets = {name: coordinates(mask) for name, mask in sheet._asdict().items()}
        full = frozenset().union(*(sets[name] for name in Sheet._fields[: Sheet._fields.index("ruins")]))
        free, monsters = ALL - full, sets["monster"]
        assert coordinates(filled(sheet)) == full
        assert coordinates(empty(sheet)) == free
        assert coordinates(haunted(sheet)) == free & around(monsters)
        assert coordinates(strike(sheet)) == monsters & sets["path"]
        spared = sets["mountain"] | sets["wasteland"] | sets["destroyed"]
        assert coordinates(gorgon_targets(sheet)) == around(sets["gorgon"] & monsters) - spared
        assert coordinates(troll_targets(sheet)) == around(sets["troll"] & monsters) & free
        assert coordinates(zombie_wave(sheet)) == around(sets["zombie"] & monsters) & free
        assert is_dragon_tamed(sheet) == is_tamed(sheet)


def closed_in(sheet: Sheet, pairs: Pairs) -> Pairs:
    """Return those of *pairs* without an empty neighbour."""
    free = coordinates(empty(sheet))
    return frozenset(pair for pair in pairs if not around(frozenset({pair})) & free)


def is_tamed(sheet: Sheet) -> bool:
    """Return whether there is a Dragon, and each of its spaces is destroyed or closed in (5.3)."""
    dragon = coordinates(sheet.dragon)
    return bool(dragon) and dragon - coordinates(sheet.destroyed) <= closed_in(sheet, dragon)


def test_coins() -> None:
    """Each mountain pays one coin when it is closed in, the Dragon three, neither again (4.5, 5.3)."""
    paid = Counter[int]()
    for before, random in random_sheets():
        open_spaces = empty(before)
        kept = random_mask(random) & random_mask(random)
        after = with_terrain(before, random.choice((open_spaces, open_spaces & ~kept)), Terrain.FARM)
        mountains = coordinates(before.mountain)
        assert coordinates(closed_mountains(after)) == closed_in(after, mountains)
        coins = len(closed_in(after, mountains) - closed_in(before, mountains))
        coins += 3 * (is_tamed(after) and not is_tamed(before))
        assert coins_between(before, after) == coins
        assert coins_between(after, after) == 0
        paid[coins] += 1
    assert paid.keys() >= {0, 1, 2, 3, 4, 5}


def test_destroying() -> None:
    """Destroyed spaces are filled, have no terrain, and keep every mark."""
    for sheet, random in random_sheets():
        lost = random_mask(random)
        after = destroy(sheet, lost)
        for name, before in sheet._asdict().items():
            now = getattr(after, name)
            if name == "destroyed":
                assert now == before | lost
            elif name in ("forest", "village", "farm", "water", "monster", "hero"):
                assert now == before & ~lost
            else:
                assert now == before
