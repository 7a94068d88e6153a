"""What a seat sees of a ``State`` and may answer, for the environments that play through the events."""

from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quillmap.env.spaces import ASKS
from quillmap.fast.actions import ACTIONS, FIELDS, SINGLE_TURN, TURNS, WAIT
from quillmap.fast.batch import turns_of
from quillmap.fast.cards import FIELD, NUMBER, SPACES, scoring_number
from quillmap.fast.seen import NO_CARD, PLANES, Bytes
from quillmap.rules.cards import CARDS, TROLL, AmbushCard, ExploreCard, HeroCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.events import Ask
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.options import Options, attack_paths, targets
from quillmap.rules.setup import YEAR, Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.spaces import SIZE, Mask, numbers
from quillmap.rules.state import State, Step, drawing_sheet

_BYTES: Final = 16
_NOTHING: Final = 0


def bits(*sets: Mask) -> NDArray[np.uint8]:
    """Return sets of spaces as rows of 121 zeros and ones."""
    packed = b"".join([spaces.to_bytes(_BYTES, "little") for spaces in sets])
    rows = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")
    return np.ascontiguousarray(rows.reshape(len(sets), 8 * _BYTES)[:, :SPACES])


def planes(sheet: Sheet, *, is_pending: bool) -> Bytes:
    """Return the planes of a map."""
    free = empty(sheet)
    rows = bits(*sheet, free, sheet.ruins & free if is_pending else 0)
    return rows.view(np.int8).reshape(len(PLANES), SIZE, SIZE)


def common(state: State, seat: Seat) -> dict[str, Any]:
    """Return everything that a seat sees but the maps."""
    owner = state.seats[seat]
    is_over = state.is_over
    card = _present_card(state)
    scores = np.zeros((YEAR, 4), dtype=np.int64)
    for season, score in enumerate(owner.scores):
        scores[season] = (*score.edicts, score.coins, score.monsters)
    return {
        "ask": np.int64(_asked(state, seat)),
        "season": np.int64(YEAR if is_over else state.season),
        "time": np.int64(0 if is_over else state.time),
        "time_left": np.int64(0 if is_over else max(0, state.season_card.time - state.time)),
        "coins": np.int64(owner.coins),
        "card": np.int64(NO_CARD if card is None else NUMBER[card]),
        "ruins": np.int64(state.ruins_pending),
        "edicts": _edicts(state.edicts, state.setup.rulebook).copy(),
        "scores": scores,
        "deck": _deck(state),
    }


def solo_observation(state: State) -> dict[str, Any]:
    """Return what the only seat sees."""
    seat = Seat(0)
    sheet = planes(state.seats[seat].sheet, is_pending=state.ruins_pending)
    return common(state, seat) | {"map": sheet}


def table_observation(state: State, seat: Seat) -> dict[str, Any]:
    """Return what a seat sees at a table."""
    count = len(state.seats)
    order = [(seat + step) % count for step in range(count)]
    maps = np.stack([planes(state.seats[each].sheet, is_pending=state.ruins_pending) for each in order])
    target = drawing_sheet(state, seat) if state.step is Step.RESOLVING else seat
    return common(state, seat) | {"maps": maps, "target": np.int64((target - seat) % count)}


def _asked(state: State, seat: Seat) -> int:
    return ASKS.index(str(state.ask)) if state.ask is not None and seat in state.waiting else _NOTHING


def _present_card(state: State) -> CardId | None:
    """Return the card that is dealt with, the lasting ambush too."""
    if state.is_over:
        return None
    return TROLL if state.ask is Ask.TROLL else state.card


def _deck(state: State) -> Bytes:
    """Return which cards may still come: what is left of this season's, and every ambush or hero not yet seen."""
    deck = _full_deck(state.setup).copy()
    seen = [NUMBER[card] for card in (*state.revealed, *state.gone)]
    deck[seen] = 0
    return deck


@lru_cache(maxsize=64)
def _full_deck(setup: Setup) -> Bytes:
    deck = np.zeros(NO_CARD, dtype=np.int8)
    cards = (*season_cards(setup.explore, setup.ruins), *ambush_pool(setup), *hero_pool(setup))
    deck[[NUMBER[card] for card in cards]] = 1
    return deck


@lru_cache(maxsize=64)
def _edicts(edicts: tuple[CardId, ...], rulebook: str) -> NDArray[np.int64]:
    return np.array([scoring_number(each, rulebook) for each in edicts], dtype=np.int64)


@cache
def turn_numbers(card: CardId) -> dict[Mask, int]:
    """Return the turns of a card's shapes by their mask in the corner."""
    found = CARDS[card]
    assert isinstance(found, ExploreCard | AmbushCard)
    return {turn.mask: number for number, turn in enumerate(turns_of(found))}


def action_mask(state: State, seat: Seat) -> Bytes:
    """Return which actions a seat may take; one that is not asked can only wait."""
    mask = np.zeros(ACTIONS, dtype=np.int8)
    if seat not in state.waiting:
        mask[WAIT] = 1
    elif state.ask in (Ask.GORGON, Ask.TROLL):
        mask[:SPACES] = bits(targets(state, seat))[0]
    elif state.ask is Ask.HERO:
        _allow_heroes(state, seat, mask)
    else:
        _allow_drawings(state, seat, mask)
    return mask


def _allow_heroes(state: State, seat: Seat, mask: Bytes) -> None:
    card = state.revealed_card
    assert isinstance(card, HeroCard)
    for space in numbers(empty(state.seats[seat].sheet)):
        for turn in range(len(attack_paths(card, 1 << space))):
            mask[turn * SPACES + space] = 1


def _allow_drawings(state: State, seat: Seat, mask: Bytes) -> None:
    assert state.card is not None
    drawings = Options(state, seat).drawings
    places = drawings.places()
    turns = turn_numbers(state.card)
    is_single = drawings.is_fallback
    wanted = [SINGLE_TURN if is_single else turns[orientation.mask] for _, orientation, _ in places]
    rows = bits(*[where for _, _, where in places])
    by_field = mask[:WAIT].reshape(FIELDS, TURNS, SPACES)
    for terrain in drawings.terrains_of(places[0][0]):
        by_field[FIELD[terrain], wanted] = rows
