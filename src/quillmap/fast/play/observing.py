"""The kernel that writes what a seat sees of a compiled game, as planes and numbers for a learner."""

from quillmap.fast.compiler.decorators import inlined, kernel
from quillmap.fast.compiler.u128 import first_number
from quillmap.fast.layout.card_tables import EXPLORE, KIND, RUINS, SPACES, Ints
from quillmap.fast.layout.observation import (
    NO_CARD,
    SEEN_ASK,
    SEEN_CARD,
    SEEN_COINS,
    SEEN_EDICTS,
    SEEN_LEFT,
    SEEN_RUINS,
    SEEN_SCORES,
    SEEN_SEASON,
    SEEN_TIME,
    Bytes,
)
from quillmap.fast.layout.rows import (
    AMBUSH_POOL,
    CARD,
    COINS,
    DECK,
    DECK_SIZE,
    DECK_TOP,
    EDICTS,
    HERO_POOL,
    NEXT,
    RUINS_PENDING,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    STAGE,
    THRESHOLDS,
    TIME,
)
from quillmap.fast.layout.sheets import clear, load
from quillmap.fast.play.decks import is_gone
from quillmap.rules.seasons import YEAR
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import NOWHERE, Mask


@inlined
def paint(planes: Bytes, first: int, spaces: Mask) -> None:
    """Write ones for *spaces* into the plane that begins at *first*, which is all zeros."""
    while spaces:
        planes[first + first_number(spaces)] = 1
        spaces = spaces ^ (spaces & -spaces)


@inlined
def see_map(planes: Bytes, sheet: Sheet, is_pending: bool) -> None:
    """Write all planes of a map."""
    clear(planes)
    first = 0
    for spaces in sheet:
        paint(planes, first, spaces)
        first += SPACES
    free = empty(sheet)
    paint(planes, first, free)
    paint(planes, first + SPACES, sheet.ruins & free if is_pending else NOWHERE)


@inlined
def see_deck(table: Ints, game: Ints, deck: Bytes) -> None:
    """Mark the cards that may still come: explore and ruins cards of this season, any ambush or hero not yet seen."""
    clear(deck)
    for place in range(DECK + game[DECK_TOP], DECK + game[DECK_SIZE]):
        kind = KIND[game[place]]
        if kind in (EXPLORE, RUINS):
            deck[game[place]] = 1
    for pool in (AMBUSH_POOL, HERO_POOL):
        for place in range(pool + 1, pool + 1 + table[pool]):
            if not is_gone(game, table[place]):
                deck[table[place]] = 1


@inlined
def see_numbers(table: Ints, game: Ints, seat: int, seen: Ints) -> None:
    """Write the numbers."""
    block = SEAT + seat * SEAT_SIZE
    season = game[SEASON]
    is_over = season == YEAR
    seen[SEEN_ASK] = NEXT if is_over else game[STAGE]
    seen[SEEN_SEASON] = season
    seen[SEEN_TIME] = 0 if is_over else game[TIME]
    seen[SEEN_LEFT] = 0 if is_over else max(0, table[THRESHOLDS + season] - game[TIME])
    seen[SEEN_COINS] = game[block + COINS]
    seen[SEEN_CARD] = NO_CARD if is_over else game[CARD]
    seen[SEEN_RUINS] = game[RUINS_PENDING]
    for place in range(4):
        seen[SEEN_EDICTS + place] = table[EDICTS + place]
    for place in range(16):
        seen[SEEN_SCORES + place] = game[block + SCORES + place]


@kernel
def observe(tables: Ints, games: Ints, planes: Bytes, decks: Bytes, seen: Ints) -> None:
    """Write what the first seat of every game sees."""
    for number in range(len(games)):
        table, game = tables[number], games[number]
        see_map(planes[number], load(game, 0), game[RUINS_PENDING] != 0)
        see_deck(table, game, decks[number])
        see_numbers(table, game, 0, seen[number])
