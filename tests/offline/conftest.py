"""The package as a wheel, and Pyodide to install it in."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from architecture.modules import ROOT
from page.tools import run_node
from tools.pyodide import MISSING, RUNTIME, is_installed, wheels

RUN = Path(__file__).with_name("run_python.js")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the package."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def in_pyodide(wheel: Path) -> Callable[..., str]:
    """Return a function that runs ``main`` of a program in Pyodide, or another *script* with it, for what it prints."""
    if not is_installed():
        pytest.skip(MISSING)

    def run(program: Path, given: str, script: Path = RUN) -> str:
        done = run_node(script, RUNTIME, program, *wheels(), wheel, given=given)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run
