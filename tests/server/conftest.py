"""Fixtures: a server for each test module, with limits that are never met, others that modules share, a PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from helpers.engine import engine
from helpers.fixed_seeds import pytest_fixture_setup, pytest_runtest_protocol
from quillmap.server.hosting.config import Limits
from server.harness import Running, running
from server.standing_in import BRIEF, LED, PATIENT
from server.storage.postgres import PostgresServer

__all__ = ["engine", "pytest_fixture_setup", "pytest_runtest_protocol"]


@pytest.fixture(scope="session")
def server_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Limits], Running]]:
    """Return how to get a server with given limits; it runs until all tests have ended, and each opens its tables."""
    started: dict[Limits, Running] = {}
    with ExitStack() as stack:

        def found(limits: Limits) -> Running:
            if limits not in started:
                started[limits] = stack.enter_context(running(tmp_path_factory.mktemp("data"), limits))
            return started[limits]

        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that the tests of a module share; each opens tables of its own."""
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture(scope="session")
def brief(server_with: Callable[[Limits], Running]) -> Running:
    """Return a server at which others may act after a moment."""
    return server_with(BRIEF)


@pytest.fixture(scope="session")
def led(server_with: Callable[[Limits], Running]) -> Running:
    """Return a server at which others may act after a moment, and the host stays host even if slow to come back."""
    return server_with(LED)


@pytest.fixture(scope="session")
def patient(server_with: Callable[[Limits], Running]) -> Running:
    """Return a server at which only the host may act, and at once."""
    return server_with(PATIENT)


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
