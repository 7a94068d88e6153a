"""A table and a game as rows of numbers, and the way there from a ``State``.

A game is one row of 64-bit integers: a head that belongs to the whole table, then a block for every seat. So a
batch of games is one array with a row a game, and copying a game is copying a row. A set of spaces is two
numbers, its halves.
"""

from typing import Any, Final

import numpy as np

from quillmap.fast.cards import NUMBER, Ints, halves, scoring_number
from quillmap.rules.dealing import season_cards
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.rulebooks import RULEBOOKS, SoloAmbush
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import beside
from quillmap.rules.state import State, Step

# The head of a game.
SEASON, TIME, RUINS_PENDING, IS_DEALT, DECK_SIZE, DECK_TOP, GONE, SEATS, CHANCE = range(9)
STAGE, CARD, TURN, EFFECT = range(9, 13)
"""What is being dealt with, the card, the next seat to do so, and how many of the ambushes gone have acted again."""
TRIES: Final = 12
"""How often a random place is tried before all places are looked at."""
ROOM: Final = 44
"""With fewer empty spaces than this, or where ruins have to be covered, trying is not worth it."""
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
"""Sets of the sheet that are looked at by themselves."""
FREE: Final = SHEET + 2 * len(Sheet._fields)
SLOPES: Final = FREE + 2
"""Behind the sheet, its empty spaces and those beside mountains: every drawing asks for them."""
SEAT_SIZE: Final = SLOPES + 2

RANDOM, GREEDY, LEARNED = range(3)
"""Policies."""

# A table.
EDICTS: Final = 0
"""The numbers of the functions that count A to D."""
THRESHOLDS: Final = 4
FALLBACK_ANY, AUTOMATIC, COVER, ANY_SINGLE = range(8, 12)
SEASON_CARDS: Final = 12
"""How many, then which: so for the pools below."""
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

# Stages of a game: between two rounds, or the seats are dealing with a card, one after the other.
NEXT, DRAWING, AMBUSHING, PLACING, GAZING, LASTING = range(6)
"""Each but the first asks for the move before it: ``DRAWING`` for ``MOVE_DRAW``, ``LASTING`` for ``MOVE_TROLL``."""


def _numbers(cards: tuple[CardId, ...]) -> list[int]:
    return [len(cards), *(NUMBER[card] for card in cards)]


def table_row(setup: Setup, edicts: tuple[CardId, ...]) -> Ints:
    """Return the table of *setup* with these *edicts*."""
    book = RULEBOOKS[setup.rulebook]
    row = np.full(TABLE_SIZE, -1, dtype=np.int64)
    row[EDICTS : EDICTS + 4] = [scoring_number(card, setup.rulebook) for card in edicts]
    row[THRESHOLDS : THRESHOLDS + 4] = [season.time for season in SEASONS[setup.seasons]]
    row[FALLBACK_ANY] = book.fallback_any
    row[AUTOMATIC] = setup.ambush_by == "automatic"
    row[COVER] = book.solo_ambush is SoloAmbush.COVER
    row[ANY_SINGLE] = len(book.ambush_single) > 1
    for place, cards in (
        (SEASON_CARDS, season_cards(setup.explore, setup.ruins)),
        (AMBUSH_POOL, ambush_pool(setup)),
        (HERO_POOL, hero_pool(setup)),
    ):
        numbers = _numbers(cards)
        row[place : place + len(numbers)] = numbers
    return row


def row_size(seats: int) -> int:
    """Return how many numbers a game with this many seats has."""
    return SEAT + seats * SEAT_SIZE


def signed_halves(spaces: int) -> tuple[int, int]:
    """Return the halves of a set as a row of signed numbers holds them."""
    low, high = halves(spaces)
    return low - (low >> 63 << 64), high


def sheet_numbers(sheet: Sheet) -> list[int]:
    """Return a sheet as the thirty numbers of a row."""
    return [half for spaces in sheet for half in signed_halves(spaces)]


def sets_numbers(sheet: Sheet) -> list[int]:
    """Return a sheet and what is kept behind it as the numbers of a row."""
    return [*sheet_numbers(sheet), *signed_halves(empty(sheet)), *signed_halves(beside(sheet.mountain))]


