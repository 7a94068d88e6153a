"""Farm and water cards.

| card | box | solo value |
|---|---|---|
| Canal Lake | base | 24 |
| Mages Valley | base | 22 |
| The Golden Granary | base | 20 |
| Shoreside Expanse | base | 27 |
| Craylund | Heroes | 12 |
| Clawsgrave Peaks | Heroes | 15 |
| Ulem's Wallow | Heroes | 14 |
| Jorekburg | Heroes | 18 |
"""

from quillmap.rules.cards import Box
from quillmap.rules.scoring.registry import Awards, Suit, card
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import (
    COLUMNS,
    EDGE,
    above,
    below,
    beside,
    cluster_of,
    clusters,
    left_of,
    neighbours,
    right_of,
    singles,
    touches,
)


@card("canal-lake", Box.BASE, Suit.FARM_WATER, solo_value=24)
def canal_lake(sheet: Sheet) -> Awards:
    """One for each water space beside a farm and each farm space beside water."""
    watered = sheet.farm & beside(sheet.water)
    shore = sheet.water & beside(sheet.farm)
    yield watered.bit_count(), watered
    yield shore.bit_count(), shore


@card("mages-valley", Box.BASE, Suit.FARM_WATER, solo_value=22)
def mages_valley(sheet: Sheet) -> Awards:
    """Two for each water space and one for each farm space beside a mountain."""
    slopes = beside(sheet.mountain)
    springs = sheet.water & slopes
    terraces = sheet.farm & slopes
    yield 2 * springs.bit_count(), springs
    yield terraces.bit_count(), terraces


@card("golden-granary", Box.BASE, Suit.FARM_WATER, solo_value=20)
def golden_granary(sheet: Sheet) -> Awards:
    """Three for each farm space on ruins and one for each water space beside ruins, filled or empty."""
    granaries = sheet.farm & sheet.ruins
    moats = sheet.water & beside(sheet.ruins)
    yield 3 * granaries.bit_count(), granaries
    yield moats.bit_count(), moats


@card("shoreside-expanse", Box.BASE, Suit.FARM_WATER, solo_value=27)
def shoreside_expanse(sheet: Sheet) -> Awards:
    """Three for each farm cluster away from water and edge, and each water cluster away from farm and edge."""
    for cluster in clusters(sheet.farm):
        if not cluster & EDGE and not touches(cluster, sheet.water):
            yield 3, cluster
    for cluster in clusters(sheet.water):
        if not cluster & EDGE and not touches(cluster, sheet.farm):
            yield 3, cluster


@card("craylund", Box.HEROES, Suit.FARM_WATER, solo_value=12)
def craylund(sheet: Sheet) -> Awards:
    """Seven for each farm cluster with three or more water spaces around it."""
    for cluster in clusters(sheet.farm):
        if (neighbours(cluster) & sheet.water).bit_count() >= 3:
            yield 7, cluster


@card("clawsgrave-peaks", Box.HEROES, Suit.FARM_WATER, solo_value=15)
def clawsgrave_peaks(sheet: Sheet) -> Awards:
    """Five for each mountain that a water cluster joins to a farm."""
    ways = cluster_of(beside(sheet.farm), sheet.water)
    for mountain in singles(sheet.mountain & beside(ways)):
        yield 5, mountain | cluster_of(beside(mountain), ways)


@card("ulems-wallow", Box.HEROES, Suit.FARM_WATER, solo_value=14)
def ulems_wallow(sheet: Sheet) -> Awards:
    """Four for each water space beside two or more farm spaces."""
    up, down = above(sheet.farm), below(sheet.farm)
    left, right = left_of(sheet.farm), right_of(sheet.farm)
    # Two of the four sides: both of a pair, or one of each pair.
    twice = up & down | left & right | (up | down) & (left | right)
    wallows = sheet.water & twice
    yield 4 * wallows.bit_count(), wallows


@card("jorekburg", Box.HEROES, Suit.FARM_WATER, solo_value=18)
def jorekburg(sheet: Sheet) -> Awards:
    """Four for each column with as many farm as water spaces, at least one of each."""
    for column in COLUMNS:
        farms = sheet.farm & column
        waters = sheet.water & column
        if farms and farms.bit_count() == waters.bit_count():
            yield 4, farms | waters
