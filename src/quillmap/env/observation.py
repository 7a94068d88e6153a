"""What a seat observes of a ``State``, and its legal actions, for the environments that play through the events."""

from functools import cache, lru_cache
from operator import index
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quillmap.env.gym_spaces import ASKS, SKILLED_ASKS
from quillmap.errors import BadArgument, shown
from quillmap.fast.layout.actions import ACTIONS, SINGLE_TURN, TURNS, WAIT, turns_of
from quillmap.fast.layout.card_numbers import NUMBER, scoring_number
from quillmap.fast.layout.card_tables import FIELD, SPACES
from quillmap.fast.layout.observation import NO_CARD, PLANES, Bytes
from quillmap.rules.cards import TROLL, HeroCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.events import Ask, SeasonScore
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Draw
from quillmap.rules.options import Options, attack_paths, targets
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import AmbushChoice, NoneOrDrawn, OneBox, Setup, ambush_pool, hero_pool
from quillmap.rules.sheet import Sheet, empty
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import SIZE, Mask
from quillmap.rules.state import State, Step, drawing_sheet

SKILLS: Final = tuple(Skill)
"""The skills by their number."""
_NOTHING: Final = 0
_ASKS: Final = (*(Ask(name) for name in ASKS[1:]), Ask.DECLARE)
_DRAW: Final = Ask.DRAW
_AMBUSH: Final = Ask.AMBUSH
_HERO: Final = Ask.HERO
_TROLL: Final = Ask.TROLL
"""Module constants are looked up faster than members of an enum."""


class Plan(NamedTuple):
    """What a seat has chosen so far of a drawing with a skill."""

    skill: Skill | None = None
    main: Draw | None = None


def bits(number: int, size: int) -> Bytes:
    """Return the lowest bits of a number, the lowest first."""
    packed = np.frombuffer(number.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.int8)


def planes(sheet: Sheet, *, is_pending: bool) -> Bytes:
    """Return the planes of a map."""
    free = empty(sheet)
    joined = sheet.ruins & free if is_pending else 0
    joined = joined << SPACES | free
    for spaces in reversed(sheet):
        joined = joined << SPACES | spaces
    return bits(joined, len(PLANES) * SPACES).reshape(len(PLANES), SIZE, SIZE)


def common(state: State, seat: Seat) -> dict[str, Any]:
    """Return everything that a seat sees except the maps."""
    owner = state.seats[seat]
    is_over = state.is_over
    card = _present_card(state)
    return {
        "ask": np.int64(_asked(state, seat)),
        "season": np.int64(YEAR if is_over else state.season),
        "time": np.int64(0 if is_over else state.time),
        "time_left": np.int64(0 if is_over else max(0, state.season_card.time - state.time)),
        "coins": np.int64(owner.coins),
        "card": np.int64(NO_CARD if card is None else NUMBER[card]),
        "ruins": np.int64(state.ruins_pending),
        "edicts": _edicts(state.edicts, state.setup.rulebook).copy(),
        "scores": _scores(owner.scores).copy(),
        "deck": _deck(state),
    }


