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
import json, os, sys, traceback
wrong = {}
for page, programs in json.load(sys.stdin).items():
    os.mkdir(page)
    os.chdir(page)
    for number, program in enumerate(programs, start=1):
        try:
            exec(compile(program, f"{page}, program {number}", "exec"), {"__name__": "__main__"})
        except BaseException:
            wrong.setdefault(page, []).append(traceback.format_exc())
    os.chdir("..")
print("\\n" + json.dumps(wrong))
"""


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return what went wrong with the programs of each page: all in one process, since importing takes longest."""
    programs = {page.name: BLOCK.findall(page.read_text(encoding="utf-8")) for page in PAGES}
    command = [sys.executable, "-X", "utf8", "-c", RUN]
    folder = tmp_path_factory.mktemp("programs")
    given = json.dumps(programs)
    done = subprocess.run(command, input=given, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_programs_of_a_page_run(page: Path, wrong: dict[str, list[str]]) -> None:
    """One after the other, in a folder of their own; each ends well."""
    assert wrong.get(page.name, []) == []


def test_recipes_are_numbered() -> None:
    """Each has a heading and a program."""
    text = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^## (\d+)\. ", text, re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(BLOCK.findall(text)) + 1))
    assert "Twenty" not in text  # nobody counts again when one is added
