"""Set-ups, sheets and states as rows of numbers, without numpy: for native code and for WebAssembly."""

from quillmap.fast.layout.card_numbers import NUMBER, halves, scoring_number
from quillmap.fast.layout.rows import (
    AMBUSH_POOL,
    AMBUSHES,
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
    FALLBACK_ANY,
    GONE,
    GONE_CARDS,
    HERO_POOL,
    HOSTILITY,
    IS_DEALT,
    LEARNED,
    PLACING,
    POLICY,
    RANDOM,
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
    row_size,
)
from quillmap.rules.dealing import season_cards
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.rulebooks import RULEBOOKS, SoloAmbush
from quillmap.rules.seasons import SEASONS
from quillmap.rules.setup import Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import beside
from quillmap.rules.state import State, Step


def _numbers(cards: tuple[CardId, ...]) -> list[int]:
    return [len(cards), *(NUMBER[card] for card in cards)]


def table_numbers(setup: Setup, edicts: tuple[CardId, ...]) -> list[int]:
    """Return the table of *setup* with these *edicts*."""
    book = RULEBOOKS[setup.rulebook]
    row = [-1] * TABLE_SIZE
    row[EDICTS : EDICTS + 4] = [scoring_number(card, setup.rulebook) for card in edicts]
    row[THRESHOLDS : THRESHOLDS + 4] = [season.time for season in SEASONS[setup.seasons]]
    row[FALLBACK_ANY] = int(book.fallback_any)
    row[AUTOMATIC] = int(setup.ambush_by == "automatic")
    row[COVER] = int(book.solo_ambush is SoloAmbush.COVER)
    row[ANY_SINGLE] = int(len(book.ambush_single) > 1)
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


def sown(seed: int) -> int:
    """Return a state of the generator for any seed; those of neighbouring seeds are far apart (splitmix64)."""
    mixed = (seed + 1) * 0x9E3779B97F4A7C15 & 2**64 - 1
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 2**64 - 1
    mixed ^= mixed >> 31
    return mixed - (mixed >> 63 << 64)


def new_game_numbers(blank: Sheet, policies: list[int], chance: int) -> list[int]:
    """Return a game at its start, its seats with these policies."""
    row = [0] * row_size(len(policies))
    row[SEATS] = len(policies)
    row[CHANCE] = sown(chance)
    row[AMBUSHES:SEAT] = [-1] * (SEAT - AMBUSHES)
    for seat, policy in enumerate(policies):
        first = SEAT + seat * SEAT_SIZE
        row[first + POLICY] = row[first + HOSTILITY] = policy
        row[first + SHEET : first + SEAT_SIZE] = sets_numbers(blank)
    return row


def game_numbers(state: State, seats: list[Seat], policies: list[int], chance: int) -> list[int]:
    """Return a game as its table knows it after the last finished round.

    It has only *seats*. If that is one seat of several, it draws its neighbours' ambushes on its own map, by its
    ``HOSTILITY``. Unseen cards are left out: a playout deals them, so *state* may be a view.
    """
    row = new_game_numbers(Sheet(), policies, chance)
    for number, seat in enumerate(state.seats[each] for each in seats):
        first = SEAT + number * SEAT_SIZE
        row[first + COINS] = seat.coins
        row[first + SHEET : first + SEAT_SIZE] = sets_numbers(seat.sheet)
        for season, score in enumerate(seat.scores):
            place = first + SCORES + 4 * season
            row[place : place + 4] = (*score.edicts, score.coins, score.monsters)
    is_between = state.step in (Step.DEALING, Step.LASTING)
    row[SEASON] = state.season + 1 if is_between else state.season
    row[GONE] = len(state.gone)
    row[GONE_CARDS : GONE_CARDS + len(state.gone)] = [NUMBER[card] for card in state.gone]
    if not is_between:
        row[TIME] = state.time
        row[RUINS_PENDING] = int(state.ruins_pending)
        row[IS_DEALT] = 1
        left = [card for card in season_cards(state.setup.explore, state.setup.ruins) if card not in state.revealed]
        row[DECK_SIZE] = len(left)
        row[DECK : DECK + len(left)] = [NUMBER[card] for card in left]
    return row


def drawing_game(state: State, seat: Seat) -> list[int]:
    """Return the game of one seat that is asked to draw the revealed explore card, as it is looked ahead from."""
    assert state.card is not None
    row = game_numbers(state, [seat], [LEARNED], 0)
    row[SEAT + HOSTILITY] = RANDOM
    row[STAGE], row[CARD] = DRAWING, NUMBER[state.card]
    return row


def resting_game(position: State) -> list[int]:
    """Return the game of one seat before its next card, as it is looked ahead from.

    Looking ahead begins with a drawing. Here that is an empty one, as the end of a hero's round: it changes nothing,
    and the next thing to come is a card.
    """
    row = game_numbers(position, [Seat(0)], [LEARNED], 0)
    row[STAGE] = PLACING
    return row
