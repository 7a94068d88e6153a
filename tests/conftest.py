"""What all tests share: long ones come first, skipped ones fail under CI=true, and a thorough form tries everything."""

import gc
from pathlib import Path

import pytest

from tools.outcomes import pytest_addoption, pytest_sessionfinish, pytest_terminal_summary

__all__ = [
    "pytest_addoption",
    "pytest_collection_finish",
    "pytest_collection_modifyitems",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
]

TESTS = Path(__file__).resolve().parent

# Thousands of tests and the modules they import are kept to the end: looking for garbage among them again and again
# takes a fifth of the time.
gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def is_thorough(pytestconfig: pytest.Config) -> bool:
    """Return whether every combination is wanted, and not only a part in which each thing occurs."""
    wanted: bool = pytestconfig.getoption("--thorough")
    return wanted


def pytest_collection_finish() -> None:
    """Look no more for garbage among the tests themselves."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, so that none is still running when all others are done.

    Properties come before them all: Hypothesis complains when a server in another thread uses random numbers.
    """
    items.sort(key=lambda item: (_folder(item) != "property", item.get_closest_marker("long") is None))


def _folder(item: pytest.Item) -> str:
    """Return the folder of the tests, such as ``browser``, that a test is in."""
    return item.path.relative_to(TESTS).parts[0]
