"""Outlooks for village cards."""

from quillmap.fast.value.features.patterns import (
    COLUMNS,
    ROWS,
    at_least_two,
    flat_pairs,
    grown,
    kinds_around,
    ring,
    squares,
    upright_pairs,
)
from quillmap.fast.value.features.register import outlook
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import (
    NOWHERE,
    Mask,
    below,
    beside,
    cluster_of,
    clusters,
    neighbours,
    right_of,
    touches,
)


@outlook("wildholds")
def wildholds(sheet: Sheet) -> tuple[int, ...]:
    """Villages by size, as far as they can grow to six; what is wasted; where new ones could be."""
    free = empty(sheet)
    done, five, four, three, two, one, waste, best, sites = 0, 0, 0, 0, 0, 0, 0, 0, 0
    seen: Mask = NOWHERE
    shared: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        size = cluster.bit_count()
        around = ring(cluster, free)
        shared = shared | (seen & around)
        seen = seen | around
        reach = size + grown(around, free).bit_count()
        if size >= 6:
            done += 1
            waste += size - 6
        elif reach >= 6:
            five += 1 if size == 5 else 0
            four += 1 if size == 4 else 0
            three += 1 if size == 3 else 0
            two += 1 if size == 2 else 0
            one += 1 if size == 1 else 0
            sites += around.bit_count()
            best = max(best, size)
        else:
            waste += size
    fresh = free & ~beside(sheet.village)
    return (
        8 * done,
        five,
        four,
        three,
        two,
        one,
        waste,
        best,
        sites,
        shared.bit_count(),
        fresh.bit_count(),
        at_least_two(fresh, fresh).bit_count(),
    )


@outlook("great-city")
def great_city(sheet: Sheet) -> tuple[int, ...]:
    """Largest village that touches no mountain, the next largest, and how the first can grow and stay so."""
    free = empty(sheet)
    slopes = beside(sheet.mountain)
    safe = free & ~slopes
    city: Mask = NOWHERE
    size, second, spoilt = 0, 0, 0
    for cluster in clusters(sheet.village):
        count = cluster.bit_count()
        if cluster & slopes:
            spoilt = max(spoilt, count)
        elif count > size:
            second = size
            size = count
            city = cluster
        elif count > second:
            second = count
    around = ring(city, safe)
    wider = grown(around, safe)
    joined = beside(around) & sheet.village & ~city & ~slopes
    fresh = safe & ~beside(sheet.village)
    return (
        size,
        second,
        spoilt,
        around.bit_count(),
        wider.bit_count(),
        cluster_of(around, safe).bit_count(),
        joined.bit_count(),
        (beside(city) & free & slopes).bit_count(),
        at_least_two(around, safe).bit_count(),
        fresh.bit_count(),
        squares(fresh).bit_count(),
    )


@outlook("greengold-plains")
def greengold_plains(sheet: Sheet) -> tuple[int, ...]:
    """Villages by how many kinds of terrain they still lack; where new ones could be; where two would grow together."""
    free = empty(sheet)
    done, one, one_wide, two, three, waste, dead, risk = 0, 0, 0, 0, 0, 0, 0, 0
    seen: Mask = NOWHERE
    shared: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        around = neighbours(cluster)
        kinds = 0
        for terrain in (sheet.forest, sheet.farm, sheet.water, sheet.monster, sheet.mountain, sheet.hero):
            kinds += 1 if around & terrain else 0
        gap = around & free
        size = gap.bit_count()
        shared = shared | (seen & gap)
        seen = seen | gap
        waste += cluster.bit_count() - 1
        if kinds >= 3:
            done += 1
            risk += size
        elif size + kinds < 3:
            dead += 1
        else:
            one += 1 if kinds == 2 else 0
            one_wide += 1 if kinds == 2 and size > 2 else 0
            two += 1 if kinds == 1 else 0
            three += 1 if kinds == 0 else 0
    fresh = free & ~beside(sheet.village)
    with_two, with_three = kinds_around(
        sheet.forest, sheet.farm, sheet.water, sheet.monster, sheet.mountain, sheet.hero
    )
    return (
        3 * done,
        one,
        one_wide,
        two,
        three,
        waste,
        dead,
        risk,
        shared.bit_count(),
        fresh.bit_count(),
        (fresh & with_two).bit_count(),
        (fresh & with_three).bit_count(),
    )


