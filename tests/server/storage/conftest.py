"""Fixtures: a place for every storage there is."""

from pathlib import Path

import pytest

from server.storage.places import Place, SqlitePlace


@pytest.fixture(params=["sqlite"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return an empty place of each kind."""
    assert request.param == "sqlite"
    return SqlitePlace(tmp_path / "data")
