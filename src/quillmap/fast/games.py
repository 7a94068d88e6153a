"""Whole compiled games, from any point between two rounds to the end."""

from typing import Final

from quillmap.fast.cards import (
    AMBUSH,
    CARD_TIME,
    EXPLORE,
    FIELD,
    KIND,
    LETTER,
    RUINS,
    TROLL_NUMBER,
    ZOMBIE_NUMBER,
    Ints,
)
from quillmap.fast.compile import part
from quillmap.fast.deal import begin_season
from quillmap.fast.layout import (
    AUTOMATIC,
    COINS,
    DECK,
    DECK_TOP,
    EDICTS,
    GONE,
    GONE_CARDS,
    IS_DEALT,
    RUINS_PENDING,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SEATS,
    THRESHOLDS,
    TIME,
)
from quillmap.fast.rounds import ambush_alone, ambush_neighbour, explore, gorgon, hero, spread, troll
from quillmap.fast.scores import score
from quillmap.fast.sheets import load
from quillmap.rules.sheet import haunted

GORGON_FIELD: Final = FIELD["gorgon"]


@part
def reveal(table: Ints, game: Ints, diary: Ints) -> None:
    """Reveal the top card and let everybody deal with it (3)."""
    card = game[DECK + game[DECK_TOP]]
    game[DECK_TOP] += 1
    kind = KIND[card]
    if kind == RUINS:
        game[RUINS_PENDING] = 1
    elif kind == EXPLORE:
        game[TIME] += CARD_TIME[card]
        for seat in range(game[SEATS]):
            explore(table, game, diary, seat, card)
        game[RUINS_PENDING] = 0
    else:
        game[GONE_CARDS + game[GONE]] = card
        game[GONE] += 1
        if kind == AMBUSH:
            resolve_ambush(table, game, diary, card)
        else:
            for seat in range(game[SEATS]):
                hero(table, game, diary, seat, card)


@part
def resolve_ambush(table: Ints, game: Ints, diary: Ints, card: int) -> None:
    """Let an ambush come to every map (5, 8.2)."""
    for seat in range(game[SEATS]):
        if table[AUTOMATIC]:
            ambush_alone(table, game, diary, seat, card)
        else:
            ambush_neighbour(table, game, diary, seat, card)
    if LETTER[card] == GORGON_FIELD:
        for seat in range(game[SEATS]):
            gorgon(table, game, diary, seat, card)


@part
def score_season(table: Ints, game: Ints) -> None:
    """Write every seat's part of the score sheet for the present season (7.2)."""
    season = game[SEASON]
    for seat in range(game[SEATS]):
        sheet = load(game, seat)
        block = SEAT + seat * SEAT_SIZE
        place = block + SCORES + 4 * season
        for which in range(2):
            game[place + which] = score(table[EDICTS + (season + which) % 4], sheet)
        game[place + 2] = game[block + COINS]
        game[place + 3] = haunted(sheet).bit_count()


@part
def lasting(table: Ints, game: Ints, diary: Ints) -> None:
    """Let the lasting ambushes act, in the order in which they came (7.4)."""
    for place in range(GONE_CARDS, GONE_CARDS + game[GONE]):
        if game[place] == ZOMBIE_NUMBER:
            for seat in range(game[SEATS]):
                spread(game, seat)
        elif game[place] == TROLL_NUMBER:
            for seat in range(game[SEATS]):
                troll(table, game, diary, seat)


@part
def finish(table: Ints, game: Ints, diary: Ints) -> None:
    """Play a game to its end."""
    while game[SEASON] < 4:
        if not game[IS_DEALT]:
            begin_season(table, game, diary)
        while game[TIME] < table[THRESHOLDS + game[SEASON]]:
            reveal(table, game, diary)
        score_season(table, game)
        if game[SEASON] < 3:
            lasting(table, game, diary)
        game[SEASON] += 1
        game[IS_DEALT] = 0


@part
def total_of(game: Ints, seat: int) -> int:
    """Return the stars of a seat so far."""
    total = 0
    first = SEAT + seat * SEAT_SIZE + SCORES
    for place in range(first, first + 16, 4):
        total += game[place] + game[place + 1] + game[place + 2] - game[place + 3]
    return total
