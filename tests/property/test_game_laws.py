"""Laws of every game: its state is its log, a view hides what is secret, and an illegal move changes nothing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.errors import UNDO_CODES, codes_of
from property.effort import times
from property.random_play import MANNERS, Manner, moments, onlookers, random_answer, random_steps
from property.strategies import setups, with_fields
from quillmap.play.game import Game
from quillmap.play.view import cut, view
from quillmap.rules import (
    Answer,
    Declare,
    Destroy,
    Draw,
    IllegalMove,
    Move,
    Options,
    PlaceHero,
    Seat,
    Setup,
    Skill,
    State,
    TakeBack,
    Terrain,
    decide,
    evolve,
    fold,
    initial_state,
    settle,
)
from quillmap.rules.events import Event, GameBegan, Submitted

RESTLESS: Final = Manner(skill=0.5, take_back=0.3)


def played(setup: Setup, seed: int, manner: Manner = RESTLESS) -> Game:
    """Return a game played to its end by players who take answers back."""
    game = Game(setup)
    for _ in random_steps(game, Random(seed), manner):
        pass
    return game


def states_of(log: list[Event]) -> Iterator[State]:
    """Yield the state after each event of *log*."""
    first = log[0]
    assert isinstance(first, GameBegan)
    state = initial_state(first)
    yield state
    for event in log[1:]:
        state = evolve(state, event)
        yield state


# -- the log is the game -----------------------------------------------------------------------------


@settings(max_examples=times(15))
@given(setup=setups(most_seats=3), seed=st.integers(), stop=st.integers(0, 400))
def test_state_is_the_fold_of_the_log(setup: Setup, seed: int, stop: int) -> None:
    """Folding the log gives the state, at any moment and at the end."""
    game = Game(setup)
    for number, _ in enumerate(random_steps(game, Random(seed), RESTLESS)):
        if number == stop:
            assert fold(game.log) == game.state
    assert fold(game.log) == game.state
    assert game.state.is_over


@settings(max_examples=times(8))
@given(setup=setups(most_seats=3), seed=st.integers())
def test_log_follows_by_itself(setup: Setup, seed: int) -> None:
    """Every event that no seat caused is what the rules cause in the state before it, and nothing else is caused."""
    log = played(setup, seed).log
    for state, event in zip(states_of(log), [*log[1:], None], strict=True):
        assert settle(state) == (event if not state.waiting else None)


# -- views -------------------------------------------------------------------------------------------


@settings(max_examples=times(8))
@given(setup=setups(most_seats=4), seed=st.integers())
def test_view_commutes_with_the_fold(setup: Setup, seed: int) -> None:
    """After every event the view of the state is what the cut events add up to, for seats and spectators."""
    log = played(setup, seed).log
    for onlooker in onlookers(setup):
        seen = [cut(event, onlooker) for event in log]
        for state, known in zip(states_of(log), states_of(seen), strict=True):
            assert view(state, onlooker) == known
        assert fold(seen) == view(fold(log), onlooker)


def with_other_secrets(state: State, seat: Seat | None, random: Random) -> State:
    """Return a state that looks the same to *seat*: other cards to come, another seed, other hidden answers."""
    answers = {
        other: submitted if other == seat else Submitted(other, _another_answer(state, other, random))
        for other, submitted in state.answers.items()
    }
    return state.but(
        setup=with_fields(state.setup, seed="another"),
        deck=tuple(random.sample(state.deck, len(state.deck))),
        ambush_deck=tuple(random.sample(state.ambush_deck, len(state.ambush_deck))),
        hero_deck=tuple(random.sample(state.hero_deck, len(state.hero_deck))),
        answers=answers,
    )


def _another_answer(state: State, seat: Seat, random: Random) -> Answer:
    asked = state.but(waiting=state.waiting | {seat})
    return random_answer(Options(asked, seat), random, MANNERS[0])


def test_views_differ_in_no_secret() -> None:
    """Two states that differ only in what a seat must not know look the same to it, and to nobody who may know."""
    hidden = 0
    for game, _, random in moments("secrets", 60, 0.2):
        state = game.state
        for onlooker in onlookers(state.setup):
            other = with_other_secrets(state, onlooker, random)
            assert view(other, onlooker) == view(state, onlooker)
            assert other != state
        for seat in state.answers:
            other = with_other_secrets(state, None, random)
            if other.answers[seat] != state.answers[seat]:
                assert view(other, seat) != view(state, seat)
                hidden += 1
    assert hidden > 20


def test_views_hold_no_secret() -> None:
    """Before the end the seed, the order of the decks and others' answers are nowhere in a view or a cut event."""
    for game, _, _ in moments("silence", 40, 0.2):
        state = game.state
        for onlooker in onlookers(state.setup):
            seen = view(state, onlooker)
            texts = [repr(seen), *(repr(cut(event, onlooker)) for event in game.log)]
            assert not any(state.setup.seed in text for text in texts)
            assert (seen.deck, seen.ambush_deck, seen.hero_deck) == ((), (), ())
            assert all(seen.answers[seat].answer is None for seat in seen.answers if seat != onlooker)


