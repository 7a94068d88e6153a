"""What stands in for numba when the compiled modules are run by the interpreter.

In an interpreted row a whole set of spaces lies where its first half would, and tables are tuples, so that nothing is
taken apart and put together again. No rule is here: only how things are kept, and a few loops that the interpreter
runs faster in another form. They draw the same random numbers in the same order as the compiled ones.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import getitem, setitem
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quillmap.fast import cards, outlook_value
from quillmap.fast.layout import (
    CHANCE,
    ENTRIES,
    ENTRY_SIZE,
    GONE,
    GONE_CARDS,
    LENGTH,
    MULTIPLIER,
    ROOM,
    SEAT,
    SEAT_SIZE,
    SHEET,
    TRIES,
    signed_halves,
)
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.shapes import Orientation, reach
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import BOARD, Mask, beside

Row = list[Any]
_FIRST: Final = SEAT + SHEET
_SHEET_SIZE: Final = 2 * len(Sheet._fields)
_WORD: Final = 2**64 - 1
_new: Final = tuple.__new__
_SCORERS: Final = (*(card.awards for card in SCORING.values()), *VARIANTS.values())
INDEXING: Final = ("entry", "get")
"""Functions that only look up a set: here a set lies in one place of a row or table."""
_BITS: Final = bytes.maketrans(b"01", b"\0\1")


def table(array: NDArray[Any]) -> Any:
    """Return an array as the interpreter reads it fastest; a pair of halves becomes a set of spaces."""
    if array.dtype == np.uint64:
        return tuple(int(low) | int(high) << 64 for low, high in array)
    if array.ndim == 1:
        return tuple(array.tolist())
    entries: dict[Any, Any] = {place: int(number) for place, number in np.ndenumerate(array)}
    entries.update((place, tuple(row.tolist())) for place, row in enumerate(array))
    return entries


def interpreted_row(row: NDArray[np.int64]) -> Row:
    """Return a game's row for the interpreter."""
    numbers: Row = row.tolist()
    numbers[CHANCE] &= _WORD
    for place in _places_of_sets(numbers):
        numbers[place : place + 2] = numbers[place] & _WORD | numbers[place + 1] << 64, 0
    return numbers


def _places_of_sets(numbers: Row) -> list[int]:
    """Return where a game's row has sets of spaces."""
    return [
        place for first in range(SEAT, len(numbers), SEAT_SIZE) for place in range(first + SHEET, first + SEAT_SIZE, 2)
    ]


def write_row(numbers: Row, row: NDArray[np.int64]) -> None:
    """Write an interpreted row into a row of an array."""
    plain = numbers.copy()
    plain[CHANCE] -= plain[CHANCE] >> 63 << 64
    for place in _places_of_sets(numbers):
        plain[place : place + 2] = signed_halves(numbers[place])
    row[:] = plain


def write_diary(notes: Row, diary: NDArray[np.int64]) -> None:
    """Write an interpreted diary into an array."""
    plain = notes.copy()
    for first in range(ENTRIES, ENTRIES + ENTRY_SIZE * notes[LENGTH], ENTRY_SIZE):
        plain[first + 3 : first + 7] = *signed_halves(notes[first + 3]), *signed_halves(notes[first + 5])
    diary[:] = plain


