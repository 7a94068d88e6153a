"""What all tests share: long ones come first, and under CI=true a skipped test is a failure."""

import os
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, so that none is still running when all others are done.

    Properties come before them all: Hypothesis takes it amiss when a server in another thread uses chance.
    """
    items.sort(key=lambda item: (_folder(item) != "property", item.get_closest_marker("long") is None))


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
