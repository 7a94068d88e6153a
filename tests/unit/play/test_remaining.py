"""What may still come this season."""

import pytest

from quillmap.bots.random_bot import RandomBot
from quillmap.play.game import Game
from quillmap.play.remaining import NOTHING_HIDDEN, remaining
from quillmap.play.view import view
from quillmap.rules.cards import CARDS, AmbushCard, HeroCard
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from quillmap.rules.setup import Setup


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
def test_what_remains_is_what_the_secret_deck_holds(box: str) -> None:
    """At every question of a whole game the count is right, and the same for somebody who knows no secret."""
    game = Game(Setup.of_box(box, seats=2, seed="7"))
    bot = RandomBot("7")
    while not game.state.is_over:
        state = game.state
        found = remaining(state)
        assert remaining(view(state, None)) == found
        ambushes = [card for card in state.deck if isinstance(CARDS[card], AmbushCard)]
        heroes = [card for card in state.deck if isinstance(CARDS[card], HeroCard)]
        assert (found.ambushes.number, found.heroes.number) == (len(ambushes), len(heroes))
        assert set(ambushes) <= set(found.ambushes.candidates)
        assert set(heroes) <= set(found.heroes.candidates)
        assert sorted(found.cards) == sorted(set(state.deck) - set(ambushes) - set(heroes))
        for seat in sorted(state.waiting):
            game.play(bot.choose(view(game.state, seat), Options(game.state, Seat(seat))))
    assert remaining(game.state) == ((), NOTHING_HIDDEN, NOTHING_HIDDEN)
