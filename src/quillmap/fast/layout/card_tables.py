"""The cards as tables of numbers, made from the cards of the rules.

Cards have the numbers of ``card_numbers``. Sets of spaces are pairs of 64-bit halves.
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quillmap.fast.layout.card_numbers import NUMBER, halves
from quillmap.rules.ambush import walk
from quillmap.rules.cards import CARDS, TROLL, ZOMBIE, AmbushCard, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.options import attack_paths
from quillmap.rules.shapes import Orientation, Shape, placements
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import BOARD, SIZE
from quillmap.rules.terrain import DRAWABLE, Terrain

Halves: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]

SPACES: Final = SIZE * SIZE
FIELD: Final = {name: place for place, name in enumerate(Sheet._fields)}
"""The place of every set in a sheet; the first five are the terrains that can be drawn."""

EXPLORE, RUINS, AMBUSH, HERO = range(4)
"""Kinds of cards."""

ZOMBIE_NUMBER: Final = NUMBER[ZOMBIE]
TROLL_NUMBER: Final = NUMBER[TROLL]


def _halves_table(sets: Iterable[int]) -> Halves:
    return np.array([halves(each) for each in sets], dtype=np.uint64).reshape(-1, 2)


def _shapes(card: Any) -> tuple[Shape, ...]:
    return tuple(shape for _, shape in getattr(card, "named_shapes", ()))


def _turns(card: Any) -> list[tuple[Orientation, bool]]:
    return [(turn, shape.coin) for shape in _shapes(card) for turn in shape.orientations]


def _ranges(groups: list[list[Any]]) -> Ints:
    return np.cumsum([0, *(len(group) for group in groups)], dtype=np.int64)


def _kind(card: Any) -> int:
    return (ExploreCard, RuinsCard, AmbushCard, HeroCard).index(type(card))


def _terrains_row(terrains: tuple[Terrain, ...]) -> list[int]:
    fields = [FIELD[terrain] for terrain in terrains]
    return [len(fields), *fields, *[-1] * (len(DRAWABLE) - len(fields))]


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


_CARDS: Final = list(CARDS.values())
_PLACES: Final = [
    [(mask, shape.coin) for shape in _shapes(card) for mask in placements(shape, BOARD)] for card in _CARDS
]
_TURNS: Final = [_turns(card) for card in _CARDS]
_ALL_TURNS: Final = [turn for group in _TURNS for turn, _ in group]
_LONGEST: Final = max(len(turn.steps) for turn in _ALL_TURNS)
_WALKS: Final = [_walk_of(card) for card in _CARDS]
_PATHS: Final = [path for card in _CARDS for path in _paths_of(card)]
_LETTERS: Final = [getattr(card, "letter", None) for card in _CARDS]

# Ranges are FIRST_X[i] to FIRST_X[i + 1].
KIND: Final = np.array([_kind(card) for card in _CARDS])
CARD_TIME: Final = np.array([getattr(card, "time", 0) for card in _CARDS])
TERRAINS: Final = np.array(
    [
        *(_terrains_row(getattr(card, "terrains", ())) for card in _CARDS),
        _terrains_row(DRAWABLE),
        _terrains_row((Terrain.MONSTER,)),
    ]
)
"""Per card: how many, and which, by their place in a sheet; then two rows for a 1×1 (4.3, 5.2)."""
ANY_TERRAIN: Final = len(_CARDS)
ONLY_MONSTER: Final = len(_CARDS) + 1
LETTER: Final = np.array([FIELD[letter] if letter else -1 for letter in _LETTERS])
"""Per card: the set of the sheet that remembers its spaces, or -1."""
CLOCKWISE: Final = np.array([int(getattr(card, "clockwise", False)) for card in _CARDS])
FIRST_PLACEMENT: Final = _ranges(_PLACES)
PLACEMENT: Final = _halves_table(mask for group in _PLACES for mask, _ in group)
"""Per card: every place of its shapes on an empty map, all turns and flips."""
PLACEMENT_COIN: Final = np.array([int(coin) for group in _PLACES for _, coin in group])
FIRST_TURN: Final = _ranges(_TURNS)
"""Per card: its shapes turned every way, the printed way of the first shape first."""
TURN_MASK: Final = _halves_table(turn.mask for turn in _ALL_TURNS)
TURN_ROOM: Final = _halves_table(turn.room for turn in _ALL_TURNS)
TURN_SIZE: Final = np.array([len(turn.steps) for turn in _ALL_TURNS])
TURN_STEPS: Final = np.array([[*turn.steps, *[0] * (_LONGEST - len(turn.steps))] for turn in _ALL_TURNS])
TURN_COIN: Final = np.array([int(coin) for group in _TURNS for _, coin in group])
FIRST_WALK: Final = _ranges(_WALKS)
WALK: Final = np.array([place for each in _WALKS for place in each])
"""Per ambush: where it looks for a place, in its order (8.2)."""
CORNER_WALK: Final = np.array([_corner_walk_of(card) for card in _CARDS])
"""Per ambush: all spaces in that order, for the rule ``cover``."""
FIRST_PATH: Final = _ranges(_PATHS)
PATH: Final = _halves_table(path for group in _PATHS for path in group)
"""Per hero and space: the attack paths it can have there."""
