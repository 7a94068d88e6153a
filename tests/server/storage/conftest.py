"""Fixtures: a place for every storage there is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.storage.places import Place, PostgresPlace, SqlitePlace
from server.storage.postgres import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL in which tests make databases of their own."""
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return an empty place of each kind."""
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data")
    return PostgresPlace(request.getfixturevalue("postgres").new_database())
