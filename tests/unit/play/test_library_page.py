"""The programs on the page about the library."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "library.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def _run(*command: str) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def test_the_first_program_runs() -> None:
    """It plays a whole game, counts it, and finds it honest; the view has no deck to show."""
    lines = _run("-W", "error", "-c", PROGRAMS[0]).splitlines()
    assert all(len(line) == 11 for line in lines[1:12])
    honest = "every card is the one the seed deals, every move was legal and every point is right"
    assert (lines[-4], lines[-2:]) == (honest, ["an evening in May", "()"])
    assert any(re.fullmatch(r"[a-z-]+ \d+ \['.*'\]", line) for line in lines[12:-2])


RUN = """
import contextlib, io, json, sys
printed = []
for number, program in enumerate(json.loads(sys.argv[1]), start=1):
    with contextlib.redirect_stdout(io.StringIO()) as heard:
        exec(compile(program, f"program {number}", "exec"), {"__name__": "__main__"})
    printed.append(heard.getvalue())
print(json.dumps(printed))
"""


@cache
def _printed() -> list[str]:
    """Return what the programs after the first print; one process runs them all, since importing takes longest."""
    found: list[str] = json.loads(_run("-W", "error", "-c", RUN, json.dumps(PROGRAMS[1:])))
    return found


@pytest.mark.parametrize("number", range(1, len(PROGRAMS)))
def test_every_other_program_runs(number: int) -> None:
    """None warns or fails, and each prints something."""
    assert _printed()[number - 1].strip()


@pytest.mark.long
def test_the_programs_satisfy_a_strict_type_checker(tmp_path: Path) -> None:
    """Whoever copies one into a typed project has nothing to mend."""
    files = []
    for number, program in enumerate(PROGRAMS):
        files.append(tmp_path / f"program_{number}.py")
        files[-1].write_text(program, encoding="utf-8")
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\nstrict = true\nfollow_imports = silent\n", encoding="utf-8")
    kept = ROOT / ".mypy_cache" / "programs"  # or all types of the library would be worked out every time
    _run("-m", "mypy", "--config-file", str(settings), "--cache-dir", str(kept), *map(str, files))
