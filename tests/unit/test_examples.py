"""The programs in ``examples``: each says what it does, whatever is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_help_is_there(name: str) -> None:
    """``--help`` says what the program does and which options it has."""
    command = [sys.executable, str(EXAMPLES / name), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"usage: {name}")
    assert "python examples/" in done.stdout


def test_the_bot_beats_the_random_one() -> None:
    """As its file says."""
    command = [sys.executable, str(EXAMPLES / "my_bot.py"), "--games", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    *_, difference = done.stdout.splitlines()
    assert difference.startswith("MyBot − random ")
    assert float(difference.split()[3]) > 5
