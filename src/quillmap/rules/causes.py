"""Why an event happened, worked out from the states around it, so that no event has to store it."""

from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from quillmap.rules.events import Destroyed, Drawn, Event, HeroPlaced, Spread
from quillmap.rules.evolve import evolve
from quillmap.rules.ids import Seat
from quillmap.rules.sheet import Sheet, coins_between, dragon_coins
from quillmap.rules.state import State

MapEvent: TypeAlias = Drawn | HeroPlaced | Destroyed | Spread
"""What changes a map, and no other one."""


class CoinSources(NamedTuple):
    """The slots of the coin track that an event filled, by what paid for them (4.5, 5.3)."""

    dragon: int = 0
    mountains: int = 0
    shape: int = 0


NO_COINS: Final = CoinSources()


def coin_sources(before: State, event: Event, after: State) -> CoinSources:
    """Return what paid for the coins of *event*.

    If the track has no room for all of them, those of the Dragon come first, then those of the mountains.
    """
    if not isinstance(event, MapEvent) or not event.coins:
        return NO_COINS
    seat = owner_of(event)
    old, new = before.seats[seat].sheet, after.seats[seat].sheet
    paid_by_dragon = dragon_coins(old, new)
    dragon = min(paid_by_dragon, event.coins)
    mountains = min(coins_between(old, new) - paid_by_dragon, event.coins - dragon)
    return CoinSources(dragon, mountains, event.coins - dragon - mountains)


def before_strike(before: State, event: Event) -> Sheet | None:
    """Return the map of *event* with the monsters on it that attack paths destroy in the same step (6.2), if any."""
    if not isinstance(event, Drawn | HeroPlaced | Spread) or not event.destroyed:
        return None
    return evolve(before, replace(event, destroyed=0)).seats[owner_of(event)].sheet


def owner_of(event: MapEvent) -> Seat:
    """Return whose map *event* changed."""
    return event.seat if isinstance(event, HeroPlaced) else event.sheet
