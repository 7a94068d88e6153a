"""Outlooks for spatial cards."""

from typing import Final

from quillmap.fast.value.features.patterns import (
    COLUMNS,
    DIAGONALS,
    LINES,
    ROWS,
    at_least_two,
    by_sides,
    lonely,
    needs,
    sides,
    squares,
)
from quillmap.fast.value.features.register import outlook
from quillmap.rules.sheet import Sheet, empty, filled
from quillmap.rules.spaces import EDGE, NOWHERE, SIZE, Mask, SpaceSet, above, beside, clusters, left_of, space_at


def _square(side: int) -> SpaceSet:
    return SpaceSet(sum(1 << space_at(row, column) for row in range(side) for column in range(side)))


SQUARES: Final = tuple(_square(side) for side in range(SIZE + 1))
"""Squares by their side, in the top left corner."""
ODD_COLUMNS: Final = COLUMNS[::2]


@outlook("borderlands")
def borderlands(sheet: Sheet) -> tuple[int, ...]:
    """Rows and columns by how many spaces they lack; how hard the last ones are to fill."""
    free = empty(sheet)
    none, one, two, three, four, five, close = needs(free, LINES)
    hard, once, _, _, _ = by_sides(close, free)
    return 6 * none, one, two, three, four, five, close.bit_count(), hard, once, _crossings(free)


def _crossings(free: Mask) -> int:
    """Return how many free spaces lie in a row and a column that both lack no more than three."""
    rows: Mask = NOWHERE
    columns: Mask = NOWHERE
    for row in ROWS:
        if (free & row).bit_count() <= 3:
            rows = rows | row
    for column in COLUMNS:
        if (free & column).bit_count() <= 3:
            columns = columns | column
    return (free & rows & columns).bit_count()


@outlook("lost-barony")
def lost_barony(sheet: Sheet) -> tuple[int, ...]:
    """Full squares: the side of the largest, and what larger ones lack at least."""
    free = empty(sheet)
    side = 0
    rest = filled(sheet)
    while rest:
        side += 1
        rest = rest & left_of(rest) & above(rest) & above(left_of(rest))
    alone = lonely(free)
    first, ways, hard = _lack(free, alone, side + 1)
    second, more_ways, more_hard = _lack(free, alone, side + 2)
    third, _, _ = _lack(free, alone, side + 3)
    return (
        3 * side,
        first,
        1 if first <= 1 else 0,
        1 if first <= 3 else 0,
        ways,
        hard,
        second,
        1 if second <= 4 else 0,
        more_ways,
        more_hard,
        third,
    )


def _lack(free: Mask, alone: Mask, side: int) -> tuple[int, int, int]:
    """Return what the best square of this side lacks, how many are as good, and how much of it is hard to fill."""
    if side > SIZE:
        return 20, 0, 0
    least, ways, hard = 20, 0, 0
    square = SQUARES[side]
    for row in range(SIZE + 1 - side):
        for column in range(SIZE + 1 - side):
            gap = free & square << SIZE * row + column
            size = gap.bit_count()
            if size < least:
                least, ways, hard = size, 1, (gap & alone).bit_count()
            elif size == least:
                ways += 1
                hard = min(hard, (gap & alone).bit_count())
    return least, min(ways, 4), hard


@outlook("broken-road")
def broken_road(sheet: Sheet) -> tuple[int, ...]:
    """Diagonals by how many spaces they lack; how hard the last ones are to fill."""
    free = empty(sheet)
    none, one, two, three, four, five, close = needs(free, DIAGONALS)
    hard, once, _, _, _ = by_sides(close, free)
    both = close & beside(close)
    return 3 * none, one, two, three, four, five, close.bit_count(), hard, once, both.bit_count()


