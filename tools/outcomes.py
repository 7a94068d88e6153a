"""What pytest does for ``dev.py``: write down how each test ended, and under CI=true let skipped tests fail the run.

``tests/conftest.py`` imports these hooks.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the name of the file for the outcomes, and whether all combinations are to be tried."""
    parser.addoption("--outcomes", type=Path, help="write there, as JSON, how many tests passed and which did not")
    parser.addoption("--thorough", action="store_true", help="try all combinations, not only a part of them")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the outcomes, and fail the run if a test was skipped under CI=true."""
    reporter = _reporter(session.config)
    if reporter is None:  # a worker of xdist: the process that started it reports
        return
    found = outcomes(reporter.stats)
    if file := session.config.getoption("--outcomes"):
        file.write_text(json.dumps(found), encoding="utf-8")
    if found["skipped"] and _may_not_skip() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say why a run fails although no test did."""
    if _may_not_skip() and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("Under CI=true a skipped test is a failure.")


def outcomes(stats: dict[str, list[Any]]) -> dict[str, Any]:
    """Return how many tests passed, and the names of those that failed or were skipped."""
    failed = [*stats.get("failed", ()), *stats.get("error", ())]
    return {
        "passed": len(stats.get("passed", ())),
        "failed": sorted({report.nodeid for report in failed}),
        "skipped": sorted({report.nodeid for report in stats.get("skipped", ())}),
    }


def _may_not_skip() -> bool:
    return os.environ.get("CI") == "true"


def _reporter(config: pytest.Config) -> Any:
    return config.pluginmanager.get_plugin("terminalreporter")
