"""Games that servers of the tests deal: the same ones in every run, so that no test depends on a lucky deal."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count

import pytest

from quillmap.server.tables import table


@contextmanager
def seeds_of(name: str) -> Iterator[None]:
    """Deal the games that begin from now on by seeds made of *name*."""
    numbers = count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "new_seed", lambda: sha256(f"{name}/{next(numbers)}".encode()).hexdigest())
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give every test seeds of its own."""
    with seeds_of(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Give seeds of its own to a fixture that several tests share, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with seeds_of(f"{request.node.nodeid}/{fixturedef.argname}"):
        return (yield)
