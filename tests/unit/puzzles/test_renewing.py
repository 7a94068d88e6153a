"""Puzzles that are proved again, in ``benchmarks/renew_puzzles.py``."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks import renew_puzzles
from quillmap.bots.kept_lines import keep_line, kept_lines
from quillmap.puzzles.collection import puzzles, read
from quillmap.puzzles.finding import TIMES
from quillmap.puzzles.making import EDITION
from quillmap.puzzles.tables import table_of

HEAD = {"edition": EDITION, "times": TIMES}


def test_what_holds_is_the_same_puzzle() -> None:
    """The same drawing is right, by about as much as before."""
    puzzle = puzzles()[0]
    found = renew_puzzles.proved(1)["puzzle"]
    assert tuple(found["answers"]) == puzzle.answers
    held = {each.number: found for each in puzzles()}
    again = read(renew_puzzles.put_in_place(held, [], ""))[0]
    assert (again.setup, again.answers, again.best) == (puzzle.setup, puzzle.answers, puzzle.best)
    assert [each.move for each in again.right] == [each.move for each in puzzle.right]


def test_others_make_room_for_new_ones() -> None:
    """Whatever holds keeps its number."""
    old = renew_puzzles.proved(1)["puzzle"]
    held = {each.number: old for each in puzzles()}
    del held[3]
    again = read(renew_puzzles.put_in_place(held, [{**old, "game": 7}], "new"))
    assert again[2].setup == table_of("new", 7)
    assert [each.setup for place, each in enumerate(again) if place != 2] == [
        each.setup for place, each in enumerate(puzzles()) if place != 2
    ]


@pytest.mark.parametrize("is_other", [False, True])
def test_too_few_new_ones_and_other_files_are_told(
    is_other: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line, and nothing is written."""
    proofs, made, file = (tmp_path / name for name in ("proofs", "made", "file"))
    kept_lines(proofs, {} if is_other else HEAD)
    for puzzle in puzzles():
        keep_line(proofs, {"number": puzzle.number, "puzzle": None})
    made.write_text(json.dumps({}) + "\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["renew_puzzles.py", str(proofs), str(made), str(file)])
    with pytest.raises(SystemExit) as ended:
        renew_puzzles.main()
    assert ended.value.code == 2
    assert ("holds something else" if is_other else "has 0 new ones, and 600 are needed") in capsys.readouterr().err
    assert not file.exists()