def _same(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _below(game: Row, limit: int) -> int:
    game[CHANCE] = state = game[CHANCE] * MULTIPLIER + 1 & _WORD
    return state * limit >> 64


def _shuffle(game: Row, first: int, last: int) -> None:
    state, deck = game[CHANCE], game[first:last]
    for size in range(last - first, 1, -1):
        state = state * MULTIPLIER + 1 & _WORD
        other = state * size >> 64
        deck[size - 1], deck[other] = deck[other], deck[size - 1]
    game[CHANCE], game[first:last] = state, deck


def _is_gone(game: Row, card: int) -> bool:
    return card in game[GONE_CARDS : GONE_CARDS + game[GONE]]


def _load(game: Row, seat: int) -> Sheet:
    first = _FIRST + seat * SEAT_SIZE
    return _new(Sheet, game[first : first + _SHEET_SIZE : 2])


def _save(game: Row, seat: int, sheet: Sheet) -> None:
    first = _FIRST + seat * SEAT_SIZE
    game[first : first + _SHEET_SIZE : 2] = sheet
    game[first + _SHEET_SIZE] = empty(sheet)
    game[first + _SHEET_SIZE + 2] = beside(sheet.mountain)


def _clear(row: Any) -> None:
    row[:] = bytes(len(row))


def _copy(source: Row, row: Row) -> None:
    row[:] = source


def _copy_part(source: Row, first: int, row: Row, place: int, size: int) -> None:
    row[place : place + size] = source[first : first + size]


def _inked(sheet: Sheet, spaces: Mask, field: int) -> Sheet:
    sets = list(sheet)
    sets[field] |= spaces
    return _new(Sheet, sets)


def _random_field(game: Row, row: int) -> int:
    fields = _FIELDS[row]
    if len(fields) == 1:
        return fields[0]
    game[CHANCE] = state = game[CHANCE] * MULTIPLIER + 1 & _WORD
    return fields[state * len(fields) >> 64]


def _paint(planes: bytearray, first: int, spaces: Mask) -> None:
    planes[first : first + cards.SPACES] = f"{spaces:0{cards.SPACES}b}"[::-1].encode().translate(_BITS)


def _score(card: int, sheet: Sheet) -> int:
    total = 0
    for points, _ in _SCORERS[card](sheet):
        total += points
    return total


_TABLES: Final = SimpleNamespace(
    **{
        name: table(value) if isinstance(value, np.ndarray) else value
        for name, value in vars(cards).items()
        if not name.startswith("_")
    }
)
_FIELDS: Final = tuple(tuple(fields[:count]) for count, *fields in cards.TERRAINS.tolist())
_TURNS: Final = tuple(
    Orientation(_TABLES.TURN_MASK[turn], 0, 0, tuple(cards.TURN_STEPS[turn][:size].tolist()), _TABLES.TURN_ROOM[turn])
    for turn, size in enumerate(_TABLES.TURN_SIZE)
)
_TURNS_OF: Final = tuple(_TURNS[first:last] for first, last in pairwise(_TABLES.FIRST_TURN))
"""The turns of every card."""


def _all_anchors(turns: tuple[Orientation, ...]) -> Callable[[Mask], tuple[Mask, ...]]:
    """Return ``shapes.anchors`` of all *turns*: its loop written out, and what they share shifted only once."""
    shifted: dict[int, str] = {}
    places = []
    for turn in turns:
        sets = [shifted.get(step, f"(by_{step} := free >> {step})") for step in turn.steps]
        shifted.update((step, f"by_{step}") for step in turn.steps)
        places.append(f"{turn.room:#x} & {' & '.join(sets)},")
    found: Callable[[Mask], tuple[Mask, ...]] = eval(f"lambda free: ({' '.join(places)})")
    return found


_PLACES: Final = tuple(
    (_TABLES.PLACEMENT[first:last], _TABLES.PLACEMENT_COIN[first:last], _all_anchors(turns))
    for (first, last), turns in zip(pairwise(_TABLES.FIRST_PLACEMENT), _TURNS_OF, strict=True)
)
"""Of every card: all its places on an empty map with their coins, and what finds its anchors on another."""
_TRIES: Final = range(TRIES)


@lru_cache(maxsize=4096)
def _reaches(card: int, wanted: Mask) -> tuple[Mask, ...]:
    """Return ``shapes.reach`` of all turns of a card; on a map, the ruins that are left are often the same."""
    return tuple(reach(turn, wanted) for turn in _TURNS_OF[card])


def _random_place(game: Row, card: int, free: Mask, wanted: Mask) -> tuple[Mask, int]:
    """``choices.random_place``, its random numbers drawn in place."""
    if not wanted:
        return 0, 0
    places, coins, all_anchors = _PLACES[card]
    if wanted != BOARD:
        near = _reaches(card, wanted)
        found: Sequence[Mask] = [where & close for where, close in zip(all_anchors(free), near, strict=True)]
    else:
        if free.bit_count() >= ROOM:
            count, taken, state = len(places), BOARD ^ free, game[CHANCE]
            for _ in _TRIES:
                state = state * MULTIPLIER + 1 & _WORD
                place = state * count >> 64
                if not places[place] & taken:
                    game[CHANCE] = state
                    return places[place], coins[place]
            game[CHANCE] = state
        found = all_anchors(free)
    sizes = [where.bit_count() for where in found]
    total = sum(sizes)
    if not total:
        return 0, 0
    index = _below(game, total)
    turn = 0
    while index >= sizes[turn]:
        index -= sizes[turn]
        turn += 1
    where = found[turn]
    for _ in range(index):
        where &= where - 1
    turn += _TABLES.FIRST_TURN[card]
    return _TABLES.TURN_MASK[turn] * (where & -where), _TABLES.TURN_COIN[turn]


STAND_INS: Final[dict[str, Any]] = {
    "quillmap.fast.compile": SimpleNamespace(part=_same, kernel=_same),
    "quillmap.fast.u128": SimpleNamespace(
        u128=lambda low, high: low & _WORD | (high & _WORD) << 64,
        low64=lambda spaces: spaces & _WORD,
        high64=lambda spaces: spaces >> 64,
        first_number=lambda spaces: (spaces & -spaces).bit_length() - 1,
        single=(1).__lshift__,
    ),
    "quillmap.fast.cards": _TABLES,
    "quillmap.fast.chance": SimpleNamespace(below=_below),
    "quillmap.fast.scores": SimpleNamespace(score=_score),
    "quillmap.fast.value": outlook_value,
    "quillmap.fast.sheets": SimpleNamespace(
        **dict.fromkeys(INDEXING, getitem),
        put=setitem,
        load=_load,
        save=_save,
        inked=_inked,
        clear=_clear,
        copy=_copy,
        copy_part=_copy_part,
    ),
}
"""What the interpreter imports instead of these modules."""

BY_HAND: Final[dict[str, dict[str, Any]]] = {
    "quillmap.fast.choices": {
        "turned": _TURNS.__getitem__,
        "random_place": _random_place,
        "random_field": _random_field,
    },
    "quillmap.fast.deal": {"shuffle": _shuffle, "is_gone": _is_gone},
    "quillmap.fast.observing": {"paint": _paint},
}
"""What the interpreter has in another form in these modules."""
