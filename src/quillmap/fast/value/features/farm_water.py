"""Outlooks for farm and water cards."""

from quillmap.fast.value.features.patterns import (
    COLUMNS,
    at_a_slant,
    at_least_two,
    by_sides,
    flat_pairs,
    lines_of_three,
    ring,
    squares,
    upright_pairs,
)
from quillmap.fast.value.features.register import outlook
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import EDGE, Mask, beside, cluster_of, clusters, neighbours, touches


@outlook("canal-lake")
def canal_lake(sheet: Sheet) -> tuple[int, ...]:
    """Farms beside water and water beside farms; those that still lack the other, and what is free beside them."""
    free = empty(sheet)
    dry = sheet.farm & ~beside(sheet.water)
    idle = sheet.water & ~beside(sheet.farm)
    by_farm, by_water = free & beside(sheet.farm), free & beside(sheet.water)
    to_dry, to_idle = free & beside(dry), free & beside(idle)
    return (
        sheet.farm.bit_count() + sheet.water.bit_count() - dry.bit_count() - idle.bit_count(),
        (dry & beside(free)).bit_count(),
        (idle & beside(free)).bit_count(),
        by_farm.bit_count(),
        by_water.bit_count(),
        (by_farm & by_water).bit_count(),
        to_dry.bit_count(),
        to_idle.bit_count(),
        at_least_two(to_dry, dry).bit_count() + at_least_two(to_idle, idle).bit_count(),
        ((to_dry | to_idle) & ~beside(free)).bit_count(),
        at_least_two(by_farm | by_water, free).bit_count(),
    )


@outlook("mages-valley")
def mages_valley(sheet: Sheet) -> tuple[int, ...]:
    """Water and farms beside mountains; the free spaces there, and how they can be reached."""
    free = empty(sheet)
    slopes = beside(sheet.mountain)
    water, farms = (sheet.water & slopes).bit_count(), (sheet.farm & slopes).bit_count()
    left = free & slopes
    none, one, two, three, _ = by_sides(left, free)
    return (
        2 * water + farms,
        left.bit_count(),
        none,
        one,
        two,
        three,
        at_a_slant(left),
        flat_pairs(left).bit_count() + upright_pairs(left).bit_count(),
        at_least_two(free & ~slopes, left).bit_count(),
        farms,
    )


@outlook("golden-granary")
def golden_granary(sheet: Sheet) -> tuple[int, ...]:
    """Farms on ruins and water beside ruins; the free spaces there, and how they can be reached."""
    free = empty(sheet)
    around = beside(sheet.ruins)
    granaries, moats = (sheet.farm & sheet.ruins).bit_count(), (sheet.water & around).bit_count()
    marks, left = sheet.ruins & free, free & around
    none, one, two, _, _ = by_sides(marks, free)
    hard, once, twice, _, _ = by_sides(left, free)
    return (
        3 * granaries + moats,
        marks.bit_count(),
        none,
        one,
        two,
        left.bit_count(),
        hard,
        once,
        twice,
        at_a_slant(left),
        at_least_two(free & ~around, left).bit_count(),
        granaries,
    )


@outlook("shoreside-expanse")
def shoreside_expanse(sheet: Sheet) -> tuple[int, ...]:
    """Clusters that count and how exposed they are; where new ones could be."""
    free = empty(sheet)
    good, exposed, spaces = 0, 0, 0
    for cluster in clusters(sheet.farm):
        if not cluster & EDGE and not touches(cluster, sheet.water):
            good += 1
            exposed += ring(cluster, free).bit_count()
            spaces += cluster.bit_count()
    for cluster in clusters(sheet.water):
        if not cluster & EDGE and not touches(cluster, sheet.farm):
            good += 1
            exposed += ring(cluster, free).bit_count()
            spaces += cluster.bit_count()
    fresh = free & ~EDGE & ~beside(sheet.farm | sheet.water)
    none, one, two, _, _ = by_sides(fresh, fresh)
    spoilt = free & (EDGE | beside(sheet.farm) & beside(sheet.water))
    return (
        3 * good,
        exposed,
        spaces,
        fresh.bit_count(),
        none,
        one,
        two,
        lines_of_three(fresh),
        squares(fresh).bit_count(),
        spoilt.bit_count(),
        fresh.bit_count() if good > 4 else 0,
    )