def sheet_of(row: Ints, seat: int) -> Sheet:
    """Return the sheet of a seat in a game's row."""
    first = SEAT + seat * SEAT_SIZE + SHEET
    numbers = [int(number) & (2**64 - 1) for number in row[first : first + 2 * len(Sheet._fields)]]
    return Sheet._make(low | high << 64 for low, high in zip(numbers[::2], numbers[1::2], strict=True))


def scores_of(row: Ints, seat: int) -> Ints:
    """Return a seat's score sheet: per season both edicts, coins, monsters."""
    first = SEAT + seat * SEAT_SIZE + SCORES
    return row[first : first + 16].reshape(4, 4)


def sown(seed: int) -> int:
    """Return a state of the generator for any number, far from those of its neighbours (splitmix64)."""
    mixed = (seed + 1) * 0x9E3779B97F4A7C15 & 2**64 - 1
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 2**64 - 1
    mixed ^= mixed >> 31
    return mixed - (mixed >> 63 << 64)


def new_game(blank: Sheet, policies: list[int], chance: int) -> Ints:
    """Return a game at its start, its seats with these policies."""
    row = np.zeros(row_size(len(policies)), dtype=np.int64)
    row[SEATS] = len(policies)
    row[CHANCE] = sown(chance)
    row[AMBUSHES:SEAT] = -1
    for seat, policy in enumerate(policies):
        first = SEAT + seat * SEAT_SIZE
        row[first + POLICY] = row[first + HOSTILITY] = policy
        row[first + SHEET : first + SEAT_SIZE] = sets_numbers(blank)
    return row


def game_row(state: State, seats: list[Seat], policies: list[int], chance: int) -> Ints:
    """Return a game as it stands, as far as its table knows it, up to the last round that is over.

    Only *seats* are in it: with one of several, a neighbour is thought of who draws on that map.

    What nobody has seen is left open: a playout deals it anew, so it makes no difference whether *state* is a view.
    """
    row = new_game(Sheet(), policies, chance)
    for number, seat in enumerate(state.seats[each] for each in seats):
        first = SEAT + number * SEAT_SIZE
        row[first + COINS] = seat.coins
        row[first + SHEET : first + SEAT_SIZE] = sets_numbers(seat.sheet)
        for season, score in enumerate(seat.scores):
            scores_of(row, number)[season] = (*score.edicts, score.coins, score.monsters)
    is_between = state.step in (Step.DEALING, Step.LASTING)
    row[SEASON] = state.season + 1 if is_between else state.season
    row[GONE] = len(state.gone)
    row[GONE_CARDS : GONE_CARDS + len(state.gone)] = [NUMBER[card] for card in state.gone]
    if not is_between:
        row[TIME] = state.time
        row[RUINS_PENDING] = state.ruins_pending
        row[IS_DEALT] = 1
        left = [card for card in season_cards(state.setup.explore, state.setup.ruins) if card not in state.revealed]
        row[DECK_SIZE] = len(left)
        row[DECK : DECK + len(left)] = [NUMBER[card] for card in left]
    return row


def no_diary() -> Ints:
    """Return a diary that nothing is written into."""
    return np.zeros(1, dtype=np.int64)


def new_diary(seats: int) -> Ints:
    """Return a diary with room for a whole game."""
    diary = np.full(ENTRIES + ENTRY_SIZE * 100 * seats, -1, dtype=np.int64)
    diary[LENGTH] = 0
    return diary


def diary_entries(diary: Ints) -> list[tuple[int, int, int, int, int]]:
    """Return the decisions in a diary: what was asked for, seat, set, spaces, path."""
    entries = diary[ENTRIES : ENTRIES + ENTRY_SIZE * int(diary[LENGTH])].reshape(-1, ENTRY_SIZE)
    return [
        (int(kind), int(seat), int(field), _joined(low, high), _joined(*path))
        for kind, seat, field, low, high, *path in entries
    ]


def _joined(low: Any, high: Any) -> int:
    return (int(low) & (2**64 - 1)) | (int(high) & (2**64 - 1)) << 64
