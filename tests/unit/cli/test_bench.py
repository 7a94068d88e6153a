"""``quillmap bench``: figures of the engine."""

import json

import pytest

from unit.cli.conftest import Run


def test_json_has_every_figure(run: Run) -> None:
    """Each figure is there and more than nothing; how large it is depends on the machine."""
    outcome = run("bench", "--json", "--seconds", "0.01")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert list(found) == [
        "random_solo_games_per_second",
        "round_of_100_seats_seconds",
        "memory_of_100_seats_megabytes",
        "evaluations_per_second",
        "startup_seconds",
        "machine",
    ]
    assert found["random_solo_games_per_second"]["events"] > 0
    assert found["random_solo_games_per_second"]["compiled"] > found["random_solo_games_per_second"]["events"]
    assert found["round_of_100_seats_seconds"] > 0
    assert found["memory_of_100_seats_megabytes"] > 0
    assert found["evaluations_per_second"]["pure"] > 0
    assert all(seconds > 0 for seconds in found["startup_seconds"].values())
    assert found["machine"]["cores"] >= 1


def test_readable_by_default(run: Run) -> None:
    """The figures are printed one a line."""
    outcome = run("bench", "--seconds", "0.01")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 7
    assert "games per second" in outcome.out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "4000", "long"])
def test_bad_seconds_are_one_line(run: Run, seconds: str) -> None:
    """A time that can't be measured for is refused."""
    assert run("bench", f"--seconds={seconds}").fails_with("--seconds")
