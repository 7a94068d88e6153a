"""Going through records and dealing them again: honest games are found honest, falsified ones are not."""

from collections import Counter
from random import Random
from typing import Final

from hypothesis import given, settings

from checker.mutations import mutations
from property.effort import times
from property.random_play import Manner, crowded_game, some_games
from property.written import spoilt_records
from quillmap.play.codec import BadRecord
from quillmap.play.record import public_events, read_record, write_record
from quillmap.play.replay import replay
from quillmap.play.verify import Finding, verify

ONLY_WRITING: Final = frozenset({"spaces unsorted"})
"""What the independent checker minds about a record and a reader of ours need not: it tells of the same game."""


def test_random_games_are_honest() -> None:
    """Whatever random players do at whatever table, the game verifies, from its log and from its record."""
    for game, _ in some_games("honest", 60, Manner(skill=0.5, take_back=0.2)):
        assert verify(game.log).finding is Finding.HONEST
        events = read_record(write_record(game.log))
        assert verify(events).finding is Finding.HONEST
        assert verify(events[:-1]).finding is Finding.UNFINISHED
        steps = list(replay(events))
        assert [step.event for step in steps] == public_events(game.log)
        assert steps[-1].state.seats == game.state.seats


def test_falsified_games_are_not() -> None:
    """A record with one thing changed that no rules allow can't be read, or is found dishonest."""
    believed, kinds = [], Counter[str]()
    games = [crowded_game(1), *(game for game, _ in some_games("falsified", 4, Manner(skill=0.8)))]
    for number, game in enumerate(games):
        lines = write_record(game.log).removesuffix("\n").split("\n")
        for description, mutant in mutations(lines, Random(number)):
            kind = description.partition(": ")[2]
            kinds[kind] += 1
            try:
                verdict = verify(read_record("\n".join(mutant)))
            except BadRecord:
                continue
            if verdict.is_honest and kind not in ONLY_WRITING:
                believed.append(f"game {number}, {description}")
    assert not believed
    assert len(kinds) > 100


@settings(max_examples=times(40))
@given(spoilt_records())
def test_spoilt_records_do_no_harm(text: str) -> None:
    """What can be read of a spoilt record can be gone through and verified, or is refused as bad."""
    try:
        events = read_record(text)
        verdict = verify(events)
        steps = list(replay(events))
    except BadRecord as error:
        problem = str(error)
    else:
        assert len(steps) == len(events)
        assert str(verdict)
        return
    assert "\n" not in problem
