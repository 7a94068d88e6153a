"""Fixtures: a place for every storage there is."""

from pathlib import Path

import pytest

from server.storage.places import Place, PostgresPlace, SqlitePlace


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return an empty place of each kind."""
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data")
    return PostgresPlace(request.getfixturevalue("postgres").new_database())
