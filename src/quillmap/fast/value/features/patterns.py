"""What outlooks count: neighbours, lines, windows and rings of spaces."""

from typing import Final

from quillmap.rules.spaces import (
    BOARD,
    COLUMNS,
    DIAGONALS,
    NOWHERE,
    ROWS,
    SIZE,
    Mask,
    SpaceSet,
    above,
    below,
    beside,
    left_of,
    right_of,
    space_at,
)

LINES: Final = (*ROWS, *COLUMNS)
CORNERS: Final = SpaceSet(sum(1 << space_at(row, column) for row in (0, SIZE - 1) for column in (0, SIZE - 1)))
__all__ = ["COLUMNS", "CORNERS", "DIAGONALS", "LINES", "ROWS"]


def sides(spaces: Mask) -> tuple[Mask, Mask, Mask]:
    """Return how many neighbours in *spaces* every space has, as the three binary digits of that number."""
    up, down, left, right = above(spaces), below(spaces), left_of(spaces), right_of(spaces)
    upright, level = up ^ down, left ^ right
    both_upright, both_level = up & down, left & right
    return upright ^ level, both_upright ^ both_level ^ (upright & level), both_upright & both_level


def by_sides(spaces: Mask, others: Mask) -> tuple[int, int, int, int, int]:
    """Return how many of *spaces* have no neighbour in *others*, one, two, three, and four."""
    ones, twos, fours = sides(others)
    three = (spaces & ones & twos).bit_count()
    one = (spaces & ones).bit_count() - three
    two = (spaces & twos).bit_count() - three
    four = (spaces & fours).bit_count()
    return spaces.bit_count() - one - two - three - four, one, two, three, four


def at_least_two(spaces: Mask, others: Mask) -> Mask:
    """Return those of *spaces* with two or more neighbours in *others*."""
    _, twos, fours = sides(others)
    return spaces & (twos | fours)


def lonely(free: Mask) -> Mask:
    """Return the spaces of *free* without a neighbour in it."""
    return free & ~beside(free)


def flat_pairs(spaces: Mask) -> Mask:
    """Return the right ends of all 1×2 in *spaces*."""
    return spaces & right_of(spaces)


def upright_pairs(spaces: Mask) -> Mask:
    """Return the lower ends of all 2×1 in *spaces*."""
    return spaces & below(spaces)


def squares(spaces: Mask) -> Mask:
    """Return the lower right corners of all 2×2 in *spaces*."""
    pairs = flat_pairs(spaces)
    return pairs & below(pairs)


def lines_of_three(spaces: Mask) -> int:
    """Return how many straight lines of three there are in *spaces*."""
    flat, upright = flat_pairs(spaces), upright_pairs(spaces)
    return (flat & right_of(flat)).bit_count() + (upright & below(upright)).bit_count()


def lines_of_four(spaces: Mask) -> int:
    """Return how many straight lines of four there are in *spaces*."""
    flat, upright = flat_pairs(spaces), upright_pairs(spaces)
    flat = flat & right_of(right_of(flat))
    upright = upright & below(below(upright))
    return flat.bit_count() + upright.bit_count()


def at_a_slant(spaces: Mask) -> int:
    """Return how many pairs of *spaces* meet at a corner."""
    lower = below(spaces)
    return (spaces & right_of(lower)).bit_count() + (spaces & left_of(lower)).bit_count()


def ring(spaces: Mask, free: Mask) -> Mask:
    """Return the spaces of *free* around *spaces*."""
    return beside(spaces) & free & ~spaces


def grown(spaces: Mask, free: Mask) -> Mask:
    """Return *spaces* with the part of *free* around them."""
    return spaces | (beside(spaces) & free)


def kinds_around(forest: Mask, farm: Mask, water: Mask, monster: Mask, mountain: Mask, hero: Mask) -> tuple[Mask, Mask]:
    """Return the spaces with two kinds or more beside them, and with three or more."""
    one: Mask = NOWHERE
    two: Mask = NOWHERE
    three: Mask = NOWHERE
    for kind in (forest, farm, water, monster, mountain, hero):
        near = beside(kind)
        three = three | (two & near)
        two = two | (one & near)
        one = one | near
    return two & BOARD, three & BOARD


def needs(free: Mask, lines: tuple[Mask, ...]) -> tuple[int, int, int, int, int, int, Mask]:
    """Return how many of *lines* lack 0, 1, 2, 3, 4, 5 or 6 spaces, and the gaps of nearly full ones."""
    none, one, two, three, four, five = 0, 0, 0, 0, 0, 0
    close: Mask = NOWHERE
    for line in lines:
        gap = free & line
        size = gap.bit_count()
        if size == 0:
            none += 1
        elif size == 1:
            one += 1
        elif size == 2:
            two += 1
        elif size == 3:
            three += 1
        elif size == 4:
            four += 1
        elif size <= 6:
            five += 1
        if size <= 3:
            close = close | gap
    return none, one, two, three, four, five, close
