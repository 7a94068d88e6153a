"""Kernels for learning: games played with some noise, what the outlooks saw, and single decisions."""

from quillmap.fast.compiler.decorators import kernel
from quillmap.fast.layout.card_tables import EXPLORE, KIND, RUINS, Ints
from quillmap.fast.layout.rows import (
    CARD,
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    NEXT,
    POLICY,
    RANDOM,
    RUINS_PENDING,
    SEASON,
    SEAT,
    STAGE,
)
from quillmap.fast.layout.sheets import copy, get, load
from quillmap.fast.play.chance import below
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.play_symbol import play
from quillmap.fast.play.policies import after_drawing
from quillmap.fast.play.rollouts import time_left
from quillmap.fast.play.turns import become
from quillmap.fast.value.compiled_value import describe
from quillmap.rules.setup import YEAR


@kernel
def record_game(table: Ints, game: Ints, policy: int, noise: int, moments: Ints, seen: Ints) -> int:
    """Play a game to its end, now and then (*noise* times in a thousand) at random; return how often it was looked at.

    After every drawing the season, the time left and the coins are written into *moments*, what is seen into *seen*.
    """
    diary = game[:1]  # too short to be written into
    redeal(table, game)
    count = 0
    while True:
        game[SEAT + POLICY] = RANDOM if below(game, 1000) < noise else policy
        play(table, game, diary, 1)
        season = game[SEASON]
        if season >= YEAR:
            return count
        moments[count, 0] = season
        moments[count, 1] = time_left(table, game)
        moments[count, 2] = game[SEAT + COINS]
        describe(table, load(game, 0), seen[count])
        count += 1


@kernel
def begin(table: Ints, game: Ints) -> None:
    """Deal the ambush and hero decks of a game that has not begun."""
    redeal(table, game)


@kernel
def next_drawing(table: Ints, game: Ints) -> int:
    """Play on to the next explore card; return its number, or -1 after the end."""
    play(table, game, game[:1], -1)
    return game[CARD] if game[SEASON] < YEAR else -1


@kernel
def take(game: Ints, spaces: Ints, ways: Ints, chosen: int) -> None:
    """Draw what the first seat has chosen."""
    sheet = load(game, 0)
    after = after_drawing(sheet, get(spaces, 2 * chosen), ways[2 * chosen], -1)
    become(game, 0, sheet, after, ways[2 * chosen + 1])
    game[RUINS_PENDING] = 0
    game[STAGE] = NEXT


@kernel
def conceal(game: Ints, start: Ints) -> None:
    """Write a game as its table knows it after the card is dealt with: hidden ambushes and heroes left out."""
    copy(game, start)
    size = 0
    for place in range(DECK + game[DECK_TOP], DECK + game[DECK_SIZE]):
        kind = KIND[game[place]]
        if kind in (EXPLORE, RUINS):
            start[DECK + size] = game[place]
            size += 1
    start[DECK_SIZE] = size
    start[DECK_TOP] = 0
    start[STAGE] = NEXT


@kernel
def describe_drawings(table: Ints, game: Ints, spaces: Ints, ways: Ints, which: Ints, seen: Ints) -> None:
    """Write what is seen after each drawing in *which*."""
    sheet = load(game, 0)
    for place in range(len(which)):
        chosen = which[place]
        after = after_drawing(sheet, get(spaces, 2 * chosen), ways[2 * chosen], -1)
        describe(table, after, seen[place])
