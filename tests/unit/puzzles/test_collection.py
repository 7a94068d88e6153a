"""The puzzles of the package: whole, legal, of every kind."""

from collections import Counter
from datetime import date, timedelta
from importlib.resources import files

import pytest

from quillmap.puzzles.collection import FILE, puzzle_of_day, puzzles
from quillmap.puzzles.difficulty import Difficulty, Solver, difficulty_of
from quillmap.puzzles.proving import LEAD, MOST_RIGHT, TIE
from quillmap.puzzles.puzzle import Puzzle
from quillmap.rules.decide import decide
from quillmap.rules.events import Ask
from quillmap.rules.scoring import SCORING

ALL = puzzles()
LARGEST = 200_000
"""Bytes: the file is a part of every installation."""


def test_they_are_many_and_small() -> None:
    """There are enough for more than a year and a half of days, numbered from 1, in a file that nobody minds."""
    assert len(ALL) >= 600
    assert [puzzle.number for puzzle in ALL] == list(range(1, len(ALL) + 1))
    assert len((files("quillmap.puzzles") / FILE).read_bytes()) < LARGEST


def test_all_cards_and_maps_occur() -> None:
    """Every edict, both boxes and all printed maps, as far as they were there when the puzzles were made."""
    edicts = Counter(card for puzzle in ALL for card in puzzle.setup.edicts if card)
    maps = Counter(puzzle.setup.map for puzzle in ALL)
    pools = Counter(puzzle.setup.pool for puzzle in ALL)
    assert len(edicts) >= 32
    assert set(edicts) <= set(SCORING)
    assert set(maps) >= {"A", "B", "C", "D"}
    assert set(pools) == {"base", "heroes", "both"}
    for counts, share in ((edicts, 60), (maps, 8), (pools, 12)):
        assert min(counts.values()) > len(ALL) / share


def test_every_difficulty_has_many() -> None:
    """So that nobody is through with one soon."""
    counts = Counter(puzzle.difficulty for puzzle in ALL)
    assert {each for each in Difficulty if counts[each] < len(ALL) / 12} == set()


def test_one_idea_is_clearly_best() -> None:
    """Right drawings lose less than a star, wrong ones three or more; and somebody misses every puzzle."""
    for puzzle in ALL:
        assert 1 <= len(puzzle.right) <= MOST_RIGHT
        assert puzzle.right[0].loss == 0
        assert all(each.loss <= TIE for each in puzzle.right)
        assert puzzle.wrong
        assert all(each.loss >= LEAD for each in puzzle.wrong)
        assert any(puzzle.failures[level] > 50 for level in (Solver.SEASON, Solver.YEAR, Solver.SURVEYOR))


@pytest.mark.parametrize("puzzle", ALL[:: len(ALL) // 4], ids=lambda puzzle: puzzle.number)
def test_positions_are_played_by_the_rules(puzzle: Puzzle) -> None:
    """A position is a question for a drawing, in a game that was played from its seed; all kept drawings are legal."""
    game = puzzle.game()
    assert game.state.ask is Ask.DRAW
    assert puzzle.view().edicts == puzzle.setup.edicts
    for choice in (*puzzle.right, *puzzle.wrong):
        decide(game.state, choice.move)


def test_a_copy_is_played_on() -> None:
    """Whoever plays on from a puzzle leaves it as it is for others."""
    first = ALL[0].game()
    first.play(ALL[0].best)
    assert ALL[0].game().state.ask is Ask.DRAW
    assert len(ALL[0].game().log) < len(first.log)


def test_every_day_has_its_own() -> None:
    """The same for the same day; no puzzle comes again before all others have come."""
    start = date(2026, 11, 17)
    days = [puzzle_of_day(start + timedelta(days=day)).number for day in range(len(ALL))]
    assert sorted(days) == list(range(1, len(ALL) + 1))
    assert puzzle_of_day(start + timedelta(days=len(ALL))).number == days[0]


def test_difficulty_grows_with_those_who_fail() -> None:
    """A level more makes no puzzle easier."""
    missed = dict.fromkeys(Solver, 0)
    found = []
    for level in Solver:
        missed[level] = 100
        found.append(difficulty_of(missed))
    assert found == [Difficulty.EASY, Difficulty.MEDIUM, *[Difficulty.HARD] * 3]
