"""What plays without a server, for the tests of servers that give it to browsers."""

from pathlib import Path

import pytest

from tools.engine import ENGINE, write_engine
from tools.pyodide import MISSING, is_installed


@pytest.fixture(scope="session")
def engine() -> Path:
    """Return the folder, made from the sources as they are."""
    if not is_installed():
        pytest.skip(MISSING)
    assert write_engine()
    return ENGINE
