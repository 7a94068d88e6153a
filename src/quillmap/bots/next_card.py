"""The card that comes next: which it may be, and what the best drawing of it makes of a map.

``best_value`` is in plain Python what ``fast.play.rollouts.next_values`` is compiled; a test holds the two together.
"""

from collections.abc import Iterator

from quillmap.fast.value.learned_value import LearnedValue
from quillmap.fast.value.weights import STAR
from quillmap.rules.cards import CARDS, ExploreCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.evolve import with_drawing
from quillmap.rules.ids import CardId
from quillmap.rules.seasons import WINTER, YEAR
from quillmap.rules.shapes import placements
from quillmap.rules.sheet import Sheet, coins_between, empty, struck
from quillmap.rules.spaces import Mask, singles
from quillmap.rules.state import State
from quillmap.rules.terrain import DRAWABLE, Terrain


def cards_to_come(state: State) -> list[CardId]:
    """Return the explore cards of which one may follow the revealed one; none if that was the last of the year.

    Ruins, ambushes and heroes may come in between; nobody can draw for them beforehand.
    """
    is_last = state.time >= state.season_card.time
    if is_last and state.season == WINTER:
        return []
    cards = season_cards(state.setup.explore, state.setup.ruins)
    return [card for card in cards if isinstance(CARDS[card], ExploreCard) and (is_last or card not in state.revealed)]


def best_value(value: LearnedValue, card: CardId, sheet: Sheet, season: int, left: int) -> int:
    """Return what *sheet* is worth after the best drawing of *card*; *left* is the time before it."""
    rest = max(left - explore_card(card).time, 0)
    coin = STAR * (YEAR - season)
    values = [
        value.of(after, season, rest) + coin * (coins + coins_between(sheet, after))
        for after, coins in _afters(value, explore_card(card), sheet)
    ]
    return max(values, default=value.of(sheet, season, rest))


def explore_card(card: CardId) -> ExploreCard:
    """Return an explore card by its id."""
    found = CARDS[card]
    assert isinstance(found, ExploreCard)
    return found


def _afters(value: LearnedValue, card: ExploreCard, sheet: Sheet) -> Iterator[tuple[Sheet, int]]:
    """Yield the sheet after every drawing of a card, and the coin of its shape; the 1×1 where none fits (RULES 4.3)."""
    free = empty(sheet)
    places: list[tuple[Mask, int]] = [
        (spaces, int(shape.coin)) for shape in card.shapes for spaces in placements(shape, free)
    ]
    terrains: tuple[Terrain, ...] = card.terrains
    if not places:
        places = [(space, 0) for space in singles(free)]
        terrains = DRAWABLE if value.has_any_fallback else card.terrains
    for spaces, coin in places:
        for terrain in terrains:
            yield struck(with_drawing(sheet, spaces, terrain)), coin
