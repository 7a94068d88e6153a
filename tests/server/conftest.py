"""Fixtures: a server for each test module, with limits that are never met."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.fixed_seeds import pytest_fixture_setup, pytest_runtest_protocol
from server.harness import Running, running
from server.storage.postgres import PostgresServer

__all__ = ["pytest_fixture_setup", "pytest_runtest_protocol"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that the tests of a module share; each opens tables of its own."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder for the files of a server."""
    return tmp_path / "data"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL in which tests make databases of their own."""
    server = PostgresServer()
    yield server
    server.close()
