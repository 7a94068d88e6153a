"""Run every check and test, and sum up what ran, how long it took and which tests are flaky.

A test is flaky if it fails beside others and passes when it runs again alone: on a busy machine a browser can be too
slow. Flaky tests are named, and under CI=true they fail the run: they have a cause, and it can be found.
"""

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.orphans import adopt, end_orphans
from tools.processes import PYTHON, ROOT, TOOK_TOO_LONG, Background

COVERING = ("tests/unit/rules", "tests/golden")
"""The tests that have to reach every branch of the rules."""
PROPERTIES = ("tests/property",)
WAITING = ("tests/server", "tests/browser")
"""Tests that wait for servers and browsers much of their time."""
PYTEST = ("-m", "pytest", "-q")
ALONE = (*PYTEST, "-p", "no:schemathesis", "-p", "no:cacheprovider")
SPREAD = ("--dist", "load", "--maxschedchunk", "1")
THOROUGH = "--thorough"
"""The option of the long form, in which tests try every combination: all languages with all windows and all fonts."""
EVERYDAY = ("-m", "not thorough")
"""What leaves out the tests that only the long form has."""
LONGEST = 40 * 60.0
"""Seconds after which whatever still runs is ended: four times as long as everything takes.

A single test that waits for ever is ended, and named, much sooner (``faulthandler_timeout`` in pyproject.toml).
"""
SOME_FAILED = 1
"""Pytest's exit code if tests failed; greater ones mean that it could not run them."""


@dataclass(frozen=True)
class Result:
    """How a check or a group of tests ended."""

    name: str
    code: int
    seconds: float
    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)


class Groups:
    """Checks and groups of tests that run side by side, none of them for longer than *seconds*."""

    def __init__(self, outcomes: Path, folder: Path, options: tuple[str, ...], seconds: float) -> None:
        self.results: list[Result] = []
        self._outcomes = outcomes
        self._folder = folder
        self._options = options
        self._end = time.monotonic() + seconds
        self._running: dict[str, Background] = {}

    def start(self, name: str, *arguments: str, shown: bool = False, yields: bool = False) -> None:
        """Start Python with *arguments*; if that is pytest, its outcomes are read later."""
        more = (f"--outcomes={self._file(name)}", *self._options) if "pytest" in arguments else ()
        self._running[name] = Background(PYTHON, *arguments, *more, shown=shown, yields=yields, folder=self._folder)

    def finish(self, name: str) -> Result:
        """Wait for what was started as *name*, and note how it ended."""
        process = self._running[name]
        code = process.finish(max(0.0, self._end - time.monotonic()))
        file = self._file(name)
        found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        result = Result(name, code, process.seconds, **found)
        self.results.append(result)
        return result

    def run(self, name: str, *arguments: str) -> Result:
        """Run Python with *arguments*, show what it prints, and note how it ended."""
        self.start(name, *arguments, shown=True)
        return self.finish(name)

    def run_failed_again(self) -> None:
        """Run all tests that failed once more, when nothing else runs: what passes then is flaky."""
        for first in [each for each in self.results if each.code == SOME_FAILED and each.failed]:
            print(f"What failed ({first.name}) runs once more alone: what passes now is flaky.", flush=True)
            second = self.run(f"{first.name}, again", *PYTEST, *first.failed)
            flaky = [] if second.code > SOME_FAILED else [test for test in first.failed if test not in second.failed]
            self._join(first, second, flaky)

    def _join(self, first: Result, second: Result, flaky: list[str]) -> None:
        """Put two runs of a group together in one result."""
        failed = [test for test in first.failed if test not in flaky]
        code = second.code or (SOME_FAILED if failed else 0)
        seconds = first.seconds + second.seconds
        joined = Result(first.name, code, seconds, first.passed, failed, first.skipped, flaky)
        self.results = [joined if each is first else each for each in self.results if each is not second]

    def stop(self) -> None:
        """End whatever is still running."""
        for process in self._running.values():
            process.stop()

    def _file(self, name: str) -> Path:
        return self._outcomes / f"{name}.json"


