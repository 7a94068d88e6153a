"""``quillmap train``: a course as long as one wants, and what may go wrong on the way."""

import json
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from quillmap.bots.training import Course
from quillmap.fast.value import weights
from unit.cli.conftest import Run


@pytest.mark.long
def test_a_short_course_is_written(run: Run, tmp_path: Path) -> None:
    """The file has weights for all the cards that the one in the package has, and the last line says where it is."""
    file = tmp_path / "weights.json"
    outcome = run("train", file, "--games", 6, "--decisions", 3, "--jobs", 1)
    assert outcome.code == 0
    assert outcome.out.startswith(f"The weights are in {file}")
    assert json.loads(file.read_text())["cards"].keys() == weights.load()["cards"].keys()


def test_help_tells_the_usual_course(run: Run) -> None:
    """What is said to be the default is what is done."""
    usual, text = Course(), run("train", "--help").out
    assert f"({usual.games})" in text
    assert f"({usual.decisions})" in text


def test_lost_processes_are_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is gone ends the course; nothing is written."""

    def lost(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("quillmap.bots.training.train", lost)
    file = tmp_path / "weights.json"
    assert run("train", file, "--jobs", 1).fails_with("A part of the games broke down; try --jobs 1.")
    assert not file.exists()