@outlook("shieldgate")
def shieldgate(sheet: Sheet) -> tuple[int, ...]:
    """Three largest villages, and how they can grow without joining."""
    free = empty(sheet)
    largest: Mask = NOWHERE
    second: Mask = NOWHERE
    third: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        if cluster.bit_count() > largest.bit_count():
            third, second, largest = second, largest, cluster
        elif cluster.bit_count() > second.bit_count():
            third, second = second, cluster
        elif cluster.bit_count() > third.bit_count():
            third = cluster
    first_ring, second_ring, third_ring = ring(largest, free), ring(second, free), ring(third, free)
    lead = largest.bit_count() - second.bit_count()
    return (
        2 * second.bit_count(),
        largest.bit_count(),
        third.bit_count(),
        min(lead, 4),
        first_ring.bit_count(),
        second_ring.bit_count(),
        third_ring.bit_count(),
        grown(second_ring, free).bit_count(),
        grown(first_ring, free).bit_count(),
        (first_ring & second_ring).bit_count(),
        ((first_ring | second_ring) & third_ring).bit_count(),
        (free & ~beside(sheet.village)).bit_count(),
    )


@outlook("traylo-monastery")
def traylo_monastery(sheet: Sheet) -> tuple[int, ...]:
    """Villages with a line of four; and where such lines could come about, by how many spaces they lack."""
    free = empty(sheet)
    done: Mask = NOWHERE
    monasteries = 0
    for cluster in clusters(sheet.village):
        flat, upright = flat_pairs(cluster), upright_pairs(cluster)
        if flat & right_of(right_of(flat)) | upright & below(below(upright)):
            monasteries += 1
            done = done | cluster
    loose = sheet.village & ~done
    open_ground = free & ~beside(done)
    one, two, three, four = _lines_lacking(loose, open_ground)
    return (
        7 * monasteries,
        1 if one else 0,
        one,
        two,
        three,
        four,
        done.bit_count() - 4 * monasteries,
        loose.bit_count(),
        ring(done, free).bit_count(),
    )


def _lines_lacking(spaces: Mask, free: Mask) -> tuple[int, int, int, int]:
    """Return how many lines of four in *spaces* and *free* lack one space, two, three, all."""
    whole_flat, one_flat, two_flat, three_flat, four_flat = spaces, free, NOWHERE, NOWHERE, NOWHERE
    whole_up, one_up, two_up, three_up, four_up = spaces, free, NOWHERE, NOWHERE, NOWHERE
    flat, gap_flat, upright, gap_up = spaces, free, spaces, free
    for _ in range(3):
        flat, gap_flat = right_of(flat), right_of(gap_flat)
        upright, gap_up = below(upright), below(gap_up)
        four_flat = (four_flat & flat) | (three_flat & gap_flat)
        three_flat = (three_flat & flat) | (two_flat & gap_flat)
        two_flat = (two_flat & flat) | (one_flat & gap_flat)
        one_flat = (one_flat & flat) | (whole_flat & gap_flat)
        whole_flat = whole_flat & flat
        four_up = (four_up & upright) | (three_up & gap_up)
        three_up = (three_up & upright) | (two_up & gap_up)
        two_up = (two_up & upright) | (one_up & gap_up)
        one_up = (one_up & upright) | (whole_up & gap_up)
        whole_up = whole_up & upright
    return (
        one_flat.bit_count() + one_up.bit_count(),
        two_flat.bit_count() + two_up.bit_count(),
        three_flat.bit_count() + three_up.bit_count(),
        four_flat.bit_count() + four_up.bit_count(),
    )


