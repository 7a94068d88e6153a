"""``quillmap bench``: figures of the engine."""

import json
import re
from typing import Final

import pytest

from quillmap.cli.commands import bench
from unit.cli.conftest import Run


@pytest.mark.thorough
@pytest.mark.long
def test_json_has_every_figure(run: Run) -> None:
    """Each figure is there and more than nothing; how large it is depends on the machine."""
    outcome = run("bench", "--json", "--seconds", "0.01", "--skip-cold")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert {name: list(figures) if isinstance(figures, dict) else None for name, figures in found.items()} == {
        "random_solo_games_per_second": ["compiled", "events"],
        "evaluations_per_second": ["compiled"],
        "greedy_decisions_per_second": ["compiled"],
        "env_steps_per_second": ["vector", "single"],
        "round_of_100_seats_seconds": None,
        "memory_of_100_seats_megabytes": None,
        "startup_seconds": ["cold", "warm", "command", "rules"],
        "machine": ["quillmap", "implementation", "python", "system", "cores"],
    }
    assert found["startup_seconds"].pop("cold") is None
    figures = [each for name, each in found.items() if name != "machine"]
    flat = [number for each in figures for number in (each.values() if isinstance(each, dict) else [each])]
    assert all(number > 0 for number in flat)
    assert found["random_solo_games_per_second"]["compiled"] > found["random_solo_games_per_second"]["events"]


FIGURES: Final = {
    "random_solo_games_per_second": {"compiled": 200_000.4, "events": 700.2},
    "evaluations_per_second": {"compiled": 50_000},
    "greedy_decisions_per_second": {},
    "env_steps_per_second": {"vector": None, "single": 6_000},
    "round_of_100_seats_seconds": 0.0042,
    "memory_of_100_seats_megabytes": 0.94,
    "startup_seconds": {"cold": None, "warm": 1.12, "command": 0.05, "rules": 0.1},
    "machine": {"quillmap": "1", "implementation": "CPython", "python": "3.11", "system": "Linux", "cores": 2},
}


def test_readable_by_default(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are printed one a line, and a dash for what could not be measured."""
    monkeypatch.setattr(bench, "measure", lambda *_given, **_named: FIGURES)
    outcome = run("bench")
    assert (outcome.code, outcome.err) == (0, "")
    assert [re.findall(r"[\d.]*\d|–", line) for line in outcome.out.splitlines()] == [
        ["200000", "700"],
        ["50000"],
        ["–"],
        ["–", "6000"],
        ["100", "4.2"],
        ["100", "0.9"],
        ["–", "1.1"],
        ["50", "100"],
        ["3.11"],
    ]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "4000", "long"])
def test_bad_seconds_are_one_line(run: Run, seconds: str) -> None:
    """A time that can't be measured for is refused."""
    assert run("bench", f"--seconds={seconds}").fails_with("--seconds")
