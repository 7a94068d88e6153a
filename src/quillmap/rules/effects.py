"""What an answer does to a map: coins, destroyed monsters. Each function returns the event that records it."""

from quillmap.rules.cards import ExploreCard
from quillmap.rules.events import Destroyed, Drawn, Extra, HeroPlaced, Spread, Submitted
from quillmap.rules.evolve import letter_of, with_drawing
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Destroy, Draw, PlaceHero
from quillmap.rules.shapes import ShapeName
from quillmap.rules.sheet import (
    COIN_SLOTS,
    Sheet,
    coins_between,
    destroy,
    strike,
    with_hero,
    with_zombies,
    zombie_wave,
)
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import SeatState, State, ambush_sheet, drawing_sheet
from quillmap.rules.terrain import Terrain


def drawn(state: State, submitted: Submitted) -> Drawn:
    """Return the event that a legal drawing causes."""
    assert isinstance(submitted.answer, Draw)
    assert submitted.shape is not None
    sheet = drawing_sheet(state, submitted.seat)
    return _drawn(state, submitted.seat, sheet, submitted.answer, submitted.shape, submitted.extra)


def placed(state: State, owner: Seat, spaces: Mask) -> Drawn:
    """Return the event of an ambush that the rules placed (8.2)."""
    move = Draw(owner, spaces, Terrain.MONSTER)
    return _drawn(state, None, owner, move, ShapeName.FIRST, None)


def _drawn(state: State, seat: Seat | None, sheet: Seat, move: Draw, shape: ShapeName, extra: Extra | None) -> Drawn:
    owner = state.seats[sheet]
    after = with_drawing(owner.sheet, move.spaces, move.terrain, letter_of(state, shape), extra)
    struck = strike(after)
    if struck:
        after = destroy(after, struck)
    coins = _earned(owner, after, _shape_coin(state, move, shape))
    paid = 0 if move.skill is None else COST[move.skill]
    return Drawn(seat, sheet, shape, move.terrain, move.spaces, coins, struck, move.skill, paid, extra)


def _shape_coin(state: State, move: Draw, shape: ShapeName) -> int:
    """Return the coin that the shape shows, if it was drawn whole and as printed (4.5, 9.2)."""
    card = state.revealed_card
    if not isinstance(card, ExploreCard) or (move.skill is not None and move.skill is Skill.STEALTH):
        return 0
    for name, printed in card.named_shapes:
        if name is shape:
            return int(printed.coin)
    return 0


def _earned(owner: SeatState, after: Sheet, shape_coin: int = 0) -> int:
    """Return the slots that the step to *after* fills; there are no more than fourteen."""
    coins = shape_coin + coins_between(owner.sheet, after)
    return min(coins, COIN_SLOTS - owner.coins)


def hero_placed(state: State, move: PlaceHero) -> HeroPlaced:
    """Return the event of a hero that is drawn."""
    owner = state.seats[move.seat]
    after = with_hero(owner.sheet, move.space, move.path)
    struck = strike(after)
    coins = _earned(owner, destroy(after, struck))
    return HeroPlaced(move.seat, move.space, move.path, struck, coins)


def destroyed(state: State, move: Destroy, cause: CardId) -> Destroyed:
    """Return the event of the space that the Gorgon or the Troll destroys."""
    sheet = move.seat if state.card is None else ambush_sheet(state, move.seat)
    owner = state.seats[sheet]
    coins = _earned(owner, destroy(owner.sheet, move.space))
    return Destroyed(move.seat, sheet, move.space, cause, coins)


def spread(state: State, sheet: Seat) -> Spread:
    """Return the event of the Zombies spreading on one map."""
    owner = state.seats[sheet]
    wave: Mask = zombie_wave(owner.sheet)
    after = with_zombies(owner.sheet, wave)
    struck = strike(after)
    return Spread(sheet, wave, struck, _earned(owner, destroy(after, struck)))
