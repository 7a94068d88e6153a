"""The cards as tables of numbers, made from the cards of the rules.

A card's number is its place in ``CARDS``; a scoring card's is its place in ``SCORING``. Sets of spaces are pairs of 64-bit halves.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quillmap.rules.ambush import walk
from quillmap.rules.cards import CARDS, TROLL, ZOMBIE, AmbushCard, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.ids import CardId
from quillmap.rules.options import attack_paths
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.shapes import Orientation, Shape, placements
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import BOARD, SIZE
from quillmap.rules.terrain import DRAWABLE

Halves: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]

SPACES: Final = SIZE * SIZE
FIELD: Final = {name: place for place, name in enumerate(Sheet._fields)}
"""The place of every set in a sheet; the first five are the terrains that can be drawn."""

NUMBER: Final[dict[CardId, int]] = {card: number for number, card in enumerate(CARDS)}
SCORING_NUMBER: Final[dict[tuple[CardId, str], int]] = {
    **{(card, ""): number for number, card in enumerate(SCORING)},
    **{key: len(SCORING) + number for number, key in enumerate(VARIANTS)},
}
"""The number of every scoring card, and of how a rulebook counts one differently."""

EXPLORE, RUINS, AMBUSH, HERO = range(4)
"""Kinds of cards."""

ZOMBIE_NUMBER: Final = NUMBER[ZOMBIE]
TROLL_NUMBER: Final = NUMBER[TROLL]


def scoring_number(card: CardId, rulebook: str) -> int:
    """Return the number of the function that counts *card* under *rulebook*."""
    return SCORING_NUMBER.get((card, rulebook), SCORING_NUMBER[card, ""])


def halves(spaces: int) -> tuple[int, int]:
    """Return the two halves of a set."""
    return spaces & (2**64 - 1), spaces >> 64


def _halves_table(sets: Iterable[int]) -> Halves:
    return np.array([halves(each) for each in sets], dtype=np.uint64).reshape(-1, 2)


class CardTables(NamedTuple):
    """Everything a compiled game looks up about cards. Ranges are ``first[i]`` to ``first[i + 1]``."""

    kind: Ints
    time: Ints
    terrains: Ints
    """Per card: how many, and which, by their place in a sheet."""
    any_terrain: Ints
    only_monster: Ints
    """What a 1×1 can be drawn on (4.3, 5.2)."""
    letter: Ints
    """Per card: the set of the sheet that remembers its spaces, or -1."""
    clockwise: Ints
    first_placement: Ints
    placement: Halves
    """Every place of every shape of a card on an empty map, all turns and flips."""
    placement_coin: Ints
    first_turn: Ints
    """Per card: its shapes turned every way, the printed way of the first shape first."""
    turn_mask: Halves
    turn_room: Halves
    turn_size: Ints
    turn_steps: Ints
    turn_coin: Ints
    first_walk: Ints
    walk: Ints
    """Per ambush: where it looks for a place, in its order (8.2)."""
    corner_walk: Ints
    """Per ambush: all spaces in that order, for the rule ``cover``."""
    first_path: Ints
    path: Halves
    """Per hero and space: the attack paths it can have there."""


def _shapes(card: Any) -> tuple[Shape, ...]:
    return tuple(shape for _, shape in getattr(card, "named_shapes", ()))


def _turns(card: Any) -> list[tuple[Orientation, bool]]:
    return [(turn, shape.coin) for shape in _shapes(card) for turn in shape.orientations]


def _ranges(groups: list[list[Any]]) -> Ints:
    return np.cumsum([0, *(len(group) for group in groups)], dtype=np.int64)


def _kind(card: Any) -> int:
    return (ExploreCard, RuinsCard, AmbushCard, HeroCard).index(type(card))


def _terrains_row(card: Any) -> list[int]:
    terrains = [FIELD[terrain] for terrain in card.terrains] if isinstance(card, ExploreCard) else []
    return [len(terrains), *terrains, *[-1] * (len(DRAWABLE) - len(terrains))]


def _walk_of(card: Any) -> list[int]:
    if not isinstance(card, AmbushCard):
        return []
    printed = card.shape.orientations[0]
    return list(walk(printed.height, printed.width, card.corner, card.clockwise))


def _corner_walk_of(card: Any) -> list[int]:
    if not isinstance(card, AmbushCard):
        return [0] * SPACES
    return list(walk(1, 1, card.corner, card.clockwise))


def _paths_of(card: Any) -> list[list[int]]:
    if not isinstance(card, HeroCard):
        return [[] for _ in range(SPACES)]
    return [list(attack_paths(card, 1 << space)) for space in range(SPACES)]


def card_tables() -> CardTables:
    """Return the tables of all cards."""
    cards = list(CARDS.values())
    places = [
        [(mask, shape.coin) for shape in _shapes(card) for mask in placements(shape, BOARD)] for card in cards
    ]
    turns = [_turns(card) for card in cards]
    all_turns = [turn for group in turns for turn, _ in group]
    longest = max(len(turn.steps) for turn in all_turns)
    walks = [_walk_of(card) for card in cards]
    paths = [path for card in cards for path in _paths_of(card)]
    letters = [getattr(card, "letter", None) for card in cards]
    return CardTables(
        kind=np.array([_kind(card) for card in cards]),
        time=np.array([getattr(card, "time", 0) for card in cards]),
        terrains=np.array([_terrains_row(card) for card in cards]),
        any_terrain=np.array([FIELD[terrain] for terrain in DRAWABLE]),
        only_monster=np.array([FIELD["monster"]]),
        letter=np.array([FIELD[letter] if letter else -1 for letter in letters]),
        clockwise=np.array([int(getattr(card, "clockwise", False)) for card in cards]),
        first_placement=_ranges(places),
        placement=_halves_table(mask for group in places for mask, _ in group),
        placement_coin=np.array([int(coin) for group in places for _, coin in group]),
        first_turn=_ranges(turns),
        turn_mask=_halves_table(turn.mask for turn in all_turns),
        turn_room=_halves_table(turn.room for turn in all_turns),
        turn_size=np.array([len(turn.steps) for turn in all_turns]),
        turn_steps=np.array([[*turn.steps, *[0] * (longest - len(turn.steps))] for turn in all_turns]),
        turn_coin=np.array([int(coin) for group in turns for _, coin in group]),
        first_walk=_ranges(walks),
        walk=np.array([place for each in walks for place in each]),
        corner_walk=np.array([_corner_walk_of(card) for card in cards]),
        first_path=_ranges(paths),
        path=_halves_table(path for group in paths for path in group),
    )
