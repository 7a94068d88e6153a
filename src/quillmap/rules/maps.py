"""The printed maps A to D (RULES 2.1), and generated ones (10.2)."""

from typing import Final, NamedTuple

from quillmap.rules.cards import Box
from quillmap.rules.chance import shuffle
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import EDGE, SIZE, Mask, beside, space_at

MOUNTAINS: Final = 5
RUINS: Final = 6
WASTELAND: Final = 7


class PrintedMap(NamedTuple):
    """A map that comes in a box."""

    box: Box
    sheet: Sheet


def _printed(box: Box, text: str) -> PrintedMap:
    """Return the map drawn in *text*: ``^`` mountain, ``:`` ruins, ``#`` wasteland."""

    def where(character: str) -> Mask:
        return sum(
            1 << space_at(row, column)
            for row, line in enumerate(text.split())
            for column, each in enumerate(line)
            if each == character
        )

    return PrintedMap(box, Sheet(mountain=where("^"), ruins=where(":"), wasteland=where("#")))


PRINTED: Final[dict[str, PrintedMap]] = {
    "A": _printed(
        Box.BASE,
        """
        ...........
        ...^.:.....
        .:......^:.
        ...........
        ...........
        .....^.....
        ...........
        ...........
        .:^......:.
        .....:.^...
        ...........
    """,
    ),
    "B": _printed(
        Box.BASE,
        """
        ...........
        ......:.^..
        ..:^.......
        .....#.....
        ....##:....
        ....###....
        .:...#.....
        .....^..:..
        .........^.
        ..^:.......
        ...........
    """,
    ),
    "C": _printed(
        Box.HEROES,
        """
        ...........
        .^..:......
        ...........
        .......:^..
        ...........
        ...^.......
        ......:....
        ..:........
        .........^.
        .....^..:..
        :..........
    """,
    ),
    "D": _printed(
        Box.HEROES,
        """
        ...........
        .#.:....:^.
        .#.........
        ...^.......
        ...........
        .:....^..##
        .......:.#:
        ...........
        ..^......^.
        ##...:.....
        ...........
    """,
    ),
}
GENERATED: Final = "generated"
GENERATED_WASTELAND: Final = "generated-wasteland"
MAPS: Final = (*PRINTED, GENERATED, GENERATED_WASTELAND)

_ALL_SPACES: Final = {
    f"{chr(ord('A') + row)}{column + 1}": 1 << space_at(row, column) for row in range(SIZE) for column in range(SIZE)
}


def blank_sheet(map_id: str, seed: str) -> Sheet:
    """Return the empty sheet of this map; a generated one depends on the *seed*."""
    if map_id in PRINTED:
        return PRINTED[map_id].sheet
    return _generated(seed, with_wasteland=map_id == GENERATED_WASTELAND)


def _generated(seed: str, *, with_wasteland: bool) -> Sheet:
    wasteland = 0
    if with_wasteland:
        wasteland = sum(_shuffled(seed, "map/wasteland")[:WASTELAND])
    # The rulebooks say that a mountain has four neighbours, so none stands at the edge.
    mountains = _scatter(_shuffled(seed, "map/mountain"), MOUNTAINS, wasteland | EDGE)
    ruins = _scatter(_shuffled(seed, "map/ruins"), RUINS, wasteland | mountains)
    return Sheet(mountain=mountains, ruins=ruins, wasteland=wasteland)


def _shuffled(seed: str, label: str) -> list[Mask]:
    return [_ALL_SPACES[name] for name in shuffle(seed, label, _ALL_SPACES)]


def _scatter(order: list[Mask], count: int, taken: Mask) -> Mask:
    """Return the first *count* spaces of *order* that are not taken and don't share a side."""
    chosen = 0
    spaces = iter(order)
    while chosen.bit_count() < count:
        space = next(spaces)
        if not space & (taken | chosen | beside(chosen)):
            chosen |= space
    return chosen
