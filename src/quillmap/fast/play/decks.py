"""Dealing: the decks of a game and of a season; and again all cards that nobody has seen yet (RULES 2.5)."""

from quillmap.fast.compiler.decorators import inlined
from quillmap.fast.layout.card_tables import AMBUSH, HERO, KIND, Ints
from quillmap.fast.layout.rows import (
    AMBUSH_POOL,
    AMBUSHES,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    DECKS,
    GONE,
    GONE_CARDS,
    HERO_POOL,
    HEROES,
    IS_DEALT,
    MOST_CARDS,
    RUINS_PENDING,
    SEASON,
    SEASON_CARDS,
    TIME,
)
from quillmap.fast.layout.sheets import copy_part
from quillmap.fast.play.chance import below


@inlined
def shuffle(game: Ints, first: int, last: int) -> None:
    """Shuffle the numbers from *first* up to, not including, *last*."""
    for place in range(last - 1, first, -1):
        other = first + below(game, place - first + 1)
        game[place], game[other] = game[other], game[place]


@inlined
def is_gone(game: Ints, card: int) -> bool:
    """Return whether an ambush or hero was already revealed."""
    for place in range(GONE_CARDS, GONE_CARDS + game[GONE]):  # noqa: SIM110  # numba has no any()
        if game[place] == card:
            return True
    return False


@inlined
def _redeal_deck(table: Ints, game: Ints, pool: int, deck: int, kind: int) -> None:
    """Order the four ambushes or heroes: those revealed first, then any of the others."""
    size = 0
    for place in range(GONE_CARDS, GONE_CARDS + game[GONE]):
        if KIND[game[place]] == kind:
            game[deck + size] = game[place]
            size += 1
    unseen = 0  # each of those that nobody has seen is as likely to be among the four: reservoir sampling
    for place in range(pool + 1, pool + 1 + table[pool]):
        card = table[place]
        if is_gone(game, card):
            continue
        unseen += 1
        if size + unseen <= 4:
            game[deck + size + unseen - 1] = card
        else:
            other = below(game, unseen)
            if size + other < 4:
                game[deck + size + other] = card
    shuffle(game, deck + size, deck + min(4, size + unseen))


@inlined
def redeal(table: Ints, game: Ints) -> None:
    """Deal everything that nobody has seen again: ambush and hero decks, and the rest of the explore deck."""
    _redeal_deck(table, game, AMBUSH_POOL, AMBUSHES, AMBUSH)
    _redeal_deck(table, game, HERO_POOL, HEROES, HERO)
    if game[IS_DEALT]:
        _add_hidden(game)
        shuffle(game, DECK + game[DECK_TOP], DECK + game[DECK_SIZE])


@inlined
def _add_hidden(game: Ints) -> None:
    """Put the ambushes and heroes taken so far that have not been revealed into the explore deck."""
    for taken in range(game[SEASON] + 1):
        for deck in (AMBUSHES, HEROES):
            card = game[deck + taken]
            if card >= 0 and not is_gone(game, card):
                game[DECK + game[DECK_SIZE]] = card
                game[DECK_SIZE] += 1


@inlined
def begin_season(table: Ints, game: Ints, diary: Ints) -> None:
    """Make and shuffle the explore deck of a season."""
    size = table[SEASON_CARDS]
    copy_part(table, SEASON_CARDS + 1, game, DECK, size)
    game[DECK_SIZE] = size
    game[DECK_TOP] = 0
    _add_hidden(game)
    shuffle(game, DECK, DECK + game[DECK_SIZE])
    game[TIME] = 0
    game[RUINS_PENDING] = 0
    game[IS_DEALT] = 1
    if len(diary) > 1:
        for place in range(game[DECK_SIZE]):
            diary[DECKS + game[SEASON] * MOST_CARDS + place] = game[DECK + place]
