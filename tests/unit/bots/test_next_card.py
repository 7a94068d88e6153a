"""What may come next, and what it makes of a map: compiled as in plain Python."""

from random import Random

import pytest

from fast.kinds import KINDS, table
from helpers.moments import moment
from oracle.random_sheets import random_lines
from quillmap.bots.next_card import best_value, cards_to_come
from quillmap.fast import readiness
from quillmap.fast.native_search import learned_table, next_values_at
from quillmap.fast.value.learned_value import LearnedValue
from quillmap.play.textmap import read_rows
from quillmap.rules.cards import CARDS, ExploreCard
from quillmap.rules.dealing import begin, season_cards
from quillmap.rules.seasons import WINTER
from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import BOARD

EXPLORE = [card for card, kind in CARDS.items() if isinstance(kind, ExploreCard)]


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_compiled_promises_are_the_interpreted_ones(number: int) -> None:
    """At every kind of table the best drawing of the next card is worth the same, also where only the 1×1 fits."""
    readiness.warm_up()
    random = Random(number)
    setup = table(list(KINDS)[number], f"next {number}")
    edicts = begin(setup).edicts
    value, row = LearnedValue(setup, edicts), learned_table(setup, edicts)
    season, left = number % 4, 1 + number % 8
    corners = Sheet(forest=BOARD & ~0b101)  # two free spaces, which no shape of two fits into
    for sheet in (read_rows(random_lines(random)), corners, Sheet(forest=BOARD)):
        card = random.choice(EXPLORE)
        assert next_values_at(row, season, left, [sheet], [card]) == [best_value(value, card, sheet, season, left)]


def test_cards_that_were_seen_do_not_come_again() -> None:
    """The rest of the season's explore cards may be next; after its last drawing all of them."""
    state = moment(0)
    every = [card for card in season_cards(state.setup.explore, state.setup.ruins) if card in EXPLORE]
    assert set(cards_to_come(state)) == set(every) - set(state.revealed)
    last = state.but(time=state.season_card.time)
    assert cards_to_come(last) == every


def test_nothing_comes_after_the_year() -> None:
    """After the last card of winter there is no next one."""
    state = moment(0)
    state = state.but(season=WINTER)
    assert cards_to_come(state.but(time=state.season_card.time)) == []