@outlook("craylund")
def craylund(sheet: Sheet) -> tuple[int, ...]:
    """Farm clusters by how many water spaces they lack, as far as there is room; where new ones could be."""
    free = empty(sheet)
    done, one, two, three, spaces, open_sides = 0, 0, 0, 0, 0, 0
    seen: Mask = free & ~free
    shared: Mask = free & ~free
    for cluster in clusters(sheet.farm):
        around = neighbours(cluster)
        waters, gap = (around & sheet.water).bit_count(), around & free
        shared = shared | (seen & gap)
        seen = seen | gap
        if waters >= 3:
            done += 1
            spaces += cluster.bit_count()
        elif waters + gap.bit_count() >= 3:
            one += 1 if waters == 2 else 0
            two += 1 if waters == 1 else 0
            three += 1 if waters == 0 else 0
            open_sides += gap.bit_count()
    fresh = free & ~beside(sheet.farm)
    return (
        7 * done,
        one,
        two,
        three,
        spaces,
        open_sides,
        shared.bit_count(),
        (fresh & beside(sheet.water)).bit_count(),
        at_least_two(fresh, sheet.water).bit_count(),
        fresh.bit_count(),
        (sheet.water & beside(fresh)).bit_count(),
    )


@outlook("clawsgrave-peaks")
def clawsgrave_peaks(sheet: Sheet) -> tuple[int, ...]:
    """Mountains by how many water spaces are missing between them and a farm."""
    free = empty(sheet)
    area = cluster_of(beside(sheet.farm), sheet.water)
    none, one = sheet.mountain & beside(area), 0
    joined = none
    two, three, four = 0, 0, 0
    for missing in range(1, 5):
        more = (beside(area) | beside(sheet.farm)) & free & ~area
        area = area | more
        area = area | cluster_of(beside(more), sheet.water)
        met = beside(area) & sheet.mountain & ~joined
        joined = joined | met
        one += met.bit_count() if missing == 1 else 0
        two += met.bit_count() if missing == 2 else 0
        three += met.bit_count() if missing == 3 else 0
        four += met.bit_count() if missing == 4 else 0
    idle = cluster_of(beside(sheet.mountain), sheet.water)
    waiting = idle & ~cluster_of(beside(sheet.farm), sheet.water)
    at_water = sheet.mountain & beside(waiting & cluster_of(beside(free), sheet.water))
    return (
        5 * none.bit_count(),
        one,
        two,
        three,
        four,
        at_water.bit_count(),
        (sheet.mountain & ~joined).bit_count(),
        (ring(waiting, free)).bit_count(),
        (free & beside(sheet.mountain) & ~beside(none)).bit_count(),
        (free & beside(sheet.farm)).bit_count(),
    )


@outlook("ulems-wallow")
def ulems_wallow(sheet: Sheet) -> tuple[int, ...]:
    """Water spaces by how many farms they lack; free spaces by how many farms are beside them."""
    free = empty(sheet)
    none, one, two, three, four = by_sides(sheet.water, sheet.farm)
    single = sheet.water & beside(sheet.farm) & ~at_least_two(sheet.water, sheet.farm)
    bare = sheet.water & ~beside(sheet.farm)
    ready = at_least_two(free, sheet.farm)
    half = free & beside(sheet.farm) & ~ready
    return (
        4 * (two + three + four),
        (single & beside(free)).bit_count(),
        at_least_two(bare, free).bit_count(),
        one + none,
        ready.bit_count(),
        (ready & ~beside(free)).bit_count(),
        half.bit_count(),
        (half & beside(free)).bit_count(),
        (free & beside(single)).bit_count(),
        at_least_two(free, single).bit_count(),
        (flat_pairs(ready) | upright_pairs(ready)).bit_count(),
    )


@outlook("jorekburg")
def jorekburg(sheet: Sheet) -> tuple[int, ...]:
    """Columns by how far farm and water spaces are from being equal in number, as far as there is room."""
    free = empty(sheet)
    done, safe, one, two, three, bare, bare_wide, lost = 0, 0, 0, 0, 0, 0, 0, 0
    for column in COLUMNS:
        farms, waters = (sheet.farm & column).bit_count(), (sheet.water & column).bit_count()
        gap = (free & column).bit_count()
        lack = abs(farms - waters)
        if farms + waters == 0:
            bare += 1 if gap >= 2 else 0
            bare_wide += 1 if gap >= 5 else 0
        elif lack == 0:
            done += 1
            safe += 1 if gap <= 1 else 0
        elif lack > gap:
            lost += 1
        else:
            one += 1 if lack == 1 else 0
            two += 1 if lack == 2 else 0
            three += 1 if lack == 3 else 0
    return 4 * done, safe, one, two, three, bare, bare_wide, lost, flat_pairs(free).bit_count()
