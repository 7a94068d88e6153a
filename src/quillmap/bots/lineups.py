"""The usual ways to let bots meet, each as a series.

| line-up | tables of a deal | compared |
|---|---|---|
| ``at_one_table`` | one, or one for each way to sit at it | with other seats: each other kind of bot with the first |
| ``alone`` | one for each bot | each other bot with the first |
| ``against`` | one for each of two line-ups, or for each way to sit | the first seats of both |
"""

from collections.abc import Sequence

from quillmap.bots.comparison import Pair
from quillmap.bots.registry import BotLike
from quillmap.bots.series import Contender, Series
from quillmap.errors import BadArgument
from quillmap.rules.setup import Setup


def alone(setup: Setup, bots: Sequence[BotLike], games: int) -> Series:
    """Return a series in which every bot plays alone, all of them on the same deals."""
    pairs = tuple(Pair((0,), (other,)) for other in range(1, len(bots)))
    return Series(setup, games, _contenders(bots), tuple((who,) for who in range(len(bots))), pairs)


def at_one_table(setup: Setup, bots: Sequence[BotLike], games: int, *, is_rotated: bool = False) -> Series:
    """Return a series of all bots at one table; rotated, each deal is played in every way to sit round it."""
    if not is_rotated:
        return Series(setup, games, _contenders(bots), (tuple(range(len(bots))),))
    kinds: dict[BotLike, list[int]] = {}
    for who, bot in enumerate(bots):
        kinds.setdefault(bot, []).append(who)
    first, *others = (tuple(members) for members in kinds.values())
    return Series(setup, games, _contenders(bots), _rotations(bots), tuple(Pair(first, other) for other in others))


def against(
    setup: Setup, bots: Sequence[BotLike], others: Sequence[BotLike], games: int, *, is_rotated: bool = False
) -> Series:
    """Return a series in which two line-ups of the same size play the same deals, each at its own table."""
    seats = len(bots)
    if len(others) != seats:
        raise BadArgument(f"{seats} bots can't be compared with {len(others)}: name as many on both sides")
    ways = [_rotations(each) if is_rotated else (tuple(range(seats)),) for each in (bots, others)]
    tables = (*ways[0], *(tuple(who + seats for who in way) for way in ways[1]))
    return Series(setup, games, (*_contenders(bots), *_contenders(others)), tables, (Pair((0,), (seats,)),))


def _contenders(bots: Sequence[BotLike]) -> tuple[Contender, ...]:
    return tuple(Contender(bot, place) for place, bot in enumerate(bots))


def _rotations(bots: Sequence[BotLike]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to sit, each bot one seat further; a way that only swaps equal bots is left out."""
    ways: dict[tuple[BotLike, ...], tuple[int, ...]] = {}
    for start in range(len(bots)):
        way = tuple((start + place) % len(bots) for place in range(len(bots)))
        ways.setdefault(tuple(bots[who] for who in way), way)
    return tuple(ways.values())
