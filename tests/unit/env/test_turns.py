"""Games as trees: chance is explicit, seats answer in turn; and the same in OpenSpiel's words."""

import copy
import random
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from helpers import pyspiel_like
from quillmap.env.turns import OUTCOMES, Turns
from quillmap.errors import BadArgument
from quillmap.play.determinizing import determinize
from quillmap.rules.cards import CARDS

IDS = tuple(CARDS)
SETUPS = ("base", "base seats=2", "heroes seats=3", "mixed seats=2 promos=true", "mixed seats=2 skills=drawn seed=7")


def _choose(turns: Turns, chance: random.Random) -> int:
    """Return something that can happen next, cards by their probabilities."""
    if turns.is_chance:
        cards, shares = zip(*turns.chance_outcomes(), strict=True)
        return int(chance.choices(cards, shares)[0])
    return chance.choice(turns.legal_actions())


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_is_played_to_its_end(setup: str) -> None:
    """Probabilities add up to one, every card that may come comes, every action has a text, a copy goes its own way."""
    turns, chance, seen = Turns(setup), random.Random(1), set()
    assert Turns(setup).is_chance
    while not turns.is_over:
        if turns.is_chance:
            assert sum(share for _, share in turns.chance_outcomes()) == pytest.approx(1)
            for card, _ in turns.chance_outcomes():
                other = turns.copy()
                other.apply(card)
                assert IDS[card] in other.state.revealed
                assert 0 <= card < OUTCOMES
        else:
            seen.add(turns.player)
            assert turns.observation(0).shape == (turns.observation_size(),)
        action = _choose(turns, chance)
        assert turns.text_of(action)
        before = turns.state
        copy.deepcopy(turns).apply(action)
        assert turns.state is before
        turns.apply(action)
    assert seen == set(range(len(turns.totals)))
    assert turns.state.result is not None
    assert turns.totals == turns.state.result.totals


def test_cards_come_as_often_as_the_rules_deal_them() -> None:
    """The probabilities of the third card of a season are those of many deals that begin alike."""
    turns, chance = Turns("mixed"), random.Random(4)
    while not (turns.is_chance and len(turns.state.revealed) == 2):
        turns.apply(_choose(turns, chance))
    shares = dict(turns.chance_outcomes())
    dealt = Counter(IDS.index(determinize(turns.state, number).deck[0]) for number in range(4000))
    assert dealt.keys() <= shares.keys()
    for card, share in shares.items():
        assert abs(dealt[card] / 4000 - share) < 5 * np.sqrt(share / 4000)


def test_what_can_not_be_is_refused() -> None:
    """A card in a seat's turn, an action in chance's, and numbers that are neither."""
    turns = Turns("base")
    with pytest.raises(BadArgument, match="chance_outcomes"):
        turns.legal_actions()
    with pytest.raises(BadArgument, match="no card that can come"):
        turns.apply(-1)
    turns.apply(turns.chance_outcomes()[0][0])
    with pytest.raises(BadArgument, match="legal_actions"):
        turns.chance_outcomes()
    for wrong in (-1, 7865, 99999):
        with pytest.raises(BadArgument, match="can't do"):
            turns.apply(wrong)


@pytest.fixture
def spiel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return OpenSpiel with the game in it, or as much of it as the game meets."""
    if find_spec("pyspiel") is None:
        monkeypatch.setitem(sys.modules, "pyspiel", pyspiel_like.module())
    monkeypatch.delitem(sys.modules, "quillmap.env.openspiel", raising=False)
    import_module("quillmap.env.openspiel")
    return import_module("pyspiel")


@pytest.mark.parametrize(
    ("params", "players"),
    [
        ({}, 2),
        ({"box": "heroes", "players": 1, "map": "D"}, 1),
        ({"box": "mixed", "players": 3, "skills": "lore+search+healing", "seed": 5}, 3),
    ],
)
def test_openspiel_plays_it(spiel: Any, params: dict[str, Any], players: int) -> None:
    """Chance and seats take turns until the end, when the stars are the returns; observers write what seats see."""
    game = spiel.load_game("quillmap", params)
    assert game.num_players() == players
    assert game.num_distinct_actions() == (7874 if "skills" in params else 7866)
    state, chance, observer = game.new_initial_state(), random.Random(2), game.make_py_observer()
    while not state.is_terminal():
        assert state.returns() == [0.0] * players
        if state.is_chance_node():
            cards, shares = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(cards, shares)[0]
        else:
            player = state.current_player()
            action = chance.choice(state.legal_actions(player))
            observer.set_from(state, player)
            assert observer.tensor.any()
            assert observer.string_from(state, player).startswith(f"seat {player}\n")
        assert state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    assert state.current_player() == spiel.PlayerId.TERMINAL
    assert state.returns() == [float(total) for total in state.turns.totals]
    assert "season" in str(state)
    if hasattr(spiel, "random_sim_test"):
        spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "quillmap.env.openspiel", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"quillmap\[openspiel\]"):
        import_module("quillmap.env.openspiel")
