"""Fixtures: nodes that share a database."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from server.cluster.nodes import Nodes
from server.storage.postgres import PostgresServer


@contextmanager
def two_nodes(database: str, folder: Path) -> Iterator[Nodes]:
    """Run two nodes on a database."""
    with ExitStack() as stack:
        found = Nodes(database, folder, stack)
        for _ in range(2):
            found.start()
        yield found


@pytest.fixture(scope="module")
def nodes(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Return two nodes that the tests of a module share; each opens tables of its own."""
    with two_nodes(postgres.new_database(), tmp_path_factory.mktemp("nodes")) as found:
        yield found


@pytest.fixture
def own_nodes(postgres: PostgresServer, tmp_path: Path) -> Iterator[Nodes]:
    """Return two nodes that a test may stop."""
    with two_nodes(postgres.new_database(), tmp_path) as found:
        yield found