@outlook("cauldrons")
def cauldrons(sheet: Sheet) -> tuple[int, ...]:
    """Free spaces by how many free neighbours they have; those whose filling leaves cauldrons behind."""
    free = empty(sheet)
    none, one, two, three, four = by_sides(free, free)
    ones, twos, fours = sides(free)
    nearly = free & ones & ~twos
    pairs = nearly & beside(nearly)
    keys = free & beside(nearly & ~pairs)
    alone = free & ~ones & ~twos & ~fours
    return (
        none,
        one,
        two,
        three,
        four,
        pairs.bit_count(),
        keys.bit_count(),
        at_least_two(keys, nearly).bit_count(),
        (alone & EDGE).bit_count(),
        (free & EDGE).bit_count(),
        squares(free).bit_count(),
        (alone & beside(sheet.monster)).bit_count(),
    )


@outlook("dwarvenholds")
def dwarvenholds(sheet: Sheet) -> tuple[int, ...]:
    """Rows and columns with a mountain by how many spaces they lack."""
    free = empty(sheet)
    none, one, two, three, four, five = 0, 0, 0, 0, 0, 0
    close: Mask = NOWHERE
    for line in LINES:
        if sheet.mountain & line:
            gap = free & line
            size = gap.bit_count()
            none += 1 if size == 0 else 0
            one += 1 if size == 1 else 0
            two += 1 if size == 2 else 0
            three += 1 if size == 3 else 0
            four += 1 if size == 4 else 0
            five += 1 if 5 <= size <= 6 else 0
            if size <= 4:
                close = close | gap
    hard, once, _, _, _ = by_sides(close, free)
    return 7 * none, one, two, three, four, five, close.bit_count(), hard, once


@outlook("banded-hills")
def banded_hills(sheet: Sheet) -> tuple[int, ...]:
    """Rows by how many kinds of terrain they lack, as far as there is room for them."""
    free = empty(sheet)
    done, one, one_wide, two, two_wide, three, more, lost = 0, 0, 0, 0, 0, 0, 0, 0
    for row in ROWS:
        kinds = 0
        for terrain in (
            sheet.forest,
            sheet.village,
            sheet.farm,
            sheet.water,
            sheet.monster,
            sheet.hero,
            sheet.mountain,
        ):
            kinds += 1 if terrain & row else 0
        gap = (free & row).bit_count()
        if kinds >= 5:
            done += 1
        elif kinds + gap < 5:
            lost += 1
        else:
            one += 1 if kinds == 4 else 0
            one_wide += 1 if kinds == 4 and gap >= 3 else 0
            two += 1 if kinds == 3 else 0
            two_wide += 1 if kinds == 3 and gap >= 4 else 0
            three += 1 if kinds == 2 else 0
            more += 1 if kinds < 2 else 0
    return 4 * done, one, one_wide, two, two_wide, three, more, lost


@outlook("silos")
def silos(sheet: Sheet) -> tuple[int, ...]:
    """Odd columns by how many spaces they lack; how hard the last ones are to fill."""
    free = empty(sheet)
    none, one, two, three, four, five, close = needs(free, ODD_COLUMNS)
    hard, once, _, _, _ = by_sides(close, free)
    odd: Mask = NOWHERE
    for column in ODD_COLUMNS:
        odd = odd | column
    return 10 * none, one, two, three, four, five, close.bit_count(), hard, once, (free & odd).bit_count()


@outlook("starlit-sigil")
def starlit_sigil(sheet: Sheet) -> tuple[int, ...]:
    """Sort groups of free spaces by size."""
    one, two, three, four, five, six, more = 0, 0, 0, 0, 0, 0, 0
    exposed = 0
    free = empty(sheet)
    for cluster in clusters(free):
        size = cluster.bit_count()
        one += 1 if size == 1 else 0
        two += 1 if size == 2 else 0
        three += 1 if size == 3 else 0
        four += 1 if size == 4 else 0
        five += 1 if size == 5 else 0
        six += 1 if 6 <= size <= 8 else 0
        more += 1 if 9 <= size <= 20 else 0
        exposed += (cluster & beside(sheet.monster)).bit_count() if size == 3 else 0
    _, single, double, _, _ = by_sides(free, free)
    return 4 * three, four, five, six, more, two, one, exposed, single, double, squares(free).bit_count()
