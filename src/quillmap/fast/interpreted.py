"""What stands in for numba when the compiled modules are run by the interpreter.

In an interpreted row a whole sheet lies where its numbers begin, and tables are tuples, so that nothing is taken apart
and put together again. No rule is here: only how things are kept, and a few loops that the interpreter
runs faster in another form. They draw the same random numbers in the same order as the compiled ones.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quillmap.fast import cards, outlook_value
from quillmap.fast.layout import (
    CHANCE,
    GONE,
    GONE_CARDS,
    MULTIPLIER,
    ROOM,
    SEAT,
    SEAT_SIZE,
    SHEET,
    TRIES,
    sheet_numbers,
    sheet_of,
)
from quillmap.rules.scoring import SCORING, VARIANTS
from quillmap.rules.shapes import Orientation, reach
from quillmap.rules.sheet import Sheet, filled
from quillmap.rules.spaces import BOARD, Mask

Row = list[Any]
_FIRST: Final = SEAT + SHEET
_WORD: Final = 2**64 - 1
_new: Final = tuple.__new__
_SCORERS: Final = (*(card.awards for card in SCORING.values()), *VARIANTS.values())
_known: tuple[Sheet, Mask] = (Sheet(), 0)
"""The last sheet that was asked for its filled spaces, and these."""
_FILLS: Final = tuple(bool(filled(Sheet(**{field: 1}))) for field in Sheet._fields)
"""Per set of a sheet, whether its spaces are filled."""
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
    for seat in range((len(numbers) - SEAT) // SEAT_SIZE):
        numbers[_FIRST + seat * SEAT_SIZE] = sheet_of(row, seat)
    return numbers


def write_row(numbers: Row, row: NDArray[np.int64]) -> None:
    """Write an interpreted row into a row of an array."""
    plain = numbers.copy()
    plain[CHANCE] -= plain[CHANCE] >> 63 << 64
    for first in range(_FIRST, len(numbers), SEAT_SIZE):
        plain[first : first + 2 * len(Sheet._fields)] = sheet_numbers(numbers[first])
    row[:] = plain


def _same(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _below(game: Row, limit: int) -> int:
    game[CHANCE] = state = game[CHANCE] * MULTIPLIER + 1 & _WORD
    return (state >> 32) * limit >> 32


def _shuffle(game: Row, first: int, last: int) -> None:
    state = game[CHANCE]
    for place in range(last - 1, first, -1):
        state = state * MULTIPLIER + 1 & _WORD
        other = first + ((state >> 32) * (place - first + 1) >> 32)
        game[place], game[other] = game[other], game[place]
    game[CHANCE] = state


def _is_gone(game: Row, card: int) -> bool:
    return card in game[GONE_CARDS : GONE_CARDS + game[GONE]]


def _load(game: Row, seat: int) -> Sheet:
    sheet: Sheet = game[_FIRST + seat * SEAT_SIZE]
    return sheet


def _save(game: Row, seat: int, sheet: Sheet) -> None:
    game[_FIRST + seat * SEAT_SIZE] = sheet


def _put(row: Row, place: int, spaces: Mask) -> None:
    row[place] = spaces & _WORD
    row[place + 1] = spaces >> 64


def _clear(row: Any) -> None:
    row[:] = bytes(len(row))


def _copy(source: Row, row: Row) -> None:
    row[:] = source


def _inked(sheet: Sheet, spaces: Mask, field: int) -> Sheet:
    global _known  # noqa: PLW0603  # as below
    sets = list(sheet)
    sets[field] |= spaces
    after = _new(Sheet, sets)
    known, taken = _known
    if known is sheet:
        _known = after, taken | spaces if _FILLS[field] else taken
    return after


def _filled(sheet: Sheet) -> Mask:
    """``sheet.filled``, which is asked for three times before a sheet changes."""
    global _known  # noqa: PLW0603  # one pair, written at once: another thread sees the old one or the new one
    known, spaces = _known
    if known is not sheet:
        spaces = filled(sheet)
        _known = sheet, spaces
    return spaces


def _random_field(game: Row, row: int) -> int:
    fields = _FIELDS[row]
    return fields[0] if len(fields) == 1 else fields[_below(game, len(fields))]


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
_ANCHORS: Final[tuple[Callable[[Mask], Mask], ...]] = tuple(
    eval(f"lambda free: {turn.room:#x} & {' & '.join(f'free >> {step}' for step in turn.steps)}") for turn in _TURNS
)
"""``shapes.anchors`` of every turn, its loop written out."""
_PLACES: Final = tuple(
    (_TABLES.PLACEMENT[first:last], _TABLES.PLACEMENT_COIN[first:last], range(*turns))
    for first, last, turns in zip(
        _TABLES.FIRST_PLACEMENT[:-1],
        _TABLES.FIRST_PLACEMENT[1:],
        zip(_TABLES.FIRST_TURN[:-1], _TABLES.FIRST_TURN[1:], strict=True),
        strict=True,
    )
)


def _random_place(game: Row, card: int, free: Mask, wanted: Mask) -> tuple[Mask, int]:
    """``choices.random_place``, its random numbers drawn in place."""
    places, coins, turns = _PLACES[card]
    count, taken, state = len(places), ~free, game[CHANCE]
    for _ in range(TRIES if wanted == BOARD and free.bit_count() >= ROOM else 0):
        state = state * MULTIPLIER + 1 & _WORD
        place = (state >> 32) * count >> 32
        spaces = places[place]
        if not spaces & taken:
            game[CHANCE] = state
            return spaces, coins[place]
    total, chosen, chosen_turn = 0, 0, 0
    for turn in turns:
        where = _ANCHORS[turn](free)
        if where and wanted != BOARD:
            where &= reach(_TURNS[turn], wanted)
        if where:
            size = where.bit_count()
            total += size
            state = state * MULTIPLIER + 1 & _WORD
            if (state >> 32) * total >> 32 < size:
                chosen, chosen_turn = where, turn
    game[CHANCE] = state
    if not total:
        return 0, 0
    for _ in range(_below(game, chosen.bit_count())):
        chosen &= chosen - 1
    return _TURNS[chosen_turn].mask * (chosen & -chosen), _TABLES.TURN_COIN[chosen_turn]


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
        entry=lambda table, row: table[row],
        get=lambda row, place: row[place] & _WORD | (row[place + 1] & _WORD) << 64,
        put=_put,
        load=_load,
        save=_save,
        inked=_inked,
        clear=_clear,
        copy=_copy,
    ),
}
"""What the interpreter imports instead of these modules."""

BY_HAND: Final[dict[str, dict[str, Any]]] = {
    "quillmap.rules.sheet": {"Sheet": Sheet, "filled": _filled},
    "quillmap.fast.choices": {
        "turned": _TURNS.__getitem__,
        "random_place": _random_place,
        "random_field": _random_field,
    },
    "quillmap.fast.deal": {"shuffle": _shuffle, "is_gone": _is_gone},
    "quillmap.fast.observing": {"paint": _paint},
}
"""What the interpreter has in another form in these modules."""
