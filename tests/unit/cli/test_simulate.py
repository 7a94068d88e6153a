"""``quillmap simulate``: bots at play."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import GameBegan
from quillmap.rules.scoring import SCORING
from unit.cli.conftest import Run


def _figures(run: Run, *arguments: object) -> dict[str, Any]:
    """Return the JSON of a simulation, without its speed."""
    outcome = run("simulate", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, Any] = json.loads(outcome.out)
    assert found.pop("games_per_second") > 0
    return found


def test_json_of_a_table(run: Run) -> None:
    """The object has the documented keys, one entry per seat, and no rating."""
    found = _figures(run, "--games", 3, "--bots", "random,random", "--jobs", 1)
    assert list(found) == ["games", "seats"]
    assert (found["games"], len(found["seats"])) == (3, 2)
    for seat in found["seats"]:
        assert list(seat) == ["bot", "mean", "sd", "median", "min", "max", "coins", "monsters", "cards"]
        assert (seat["bot"], len(seat["coins"]), len(seat["monsters"])) == ("random", 4, 4)
        assert seat["min"] <= seat["median"] <= seat["max"]
        assert seat["cards"].keys() <= SCORING.keys()


def test_json_of_solo_games(run: Run) -> None:
    """Alone there is a rating and the titles, which add up to the games."""
    found = _figures(run, "--games", 4, "--solo", "--bots", "random,random", "--jobs", 1)
    for seat in found["seats"]:
        assert seat["rating"].keys() == {"mean", "sd"}
        assert sum(seat["titles"].values()) == 4


def test_one_bot_plays_solo(run: Run) -> None:
    """A single bot has nobody to play with, so its games are solo games."""
    assert _figures(run, "--games", 2, "--jobs", 1) == _figures(run, "--games", 2, "--jobs", 1, "--solo")


def test_jobs_change_nothing(run: Run) -> None:
    """Two processes play the same games as one."""
    arguments = ("--games", 6, "--bots", "random,random", "--seed", "jobs")
    assert _figures(run, *arguments, "--jobs", 2) == _figures(run, *arguments, "--jobs", 1)


def test_seed_changes_everything(run: Run) -> None:
    """Another seed deals other games; the same one the same."""
    one, again, two = (_figures(run, "--games", 3, "--jobs", 1, "--seed", seed) for seed in ("a", "a", "b"))
    assert one == again != two


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--box", "heroes"], {"explore": "heroes", "map": "C", "ruins": False, "skills": "none"}),
        (["--box", "heroes", "--map", "A"], {"explore": "heroes", "map": "A", "ruins": True}),
        (["--box", "mixed", "--skills"], {"pool": "both", "skills": "drawn"}),
        (["--map", "generated", "--rulebook", "de"], {"map": "generated", "rulebook": "de"}),
    ],
)
def test_records_tell_the_table(run: Run, tmp_path: Path, arguments: list[str], expected: dict[str, object]) -> None:
    """The records are of the table that was asked for, and honest."""
    folder = tmp_path / "new" / "records"
    _figures(run, "--games", 2, "--jobs", 1, "--records", folder, *arguments)
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == ["game-000001.jsonl", "game-000002.jsonl"]
    for path in paths:
        events = read_record(path.read_text(encoding="utf-8"))
        assert verify(events).is_honest
        assert isinstance(events[0], GameBegan)
        assert {key: getattr(events[0].setup, key) for key in expected} == expected


def test_readable_by_default(run: Run) -> None:
    """A table per seat, season, card and title is printed, and nothing on the error output without a terminal."""
    outcome = run("simulate", "--games", 2, "--jobs", 1, "--seed", "readable")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("2 games on map A, base box, seed readable: ")
    for words in ("mean", "rating", "coins, spring", "monsters, winter", "points per card", "titles"):
        assert words in outcome.out


def test_large_table_is_short(run: Run) -> None:
    """With more seats than fit a screen only the summary is printed."""
    out = run("simulate", "--games", 1, "--jobs", 1, "--bots", ",".join(["random"] * 9)).out
    assert "points per card" not in out
    assert len(out.splitlines()) == 2 + 1 + 9


def test_progress_bar_needs_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the bar goes to the error output and ends full."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    outcome = run("simulate", "--games", 2, "--jobs", 1, "--json")
    assert outcome.err.endswith(f"[{'#' * 30}] 2/2 games\n")
    assert json.loads(outcome.out)["games"] == 2


BOT = """
from quillmap.bots.bot import Bot

class First(Bot):
    def choose(self, view, options):
        return next(iter(options))

class Broken(Bot):
    def choose(self, view, options):
        return view.nothing
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with a module of bots."""
    (tmp_path / "my_bots_for_tests.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.usefixtures("own_bots")
def test_own_bot_of_this_folder_plays(run: Run) -> None:
    """``module:Class`` is found in the present folder."""
    found = _figures(run, "--games", 1, "--jobs", 1, "--bots", "my_bots_for_tests:First,random")
    assert [seat["bot"] for seat in found["seats"]] == ["my_bots_for_tests:First", "random"]


@pytest.mark.usefixtures("own_bots")
def test_broken_bot_is_one_line(run: Run) -> None:
    """A bot that breaks down is named with the game and the place in its file."""
    outcome = run("simulate", "--games", 1, "--jobs", 1, "--bots", "my_bots_for_tests:Broken")
    assert outcome.fails_with("game 1 (my_bots_for_tests:Broken): seat 0 broke down: AttributeError")
    assert "my_bots_for_tests.py, line 10" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games must be at least 1"),
        (["--games", "many"], "--games"),
        (["--jobs", "0"], "--jobs must be at least 1"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "no_such_module:Bot"], "can't be imported"),
        (["--bots", ","], "name at least one bot"),
        (["--bots", ",".join(["random"] * 101)], "a table has 1 to 100 seats"),
        (["--box", "attic"], "'attic'"),
        (["--map", "Z"], "'Z'"),
        (["--rulebook", "fr"], "'fr'"),
        (["--seed", ""], "a game needs a seed"),
        (["--seed", "x" * 201], "a seed has at most 200 characters"),
        (["--seed", "\udcff"], "the seed is not a text"),
        (["--records", "/dev/null/folder"], "Not a directory"),
    ],
)
def test_bad_option_is_one_line(run: Run, arguments: list[str], words: str) -> None:
    """Whatever can't be simulated is refused with its reason before anything is played."""
    assert run("simulate", "--jobs", "1", *arguments).fails_with(words)


def test_unwritable_record_is_one_line(run: Run, tmp_path: Path) -> None:
    """A record that can't be written ends the run with the reason."""
    (tmp_path / "game-000001.jsonl").mkdir()
    assert run("simulate", "--games", 1, "--jobs", 1, "--records", tmp_path).fails_with("Is a directory")
