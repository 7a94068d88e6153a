"""Spatial cards.

| card | box | solo value |
|---|---|---|
| Borderlands | base | 24 |
| Lost Barony | base | 24 |
| The Broken Road | base | 24 |
| The Cauldrons | base | 20 |
| Dwarvenholds | Heroes | 28 |
| Banded Hills | Heroes | 28 |
| Silos | Heroes | 30 |
| Starlit Sigil | Heroes | 30 |
"""

from quillmap.rules.cards import Box
from quillmap.rules.scoring.registry import Awards, Suit, card
from quillmap.rules.sheet import Sheet, empty, filled
from quillmap.rules.spaces import (
    COLUMNS,
    DIAGONALS,
    ROWS,
    above,
    below,
    clusters,
    enclosed,
    left_of,
    right_of,
)


@card("borderlands", Box.BASE, Suit.SPATIAL, solo_value=24)
def borderlands(sheet: Sheet) -> Awards:
    """Six for each full row and each full column."""
    full = filled(sheet)
    for row in ROWS:
        if full & row == row:
            yield 6, row
    for column in COLUMNS:
        if full & column == column:
            yield 6, column


@card("lost-barony", Box.BASE, Suit.SPATIAL, solo_value=24)
def lost_barony(sheet: Sheet) -> Awards:
    """Three for each space along one side of the largest full square."""
    side = 0
    corners = filled(sheet)
    rest = filled(sheet)
    while rest:  # the top-left corners of full squares with sides of side + 1
        corners = rest
        side += 1
        rest = rest & left_of(rest) & above(rest) & above(left_of(rest))
    if side:
        square = corners & -corners
        for _ in range(side - 1):
            square = square | right_of(square) | below(square) | below(right_of(square))
        yield 3 * side, square


@card("broken-road", Box.BASE, Suit.SPATIAL, solo_value=24)
def broken_road(sheet: Sheet) -> Awards:
    """Three for each full diagonal from the left edge down to the bottom edge."""
    full = filled(sheet)
    for diagonal in DIAGONALS:
        if full & diagonal == diagonal:
            yield 3, diagonal


@card("cauldrons", Box.BASE, Suit.SPATIAL, solo_value=20)
def cauldrons(sheet: Sheet) -> Awards:
    """One for each empty space with no empty neighbour."""
    kettles = enclosed(empty(sheet), filled(sheet))
    yield kettles.bit_count(), kettles


@card("dwarvenholds", Box.HEROES, Suit.SPATIAL, solo_value=28)
def dwarvenholds(sheet: Sheet) -> Awards:
    """Seven for each full row and each full column with a mountain in it."""
    full = filled(sheet)
    for row in ROWS:
        if full & row == row and sheet.mountain & row:
            yield 7, row
    for column in COLUMNS:
        if full & column == column and sheet.mountain & column:
            yield 7, column


@card("banded-hills", Box.HEROES, Suit.SPATIAL, solo_value=28)
def banded_hills(sheet: Sheet) -> Awards:
    """Four for each row with five or more terrain types."""
    for row in ROWS:
        types = 0
        for terrain in (
            sheet.forest,
            sheet.village,
            sheet.farm,
            sheet.water,
            sheet.monster,
            sheet.hero,
            sheet.mountain,
        ):
            if terrain & row:
                types += 1
        if types >= 5:
            yield 4, row


@card("silos", Box.HEROES, Suit.SPATIAL, solo_value=30)
def silos(sheet: Sheet) -> Awards:
    """Ten for each full column with an odd number."""
    full = filled(sheet)
    for column in COLUMNS[::2]:  # the first one is number 1
        if full & column == column:
            yield 10, column


@card("starlit-sigil", Box.HEROES, Suit.SPATIAL, solo_value=30)
def starlit_sigil(sheet: Sheet) -> Awards:
    """Four for each group of exactly three connected empty spaces."""
    for cluster in clusters(empty(sheet)):
        if cluster.bit_count() == 3:
            yield 4, cluster
