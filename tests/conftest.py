"""What all tests share: long ones come first, and under CI=true a skipped test is a failure."""

import os

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, so that none is still running when all others are done.

    Browsers come last: Playwright leaves an event loop behind, and tests of the server start their own.
    """
    items.sort(key=lambda item: (item.path.parent.name == "browser", item.get_closest_marker("long") is None))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let the run fail if a test was skipped where nothing may be."""
    if os.environ.get("CI") != "true":
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
