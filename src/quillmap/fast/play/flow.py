"""Whole compiled games, from any point to the end."""

from typing import Final

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.layout.card_tables import (
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
from quillmap.fast.layout.rows import (
    AMBUSHING,
    AUTOMATIC,
    CARD,
    COINS,
    DECK,
    DECK_TOP,
    DRAWING,
    EDICTS,
    EFFECT,
    GAZING,
    GONE,
    GONE_CARDS,
    IS_DEALT,
    LASTING,
    NEXT,
    PLACING,
    RUINS_PENDING,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SEATS,
    STAGE,
    THRESHOLDS,
    TIME,
    TURN,
)
from quillmap.fast.layout.sheets import load
from quillmap.fast.play.decks import begin_season
from quillmap.fast.play.turns import ambush_alone, ambush_neighbour, explore, gorgon, hero, spread, troll
from quillmap.fast.value.compiled_scores import score
from quillmap.rules.seasons import WINTER
from quillmap.rules.setup import YEAR
from quillmap.rules.sheet import haunted

GORGON_FIELD: Final = FIELD["gorgon"]
FOR_EVER: Final = 10_000
"""More cards than a game has."""


@inlined
def reveal(game: Ints) -> None:
    """Reveal the top card (3)."""
    top = game[DECK_TOP]
    game[DECK_TOP] = top + 1
    game[CARD] = card = game[DECK + top]
    kind = KIND[card]
    if kind == EXPLORE:
        game[TIME] += CARD_TIME[card]
        game[STAGE] = DRAWING
    elif kind == RUINS:
        game[RUINS_PENDING] = 1
    else:
        game[GONE_CARDS + game[GONE]] = card
        game[GONE] += 1
        game[STAGE] = AMBUSHING if kind == AMBUSH else PLACING


@inlined
def resolve(table: Ints, game: Ints, diary: Ints) -> None:
    """Let the seats, from the next one on, deal with the card (4, 5, 6, 7.4, 8.2)."""
    stage = game[STAGE]
    card = game[CARD]
    for seat in range(game[TURN], game[SEATS]):
        if stage == DRAWING:
            explore(table, game, diary, seat, card)
        elif stage == AMBUSHING and table[AUTOMATIC]:
            ambush_alone(table, game, diary, seat, card)
        elif stage == AMBUSHING:
            ambush_neighbour(table, game, diary, seat, card)
        elif stage == GAZING:
            gorgon(table, game, diary, seat, card)
        elif stage == PLACING:
            hero(table, game, diary, seat, card)
        elif card == ZOMBIE_NUMBER:
            spread(game, seat)
        else:
            troll(table, game, diary, seat)
    end_stage(game)


@inlined
def end_stage(game: Ints) -> None:
    """Go on after every seat has dealt with the card."""
    stage = game[STAGE]
    game[TURN] = 0
    game[STAGE] = NEXT
    if stage == DRAWING:
        game[RUINS_PENDING] = 0
    elif stage == AMBUSHING:
        if LETTER[game[CARD]] == GORGON_FIELD:
            game[STAGE] = GAZING
    elif stage == LASTING:
        next_effect(game)


@inlined
def next_effect(game: Ints) -> None:
    """Turn to the next lasting ambush, in the order in which they came, or to the next season (7.4)."""
    while game[EFFECT] < game[GONE]:
        card = game[GONE_CARDS + game[EFFECT]]
        game[EFFECT] += 1
        if card in (ZOMBIE_NUMBER, TROLL_NUMBER):
            game[STAGE] = LASTING
            game[CARD] = card
            return
    game[STAGE] = NEXT
    game[SEASON] += 1
    game[IS_DEALT] = 0


@inlined
def score_season(table: Ints, game: Ints) -> None:
    """Write every seat's part of the score sheet for the present season (7.2)."""
    season = game[SEASON]
    for seat in range(game[SEATS]):
        sheet = load(game, seat)
        block = SEAT + seat * SEAT_SIZE
        place = block + SCORES + 4 * season
        game[place] = score(table[EDICTS + season], sheet)
        game[place + 1] = score(table[EDICTS + (season + 1) % 4], sheet)
        game[place + 2] = game[block + COINS]
        game[place + 3] = haunted(sheet).bit_count()


@inlined
def go_on(table: Ints, game: Ints, diary: Ints) -> None:
    """Reveal the next card, of a new deck at the start of a season; or score the season (3.1, 7.1)."""
    if not game[IS_DEALT]:
        begin_season(table, game, diary)
    if game[TIME] < table[THRESHOLDS + game[SEASON]]:
        reveal(game)
    else:
        score_season(table, game)
        game[EFFECT] = game[GONE] if game[SEASON] == WINTER else 0
        next_effect(game)


@inlined
def play_on(table: Ints, game: Ints, diary: Ints, draws: int) -> None:
    """Play until so many explore cards have been drawn and scored, or to the end; with -1 to the next drawing."""
    while game[SEASON] < YEAR:
        if game[STAGE] == NEXT:
            if draws == 0 and (not game[IS_DEALT] or game[TIME] < table[THRESHOLDS + game[SEASON]]):
                return
            go_on(table, game, diary)
        stage = game[STAGE]
        if stage == DRAWING:
            if draws < 0:
                return
            draws -= 1
        if stage != NEXT:
            resolve(table, game, diary)


@inlined
def finish(table: Ints, game: Ints, diary: Ints) -> None:
    """Play a game to its end."""
    play_on(table, game, diary, FOR_EVER)


@inlined
def total_of(game: Ints, seat: int) -> int:
    """Return the stars of a seat so far."""
    total = 0
    first = SEAT + seat * SEAT_SIZE + SCORES
    for place in range(first, first + 16, 4):
        total += game[place] + game[place + 1] + game[place + 2] - game[place + 3]
    return total