@outlook("gnomish-colony")
def gnomish_colony(sheet: Sheet) -> tuple[int, ...]:
    """Villages with a square; and where squares could come about, by how many spaces they lack."""
    free = empty(sheet)
    done: Mask = NOWHERE
    colonies = 0
    for cluster in clusters(sheet.village):
        if squares(cluster):
            colonies += 1
            done = done | cluster
    loose = sheet.village & ~done
    open_ground = free & ~beside(done)
    fits = squares(loose | open_ground)
    corners = (loose, right_of(loose), below(loose), below(right_of(loose)))
    odd, even, both = NOWHERE, NOWHERE, NOWHERE
    for corner in corners:
        both = both | (even & odd & corner)
        even = even ^ (odd & corner)
        odd = odd ^ corner
    return (
        6 * colonies,
        (fits & odd & even).bit_count(),
        (fits & even & ~odd).bit_count(),
        (fits & odd & ~even).bit_count(),
        (fits & ~odd & ~even & ~both).bit_count(),
        1 if fits & even else 0,
        done.bit_count() - 4 * colonies,
        loose.bit_count(),
        ring(done, free).bit_count(),
    )


@outlook("outer-enclave")
def outer_enclave(sheet: Sheet) -> tuple[int, ...]:
    """Free spaces around the best village and the next best; how many more the best would have if it grew."""
    free = empty(sheet)
    best: Mask = NOWHERE
    enclave: Mask = NOWHERE
    second = 0
    for cluster in clusters(sheet.village):
        around = ring(cluster, free)
        if around.bit_count() > best.bit_count():
            second = best.bit_count()
            best = around
            enclave = cluster
        elif around.bit_count() > second:
            second = around.bit_count()
    outer = ring(best, free) & ~best
    return (
        best.bit_count(),
        second,
        enclave.bit_count(),
        outer.bit_count(),
        at_least_two(best, free & ~best).bit_count(),
        (best & beside(sheet.monster)).bit_count(),
        (best & ~beside(free)).bit_count(),
        (beside(best) & sheet.village & ~enclave).bit_count(),
        (free & ~beside(sheet.village)).bit_count(),
    )


@outlook("caravansary")
def caravansary(sheet: Sheet) -> tuple[int, ...]:
    """Lines that one village reaches, the next best, and whether it can go on in each direction."""
    free = empty(sheet)
    best, second = 0, 0
    inn: Mask = NOWHERE
    for cluster in clusters(sheet.village):
        reach = _reach(cluster)
        if reach > best:
            second = best
            best = reach
            inn = cluster
        elif reach > second:
            second = reach
    reached = _lines_of(inn)
    around = ring(inn, free)
    wider = grown(around, free)
    more = _reach(inn | around) - best
    further = _reach(inn | wider) - best - more
    joined = _reach(inn | (beside(around) & sheet.village)) - best
    return (
        best,
        second,
        more,
        further,
        joined,
        (around & ~reached).bit_count(),
        around.bit_count(),
        _reach(cluster_of(around, free) | inn) - best,
        touches(inn, sheet.monster) * 1,
    )


def _reach(cluster: Mask) -> int:
    """Return how many rows and columns there are with a space of *cluster*."""
    reach = 0
    for row in ROWS:
        reach += 1 if cluster & row else 0
    for column in COLUMNS:
        reach += 1 if cluster & column else 0
    return reach


def _lines_of(cluster: Mask) -> Mask:
    """Return all spaces whose row and column both hold a space of *cluster*."""
    rows: Mask = NOWHERE
    columns: Mask = NOWHERE
    for row in ROWS:
        rows = rows | (row if cluster & row else NOWHERE)
    for column in COLUMNS:
        columns = columns | (column if cluster & column else NOWHERE)
    return rows & columns
