"""``quillmap puzzles``: listed, shown, solved."""

from pathlib import Path

import pytest

from quillmap.play.texts import move_text
from quillmap.puzzles.collection import puzzles
from quillmap.puzzles.making import EDITION
from unit.cli.conftest import Run

PUZZLE = puzzles()[0]


def test_all_are_listed(run: Run) -> None:
    """By difficulty, with the one of the day."""
    out = run("puzzles").out
    assert out.startswith("Puzzle of the day: ")
    assert sorted(int(word) for line in out.splitlines()[1:] for word in line.split() if word.isdigit()) == list(
        range(1, len(puzzles()) + 1)
    )


def test_one_is_shown(run: Run) -> None:
    """The map, the edicts, the card, and what is asked."""
    out = run("puzzles", 1).out
    assert out.startswith("Puzzle 1 (")
    assert "Find the best drawing" in out
    assert run("puzzles", "today").out.startswith("Puzzle ")


def test_answers_are_judged(run: Run) -> None:
    """Right or wrong, by words and exit code; what is wrong is told with the solution."""
    right = run("puzzles", 1, *move_text(PUZZLE.best).split())
    assert (right.code, right.err) == (0, "")
    assert right.out.startswith("Right: Everything else loses at least ")
    wrong = run("puzzles", 1, *move_text(PUZZLE.wrong[0].move).split())
    assert (wrong.code, wrong.err) == (1, "")
    assert wrong.out.startswith("Not the best (−")
    assert f"Solution: {move_text(PUZZLE.best)}" in wrong.out


def test_narrow_terminals_hold_a_verdict(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all its reasons, and no word broken."""
    asked = ("puzzles", 1, *move_text(PUZZLE.wrong[0].move).split())
    wide = run(*asked).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run(*asked).out
    assert max(map(len, wide.splitlines())) >= 60 > max(map(len, narrow.splitlines()))
    assert narrow.split() == wide.split()


def test_trouble_is_one_line(run: Run, tmp_path: Path) -> None:
    """A number that no puzzle has, a drawing that is not allowed, a file that is missing or holds other puzzles."""
    assert run("puzzles", 0).fails_with("There is no puzzle 0")
    assert run("puzzles", 1, "A1", "forest").code == 2
    assert run("puzzles", "make").fails_with("Name the file")
    kept = tmp_path / "kept"
    kept.write_text("{}\n")
    other = run("puzzles", "make", tmp_path / "made", "--resume", kept, "--processes", 1)
    assert other.fails_with("holds other puzzles")


def test_a_file_is_packed_from_what_was_found(run: Run, tmp_path: Path) -> None:
    """The same command goes on where it was interrupted; here there is nothing left to do."""
    kept, file = tmp_path / "kept", tmp_path / "made"
    game = {
        "game": 0,
        "answers": [],
        "right": [["A1 A2 forest", 0, 0, [0] * 8]],
        "wrong": [["A3 A4 forest", 4000, 100, [500] * 8]],
        "failures": {"apprentice": 100, "season": 100, "year": 0, "surveyor": 0, "master": 0},
    }
    lines = [{"edition": EDITION, "seed": "any", "times": 10}, {"game": 0, "puzzles": [game]}]
    kept.write_text("".join(f"{line}\n".replace("'", '"') for line in lines))
    out = run("puzzles", "make", file, "--resume", kept, "--count", 1, "--seed", "any", "--processes", 1).out
    assert out.startswith(f"1 puzzle is in {file}")
    assert file.stat().st_size < 1000


def test_a_check_tells_how_many_have_turned_over(run: Run) -> None:
    """Some puzzles, spread over all."""
    found = run("puzzles", "check", "--sample", 1, "--budget", 1, "--processes", 1)
    assert found.code == 0
    assert found.out == "Puzzles checked with 1 times the deals of a review: 1. Turned over: 0.\n"
