"""Games in which policies answer every question. Compiled once and called by symbol, because every kernel uses them."""

from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.pointers import address_of, array_at
from quillmap.fast.compiler.symbols import symbol, types
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import DRAWING, NEXT, STAGE, TABLE_SIZE, TURN, row_size
from quillmap.fast.play.flow import advance, is_card_due, is_over
from quillmap.fast.play.policies import decide

_LONGEST: Final = row_size(1)
_FOR_EVER: Final = 10_000
"""More cards than a game has."""


@inlined
def play_on(table: Ints, game: Ints, diary: Ints, glance: Ints, draws: int) -> None:
    """Play until *draws* more explore cards have been drawn and scored, or to the end; with -1 to the next drawing."""
    while not is_over(game):
        if draws == 0 and game[STAGE] == NEXT and is_card_due(table, game):
            return
        if not advance(table, game, diary):
            decide(table, game, diary, glance)
        elif game[STAGE] == DRAWING and game[TURN] == 0:  # an explore card has just been revealed
            if draws < 0:
                return
            draws -= 1


def _play(table: int, game: int, diary: int, length: int, glance: int, size: int, draws: int) -> None:
    """Play with arrays given by their addresses, two of them with how long they are."""
    play_on(
        array_at(table, TABLE_SIZE),
        array_at(game, _LONGEST),
        array_at(diary, length),
        array_at(glance, size),
        draws,
    )


_external: Final[Any] = symbol("play", _play, types.void(*[types.int64] * 7))


@inlined
def play_glancing(table: Ints, game: Ints, diary: Ints, glance: Ints, draws: int) -> None:
    """Do what ``play`` does, and look only at the places of a *glance*."""
    _external(
        address_of(table), address_of(game), address_of(diary), len(diary), address_of(glance), len(glance), draws
    )


@inlined
def play(table: Ints, game: Ints, diary: Ints, draws: int) -> None:
    """Play until *draws* more explore cards have been drawn and scored, or to the end; with -1 to the next drawing."""
    play_glancing(table, game, diary, game[:0], draws)


@inlined
def finish(table: Ints, game: Ints, diary: Ints) -> None:
    """Play a game to its end."""
    play(table, game, diary, _FOR_EVER)