# -- taking back -------------------------------------------------------------------------------------


def test_taking_back_leaves_no_trace() -> None:
    """An answer taken back and another given is as if the other had been given at once."""
    compared = 0
    for game, seat, random in moments("taking back", 80, 0.3):
        state = game.state
        if state.waiting == {seat}:
            continue  # its answer would be the last, and stand
        first, second = (random_answer(game.options(seat), random, RESTLESS) for _ in range(2))
        answered = evolve(state, decide(state, first))
        assert settle(answered) is None
        back = evolve(answered, decide(answered, TakeBack(seat)))
        assert back == state
        assert evolve(back, decide(back, second)) == evolve(state, decide(state, second))
        compared += 1
    assert compared > 100


def test_last_answer_stands() -> None:
    """Once everybody has answered nothing can be taken back."""
    stood = 0
    for game, seat, random in moments("standing", 40, 0.3):
        state = game.state
        if state.waiting == {seat}:
            done = evolve(state, decide(state, random_answer(game.options(seat), random, RESTLESS)))
            for other in done.answers:
                assert refusal(done, TakeBack(other)) == "nothing-to-take-back"
            stood += 1
    assert stood > 100


# -- illegal moves -----------------------------------------------------------------------------------


def refusal(state: State, move: Move) -> str | None:
    """Return the code for which *move* is refused, or None."""
    try:
        decide(state, move)
    except IllegalMove as error:
        return error.code
    return None


ODD_MASKS: Final = (0, -1, 1 << 121, (1 << 121) - 1, -(1 << 200), 1 << 5000, 3, 1 << 120)


def mutants(move: Answer, state: State, random: Random) -> Iterator[Move]:
    """Yield moves that differ from a legal one in one or two things; most are illegal."""
    yield TakeBack(move.seat)
    for seat in (-1, len(state.seats), 10**30, random.randrange(len(state.seats))):
        yield replace(move, seat=Seat(seat))
    for _ in range(6):
        yield _changed(move, random)
        yield _changed(_changed(move, random), random)
    some_mask = random.choice(ODD_MASKS)
    yield Draw(move.seat, some_mask, random.choice(list(Terrain)))
    yield PlaceHero(move.seat, some_mask, random.choice(ODD_MASKS))
    yield Destroy(move.seat, some_mask)
    yield Declare(move.seat, use=random.random() < 0.5)


def _changed(move: Answer, random: Random) -> Answer:
    """Return *move* with one field changed."""
    name = random.choice([field.name for field in fields(move) if field.name != "seat"])
    return replace(move, **{name: _other_value(name, getattr(move, name), random)})


def _other_value(name: str, value: Any, random: Random) -> Any:
    if name == "use":
        return not value
    if name == "skill":
        return random.choice([None, *Skill])
    if name in ("terrain", "extra_terrain"):
        return random.choice(list(Terrain) if name == "terrain" else [None, *Terrain])
    bit = 1 << random.randrange(121)
    return random.choice([value ^ bit, value << 1, value >> 1, value << 11, value >> 11, bit, random.choice(ODD_MASKS)])


def test_illegal_moves_change_nothing() -> None:
    """A move is accepted if it is among the legal ones; any other is refused with a known code, and nothing changes."""
    codes = Counter[str | None]()
    for game, seat, random in moments("refused", 80, 0.1):
        state, log = game.state, list(game.log)
        if game.options(seat).count() > 5000:
            continue
        legal = set(game.options(seat))
        for move in mutants(random.choice(list(legal)), state, random):
            code = refusal(state, move)
            codes[code] += 1
            assert isinstance(move, TakeBack) or move.seat != seat or (code is None) == (move in legal)
            if code is not None:
                with pytest.raises(IllegalMove):
                    game.play(move)
                assert game.state is state
                assert game.log == log
    assert codes.keys() - {None} <= codes_of(IllegalMove)
    assert codes.keys() - {None} >= codes_of(IllegalMove) - UNDO_CODES - {"game-over"}


@settings(max_examples=times(12))
@given(setup=setups(most_seats=2), seed=st.integers(), seat=st.integers(-2, 3), mask=st.integers())
def test_nothing_is_legal_after_the_end(setup: Setup, seed: int, seat: int, mask: int) -> None:
    """A finished game takes no move of any kind."""
    game = played(setup, seed, MANNERS[0])
    log = list(game.log)
    place = Seat(seat)
    for move in (Draw(place, mask, Terrain.FARM), TakeBack(place), Declare(place, use=True), Destroy(place, mask)):
        with pytest.raises(IllegalMove) as refused:
            game.play(move)
        assert refused.value.code == "game-over"
    assert game.log == log
