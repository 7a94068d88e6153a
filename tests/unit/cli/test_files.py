"""Files that the user names: whether they can be written is asked before the work."""

from pathlib import Path

import pytest

from quillmap.cli import files
from quillmap.cli.errors import CommandError
from quillmap.cli.files import check_writable
from unit.cli.conftest import Run


def test_asking_changes_nothing(tmp_path: Path) -> None:
    """A new file is not made, and one that is there keeps what is in it."""
    old = tmp_path / "old"
    old.write_text("precious")
    check_writable(str(old))
    check_writable(str(tmp_path / "new"))
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert old.read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "This is a folder."),
        ("missing/file", "missing: There is no such folder."),
        ("file/below", "This is not a folder."),
        ("null\0", "null"),
    ],
)
def test_what_can_not_be_written_is_named(tmp_path: Path, name: str, words: str) -> None:
    """A folder, a file in no folder, and a name that no file can have."""
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=words):
        check_writable(f"{tmp_path}/{name}")


def test_weights_that_can_not_be_written_are_not_learned(run: Run, tmp_path: Path) -> None:
    """``quillmap train`` takes half an hour: it asks first."""
    assert run("train", tmp_path).fails_with(f"{tmp_path}: This is a folder.")
    assert run("train", tmp_path / "missing" / "weights").fails_with(
        f"{tmp_path / 'missing'}: There is no such folder."
    )


@pytest.mark.parametrize("command", [("replay",), ("review",), ("score",), ("score", "--jsonl")])
def test_what_never_ends_is_not_read_for_ever(
    command: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a device, nor what another program sends without an end."""
    monkeypatch.setattr(files, "_LARGEST", 1000)
    assert run(*command, "/dev/zero").fails_with("/dev/zero: this is too large: more than 64 MB.")
    assert run(*command, "-", stdin=b"x" * 1001).fails_with("standard input: this is too large: more than 64 MB.")
