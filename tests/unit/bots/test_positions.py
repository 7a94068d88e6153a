"""A game as one seat knows it, and the cards that can come."""

import random
from fractions import Fraction

import pytest

from quillmap.bots.positions import (
    ONLY,
    alone,
    answered,
    brought_to_rest,
    deck_size,
    is_over,
    is_quiet,
    revealed,
    skill_charge,
    unseen_cards,
)
from quillmap.bots.ranking import MARGIN
from quillmap.play.game import Game
from quillmap.rules import Seat, Setup
from quillmap.rules.events import Ask, CardRevealed
from quillmap.rules.evolve import evolve, initial_state
from quillmap.rules.moves import Declare
from quillmap.rules.options import Options
from quillmap.rules.state import State, Step

TABLES = {
    "base": Setup.of_box("base", seed="positions"),
    "heroes": Setup.of_box("heroes", seats=3, seed="positions"),
    "mixed": Setup.of_box("mixed", seats=2, skills="drawn", seed="positions"),
    "promos": Setup.of_box("heroes", promos=True, seed="positions"),
}


def _random_game(setup: Setup) -> Game:
    game, chance = Game(setup), random.Random(7)
    while not game.is_over:
        seat = game.waiting()[0]
        options = game.options(seat)
        is_drawing = options.ask in (Ask.DRAW, Ask.AMBUSH)
        game.play(options.drawings.pick(chance.randrange) if is_drawing else chance.choice(list(options)))
    return game


@pytest.mark.parametrize("table", TABLES)
def test_the_card_that_came_was_among_those_that_could(table: str) -> None:
    """Before every card of a game the chances add up to one, and the deck has as many cards as they say."""
    game = _random_game(TABLES[table])
    first, *rest = game.log
    state = initial_state(first)  # type: ignore[arg-type]  # the first is always the beginning
    for event in rest:
        if isinstance(event, CardRevealed):
            chances = unseen_cards(state)
            assert sum(chances.values()) == 1
            assert chances[event.card] > 0
            assert deck_size(state) == len(state.deck)
            assert chances.keys() >= set(state.deck)
        state = evolve(state, event)


def test_hidden_ambushes_share_their_chance() -> None:
    """In spring one of four ambushes is in a deck of fourteen: each has a quarter of a fourteenth."""
    game = Game(TABLES["base"])
    state = initial_state(game.log[0])  # type: ignore[arg-type]  # the beginning
    spring = evolve(state, game.log[1])
    chances = unseen_cards(spring)
    assert chances["gnoll-raid"] == Fraction(1, 14 * 4)  # type: ignore[index]  # an id
    assert chances["farmland"] == Fraction(1, 14)  # type: ignore[index]


@pytest.mark.parametrize("table", TABLES)
def test_positions_come_to_rest_before_a_card(table: str) -> None:
    """Whatever card comes, the seat answers and the game goes on to the next one or the end of the season."""
    game = Game(TABLES[table])
    position = brought_to_rest(alone(game.state, Seat(0), is_asked=True))
    assert is_quiet(position)
    assert not is_over(position)
    assert position.seats[0].sheet != game.state.seats[0].sheet
    for card in unseen_cards(position):
        after = revealed(position, card)
        assert is_quiet(after)
        assert card in after.revealed or after.step is Step.DEALING


def test_a_whole_year_of_positions() -> None:
    """A position can be played to its end, with the stars that the real game has."""
    game = Game(TABLES["base"])
    state: State = game.state
    while not game.is_over:
        position = alone(game.state, Seat(0), is_asked=True)
        answer = next(iter(Options(position, ONLY)))
        after = answered(position, answer)
        game.play(answer)
        state = game.state
        assert after.seats[0].sheet == state.seats[0].sheet or state.card != position.card
    assert is_over(state)


def test_using_a_skill_is_charged_while_the_season_lasts() -> None:
    """It could have been used later; once the season is over, that is worth nothing any more."""
    setup = Setup.of_box("base", skills=("acrobatics", "lore", "stealth"), seed="charge")
    position = alone(Game(setup).state, Seat(0), is_asked=False)
    used = position.but(seats=(position.seats[0]._replace(used_skill=True),), step=Step.EXPLORING)
    assert skill_charge(position, used) == MARGIN
    assert skill_charge(used, used) == 0
    assert skill_charge(position, used.but(step=Step.DEALING)) == 0
    assert isinstance(Declare(ONLY, use=True), Declare)