@contextmanager
def groups(*options: str, folder: Path = ROOT, seconds: float = LONGEST) -> Iterator[Groups]:
    """Yield groups, which end with the block, or *seconds* later; *options* are for all that are pytest's."""
    with tempfile.TemporaryDirectory() as outcomes:
        started = Groups(Path(outcomes), folder, options, seconds)
        try:
            yield started
        finally:
            started.stop()


def test_everything(*options: str) -> int:
    """Run all checks and tests, print a summary, and return the exit code; *options* are none or the long form's."""
    began = time.monotonic()
    adopt()
    with groups(*(options or EVERYDAY)) as started:
        run_groups(started)
    for command in end_orphans():
        print(f"Left running by a test, and ended now: {command}", flush=True)
    print("\n".join(["", *summary(started.results, time.monotonic() - began)]), flush=True)
    return verdict(started.results, is_ci=os.environ.get("CI") == "true")


def run_groups(started: Groups) -> None:
    """Run checks and tests: those that compute use the processor while others wait for servers and browsers.

    They yield to these, which take longest, and become unreliable when they are slow.
    """
    if started.run("style", "-m", "ruff", "check", ".").code:
        return
    if started.run("format", "-m", "ruff", "format", "--check", "--quiet", ".").code:
        return
    # The rules must be covered by tests that a reader can follow; only these run slower for being traced.
    started.start("rules", *ALONE, *COVERING, "--cov", "--cov-report=term:skip-covered", "--cov-fail-under=100")
    started.start("types", "-m", "mypy")
    started.start("properties", *ALONE, *PROPERTIES, yields=True)
    started.run("compiling", "-m", "quillmap", "warmup")  # or every process from here on would compile for itself
    if started.finish("types").code or started.finish("rules").code:
        return
    cores = os.cpu_count() or 1
    ignored = (f"--ignore={folder}" for folder in (*COVERING, *PROPERTIES, *WAITING))
    started.start("others", *ALONE, "-n", str(cores), "--dist", "worksteal", *ignored, yields=True)
    # One worker more than there are cores, since they wait almost half of the time.
    started.run("servers and browsers", *PYTEST, "-n", str(cores + 1), *SPREAD, *WAITING)
    started.finish("properties")
    started.finish("others")
    started.run_failed_again()


def summary(results: list[Result], seconds: float) -> list[str]:
    """Return the lines that sum up a run that took *seconds*."""
    width = max(len(result.name) for result in results)
    lines = [f"{result.name:{width}} {result.seconds:6.1f} s  {_said(result)}" for result in results]
    for title, names in (
        ("Failed", [test for result in results for test in result.failed]),
        ("Skipped", [test for result in results for test in result.skipped]),
        ("Flaky: failed beside others, passed alone", [test for result in results for test in result.flaky]),
    ):
        if names:
            lines += [f"{title} ({len(names)}):", *(f"  {name}" for name in names)]
    return [*lines, f"{_counted(results)} in {seconds:.1f}s"]


def _said(result: Result) -> str:
    """Return how a check or a group of tests ended, in a few words."""
    words = [_counted([result])] if result.passed or result.failed or result.skipped else []
    if result.code == TOOK_TOO_LONG:
        return ", ".join([*words, "took too long, and was ended"])
    if result.code and not result.failed:
        words.append(f"exit code {result.code}")
    return ", ".join(words) or "done"


def _counted(results: list[Result]) -> str:
    """Return how many tests passed, and so on, in pytest's words."""
    counts = {
        "failed": sum(len(result.failed) for result in results),
        "passed": sum(result.passed for result in results),
        "skipped": sum(len(result.skipped) for result in results),
        "flaky": sum(len(result.flaky) for result in results),
    }
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count) or "no tests"


def verdict(results: list[Result], *, is_ci: bool) -> int:
    """Return the exit code of a run: the first that is not 0; under CI=true a flaky test is a failure, too."""
    codes = [result.code or (SOME_FAILED if is_ci and result.flaky else 0) for result in results]
    return next(filter(None, codes), 0)
