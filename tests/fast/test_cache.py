"""Where compiled code is kept."""

import os
import tempfile
from pathlib import Path

import pytest

from quillmap.fast.compile import cache_folder

_choose = cache_folder.__wrapped__
"""What a process does once."""


def test_the_folder_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made below the one that is named, or else where the system keeps such things."""
    monkeypatch.setenv("QUILLMAP_CACHE", str(tmp_path / "new"))
    folder = _choose()
    assert folder.is_dir()
    assert folder.parent == tmp_path / "new"


@pytest.mark.parametrize("name", [os.devnull, f"{os.devnull}/below"])
def test_without_a_folder_code_lasts_as_long_as_its_process(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be kept, bots still play: a line says so, and a folder is lent to this process."""
    monkeypatch.setenv("QUILLMAP_CACHE", name)
    folder = _choose()
    assert folder.parent == Path(tempfile.gettempdir())
    assert not list(folder.iterdir())
    assert ["QUILLMAP_CACHE" in message for message in caplog.messages] == [True]