def skill_observation(state: State, seat: Seat, plan: Plan) -> dict[str, Any]:
    """Return what a seat sees in addition at a table with skills, *plan* being what it has chosen so far."""
    owner = state.seats[seat]
    skill, main = plan
    return {
        "ask": np.int64(len(SKILLED_ASKS) - 1 if main is not None else _asked(state, seat)),
        "skills": np.array([each in state.skills for each in SKILLS], dtype=np.int8),
        "used_skill": np.int64(owner.used_skill),
        "purse": np.int64(owner.purse),
        "skill": np.int64(0 if skill is None else 1 + SKILLS.index(skill)),
        "main": bits(0 if main is None else main.spaces, SPACES).reshape(SIZE, SIZE),
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
    return 1 + _ASKS.index(state.ask) if state.ask is not None and seat in state.waiting else _NOTHING


def _present_card(state: State) -> CardId | None:
    """Return the card being dealt with, which can be a lasting ambush."""
    if state.is_over:
        return None
    return TROLL if state.ask is _TROLL else state.card


def _deck(state: State) -> Bytes:
    """Return which cards may still come: what is left of this season's, and every ambush or hero not yet seen."""
    setup = state.setup
    deck = bytearray(_full_deck(setup.explore, setup.ruins, setup.ambushes, setup.heroes, setup.promos))
    for card in (*state.revealed, *state.gone):
        deck[NUMBER[card]] = 0
    return np.frombuffer(deck, dtype=np.int8)


@lru_cache(maxsize=64)
def _full_deck(
    explore: OneBox,
    ruins: bool,
    ambushes: AmbushChoice | tuple[CardId, ...],
    heroes: NoneOrDrawn | tuple[CardId, ...],
    promos: bool,
) -> bytes:
    setup = Setup(explore=explore, ruins=ruins, ambushes=ambushes, heroes=heroes, promos=promos)
    deck = bytearray(NO_CARD)
    for card in (*season_cards(setup.explore, setup.ruins), *ambush_pool(setup), *hero_pool(setup)):
        deck[NUMBER[card]] = 1
    return bytes(deck)


@lru_cache(maxsize=64)
def _scores(scores: tuple[SeasonScore, ...]) -> NDArray[np.int64]:
    sheet = np.zeros((YEAR, 4), dtype=np.int64)
    for season, score in enumerate(scores):
        sheet[season] = (*score.edicts, score.coins, score.monsters)
    return sheet


@lru_cache(maxsize=64)
def _edicts(edicts: tuple[CardId, ...], rulebook: str) -> NDArray[np.int64]:
    return np.array([scoring_number(each, rulebook) for each in edicts], dtype=np.int64)


def action_mask(state: State, seat: Seat) -> Bytes:
    """Return the actions a seat may take; a seat that is not asked can only wait."""
    return bits(actions_of(state, seat), ACTIONS)


def action_of(given: object) -> int:
    """Return the number of an action; raise ``BadArgument`` for what is no whole number."""
    try:
        return index(given)  # type: ignore[arg-type]  # that is what is tried
    except TypeError:
        raise BadArgument(f"an action is a whole number, not {shown(given)}") from None


def is_allowed(mask: Bytes, action: int) -> bool:
    """Return whether *mask* allows an action; a number that is no action, a negative one too, is never allowed."""
    return 0 <= action < len(mask) and bool(mask[action])


def actions_of(state: State, seat: Seat) -> int:
    """Return the actions of a seat as one number, with the bit of each set."""
    if seat not in state.waiting:
        return 1 << WAIT
    if state.ask is _DRAW or state.ask is _AMBUSH:
        return _drawings(state, seat)
    if state.ask is _HERO:
        card = state.revealed_card
        assert isinstance(card, HeroCard)
        free = empty(state.seats[seat].sheet)
        return sum((free & spaces) << turn * SPACES for turn, spaces in enumerate(_hero_turns(card)))
    return targets(state, seat)


@cache
def _hero_turns(card: HeroCard) -> tuple[Mask, ...]:
    """Return, for every *turn*, the spaces where a hero has more than that many attack paths to choose from."""
    spaces = [1 << number for number in range(SPACES)]
    paths = {space: len(attack_paths(card, space)) for space in spaces}
    return tuple(sum(each for each in spaces if paths[each] > turn) for turn in range(max(paths.values())))


@cache
def turn_starts(card: CardId) -> dict[Mask, int]:
    """Return where the actions of each turn of a card's shapes begin, by its mask in the corner."""
    return {turn.mask: number * SPACES for number, turn in enumerate(turns_of(card))}


def _drawings(state: State, seat: Seat) -> int:
    assert state.card is not None
    drawings = Options(state, seat).drawings
    places = drawings.places()
    if drawings.is_fallback:
        anchors = drawings.free << SINGLE_TURN * SPACES
    else:
        shifts = turn_starts(state.card)
        anchors = 0
        for _, orientation, where in places:
            anchors |= where << shifts[orientation.mask]
    found = 0
    for terrain in drawings.terrains_of(places[0][0]):
        found |= anchors << FIELD[terrain] * TURNS * SPACES
    return found
