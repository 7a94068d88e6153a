"""The program on the page about the library."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "library.md"


def test_the_program_of_the_page_runs() -> None:
    """It plays a whole game, counts it, and finds it honest; the view has no deck to show."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(len(line) == 11 for line in lines[1:12])
    assert lines[-2:] == ["every card is the one the seed deals, every move was legal and every point is right", "()"]
    assert any(re.fullmatch(r"[a-z-]+ \d+ \['.*'\]", line) for line in lines[12:-2])
