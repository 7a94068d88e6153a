"""The file of long work: kept, continued, and never written over by other work."""

from pathlib import Path

import pytest

from quillmap.bots.kept_lines import keep_line, kept_lines

HEAD = {"work": "Übung", "seed": 1}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with two parts."""
    path = tmp_path / "kept.jsonl"
    assert kept_lines(path, HEAD) == []
    keep_line(path, {"part": 1})
    keep_line(path, {"part": 2})
    return path


def test_work_goes_on(path: Path) -> None:
    """What was kept is found again, in its order."""
    assert kept_lines(path, HEAD) == [{"part": 1}, {"part": 2}]


def test_a_line_that_was_cut_off_is_dropped(path: Path) -> None:
    """The next part begins on a line of its own."""
    path.write_text(path.read_text(encoding="utf-8")[:-4], encoding="utf-8")
    assert kept_lines(path, HEAD) == [{"part": 1}]
    keep_line(path, {"part": 3})
    assert kept_lines(path, HEAD) == [{"part": 1}, {"part": 3}]


@pytest.mark.parametrize("other", ['{"work": "other"}\n{"part": 1}\n', "no JSON at all\n"])
def test_other_files_are_left_alone(tmp_path: Path, other: str) -> None:
    """Those of other work, and those that hold something else."""
    path = tmp_path / "other.txt"
    path.write_text(other, encoding="utf-8")
    assert kept_lines(path, HEAD) is None
    assert path.read_text(encoding="utf-8") == other
