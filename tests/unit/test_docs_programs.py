"""Every program in the docs runs, as somebody would copy it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {"library.md", "arena.md"}
"""Pages whose programs are run by tests that look at what they print."""
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if page.name not in ELSEWHERE and BLOCK.search(page.read_text(encoding="utf-8"))
]
RUN = """
import json, sys
for number, program in enumerate(json.load(sys.stdin), start=1):
    print("program", number, flush=True)
    exec(compile(program, f"program {number}", "exec"), {"__name__": "__main__"})
"""


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_programs_of_a_page_run(page: Path, tmp_path: Path) -> None:
    """All in one process, one after the other, in a folder of their own; each ends well."""
    programs = json.dumps(BLOCK.findall(page.read_text(encoding="utf-8")))
    command = [sys.executable, "-X", "utf8", "-c", RUN]
    done = subprocess.run(command, input=programs, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr


def test_there_are_twenty_recipes() -> None:
    """Each has a heading and a program."""
    text = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) == len(re.findall(r"^## ", text, re.MULTILINE)) == 20
