"""A sheet: what one player's map shows, as a tuple of sets of spaces.

| RULES | here |
|---|---|
| 1.1 – 1.4 terrain, filled, destroyed, both | the fields of ``Sheet``, ``filled`` |
| 4.5 coins for mountains | ``mountain_coins``, ``coins_between``, ``closed_mountains`` |
| 5.3 Dragon | ``is_dragon_tamed``, ``dragon_coins`` |
| 6.2 monsters on attack paths | ``strike`` |
| 7.2 stars lost to monsters | ``haunted`` |

A filled space never becomes empty again. So whether a mountain or the Dragon has paid its coins needs no memory: it
pays in the step in which its condition becomes true (``coins_between``).
"""

from typing import Final, NamedTuple

from quillmap.display import fields_of, svg_of, text_of
from quillmap.rules.spaces import BOARD, NOWHERE, Mask, beside
from quillmap.rules.terrain import Terrain

COIN_SLOTS: Final = 14
DRAGON_COINS: Final = 3


class Sheet(NamedTuple):
    """The sets of spaces that make up one map."""

    forest: Mask = NOWHERE
    village: Mask = NOWHERE
    farm: Mask = NOWHERE
    water: Mask = NOWHERE
    monster: Mask = NOWHERE
    hero: Mask = NOWHERE
    mountain: Mask = NOWHERE
    wasteland: Mask = NOWHERE
    destroyed: Mask = NOWHERE
    ruins: Mask = NOWHERE
    """Marks that stay, whatever is drawn on them."""
    path: Mask = NOWHERE
    """Attack paths of heroes; they outlast their hero."""
    gorgon: Mask = NOWHERE
    dragon: Mask = NOWHERE
    zombie: Mask = NOWHERE
    troll: Mask = NOWHERE
    """Where monsters with this letter were drawn, destroyed or not."""

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Sheet: {fields_of(self)}>"

    def to_svg(self) -> str:
        """Return the picture that a notebook shows, as SVG."""
        return svg_of(self) or ""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)


def filled(sheet: Sheet) -> Mask:
    """Return the spaces that can't be drawn on any more (1.1 to 1.3)."""
    return (
        sheet.forest
        | sheet.village
        | sheet.farm
        | sheet.water
        | sheet.monster
        | sheet.hero
        | sheet.mountain
        | sheet.wasteland
        | sheet.destroyed
    )


def empty(sheet: Sheet) -> Mask:
    """Return the spaces that can still be drawn on; ruins marks make no difference."""
    return BOARD & ~filled(sheet)


def haunted(sheet: Sheet) -> Mask:
    """Return the empty spaces beside a monster: each costs a star (7.2)."""
    return beside(sheet.monster) & empty(sheet)


def is_dragon_tamed(sheet: Sheet) -> bool:
    """Return whether there is a Dragon, each space of it destroyed or without an empty neighbour (5.3)."""
    return sheet.dragon != 0 and (sheet.dragon & sheet.monster & beside(empty(sheet))) == 0


def coins_between(before: Sheet, after: Sheet) -> int:
    """Return the coins that mountains and the Dragon pay for the step from *before* to *after*."""
    was_empty = empty(before)
    coins = mountain_coins(after.mountain, was_empty, filled(after) & was_empty)
    if after.dragon:
        coins += dragon_coins(before, after)
    return coins


def dragon_coins(before: Sheet, after: Sheet) -> int:
    """Return what the Dragon pays for the step from *before* to *after*: only the one that hems it in (5.3)."""
    return DRAGON_COINS if is_dragon_tamed(after) and not is_dragon_tamed(before) else 0


def mountain_coins(mountains: Mask, was_empty: Mask, filled_now: Mask) -> int:
    """Return how many of *mountains* lose their last empty neighbour when empty spaces are filled (4.5)."""
    near = beside(filled_now) & mountains
    return (near & ~beside(was_empty & ~filled_now)).bit_count() if near else 0


def closed_mountains(sheet: Sheet) -> Mask:
    """Return the mountains without an empty neighbour: each has paid its coin in the step that closed it in (4.5)."""
    return sheet.mountain & ~beside(empty(sheet))


_PLACE: Final = {field: place for place, field in enumerate(Sheet._fields)}


def with_terrain(sheet: Sheet, spaces: Mask, terrain: Terrain) -> Sheet:
    """Return *sheet* with *spaces* filled with *terrain*."""
    return _with(sheet, spaces, terrain)


def with_letter(sheet: Sheet, spaces: Mask, letter: str) -> Sheet:
    """Return *sheet* with *spaces* remembering the monster's *letter*: the name of a field of the sheet."""
    return _with(sheet, spaces, letter)


def _with(sheet: Sheet, spaces: Mask, field: str) -> Sheet:
    sets = list(sheet)
    sets[_PLACE[field]] |= spaces
    return Sheet._make(sets)


def with_hero(sheet: Sheet, space: Mask, path: Mask) -> Sheet:
    """Return *sheet* with a hero and its attack path (6.1)."""
    return _with(_with(sheet, space, "hero"), path, "path")


def with_zombies(sheet: Sheet, spaces: Mask) -> Sheet:
    """Return *sheet* with new zombies (7.4)."""
    return _with(_with(sheet, spaces, "monster"), spaces, "zombie")


def destroy(sheet: Sheet, spaces: Mask) -> Sheet:
    """Return *sheet* with *spaces* destroyed: filled, and without terrain (1.3)."""
    return Sheet(
        sheet.forest & ~spaces,
        sheet.village & ~spaces,
        sheet.farm & ~spaces,
        sheet.water & ~spaces,
        sheet.monster & ~spaces,
        sheet.hero & ~spaces,
        sheet.mountain,
        sheet.wasteland,
        sheet.destroyed | spaces,
        sheet.ruins,
        sheet.path,
        sheet.gorgon,
        sheet.dragon,
        sheet.zombie,
        sheet.troll,
    )


def strike(sheet: Sheet) -> Mask:
    """Return the monsters on attack paths, which are to be destroyed at once (6.2)."""
    return sheet.monster & sheet.path


def struck(sheet: Sheet) -> Sheet:
    """Return *sheet* with the monsters on attack paths destroyed (6.2)."""
    hit = strike(sheet)
    return destroy(sheet, hit) if hit else sheet


def gorgon_targets(sheet: Sheet) -> Mask:
    """Return what a Gorgon may destroy: anything next to it but mountains, wasteland, destroyed (5.3)."""
    gaze = beside(sheet.gorgon & sheet.monster)
    return gaze & ~(sheet.mountain | sheet.wasteland | sheet.destroyed)


def troll_targets(sheet: Sheet) -> Mask:
    """Return the empty spaces a Troll may destroy (7.4)."""
    return beside(sheet.troll & sheet.monster) & empty(sheet)


def zombie_wave(sheet: Sheet) -> Mask:
    """Return the empty spaces that become Zombies next (7.4)."""
    return beside(sheet.zombie & sheet.monster) & empty(sheet)
