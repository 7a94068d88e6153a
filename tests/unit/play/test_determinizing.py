"""Deals that agree with what a seat knows."""

import random
from collections import Counter

import pytest

import quillmap as qm
from quillmap.play.determinizing import determinize
from quillmap.rules.advance import question_after
from quillmap.rules.dealing import season_cards
from quillmap.rules.state import State


def _play_on(state: State, chance: random.Random) -> State:
    while not state.is_over:
        seat = min(state.waiting)
        options = qm.Options(state, seat)
        drawings = options.drawings if options.ask in ("draw", "ambush") else None
        move = drawings.pick(chance.randrange) if drawings else options[chance.randrange(len(options))]
        state = question_after(state, move)
    return state


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
def test_any_view_can_be_played_to_its_end(box: str) -> None:
    """At every moment, though the view knows no deck, and what has been seen stays as it was."""
    game, chance = qm.Game(box, seats=2, seed="unknown"), random.Random(2)
    number = 0
    while not game.is_over:
        seat = game.waiting()[0]
        seen = game.view(seat)
        dealt = determinize(seen, number)
        assert (dealt.revealed, dealt.gone, dealt.seats) == (seen.revealed, seen.gone, seen.seats)
        assert len(dealt.deck) == len(game.state.deck)
        if number % 7 == 0:
            assert _play_on(dealt, chance).is_over
        options = game.options(seat)
        game.play(options.drawings.pick(chance.randrange) if options.ask in ("draw", "ambush") else options[0])
        number += 1


def test_a_deal_tells_no_more_than_the_view() -> None:
    """The true state and the view of it give the same deals."""
    game = qm.Game("mixed", seed="true")
    for number in range(5):
        assert determinize(game.state, number) == determinize(game.view(0), number).but(seed_hash=game.state.seed_hash)


def test_every_unseen_card_is_as_likely_as_the_others() -> None:
    """The next card is any of those left; an ambush of the pool is in the deck as often as each other."""
    game = qm.Game(seed="likely")
    tops = Counter(determinize(game.view(0), number).deck[0] for number in range(2600))
    explore = {card for card in season_cards("base", True) if card not in game.state.revealed}
    assert explore <= set(tops)
    assert all(120 < tops[card] < 320 for card in explore)


def test_a_hidden_answer_is_asked_for_again() -> None:
    """What the other seat has chosen is a secret, so in the new deal it has not chosen."""
    game = qm.Game(seats=2, seed="hidden")
    game.play(game.options(1)[0])
    assert determinize(game.view(0), 1).waiting == {0, 1}
    assert determinize(game.view(1), 1).waiting == {0}


def test_a_game_will_do() -> None:
    """It stands for its state, and nothing else does."""
    game = qm.Game(seed="a game")
    assert determinize(game, 1) == determinize(game.state, 1)
    assert qm.prospect(game, game.options()[0]) == qm.prospect(game.state, game.options()[0])
    with pytest.raises(qm.BadArgument, match="a game or a state"):
        determinize(7, 1)  # type: ignore[arg-type]
    with pytest.raises(qm.BadArgument, match=r"game\.options"):
        qm.prospect(game, "A1 water")  # type: ignore[arg-type]


def test_chance_comes_from_a_generator_or_a_seed() -> None:
    """Anything else is refused in words."""
    with pytest.raises(qm.BadArgument, match=r"a seed \(a whole number or a text\) or None, not \[1\]"):
        determinize(qm.Game(seed="chance").view(0), [1])  # type: ignore[arg-type]
