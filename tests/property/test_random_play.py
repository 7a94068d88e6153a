"""Random play ends for every table the rules allow, and its records pass the independent checker.

``QUILLMAP_TEST_GAMES`` sets how many games the corpus has; a release is worth some ten thousand.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import count, islice
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.checker import RecordError, Report, check_record
from checker.facts import AMBUSHES, EXPLORE, HEROES, RUINS, SKILL_COSTS
from checker.mutations import mutations
from property.effort import times
from property.random_play import MANNERS, Manner, crowded_game, play_out, rich_game
from property.strategies import make_setup, random_setup, setups
from quillmap.play.game import Game
from quillmap.play.record import write_record
from quillmap.rules import Setup
from quillmap.rules.events import Destroyed, Passed, Submitted, TakenBack

GAMES: Final = int(os.environ.get("QUILLMAP_TEST_GAMES", times(600)))
BATCHES: Final = 4


def record_lines(game: Game) -> list[str]:
    """Return the lines of a game's record; a seed may hold other characters that Python breaks lines at."""
    return write_record(game.log).removesuffix("\n").split("\n")


def check(game: Game) -> Report:
    """Return what the checker says to the record of a finished game."""
    report = check_record(record_lines(game))
    assert report.ended
    return report


@settings(max_examples=times(25))
@given(setup=setups(), random=st.randoms(use_true_random=True), manner=st.sampled_from(MANNERS))
def test_random_play_ends(setup: Setup, random: Random, manner: Manner) -> None:
    """Whatever table the rules allow, a game at it ends and its record is right."""
    game = play_out(setup, Random(random.getrandbits(64)), manner)
    report = check(game)
    assert report.seats == setup.seats
    assert report.seasons_scored == 4


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_corpus(batch: int) -> None:
    """Games of all kinds pass the checker, and between them everything happens that the rules know of."""
    total, refused, causes = Report(), [], set()
    for game in corpus(batch, GAMES // BATCHES):
        causes |= {event.cause for event in game.log if isinstance(event, Destroyed)}
        try:
            add(total, check(game))
        except RecordError as error:
            refused.append(f"{error} in {game.state.setup}")
    assert not refused
    missing = [each.name for each in fields(total) if not getattr(total, each.name)]
    assert not missing
    assert total.skills.keys() == SKILL_COSTS.keys()
    assert causes == {"gorgon-gaze", "giant-troll-ravage"}
    assert total.cards.keys() == {*EXPLORE, *RUINS, *AMBUSHES, *HEROES}


def corpus(batch: int, size: int) -> Iterator[Game]:
    """Yield games of a batch: mostly of any kind, some meant to be crowded or rich."""
    yield from (crowded_game(BATCHES * number + batch) for number in range(3))
    yield from (rich_game(BATCHES * number + batch) for number in range(8))
    for number in range(size):
        random = Random(f"corpus {batch} {number}")
        yield play_out(random_setup(random, most_seats=3), random, random.choice(MANNERS))


def add(total: Report, report: Report) -> None:
    """Add the counts of *report* to *total*."""
    for each in fields(Report):
        value = getattr(report, each.name)
        setattr(total, each.name, getattr(total, each.name) + value)


def test_full_maps_pass() -> None:
    """Crowded games come to maps without an empty space, on which nothing is drawn (4.4)."""
    for game in islice(map(crowded_game, count()), 60):
        passed = [event for event in game.log if isinstance(event, Passed) and event.seat is not None]
        if passed:
            assert check(game).passes >= len(passed)
            return
    pytest.fail("no map was ever full")


def test_coin_tracks_fill() -> None:
    """Rich games come to coin tracks that are full, and none holds more (4.5)."""
    seats = [seat for number in range(30) for seat in rich_game(number).state.seats]
    assert max(seat.coins for seat in seats) == 14


def test_a_hundred_seats() -> None:
    """The largest table plays a game of everything to its end."""
    random = Random("a hundred")
    setup = make_setup(random.choice, 100, "a hundred")
    report = check(play_out(setup, random))
    assert report.seats == 100
    assert report.drawings > 1000


def test_answers_are_taken_back() -> None:
    """Players who take answers back leave that in the log, not in the record."""
    setup = Setup(seats=3, seed="back")
    game = play_out(setup, Random("back"), Manner(take_back=0.5))
    kinds = Counter(type(event) for event in game.log)
    assert kinds[TakenBack] > 10
    assert kinds[Submitted] > kinds[TakenBack]
    check(game)


def mutable_games() -> list[Game]:
    """Return games in which all there is to falsify occurs."""
    games = [crowded_game(0)]
    for number in range(6):
        random = Random(f"falsified {number}")
        games.append(play_out(random_setup(random, most_seats=3), random, Manner(skill=0.8)))
    return games


def test_checker_refuses_false_records() -> None:
    """A record with one thing changed that no rules allow is refused, so passing means something."""
    taken, kinds = [], Counter[str]()
    for number, game in enumerate(mutable_games()):
        for description, mutant in mutations(record_lines(game), Random(number)):
            kinds[description.partition(": ")[2]] += 1
            try:
                check_record(mutant)
            except RecordError:
                continue
            taken.append(f"game {number}, {description}")
    assert not taken
    assert len(kinds) > 100
