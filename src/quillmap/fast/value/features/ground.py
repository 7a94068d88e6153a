"""The features that matter whatever the edicts: room to draw, monsters, and coins to come."""

from typing import Final

from quillmap.fast.value.features.patterns import by_sides, lines_of_four, lonely, sides, squares
from quillmap.rules.sheet import Sheet, empty, haunted, is_dragon_tamed, zombie_wave
from quillmap.rules.spaces import Mask, beside, singles

ROOM: Final = 9
"""How many of the numbers of ``ground`` are about room; they come first."""


def room(sheet: Sheet) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Return how much room there is, and for what kind of shapes."""
    free = empty(sheet)
    ones, twos, fours = sides(free)
    single = free & ones & ~twos
    marks = sheet.ruins & free
    return (
        free.bit_count(),
        (free & ~ones & ~twos & ~fours).bit_count(),
        single.bit_count(),
        (single & beside(single)).bit_count(),
        (free & twos & ~ones).bit_count(),
        squares(free).bit_count(),
        lines_of_four(free),
        marks.bit_count(),
        (marks & beside(free)).bit_count(),
    )


def monsters(sheet: Sheet) -> tuple[int, int, int, int, int, int, int, int]:
    """Return what monsters threaten, and how hard that is to mend."""
    free = empty(sheet)
    near = haunted(sheet)
    alone, once, _, _, _ = by_sides(near, free)
    return (
        near.bit_count(),
        alone,
        once,
        min(near.bit_count(), 4),
        (free & beside(free & near)).bit_count(),
        zombie_wave(sheet).bit_count(),
        1 if beside(sheet.troll & sheet.monster) & free else 0,
        (sheet.path & free).bit_count(),
    )


def coins(sheet: Sheet) -> tuple[int, int, int, int, int, int, int]:
    """Return how far the mountains and the Dragon are from paying a coin."""
    free = empty(sheet)
    alone = lonely(free)
    _, one, two, three, four = by_sides(sheet.mountain, free)
    hard = 0
    for mountain in singles(sheet.mountain & beside(alone)):
        hard += (beside(mountain) & alone).bit_count()
    wild: Mask = sheet.dragon & sheet.monster & beside(free)
    untamed = 1 if sheet.dragon and not is_dragon_tamed(sheet) else 0
    return one, two, three, four, hard, untamed, (beside(wild) & free).bit_count()


def ground(sheet: Sheet) -> tuple[int, ...]:
    """Return all of it."""
    return room(sheet) + monsters(sheet) + coins(sheet)
