"""Every program in the docs runs, as somebody would copy it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {"library.md", "arena.md"}
"""Pages whose programs are run by tests that look at what they print."""
PROGRAMS = [
    pytest.param(program, id=f"{page.name}-{number}")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if page.name not in ELSEWHERE
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_docs_runs(program: str, tmp_path: Path) -> None:
    """It ends well; what it says on standard error is at most that something is compiled."""
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "-X", "utf8", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
