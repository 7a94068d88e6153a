"""Village cards.

| card | box | solo value |
|---|---|---|
| Wildholds | base | 16 |
| Great City | base | 16 |
| Greengold Plains | base | 21 |
| Shieldgate | base | 20 |
| Traylo Monastery | Heroes | 14 |
| Gnomish Colony | Heroes | 12 |
| Outer Enclave | Heroes | 12 |
| Caravansary | Heroes | 16 |
"""

from quillmap.rules.cards import Box
from quillmap.rules.scoring.registry import Awards, Suit, card, variant
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import (
    COLUMNS,
    NOWHERE,
    ROWS,
    Mask,
    below,
    clusters,
    neighbours,
    right_of,
    touches,
)


@card("wildholds", Box.BASE, Suit.VILLAGE, solo_value=16)
def wildholds(sheet: Sheet) -> Awards:
    """Eight for each village cluster of six or more spaces."""
    for cluster in clusters(sheet.village):
        if cluster.bit_count() >= 6:
            yield 8, cluster


@variant("wildholds", rulebook="el")
def wildholds_greek(sheet: Sheet) -> Awards:
    """Six for each village cluster of six or more spaces."""
    for _, cluster in wildholds(sheet):
        yield 6, cluster


@card("great-city", Box.BASE, Suit.VILLAGE, solo_value=16)
def great_city(sheet: Sheet) -> Awards:
    """One for each space of the largest village cluster that touches no mountain."""
    city: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        if cluster.bit_count() > city.bit_count() and not touches(cluster, sheet.mountain):
            city = cluster
    yield city.bit_count(), city


@card("greengold-plains", Box.BASE, Suit.VILLAGE, solo_value=21)
def greengold_plains(sheet: Sheet) -> Awards:
    """Three for each village cluster with three or more other terrain types around it."""
    for cluster in clusters(sheet.village):
        around = neighbours(cluster)
        types = 0
        # Not wasteland, ruins, destroyed spaces or the edge: none of them is a terrain.
        for terrain in (
            sheet.forest,
            sheet.farm,
            sheet.water,
            sheet.monster,
            sheet.mountain,
            sheet.hero,
        ):
            if around & terrain:
                types += 1
        if types >= 3:
            yield 3, cluster


@card("shieldgate", Box.BASE, Suit.VILLAGE, solo_value=20)
def shieldgate(sheet: Sheet) -> Awards:
    """Two for each space of the second largest village cluster; of two equally large ones, the second counts."""
    largest: Mask = NOWHERE
    second: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        if cluster.bit_count() > largest.bit_count():
            second = largest
            largest = cluster
        elif cluster.bit_count() > second.bit_count():
            second = cluster
    yield 2 * second.bit_count(), second


@card("traylo-monastery", Box.HEROES, Suit.VILLAGE, solo_value=14)
def traylo_monastery(sheet: Sheet) -> Awards:
    """Seven for each village cluster that contains a straight line of four."""
    for cluster in clusters(sheet.village):
        pairs = cluster & right_of(cluster)
        stacks = cluster & below(cluster)
        across = pairs & right_of(right_of(pairs))
        down = stacks & below(below(stacks))
        if across | down:
            yield 7, cluster


@card("gnomish-colony", Box.HEROES, Suit.VILLAGE, solo_value=12)
def gnomish_colony(sheet: Sheet) -> Awards:
    """Six for each village cluster that contains a square of 2×2."""
    for cluster in clusters(sheet.village):
        pairs = cluster & right_of(cluster)
        if pairs & below(pairs):
            yield 6, cluster


@card("outer-enclave", Box.HEROES, Suit.VILLAGE, solo_value=12)
def outer_enclave(sheet: Sheet) -> Awards:
    """One for each empty space around one village cluster, the one that has most."""
    best: Mask = NOWHERE
    free = empty(sheet)
    for cluster in clusters(sheet.village):
        around = neighbours(cluster) & free
        if around.bit_count() > best.bit_count():
            best = around
    yield best.bit_count(), best


@card("caravansary", Box.HEROES, Suit.VILLAGE, solo_value=16)
def caravansary(sheet: Sheet) -> Awards:
    """One for each row and column that one village cluster reaches, the one that reaches most."""
    best = 0
    inn: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        reach = _lines_reached(cluster)
        if reach > best:
            best = reach
            inn = cluster
    yield best, inn


def _lines_reached(cluster: Mask) -> int:
    reach = 0
    for row in ROWS:
        if cluster & row:
            reach += 1
    for column in COLUMNS:
        if cluster & column:
            reach += 1
    return reach
