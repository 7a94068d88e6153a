"""Outlooks for forest cards."""

from quillmap.fast.value.features.patterns import (
    COLUMNS,
    CORNERS,
    LINES,
    ROWS,
    at_a_slant,
    at_least_two,
    by_sides,
    flat_pairs,
    grown,
    lonely,
    ring,
    sides,
    upright_pairs,
)
from quillmap.fast.value.features.register import outlook
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import (
    BOARD,
    EDGE,
    NOWHERE,
    Mask,
    above,
    below,
    beside,
    cluster_of,
    clusters,
    right_of,
    singles,
    touches,
)


@outlook("sentinel-wood")
def sentinel_wood(sheet: Sheet) -> tuple[int, ...]:
    """Forest on the edge; what is free there, in which runs, and how deep."""
    free = empty(sheet)
    rim = free & EDGE
    flat = flat_pairs(rim) & (ROWS[0] | ROWS[10])
    upright = upright_pairs(rim) & (COLUMNS[0] | COLUMNS[10])
    flat_threes, upright_threes = flat & right_of(flat), upright & below(upright)
    inner = free & ~EDGE
    return (
        (sheet.forest & EDGE).bit_count(),
        rim.bit_count(),
        flat.bit_count() + upright.bit_count(),
        flat_threes.bit_count() + upright_threes.bit_count(),
        (flat_threes & right_of(flat)).bit_count() + (upright_threes & below(upright)).bit_count(),
        (rim & beside(inner)).bit_count(),
        (rim & ~beside(free)).bit_count(),
        (rim & CORNERS).bit_count(),
        (inner & beside(EDGE)).bit_count(),
        (rim & beside(sheet.forest & EDGE)).bit_count(),
    )


@outlook("greenbough")
def greenbough(sheet: Sheet) -> tuple[int, ...]:
    """Rows and columns with forest; those without, by how many spaces are free in them."""
    free = empty(sheet)
    score, thin, slim, wide = 0, 0, 0, 0
    bare_rows: Mask = BOARD
    bare_columns: Mask = BOARD
    for line in LINES:
        if sheet.forest & line:
            score += 1
        else:
            gap = (free & line).bit_count()
            thin += 1 if 0 < gap <= 2 else 0
            slim += 1 if 2 < gap <= 5 else 0
            wide += 1 if gap > 5 else 0
    for row, column in zip(ROWS, COLUMNS):  # noqa: B905  # numba's zip takes no strict
        if sheet.forest & row:
            bare_rows = bare_rows & ~row
        if sheet.forest & column:
            bare_columns = bare_columns & ~column
    rows, columns = free & bare_rows, free & bare_columns
    crossing = rows & columns
    return (
        score,
        thin,
        slim,
        wide,
        upright_pairs(rows).bit_count(),
        flat_pairs(columns).bit_count(),
        1 if crossing else 0,
        crossing.bit_count(),
        at_a_slant(crossing),
        ((rows | columns) & lonely(free)).bit_count(),
    )


@outlook("treetower")
def treetower(sheet: Sheet) -> tuple[int, ...]:
    """Forest by how many sides are open, and the spaces that would close them."""
    free = empty(sheet)
    none, one, two, three, four = by_sides(sheet.forest, free)
    ones, twos, _ = sides(free)
    nearly = sheet.forest & ones & ~twos
    border = ring(sheet.forest, free)
    alone, once, twice, _, _ = by_sides(border, free)
    keys = ring(nearly, free)
    return (
        none,
        one,
        two,
        three,
        four,
        border.bit_count(),
        alone,
        once,
        twice,
        keys.bit_count(),
        at_least_two(keys, nearly).bit_count(),
        (keys & lonely(free)).bit_count(),
    )


@outlook("stoneside-forest")
def stoneside_forest(sheet: Sheet) -> tuple[int, ...]:
    """Mountains by how many spaces of forest are missing between them and the nearest other one."""
    free = empty(sheet)
    linked, one, two, three, four, far, dead, second = 0, 0, 0, 0, 0, 0, 0, 0
    for mountain in singles(sheet.mountain):
        missing, others = _missing(sheet, mountain, free)
        linked += 1 if missing == 0 else 0
        one += 1 if missing == 1 else 0
        two += 1 if missing == 2 else 0
        three += 1 if missing == 3 else 0
        four += 1 if missing == 4 else 0
        far += 1 if 5 <= missing <= 6 else 0
        dead += 1 if missing > 6 else 0
        second += others if missing else 0
    return (
        3 * linked,
        one,
        two,
        three,
        four,
        far,
        dead,
        second,
        (sheet.forest & beside(sheet.mountain)).bit_count(),
        (free & beside(sheet.mountain)).bit_count(),
    )


