"""The layout of the rows of numbers that compiled code works on.

A game is one row of 64-bit integers: a head that belongs to the whole table, then a block for every seat. So a batch
of games is one array with a row a game, and copying a game is copying a row. A set of spaces is two numbers, its
halves. A table has its own row, and so has a diary, which holds the decisions of a game, and a glance, which holds the
places that playouts look at.
"""

from typing import Final

from quillmap.rules.sheet import Sheet

# The head of a game.
SEASON, TIME, RUINS_PENDING, IS_DEALT, DECK_SIZE, DECK_TOP, GONE, SEATS, CHANCE = range(9)
STAGE, CARD, TURN, EFFECT = range(9, 13)
"""The stage of the round, its card, the next seat to deal with it, and how many ambushes have acted again."""
TRIES: Final = 12
"""How many random places are tried before all places are listed."""
ROOM: Final = 44
"""With fewer empty spaces than this, or where ruins have to be covered, no random places are tried."""
MULTIPLIER: Final = 0xD1342543DE82EF95
"""Of the generator behind ``CHANCE``: the state times this, plus one."""
DECK: Final = 16
"""The explore deck, the top card at ``DECK + game[DECK_TOP]``."""
MOST_CARDS: Final = 24
"""It is never larger: 11 explore, 2 ruins, 4 ambushes, 4 heroes."""
AMBUSHES: Final = DECK + MOST_CARDS
HEROES: Final = AMBUSHES + 4
GONE_CARDS: Final = HEROES + 4
"""Ambushes and heroes revealed so far, in order."""
SEAT: Final = GONE_CARDS + 8
"""Where the first seat's block begins."""

# The block of a seat.
COINS: Final = 0
POLICY: Final = 1
HOSTILITY: Final = 2
"""The policy by which this seat draws on other maps."""
SCORES: Final = 3
"""Per season: both edicts, coins, stars lost to monsters."""
SHEET: Final = SCORES + 16
MOUNTAINS, RUINS_MARKS, PATHS, DRAGONS = (
    SHEET + 2 * Sheet._fields.index(name) for name in ("mountain", "ruins", "path", "dragon")
)
"""Sets of the sheet that are read one by one."""
FREE: Final = SHEET + 2 * len(Sheet._fields)
SLOPES: Final = FREE + 2
"""After the sheet: its empty spaces and those beside mountains, which every drawing needs."""
SEAT_SIZE: Final = SLOPES + 2

RANDOM, GREEDY, LEARNED = range(3)
"""Policies."""

# A table.
EDICTS: Final = 0
"""The numbers of the functions that count A to D."""
THRESHOLDS: Final = 4
FALLBACK_ANY, AUTOMATIC, COVER, ANY_SINGLE = range(8, 12)
SEASON_CARDS: Final = 12
"""How many, then which; the pools below likewise."""
AMBUSH_POOL: Final = SEASON_CARDS + 14
HERO_POOL: Final = AMBUSH_POOL + 13
TABLE_SIZE: Final = HERO_POOL + 9

# A diary: how many decisions it holds, the decks, then the decisions.
LENGTH: Final = 0
DECKS: Final = 1
ENTRIES: Final = DECKS + 4 * MOST_CARDS
ENTRY_SIZE: Final = 7
"""What was asked for, the seat, the set drawn on or -1, the spaces, and a hero's path."""
MOVE_DRAW, MOVE_AMBUSH, MOVE_HERO, MOVE_GORGON, MOVE_TROLL = range(5)

# A glance: for every turn of every shape, the anchors that are worth a look.
GLANCE_SIZE: Final = 2 * 160
"""There are fewer turns. Any shorter row says nothing: all places are looked at."""

# Stages of a game: between two rounds, or the seats are dealing with a card, one after the other.
NEXT, DRAWING, AMBUSHING, PLACING, GAZING, LASTING = range(6)
"""Each but the first asks for the move before it: ``DRAWING`` for ``MOVE_DRAW``, ``LASTING`` for ``MOVE_TROLL``."""


def row_size(seats: int) -> int:
    """Return how many numbers a game with this many seats has."""
    return SEAT + seats * SEAT_SIZE
