"""Kernels for training: noisy games recorded with their features, and single decisions."""

from quillmap.fast.compiler.decorators import kernel
from quillmap.fast.layout.card_tables import EXPLORE, KIND, RUINS, Ints
from quillmap.fast.layout.rows import (
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    POLICY,
    RANDOM,
    SEASON,
    SEAT,
)
from quillmap.fast.layout.sheets import copy, get, load
from quillmap.fast.play.chance import below
from quillmap.fast.play.changes import after_drawing
from quillmap.fast.play.decks import redeal
from quillmap.fast.play.flow import is_over
from quillmap.fast.play.rollouts import draw_chosen, time_left
from quillmap.fast.play.whole_games import play
from quillmap.fast.value.compiled_value import describe
from quillmap.rules.seasons import YEAR


@kernel
def record_game(table: Ints, game: Ints, policy: int, noise: int, moments: Ints, seen: Ints) -> int:
    """Play a game to its end, drawing at random *noise* times in a thousand; return how many drawings were recorded.

    After every drawing the season, the time left and the coins are written into *moments*, the features into *seen*.
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
def go_to_drawing(table: Ints, game: Ints) -> bool:
    """Play on to the next explore card; return whether there is one before the end."""
    play(table, game, game[:1], -1)
    return not is_over(game)


@kernel
def take(game: Ints, spaces: Ints, ways: Ints, chosen: int) -> None:
    """Draw what the first seat has chosen."""
    draw_chosen(game, spaces, ways, chosen)


@kernel
def conceal(game: Ints, start: Ints) -> None:
    """Write a game as its table knows it: hidden ambushes and heroes left out of the deck."""
    copy(game, start)
    size = 0
    for place in range(DECK + game[DECK_TOP], DECK + game[DECK_SIZE]):
        kind = KIND[game[place]]
        if kind in (EXPLORE, RUINS):
            start[DECK + size] = game[place]
            size += 1
    start[DECK_SIZE] = size
    start[DECK_TOP] = 0


@kernel
def describe_drawings(table: Ints, game: Ints, spaces: Ints, ways: Ints, which: Ints, seen: Ints) -> None:
    """Write the features of the map after each drawing in *which*."""
    sheet = load(game, 0)
    for place in range(len(which)):
        chosen = which[place]
        after = after_drawing(sheet, get(spaces, 2 * chosen), ways[2 * chosen], -1)
        describe(table, after, seen[place])
