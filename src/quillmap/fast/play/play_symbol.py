"""Playing compiled games behind a symbol: every kernel calls it, and it is compiled once."""

from typing import Any, Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.compiler.pointers import address_of, array_at
from quillmap.fast.compiler.symbols import symbol, types
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.rows import TABLE_SIZE, row_size
from quillmap.fast.play.flow import FOR_EVER, play_on

_LONGEST: Final = row_size(1)


def _play(table: int, game: int, diary: int, length: int, draws: int) -> None:
    """Play with arrays given by their addresses."""
    play_on(
        array_at(table, TABLE_SIZE),
        array_at(game, _LONGEST),
        array_at(diary, length),
        draws,
    )


_external: Final[Any] = symbol("play", _play, types.void(*[types.int64] * 5))


@inlined
def play(table: Ints, game: Ints, diary: Ints, draws: int) -> None:
    """Play until so many explore cards have been drawn and scored, or to the end; with -1 to the next drawing."""
    _external(address_of(table), address_of(game), address_of(diary), len(diary), draws)


@inlined
def finish(table: Ints, game: Ints, diary: Ints) -> None:
    """Play a game to its end."""
    play(table, game, diary, FOR_EVER)