def _missing(sheet: Sheet, mountain: Mask, free: Mask) -> tuple[int, int]:
    """Return how many free spaces lie between a mountain and another, and how many others are that near."""
    others = sheet.mountain & ~mountain
    start = beside(mountain)
    area = cluster_of(start, sheet.forest)
    for missing in range(7):
        met = beside(area) & others
        if met:
            return missing, met.bit_count()
        more = (beside(area) | start) & free & ~area
        if more == 0:
            return 9, 0
        area = area | more
        reached = beside(more) & sheet.forest & ~area
        if reached:
            area = area | cluster_of(reached, sheet.forest & ~area)
    return 8, 0


@outlook("faunlost-thicket")
def faunlost_thicket(sheet: Sheet) -> tuple[int, ...]:
    """Upright lines of forest: the longest, and how long it could be with one to four spaces more."""
    free = empty(sheet)
    whole: Mask = BOARD
    one, two, three, four = NOWHERE, NOWHERE, NOWHERE, NOWHERE
    lengths = (0, 0, 0, 0, 0)
    for length in range(1, 12):
        forest, gap = _moved(sheet.forest, length - 1), _moved(free, length - 1)
        four = (four & forest) | (three & gap)
        three = (three & forest) | (two & gap)
        two = (two & forest) | (one & gap)
        one = (one & forest) | (whole & gap)
        whole = whole & forest
        lengths = (
            length if whole else lengths[0],
            length if whole | one else lengths[1],
            length if whole | one | two else lengths[2],
            length if whole | one | two | three else lengths[3],
            length if whole | one | two | three | four else lengths[4],
        )
    return (
        2 * lengths[0],
        lengths[1],
        lengths[2],
        lengths[3],
        lengths[4],
        (sheet.forest & below(free)).bit_count() + (sheet.forest & above(free)).bit_count(),
        upright_pairs(sheet.forest).bit_count(),
    )


def _moved(spaces: Mask, rows: int) -> Mask:
    """Return *spaces* moved up by some rows."""
    return spaces >> 11 * rows


@outlook("heart-of-the-forest")
def heart_of_the_forest(sheet: Sheet) -> tuple[int, ...]:
    """Spaces that are or can become a heart, by how many of the five are missing."""
    free = empty(sheet)
    open_ground = free | sheet.forest
    can = open_ground & ~beside(BOARD & ~open_ground)
    wood, bare = can & sheet.forest, can & free
    none, one, two, three, four = by_sides(wood, free)
    with_none, with_one, with_two, with_three, _ = by_sides(bare, free)
    return (
        2 * none,
        one + with_none,
        two + with_one,
        three + with_two,
        four + with_three,
        can.bit_count(),
        (can & EDGE).bit_count(),
        sheet.forest.bit_count(),
        (sheet.forest & ~beside(can) & ~can).bit_count(),
        ring(sheet.forest, free).bit_count(),
    )


@outlook("deepwood")
def deepwood(sheet: Sheet) -> tuple[int, ...]:
    """Forest clusters away from villages, by size, as far as they can grow there."""
    free = empty(sheet)
    safe = free & ~beside(sheet.village)
    done, four, three, two, one, open_sides, spoilt = 0, 0, 0, 0, 0, 0, 0
    seen: Mask = NOWHERE
    shared: Mask = NOWHERE
    for cluster in clusters(sheet.forest):
        if touches(cluster, sheet.village):
            spoilt += 1
            continue
        size = cluster.bit_count()
        around = ring(cluster, safe)
        shared = shared | (seen & around)
        seen = seen | around
        if size >= 5:
            done += 1
            open_sides += ring(cluster, free).bit_count()
        elif size + grown(around, safe).bit_count() >= 5:
            four += 1 if size == 4 else 0
            three += 1 if size == 3 else 0
            two += 1 if size == 2 else 0
            one += 1 if size == 1 else 0
    fresh = safe & ~beside(sheet.forest)
    return (
        6 * done,
        four,
        three,
        two,
        one,
        open_sides,
        spoilt,
        shared.bit_count(),
        fresh.bit_count(),
        at_least_two(fresh, fresh).bit_count(),
    )


@outlook("sleepy-valley")
def sleepy_valley(sheet: Sheet) -> tuple[int, ...]:
    """Rows by how many forest spaces they lack, as far as there is room for them."""
    free = empty(sheet)
    done, one, one_wide, two, two_wide, three, three_wide, spare, doubles = 0, 0, 0, 0, 0, 0, 0, 0, 0
    was_open = False
    for row in ROWS:
        trees, gap = (sheet.forest & row).bit_count(), (free & row).bit_count()
        is_open = trees < 3 <= trees + gap
        is_wide = gap >= 6 - trees
        done += 1 if trees >= 3 else 0
        spare += trees - 3 if trees > 3 else 0
        if is_open:
            one += 1 if trees == 2 else 0
            one_wide += 1 if trees == 2 and is_wide else 0
            two += 1 if trees == 1 else 0
            two_wide += 1 if trees == 1 and is_wide else 0
            three += 1 if trees == 0 else 0
            three_wide += 1 if trees == 0 and is_wide else 0
        doubles += 1 if is_open and was_open else 0
        was_open = is_open
    return 4 * done, one, one_wide, two, two_wide, three, three_wide, spare, doubles
