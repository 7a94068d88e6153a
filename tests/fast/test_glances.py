"""Glances: which places playouts look at, and that nothing else about them changes."""

from typing import Final

import numpy as np
import pytest

from fast.kinds import SOLO, table
from quillmap.bots.ranking import map_after
from quillmap.fast import readiness
from quillmap.fast.layout.card_numbers import NUMBER
from quillmap.fast.layout.card_tables import FIRST_TURN, TURN_MASK, TURN_SIZE, Ints
from quillmap.fast.layout.rows import GLANCE_SIZE
from quillmap.fast.native_search import Search
from quillmap.fast.play.glances import CLOSE
from quillmap.fast.value.learned_value import LearnedValue
from quillmap.fast.value.weights import STAR
from quillmap.play.game import Game
from quillmap.play.view import View
from quillmap.rules.cards import CARDS, ExploreCard
from quillmap.rules.dealing import season_cards
from quillmap.rules.events import Ask
from quillmap.rules.evolve import with_drawing
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.options import Options
from quillmap.rules.seasons import YEAR
from quillmap.rules.shapes import placements
from quillmap.rules.sheet import Sheet, coins_between, empty, struck
from quillmap.rules.spaces import SIZE

FIRST: Final = Seat(0)
DEALS: Final = [720, 1441, 5042]


def position(kind: str, drawings: int) -> View:
    """Return what the only seat sees when it is asked for another drawing after this many."""
    readiness.warm_up()
    game = Game(table(kind, "glances"))
    while drawings or game.state.ask is not Ask.DRAW:
        drawings -= game.state.ask is Ask.DRAW
        options = game.options()
        game.play(options[7 * drawings % len(options)])
    return game.view()


def sets_of(halves: Ints) -> list[int]:
    """Return the sets of spaces in a row."""
    numbers = [int(half) & 2**64 - 1 for half in halves]
    return [low | high << 64 for low, high in zip(numbers[::2], numbers[1::2], strict=True)]


def looked_at(glance: Ints, card: CardId) -> set[int]:
    """Return the places of a card in a glance."""
    turns = range(FIRST_TURN[NUMBER[card]], FIRST_TURN[NUMBER[card] + 1])
    anchors = sets_of(glance)
    return {
        sets_of(TURN_MASK[turn])[0] << space
        for turn in turns
        for space in range(SIZE * SIZE)
        if anchors[turn] >> space & 1
    }


def close_to_best(value: LearnedValue, card: ExploreCard, sheet: Sheet, season: int, left: int) -> set[int]:
    """Return the places of a card that are worth a look, by the plain value."""
    rest, coin = max(left - card.time, 0), STAR * (YEAR - season)
    worth: dict[int, int] = {}
    for shape in card.shapes:
        for spaces in placements(shape, empty(sheet)):
            for terrain in card.terrains:
                after = struck(with_drawing(sheet, spaces, terrain))
                found = value.of(after, season, rest) + coin * (int(shape.coin) + coins_between(sheet, after))
                worth[spaces] = max(found, worth.get(spaces, found))
    return {spaces for spaces, found in worth.items() if found >= max(worth.values()) - CLOSE}


@pytest.mark.parametrize("kind", SOLO)
@pytest.mark.parametrize("drawings", [0, 6, 17])
def test_what_comes_close_to_the_best_is_looked_at(kind: str, drawings: int) -> None:
    """Of every explore card those places and no others, on the map as a drawing leaves it."""
    seen = position(kind, drawings)
    search = Search(seen, FIRST)
    number = search.best(3)[-1]
    sheet = map_after(seen, Options(seen, FIRST), search.drawing(number))
    value = LearnedValue(seen.setup, seen.edicts)
    season, left = seen.season, value.times[seen.season] - seen.time
    if left <= 0:
        season, left = season + 1, value.times[season + 1]
    glance = search._glance(number)
    for name in season_cards(seen.setup.explore, seen.setup.ruins):
        card = CARDS[name]
        if isinstance(card, ExploreCard):
            assert looked_at(glance, name) == close_to_best(value, card, sheet, season, left), name


def test_there_is_room_for_every_turn() -> None:
    """A glance has a set for each."""
    assert 2 * len(TURN_SIZE) <= GLANCE_SIZE


@pytest.mark.parametrize("kind", SOLO)
@pytest.mark.parametrize("bits", [0, -1])
def test_a_glance_at_nothing_or_everything_changes_nothing(kind: str, bits: int) -> None:
    """Where no place of a glance is left, all are looked at; and if it has all of them, too."""
    search = Search(position(kind, 4), FIRST)
    which = search.best(5)
    search.look_ahead(which, DEALS, 3)
    everywhere = search.totals[which].tolist()
    search.totals[:] = 0
    search._glances = {each: np.full(GLANCE_SIZE, bits, dtype=np.int64) for each in which}
    search.look_ahead(which, DEALS, 3, is_glancing=True)
    assert search.totals[which].tolist() == everywhere


def test_glancing_is_nearly_the_same() -> None:
    """With many deals the same few drawings come out best, and none is far off."""
    search = Search(position("solo", 6), FIRST)
    which, deals = search.best(10), list(range(720, 720 + 60 * 1009, 1009))
    search.look_ahead(which, deals, 3)
    everywhere = search.totals[which] / len(deals)
    search.totals[:] = 0
    search.look_ahead(which, deals, 3, is_glancing=True)
    glancing = search.totals[which] / len(deals)
    assert (glancing <= everywhere + STAR // 2).all()
    assert everywhere.max() - everywhere[glancing.argmax()] < STAR // 2
