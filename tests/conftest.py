"""What all tests share: long ones come first, and under CI=true a skipped test is a failure."""

import os
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, so that none is still running when all others are done; spread each folder's evenly.

    Tests with servers and browsers wait much, other tests compute: between one another they keep all cores busy.
    Properties come before them all: Hypothesis takes it amiss when a server in another thread uses chance.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    sizes = Counter(map(_folder, items))
    seen = Counter[str]()
    places = {}
    for item in items:
        folder = _folder(item)
        places[item] = folder != "property", seen[folder] / sizes[folder]
        seen[folder] += 1
    items.sort(key=places.__getitem__)


def _folder(item: pytest.Item) -> str:
    """Return the folder of the tests, such as ``browser``, that a test is in."""
    return item.path.relative_to(TESTS).parts[0]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let the run fail if a test was skipped where nothing may be."""
    if os.environ.get("CI") != "true":
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
