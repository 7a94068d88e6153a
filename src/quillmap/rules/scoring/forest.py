"""Forest cards.

| card | box | solo value |
|---|---|---|
| Sentinel Wood | base | 25 |
| Greenbough | base | 22 |
| Treetower | base | 17 |
| Stoneside Forest | base | 18 |
| Faunlost Thicket | Heroes | 16 |
| Heart of the Forest | Heroes | 22 |
| Deepwood | Heroes | 18 |
| Sleepy Valley | Heroes | 24 |
"""

from quillmap.rules.cards import Box
from quillmap.rules.scoring.registry import Awards, Suit, card
from quillmap.rules.sheet import Sheet, filled
from quillmap.rules.spaces import (
    COLUMNS,
    EDGE,
    NOWHERE,
    ROWS,
    Mask,
    above,
    below,
    beside,
    cluster_of,
    clusters,
    enclosed,
    singles,
    touches,
)


@card("sentinel-wood", Box.BASE, Suit.FOREST, solo_value=25)
def sentinel_wood(sheet: Sheet) -> Awards:
    """One for each forest space at the edge of the map."""
    wood = sheet.forest & EDGE
    yield wood.bit_count(), wood


@card("greenbough", Box.BASE, Suit.FOREST, solo_value=22)
def greenbough(sheet: Sheet) -> Awards:
    """One for each row and each column with a forest in it."""
    for row in ROWS:
        if sheet.forest & row:
            yield 1, sheet.forest & row
    for column in COLUMNS:
        if sheet.forest & column:
            yield 1, sheet.forest & column


@card("treetower", Box.BASE, Suit.FOREST, solo_value=17)
def treetower(sheet: Sheet) -> Awards:
    """One for each forest space with no empty neighbour."""
    towers = enclosed(sheet.forest, filled(sheet))
    yield towers.bit_count(), towers


@card("stoneside-forest", Box.BASE, Suit.FOREST, solo_value=18)
def stoneside_forest(sheet: Sheet) -> Awards:
    """Three for each mountain that one forest cluster joins to another mountain."""
    ways: Mask = NOWHERE
    linked: Mask = NOWHERE
    for cluster in clusters(sheet.forest):
        joined = beside(cluster) & sheet.mountain
        if joined.bit_count() >= 2:
            ways = ways | cluster
            linked = linked | joined
    for mountain in singles(linked):
        yield 3, mountain | cluster_of(beside(mountain), ways)


@card("faunlost-thicket", Box.HEROES, Suit.FOREST, solo_value=16)
def faunlost_thicket(sheet: Sheet) -> Awards:
    """Two for each space of the longest unbroken vertical line of forest."""
    length = 0
    tops = sheet.forest
    rest = sheet.forest
    while rest:  # the top spaces of lines of length + 1: such a line holds two shorter ones
        tops = rest
        length += 1
        rest = rest & above(rest)
    if length:
        line = tops & -tops
        for _ in range(length - 1):
            line = line | below(line)
        yield 2 * length, line


@card("heart-of-the-forest", Box.HEROES, Suit.FOREST, solo_value=22)
def heart_of_the_forest(sheet: Sheet) -> Awards:
    """Two for each forest space with nothing but forest or the edge on its four sides."""
    hearts = enclosed(sheet.forest, sheet.forest)
    yield 2 * hearts.bit_count(), hearts


@card("deepwood", Box.HEROES, Suit.FOREST, solo_value=18)
def deepwood(sheet: Sheet) -> Awards:
    """Six for each forest cluster of five or more spaces that touches no village."""
    for cluster in clusters(sheet.forest):
        if cluster.bit_count() >= 5 and not touches(cluster, sheet.village):
            yield 6, cluster


@card("sleepy-valley", Box.HEROES, Suit.FOREST, solo_value=24)
def sleepy_valley(sheet: Sheet) -> Awards:
    """Four for each row with three or more forest spaces."""
    for row in ROWS:
        trees = sheet.forest & row
        if trees.bit_count() >= 3:
            yield 4, trees
