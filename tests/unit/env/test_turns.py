"""Games as trees: chance is explicit, seats answer in turn; and the same in OpenSpiel's words."""

import copy
import random
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from helpers import pyspiel_like
from quillmap.env.turns import CHANCE, OUTCOMES, Turns
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


@pytest.mark.parametrize("setup", SETUPS)
def test_answers_face_down_can_be_drawn_anew(setup: str) -> None:
    """A seat can't tell the new game from the old one, and both stand at the same question."""
    turns, chance, differs = Turns(setup), random.Random(3), 0
    while not turns.is_over:
        for seat in range(len(turns.totals)):
            other = turns.resample(seat, chance.random)
            assert other.memory(seat) == turns.memory(seat)
            assert (other.player, other.is_chance) == (turns.player, turns.is_chance)
            assert (other.observation(seat) == turns.observation(seat)).all()
            differs += other.past != turns.past
        turns.apply(_choose(turns, chance))
    assert bool(differs) == (len(turns.totals) > 1)
    assert turns.memory(0) == list(turns.past)


def test_a_seat_does_not_know_what_was_answered_face_down() -> None:
    """Until everybody has answered; what the seat answered itself stays as it was."""
    turns = Turns("base seats=3")
    turns.apply(turns.chance_outcomes()[0][0])
    first, second = turns.legal_actions()[5], turns.legal_actions()[9]
    turns.apply(first)
    turns.apply(second)
    assert [who for who, _ in turns.memory(2)] == [CHANCE]
    assert turns.memory(1) == [turns.past[0], (1, second)]
    drawn = [turns.resample(1, chance.random).past for chance in map(random.Random, range(20))]
    assert {past[2] for past in drawn} == {(1, second)}
    assert len({past[1] for past in drawn}) > 10
    turns.apply(turns.legal_actions()[0])
    assert turns.memory(2) == list(turns.past)


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
        ({"box": "heroes", "players": 1, "map": "D", "promos": "yes"}, 1),
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


def test_openspiel_resamples_what_a_player_does_not_know(spiel: Any) -> None:
    """The information state of the player stays the same, as text and as numbers; that of another may change."""
    game = spiel.load_game("quillmap", {"players": 2, "edicts": "first-game", "promos": "no"})
    memory = game.make_py_observer(SimpleNamespace(perfect_recall=True))
    state, chance, texts = game.new_initial_state(), random.Random(5), set()
    state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(state.legal_actions(0)[3])
    memory.set_from(state, 1)
    before, own = memory.tensor.copy(), memory.string_from(state, 1)
    for _ in range(10):
        other = state.resample_from_infostate(1, chance.random)
        memory.set_from(other, 1)
        assert (memory.tensor == before).all()
        assert memory.string_from(other, 1) == own
        assert other.current_player() == 1
        texts.add(memory.string_from(other, 0))
    assert len(texts) > 3
    assert memory.dict["past"][0, 0] == 1  # chance
    assert memory.dict["past"][0, 1] > 0
    assert not memory.dict["past"][1:].any()  # the other's answer is face down


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "quillmap.env.openspiel", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"quillmap\[openspiel\]"):
        import_module("quillmap.env.openspiel")
