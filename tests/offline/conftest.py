"""The package as a wheel, and Pyodide to install it in."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from architecture.modules import ROOT
from page.tools import run_node
from tools.pyodide import MISSING, RUNTIME, is_installed, wheels


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the package."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def in_pyodide(wheel: Path) -> Callable[..., str]:
    """Return a function that runs a script with Pyodide, the package in it, for what it prints; *more* comes first."""
    if not is_installed():
        pytest.skip(MISSING)

    def run(script: Path, given: str, *more: Path) -> str:
        done = run_node(script, RUNTIME, *more, *wheels(), wheel, given=given)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run
