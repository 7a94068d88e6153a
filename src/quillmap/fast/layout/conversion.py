"""Set-ups, sheets and states as rows of numbers, and back."""

from typing import Any

import numpy as np

from quillmap.fast.layout.card_tables import NUMBER, Ints, halves, scoring_number
from quillmap.fast.layout.rows import (
    AMBUSH_POOL,
    AMBUSHES,
    AMBUSHING,
    ANY_SINGLE,
    AUTOMATIC,
    CARD,
    CHANCE,
    COINS,
    COVER,
    DECK,
    DECK_SIZE,
    DRAWING,
    EDICTS,
    EFFECT,
    ENTRIES,
    ENTRY_SIZE,
    FALLBACK_ANY,
    GAZING,
    GONE,
    GONE_CARDS,
    HERO_POOL,
    HOSTILITY,
    IS_DEALT,
    LASTING,
    LENGTH,
    PLACING,
    POLICY,
    RUINS_PENDING,
    SCORES,
    SEASON,
    SEASON_CARDS,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SHEET,
    STAGE,
    TABLE_SIZE,
    THRESHOLDS,
    TIME,
    TURN,
    row_size,
)
from quillmap.rules.cards import GORGON, AmbushCard, ExploreCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.events import Ask
from quillmap.rules.evolve import lasting_cards
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.rulebooks import RULEBOOKS, SoloAmbush
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import beside
from quillmap.rules.state import State, Step


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


def signed_halves(spaces: int) -> tuple[int, int]:
    """Return the halves of a set as a row of signed numbers holds them."""
    low, high = halves(spaces)
    return low - (low >> 63 << 64), high


def sheet_numbers(sheet: Sheet) -> list[int]:
    """Return a sheet as the thirty numbers of a row."""
    return [half for spaces in sheet for half in signed_halves(spaces)]


def sets_numbers(sheet: Sheet) -> list[int]:
    """Return a sheet and the sets kept after it as the numbers of a row."""
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
    """Return a state of the generator for any seed; those of neighbouring seeds are far apart (splitmix64)."""
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
    """Return a game as its table knows it after the last finished round.

    It has only *seats*. If that is one seat of several, it draws its neighbours' ambushes on its own map, by its
    ``HOSTILITY``. Unseen cards are left out: a playout deals them, so *state* may be a view.
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


def standing_row(state: State, policy: int, chance: int) -> Ints:
    """Return a game at any moment, also in the middle of a round, all its seats with this policy.

    If seats are being asked, none of them counts as having answered: nobody has seen what others have submitted.
    """
    seats = [Seat(seat) for seat in range(len(state.seats))]
    # While lasting ambushes act, the season is not over yet.
    known = state.but(step=Step.EXPLORING) if state.step is Step.LASTING else state
    row = game_row(known, seats, [policy] * len(seats), chance)
    if state.step in (Step.LASTING, Step.RESOLVING):
        row[TURN] = 0 if state.waiting else state.resolved
    if state.step is Step.LASTING:
        card = lasting_cards(state)[state.lasting_done]
        row[STAGE], row[CARD], row[EFFECT] = LASTING, NUMBER[card], state.gone.index(card) + 1
    elif state.step is Step.RESOLVING:
        row[STAGE], row[CARD] = _stage(state), NUMBER[state.revealed_card.id]
        if state.card == GORGON and state.ask is not Ask.GORGON and row[TURN] == len(seats):
            row[STAGE], row[TURN] = GAZING, 0
    elif state.step is Step.OVER:
        row[SEASON] = len(state.seats[0].scores)
    return row


def _stage(state: State) -> int:
    card = state.revealed_card
    if isinstance(card, ExploreCard):
        return DRAWING
    if isinstance(card, AmbushCard):
        return GAZING if state.ask is Ask.GORGON else AMBUSHING
    return PLACING


def no_diary() -> Ints:
    """Return a diary too short to be written into."""
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
