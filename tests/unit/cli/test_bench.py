"""``quillmap bench``: figures of the engine."""

import json

import pytest

from unit.cli.conftest import Run


def test_json_has_every_figure(run: Run) -> None:
    """Each figure is there and more than nothing; how large it is depends on the machine."""
    outcome = run("bench", "--json", "--seconds", "0.01", "--skip-cold")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert {name: list(figures) if isinstance(figures, dict) else None for name, figures in found.items()} == {
        "random_solo_games_per_second": ["compiled", "pure", "events"],
        "evaluations_per_second": ["compiled", "pure"],
        "greedy_decisions_per_second": ["compiled", "pure"],
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


def test_readable_by_default(run: Run) -> None:
    """The figures are printed one a line."""
    outcome = run("bench", "--seconds", "0.01", "--skip-cold")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 9
    assert "games per second" in outcome.out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "4000", "long"])
def test_bad_seconds_are_one_line(run: Run, seconds: str) -> None:
    """A time that can't be measured for is refused."""
    assert run("bench", f"--seconds={seconds}").fails_with("--seconds")
