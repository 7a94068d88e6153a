"""A table and a game as arrays of numbers, and the way there from a ``State``.

Games of one batch share a ``TableArrays``; each has ``GameArrays`` of its own.
"""

from typing import Final, NamedTuple

import numpy as np

from quillmap.fast.cards import NUMBER, Halves, Ints, halves, scoring_number
from quillmap.rules.dealing import season_cards
from quillmap.rules.rulebooks import RULEBOOKS, SoloAmbush
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet
from quillmap.rules.state import SeatState, State, Step
from quillmap.rules.cards import Box

MOST_CARDS: Final = 24
"""An explore deck is never larger: 11 explore, 2 ruins, 4 ambushes, 4 heroes."""

FIELDS: Final = len(Sheet._fields)

SEASON, TIME, RUINS_PENDING, IS_DEALT, DECK_SIZE, DECK_TOP, GONE = range(7)
"""Places in ``GameArrays.facts``."""

FALLBACK_ANY, AUTOMATIC, COVER, ANY_SINGLE = range(4)
"""Places in ``TableArrays.options``."""


class TableArrays(NamedTuple):
    """What does not change during a game."""

    edicts: Ints
    """The numbers of the functions that count A to D."""
    thresholds: Ints
    season_cards: Ints
    ambush_pool: Ints
    hero_pool: Ints
    options: Ints


class GameArrays(NamedTuple):
    """What does."""

    sheets: Halves
    coins: Ints
    scores: Ints
    """Per seat and season: both edicts, coins, stars lost to monsters."""
    deck: Ints
    ambushes: Ints
    """The four in their order; one that nobody has seen may be anything from the pool: see ``deal``."""
    heroes: Ints
    gone: Ints
    """Ambushes and heroes revealed so far, in order."""
    facts: Ints


def _numbers(cards: tuple[str, ...]) -> Ints:
    return np.array([NUMBER[card] for card in cards], dtype=np.int64)  # type: ignore[index]  # card ids are texts


def table_arrays(setup: Setup, edicts: tuple[str, ...]) -> TableArrays:
    """Return the table of *setup* with these *edicts*."""
    book = RULEBOOKS[setup.rulebook]
    options = (
        book.fallback_any,
        setup.ambush_by == "automatic",
        book.solo_ambush is SoloAmbush.COVER,
        len(book.ambush_single) > 1,
    )
    return TableArrays(
        edicts=np.array([scoring_number(card, setup.rulebook) for card in edicts]),  # type: ignore[arg-type]  # as above
        thresholds=np.array([season.time for season in SEASONS[Box(setup.seasons)]]),
        season_cards=_numbers(season_cards(setup.explore, setup.ruins)),
        ambush_pool=_numbers(ambush_pool(setup)),
        hero_pool=_numbers(hero_pool(setup)),
        options=np.array([int(option) for option in options]),
    )


def sheet_rows(sheet: Sheet) -> Halves:
    """Return a sheet as its fifteen pairs of halves."""
    return np.array([halves(spaces) for spaces in sheet], dtype=np.uint64)


def rows_sheet(rows: Halves) -> Sheet:
    """Return the sheet in fifteen pairs of halves."""
    return Sheet._make(int(low) | int(high) << 64 for low, high in rows)


class Diary(NamedTuple):
    """What a compiled game did, so that the interpreted rules can follow it; empty arrays keep none."""

    decks: Ints
    """Per season, the deck as it was shuffled."""
    moves: Ints
    """Per decision: what was asked for, the seat, and the set that was drawn on, or -1."""
    spaces: Halves
    paths: Halves
    length: Ints


MOVE_DRAW, MOVE_AMBUSH, MOVE_HERO, MOVE_GORGON, MOVE_TROLL = range(5)
"""Kinds of decisions in a ``Diary``."""


def no_diary() -> Diary:
    """Return a diary that nothing is written into."""
    none = np.zeros((0, 2), dtype=np.uint64)
    ints = np.zeros((0, 3), dtype=np.int64)
    return Diary(ints, ints, none, none, np.zeros(1, dtype=np.int64))


def new_diary(seats: int) -> Diary:
    """Return a diary with room for a whole game."""
    most = 200 * seats
    return Diary(
        np.full((4, MOST_CARDS), -1, dtype=np.int64),
        np.full((most, 3), -1, dtype=np.int64),
        np.zeros((most, 2), dtype=np.uint64),
        np.zeros((most, 2), dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
    )


def new_games(count: int, seats: int, blank: Sheet) -> GameArrays:
    """Return *count* games at their start; every array has one more dimension, the first."""
    return GameArrays(
        sheets=np.tile(sheet_rows(blank), (count, seats, 1, 1)),
        coins=np.zeros((count, seats), dtype=np.int64),
        scores=np.zeros((count, seats, 4, 4), dtype=np.int64),
        deck=np.full((count, MOST_CARDS), -1, dtype=np.int64),
        ambushes=np.full((count, 4), -1, dtype=np.int64),
        heroes=np.full((count, 4), -1, dtype=np.int64),
        gone=np.full((count, 8), -1, dtype=np.int64),
        facts=np.zeros((count, 7), dtype=np.int64),
    )


def game_arrays(state: State) -> GameArrays:
    """Return one game as it stands between two rounds, as far as its table knows it.

    What nobody has seen is left open: a playout deals it anew (``deal.redeal``), so it makes no difference whether
    *state* is a view.
    """
    games = new_games(1, len(state.seats), Sheet())
    for number, seat in enumerate(state.seats):
        _write_seat(games, number, seat)
    games.gone[0, : len(state.gone)] = _numbers(state.gone)
    games.facts[0, SEASON] = max(state.season, 0) + (state.step in (Step.DEALING, Step.LASTING) and state.season >= 0)
    games.facts[0, TIME] = state.time
    games.facts[0, RUINS_PENDING] = state.ruins_pending
    games.facts[0, GONE] = len(state.gone)
    if state.step in (Step.EXPLORING, Step.RESOLVING):
        revealed = set(state.revealed)
        left = [card for card in season_cards(state.setup.explore, state.setup.ruins) if card not in revealed]
        games.deck[0, : len(left)] = _numbers(tuple(left))
        games.facts[0, DECK_SIZE] = len(left)
        games.facts[0, IS_DEALT] = 1
    return games


def _write_seat(games: GameArrays, number: int, seat: SeatState) -> None:
    games.sheets[0, number] = sheet_rows(seat.sheet)
    games.coins[0, number] = seat.coins
    for season, score in enumerate(seat.scores):
        games.scores[0, number, season] = (*score.edicts, score.coins, score.monsters)
