"""Events, moves, set-ups and records survive being written and read."""

import json
from random import Random
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from property.effort import times
from property.random_play import Manner, moments, onlookers, play_out
from property.strategies import any_setups, setups
from property.written import through_json, written_games
from quillmap.play.codec import (
    EVENT_TYPES,
    read_event,
    read_move,
    read_setup,
    write_event,
    write_move,
    write_setup,
)
from quillmap.play.record import public_events, read_record, write_record
from quillmap.play.view import cut
from quillmap.rules import Setup, TakeBack, fold
from quillmap.rules.events import GameEnded

RESTLESS: Final = Manner(skill=0.6, take_back=0.3)


def test_events_round_trip() -> None:
    """Every event, whole and as each onlooker sees it, comes back as it was."""
    kinds = set()
    for game in written_games():
        for event in game.log:
            kinds.add(type(event))
            for each in {event, *(cut(event, onlooker) for onlooker in onlookers(game.state.setup))}:
                assert read_event(write_event(each)) == each
                assert read_event(through_json(write_event(each))) == each
    assert kinds == {*EVENT_TYPES}


def test_moves_round_trip() -> None:
    """Every legal move, and taking back, comes back as it was."""
    kinds = set()
    for game, seat, random in moments("written moves", 60, 0.2):
        answers = [move for _, move in zip(range(200), game.options(seat), strict=False)]
        for move in (random.choice(answers), answers[-1], TakeBack(seat)):
            assert read_move(write_move(move)) == move
            assert read_move(through_json(write_move(move))) == move
            kinds.add(type(move).__name__)
    assert kinds == {"Draw", "PlaceHero", "Destroy", "Declare", "TakeBack"}


@settings(max_examples=times(50))
@given(setups() | any_setups())
def test_setups_round_trip(setup: Setup) -> None:
    """A set-up comes back as it was, allowed or not; a missing seed is the empty one."""
    assert read_setup(write_setup(setup)) == setup
    assert read_setup(through_json(write_setup(setup))) == setup
    assert "seed" not in write_setup(setup.without_seed())


@settings(max_examples=times(12))
@given(setup=setups(most_seats=3), seed=st.integers(), stop=st.floats(0, 1))
def test_records_round_trip(setup: Setup, seed: int, stop: float) -> None:
    """A record, finished or not, reads as the events that the whole table saw."""
    log = play_out(setup, Random(seed), RESTLESS).log
    for part in (log, log[: 1 + int(stop * (len(log) - 1))]):
        text = write_record(part)
        events = read_record(text)
        assert events == public_events(part)
        assert write_record(events) == text
        assert text.endswith("\n")
        assert len(text.split("\n")) == len(events) + 1


@settings(max_examples=times(8))
@given(setup=setups(most_seats=3), seed=st.integers())
def test_record_tells_the_end(setup: Setup, seed: int) -> None:
    """What a record adds up to has the sheets and scores of the game itself."""
    game = play_out(setup, Random(seed), RESTLESS)
    state = fold(read_record(write_record(game.log)))
    assert state.seats == game.state.seats
    assert state.result == game.state.result
    assert state.is_over


def test_unfinished_records_keep_the_seed() -> None:
    """The seed is in the record of a finished game only, and decks are in none."""
    for game in written_games():
        seed = json.dumps(game.state.setup.seed)
        ending = [event for event in game.log if not isinstance(event, GameEnded)]
        assert seed in write_record(game.log)
        assert seed not in write_record(ending)
        assert "_deck" not in write_record(game.log)
