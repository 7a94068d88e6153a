"""Compiling says so on standard error, only if it takes its time, and ends its line."""

import subprocess
import sys

PROGRAM = """
import time
from quillmap.fast import progress
progress._PATIENCE = {patience}
for _ in range(3):
    progress.begin(); time.sleep({each}); progress.end()
{after}
print("next", file=__import__("sys").stderr)
"""


def _said(each: float, patience: float) -> list[str]:
    command = [sys.executable, "-c", PROGRAM.format(each=each, patience=patience, after="progress.finish()")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr.splitlines()


def test_a_line_at_the_beginning_and_one_at_the_end() -> None:
    """Where there is no terminal there is no bar; what comes next has a line of its own."""
    begun, done, after = _said(0.6, patience=0.3)
    assert begun.startswith("Compiling the rules")
    assert done.startswith("The rules are compiled and kept")
    assert after == "next"


def test_what_is_quick_or_quiet_says_nothing() -> None:
    """Nor does a process that was told to be quiet."""
    assert _said(0.0, patience=60) == ["next"]
    quiet = PROGRAM.replace("progress._PATIENCE = {patience}", "progress.be_quiet()").format(each=0.4, after="")
    done = subprocess.run([sys.executable, "-c", quiet], capture_output=True, text=True, check=True)
    assert done.stderr == "next\n"
