"""What may still come this season: what everybody at the table can count, since all cards of the deck are known."""

from collections.abc import Sequence
from typing import NamedTuple

from quillmap.rules.cards import CARDS, AmbushCard, HeroCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import YEAR
from quillmap.rules.setup import ambush_pool, hero_pool
from quillmap.rules.state import State


class Hidden(NamedTuple):
    """Cards in the deck of which only the kind is known."""

    number: int
    """How many there are."""
    candidates: tuple[CardId, ...]
    """Which they may be."""


NOTHING_HIDDEN = Hidden(0, ())


class Remaining(NamedTuple):
    """The cards that have not been revealed this season."""

    cards: tuple[CardId, ...]
    """Explore and ruins cards: each of them is in the deck."""
    ambushes: Hidden
    heroes: Hidden


def remaining(state: State) -> Remaining:
    """Return what is left in the deck of the season. Nothing secret is looked at, so a view gives the same."""
    if state.season < 0 or state.is_over:
        return Remaining((), NOTHING_HIDDEN, NOTHING_HIDDEN)
    setup = state.setup
    cards = tuple(card for card in season_cards(setup.explore, setup.ruins) if card not in state.revealed)
    return Remaining(
        cards,
        _hidden(state, ambush_pool(setup), AmbushCard),
        _hidden(state, hero_pool(setup), HeroCard),
    )


def _hidden(state: State, pool: Sequence[CardId], kind: type[AmbushCard] | type[HeroCard]) -> Hidden:
    """Return what is hidden of *pool*: one card of it is added every season, and stays until it is revealed (2.5)."""
    gone = [card for card in state.gone if isinstance(CARDS[card], kind)]
    count = min(len(pool), YEAR, state.season + 1) - len(gone)
    return Hidden(count, tuple(card for card in pool if card not in gone)) if count else NOTHING_HIDDEN
