"""Set-ups, sheets and states as rows of numbers in arrays, and back."""

from typing import Any

import numpy as np

from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.fast.layout.card_tables import Ints
from quillmap.fast.layout.plain_rows import game_numbers, new_game_numbers, table_numbers
from quillmap.fast.layout.rows import (
    AMBUSHING,
    CARD,
    DRAWING,
    EFFECT,
    ENTRIES,
    ENTRY_SIZE,
    GAZING,
    LASTING,
    LENGTH,
    PLACING,
    SCORES,
    SEASON,
    SEAT,
    SEAT_SIZE,
    SHEET,
    STAGE,
    TURN,
)
from quillmap.rules.cards import GORGON, AmbushCard, ExploreCard
from quillmap.rules.events import Ask
from quillmap.rules.evolve import lasting_cards
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.setup import Setup
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import State, Step


def table_row(setup: Setup, edicts: tuple[CardId, ...]) -> Ints:
    """Return the table of *setup* with these *edicts*."""
    return np.array(table_numbers(setup, edicts), dtype=np.int64)


def sheet_of(row: Ints, seat: int) -> Sheet:
    """Return the sheet of a seat in a game's row."""
    first = SEAT + seat * SEAT_SIZE + SHEET
    numbers = [int(number) & (2**64 - 1) for number in row[first : first + 2 * len(Sheet._fields)]]
    return Sheet._make(low | high << 64 for low, high in zip(numbers[::2], numbers[1::2], strict=True))


def scores_of(row: Ints, seat: int) -> Ints:
    """Return a seat's score sheet: per season both edicts, coins, monsters."""
    first = SEAT + seat * SEAT_SIZE + SCORES
    return row[first : first + 16].reshape(4, 4)


def new_game(blank: Sheet, policies: list[int], chance: int) -> Ints:
    """Return a game at its start, its seats with these policies."""
    return np.array(new_game_numbers(blank, policies, chance), dtype=np.int64)


def game_row(state: State, seats: list[Seat], policies: list[int], chance: int) -> Ints:
    """Return a game as its table knows it after the last finished round, with only *seats* (``plain_rows``)."""
    return np.array(game_numbers(state, seats, policies, chance), dtype=np.int64)


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
