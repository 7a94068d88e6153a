"""Puzzles made from a seed, stopped and continued."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from quillmap.play.texts import move_text
from quillmap.puzzles.checking import check
from quillmap.puzzles.collection import puzzles, read, write
from quillmap.puzzles.making import OtherPuzzles, is_certain, make
from quillmap.puzzles.puzzle import Choice
from quillmap.puzzles.tables import table_of
from quillmap.rules.maps import PRINTED
from quillmap.rules.scoring import SCORING
from quillmap.rules.setup import boxes

SEED = "t0"
"""The first game of this seed has a puzzle in it."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file in which the making of a puzzle is kept."""
    path = tmp_path_factory.mktemp("puzzles") / "kept.jsonl"
    assert len(make(path, wanted=1, seed=SEED, times=1)) == 1
    return path


def test_a_seed_gives_the_same_puzzles(made: Path, tmp_path: Path) -> None:
    """In another process or thread, too; a line that was cut off is made again."""
    again = tmp_path / "again.jsonl"
    whole = made.read_text()
    again.write_text(whole[:-20])
    with ThreadPoolExecutor(1) as executor:
        found = make(again, wanted=1, seed=SEED, times=1, executor=executor)
    assert again.read_text().startswith(whole)
    assert found == make(made, wanted=1, seed=SEED, times=1)


def test_the_file_holds_what_was_made(made: Path) -> None:
    """A puzzle that was written and read has its table, its answers and its drawings."""
    found = make(made, wanted=1, seed=SEED, times=1)
    (puzzle,) = read(write(found, partial(table_of, SEED)))
    assert puzzle.setup == table_of(SEED, 0)
    assert list(puzzle.answers) == found[0]["answers"]
    assert [move_text(each.move) for each in puzzle.right] == [each[0] for each in found[0]["right"]]


def test_other_puzzles_are_left_alone(made: Path) -> None:
    """What belongs to another seed is neither used nor written over."""
    before = made.read_text()
    with pytest.raises(OtherPuzzles):
        make(made, wanted=1, seed="another", times=1)
    assert made.read_text() == before


def test_doubtful_puzzles_are_left_out(made: Path) -> None:
    """A lead must be one beyond its margin."""
    (puzzle,) = make(made, wanted=1, seed=SEED, times=1)
    doubtful = json.loads(json.dumps(puzzle))
    doubtful["wrong"][0][2] = doubtful["wrong"][0][1]
    assert is_certain(puzzle)
    assert not is_certain(doubtful)


def test_tables_take_turns() -> None:
    """Forty games of each kind of box have all cards and maps, and no card much more often than another."""
    setups = [table_of("any", number) for number in range(200)]
    counts = {card: sum(card in setup.edicts for setup in setups) for card in SCORING}
    assert max(counts.values()) == min(counts.values())
    assert {setup.map for setup in setups} == set(PRINTED)
    assert {len(boxes(setup)) for setup in setups} == {1, 2}


def test_a_check_finds_what_is_wrong() -> None:
    """A puzzle stays one when it is checked on other deals; one whose answer is wrong turns over."""
    puzzle = puzzles()[0]
    found = check(puzzle, times=1)
    assert not found.has_turned_over
    assert found.lead > 2000
    tempting = puzzle.wrong[0]
    forged = replace(puzzle, right=(Choice(tempting.move, 0, tempting.difference),), wrong=puzzle.right)
    assert check(forged, times=1).has_turned_over
