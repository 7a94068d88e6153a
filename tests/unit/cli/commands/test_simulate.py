"""``quillmap simulate``: bots at play."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from quillmap.fast import readiness
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import GameBegan
from quillmap.rules.scoring import SCORING
from unit.cli.conftest import Run

DOCUMENTED = ["bot", "mean", "sd", "median", "min", "max", "coins", "monsters", "cards"]


CONDITIONS = {"seed", "map", "rulebook", "setup", "version", "python", "backend"}


def _figures(run: Run, *arguments: object) -> dict[str, Any]:
    """Return the JSON of a simulation, without how long things took."""
    outcome = run("simulate", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, Any] = json.loads(outcome.out)
    assert found.pop("games_per_second") > 0
    for seat in (*found["seats"], *found.get("against", ())):
        assert seat.pop("milliseconds_per_move") > 0
    return found


def test_json_of_a_table(run: Run) -> None:
    """The object has the documented keys, one entry per seat, and no rating."""
    found = _figures(run, "--games", 3, "--bots", "random,random", "--jobs", 1)
    assert list(found) == ["games", "conditions", "seats"]
    assert found["conditions"].keys() == CONDITIONS
    assert (found["games"], len(found["seats"])) == (3, 2)
    for seat in found["seats"]:
        assert list(seat) == [*DOCUMENTED, "games", "interval", "seasons", "places"]
        assert (seat["games"], sum(seat["places"].values())) == (3, 3)
        assert seat["interval"][0] <= seat["mean"] <= seat["interval"][1]
        assert (seat["bot"], len(seat["coins"]), len(seat["monsters"])) == ("random", 4, 4)
        assert seat["min"] <= seat["median"] <= seat["max"]
        assert seat["cards"].keys() <= SCORING.keys()


def test_json_of_solo_games(run: Run) -> None:
    """Alone there is a rating and the titles, which add up to the games."""
    found = _figures(run, "--games", 4, "--solo", "--bots", "random,random", "--jobs", 1)
    for seat in found["seats"]:
        assert seat["rating"].keys() == {"mean", "sd", "interval"}
        assert sum(seat["titles"].values()) == 4


def test_one_bot_plays_solo(run: Run) -> None:
    """A single bot has nobody to play with, so its games are solo games."""
    assert _figures(run, "--games", 2, "--jobs", 1) == _figures(run, "--games", 2, "--jobs", 1, "--solo")


def test_against_compares_the_first_seats(run: Run) -> None:
    """Two line-ups get the same deals, and the difference of their first seats is told by season and by card."""
    arguments = ("--games", 4, "--jobs", 1, "--bots", "apprentice,random", "--against", "random,random")
    found = _figures(run, *arguments)
    assert list(found) == ["games", "conditions", "seats", "against", "differences"]
    assert [seat["bot"] for seat in found["seats"]] == ["apprentice", "random"]
    assert [seat["bot"] for seat in found["against"]] == ["random", "random"]
    (difference,) = found["differences"]
    assert (difference["of"], difference["to"], difference["deals"]) == ("apprentice", "random", 4)
    means = [found[side][0]["mean"] for side in ("seats", "against")]
    assert difference["mean"] == pytest.approx(means[0] - means[1], abs=1e-3)
    for kind in ("seasons", "coins", "monsters"):
        ours, theirs = (found[side][0][kind] for side in ("seats", "against"))
        for place, each in enumerate(difference[kind]):
            assert each["mean"] == pytest.approx(ours[place] - theirs[place], abs=1e-3)
    assert difference["cards"].keys() == found["seats"][0]["cards"].keys()
    assert sum(card["deals"] for card in difference["cards"].values()) == 4 * 4
    # The second line-up is what one gets when it plays alone: the same seed deals the same games.
    assert found["against"] == _figures(run, "--games", 4, "--jobs", 1, "--bots", "random,random")["seats"]


def test_one_against_one_is_solo(run: Run) -> None:
    """Single bots against each other play alone, as with ``--solo`` and both of them named."""
    arguments = ("--games", 3, "--jobs", 1)
    one = _figures(run, *arguments, "--bots", "apprentice", "--against", "random")
    both = _figures(run, *arguments, "--bots", "apprentice,random", "--solo")
    assert [one["seats"][0], one["differences"][0]["of"]] == [both["seats"][0], both["differences"][0]["of"]]
    assert "rating" in one["against"][0]


def test_rotation_is_fair(run: Run) -> None:
    """Every bot takes every seat on every deal, and the kinds are compared."""
    found = _figures(
        run, "--games", 2, "--jobs", 1, "--bots", "apprentice,random", "--seats", 4, "--rotate", "--map", "B"
    )
    assert [seat["bot"] for seat in found["seats"]] == ["apprentice", "random"] * 2
    assert [seat["games"] for seat in found["seats"]] == [4] * 4
    assert found["differences"][0]["mean"] > 0


def test_comparison_is_readable(run: Run) -> None:
    """The other line-up, the difference with its margin, and a column for it in every table."""
    out = run("simulate", "--games", 3, "--jobs", 1, "--bots", "apprentice,random", "--against", "random,random").out
    assert "Against, on the same deals:\n" in out
    assert "Difference on the same deals (± for 95 % confidence)\napprentice − random  +" in out
    assert len([line for line in out.splitlines() if line.endswith("  apprentice − random")]) == 4


def test_records_of_several_tables_are_numbered(run: Run, tmp_path: Path) -> None:
    """Each table of a deal has its own record."""
    _figures(run, "--games", 1, "--jobs", 1, "--against", "random", "--records", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-000001-1.jsonl", "game-000001-2.jsonl"]


def test_example_of_a_bot_plays_and_wins(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """``examples/my_bot.py`` runs from the project's folder, with its setting, and beats the random bot."""
    monkeypatch.chdir(Path(__file__).parents[3])
    monkeypatch.setattr(sys, "path", list(sys.path))
    bot = "examples.my_bot:MyBot@looks=10"
    found = _figures(
        run, "--games", 4, "--jobs", 1, "--bots", f"{bot},random", "--box", "mixed", "--skills", "--rotate"
    )
    assert found["seats"][0]["bot"] == bot
    assert found["differences"][0]["mean"] > 10


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
    assert outcome.out.startswith("2 deals, Map A, Base game, Standard, seed readable, quillmap ")
    for words in ("Mean", "Rating", "ms/move", "Stars per season", "Coins", "Monsters", "Points per card", "Titles"):
        assert words in outcome.out


def test_large_table_is_short(run: Run) -> None:
    """With more seats than fit a screen only the summary is printed."""
    out = run("simulate", "--games", 1, "--jobs", 1, "--bots", ",".join(["random"] * 9)).out
    assert "Points per card" not in out
    assert len(out.splitlines()) == 2 + 1 + 9


def test_progress_bar_needs_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the bar goes to the error output and ends full."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    outcome = run("simulate", "--games", 2, "--jobs", 1, "--json")
    assert outcome.err.endswith(f"\r[{'#' * 30}] 2/2 deals, 0:00 left\x1b[K\n")
    assert json.loads(outcome.out)["games"] == 2


@pytest.mark.parametrize(("columns", "bar"), [(80, 30), (40, 16), (20, 0)])
def test_progress_bar_fits_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, bar: int) -> None:
    """A line that goes on in the next one could not be written over."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    outcome = run("simulate", "--games", 1, "--jobs", 1, "--json")
    assert outcome.err == f"\r[{'#' * bar}] 1/1 deals, 0:00 left\x1b[K\n"


BOT = """
import os
import time
from pathlib import Path
from quillmap.bots.bot import Bot

class First(Bot):
    def choose(self, view, options):
        return next(iter(options))

class Broken(Bot):
    def choose(self, view, options):
        return view.nothing

class Leaving(Bot):
    def choose(self, view, options):
        raise SystemExit(7)

class Dying(Bot):
    def choose(self, view, options):
        os._exit(7)

class Unfinished(Bot):
    pass

class Endless(Bot):
    def choose(self, view, options):
        Path("thinking").touch()
        time.sleep(600)
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
    assert outcome.fails_with("A bot failed: game 1 (my_bots_for_tests:Broken): seat 0 broke down: AttributeError")
    assert "my_bots_for_tests.py, line 13" in outcome.err


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("place", ["--bots", "--against"])
def test_bot_that_can_not_be_made_is_one_line(run: Run, place: str) -> None:
    """Before anything is played."""
    outcome = run("simulate", "--games", 1, "--jobs", 1, place, "my_bots_for_tests:Unfinished")
    assert outcome.fails_with(
        "“my_bots_for_tests:Unfinished” can’t be made: TypeError: Can't instantiate abstract class"
    )


@pytest.mark.usefixtures("own_bots")
def test_bot_that_takes_its_process_along_is_one_line(run: Run) -> None:
    """Whoever waits for its part is told, and what to try."""
    outcome = run("simulate", "--games", 2, "--jobs", 2, "--bots", "my_bots_for_tests:Dying")
    assert outcome.fails_with("A part of the games broke down; try --jobs 1.")


@pytest.mark.usefixtures("own_bots")
def test_bot_that_ends_the_program_is_one_line(run: Run, tmp_path: Path) -> None:
    """In the middle of a game or when its module is imported: it is told, and the exit code is that of trouble."""
    leaving = run("simulate", "--games", 1, "--jobs", 1, "--bots", "my_bots_for_tests:Leaving")
    assert leaving.fails_with("A bot failed: SystemExit: 7.")
    (tmp_path / "my_gone_bots_for_tests.py").write_text("raise SystemExit('gone')", encoding="utf-8")
    assert run("simulate", "--bots", "my_gone_bots_for_tests:Bot").fails_with("A bot failed: SystemExit: gone.")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games: It must be at least 1."),
        (["--games", "many"], "--games: “many” is not a whole number."),
        (["--jobs", "0"], "--jobs: It must be at least 1."),
        (["--bots", "nobody"], "There is no bot “nobody”: choose random, "),
        (["--bots", "no_such_module:Bot"], "can’t be imported"),
        (["--bots", ","], "Name at least one bot"),
        (["--bots", ",".join(["random"] * 101)], "A table has 1 to 100 seats, not 101."),
        (["--seats", str(10**12)], "A table has 1 to 100 seats, not 1000000000000."),
        (["--box", "attic"], "--box: There is no “attic”"),
        (["--map", "Z"], "--map: There is no “Z”"),
        (["--rulebook", "fr"], "--rulebook: There is no “fr”"),
        (["--seed", ""], "A game needs a seed"),
        (["--seed", "x" * 201], "it has 201 characters, and at most 200 are allowed"),
        (["--seed", "\udcff"], "characters that can’t be used"),
        (["--records", "/dev/null/folder"], "This is not a folder."),
        (["--games"], "--games: A value has to follow."),
        (["--solo=yes"], "--solo: No value belongs here"),
        (["--bots", "random@depth=3"], "“random” can’t be set that way"),
        (["--bots", "random@fast"], "“fast” is not a setting"),
        (["--bots", "random,random", "--against", "random"], "Name as many bots in --against as in --bots"),
        (["--bots", "random,random", "--against", "random,random", "--solo"], "with --solo one each"),
        (["--bots", "random", "--against", ","], "Name at least one bot"),
        (["--bots", "random,random", "--solo", "--rotate"], "leave out --rotate"),
        (["--bots", "random,random", "--solo", "--seats", "4"], "leave out --seats"),
        (["--bots", "random", "--rotate"], "Alone nobody can change seats: leave out --rotate"),
        (["--bots", "random", "--against", "random", "--rotate"], "Alone nobody can change seats: leave out --rotate"),
        (["--bots", "random,random", "--seats", "1"], "fewer seats than bots"),
    ],
)
def test_bad_option_is_one_line(run: Run, arguments: list[str], words: str) -> None:
    """Whatever can't be simulated is refused with its reason before anything is played."""
    assert run("simulate", "--jobs", "1", *arguments).fails_with(words)


@pytest.mark.usefixtures("own_bots")
def test_interruption_ends_all_processes_at_once(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a game: one line, the usual exit code, and nobody waits for the bots."""
    command = [sys.executable, "-m", "quillmap", "simulate", "--bots", "my_bots_for_tests:Endless", "--jobs", "2"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever starts the tests in the background has them ignore Ctrl-C, and all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  # no thread runs here
    ) as process:
        while not (tmp_path / "thinking").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err.strip()) == (130, b"", b"quillmap: interrupted")


def test_unwritable_record_is_one_line(run: Run, tmp_path: Path) -> None:
    """A record that can't be written ends the run with the reason."""
    (tmp_path / "game-000001.jsonl").mkdir()
    assert run("simulate", "--games", 1, "--jobs", 1, "--records", tmp_path).fails_with("This is a folder.")


def test_edicts_are_chosen(run: Run) -> None:
    """By their ids, those left empty drawn, or those of a first game; wrong ones are refused in a line."""
    found = _figures(run, "--games", 3, "--jobs", 1, "--edicts", ",,,borderlands")
    assert "borderlands" in found["seats"][0]["cards"]
    first = _figures(run, "--games", 2, "--jobs", 1, "--edicts", "first-game")
    assert first["seats"][0]["cards"].keys() == {"sentinel-wood", "mages-valley", "wildholds", "borderlands"}
    assert run("simulate", "--edicts", "a,b").code == 2
    assert "four edicts" in run("simulate", "--edicts", "sentinel-wood").err


def test_an_interrupted_series_goes_on(run: Run, tmp_path: Path) -> None:
    """What the file holds is not played again, half a line is, and another series is refused."""
    kept = tmp_path / "kept"
    arguments = ("--games", 5, "--jobs", 1, "--bots", "random,apprentice", "--rotate")
    whole = _figures(run, *arguments, "--resume", kept)
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 6
    kept.write_text("".join(lines[:3]) + lines[3][:40], encoding="utf-8")
    assert _figures(run, *arguments, "--resume", kept) == whole == _figures(run, *arguments)
    refused = run("simulate", "--games", 6, "--resume", kept)
    assert (refused.code, "another series" in refused.err) == (2, True)


def test_a_bot_that_was_edited_does_not_go_on(tmp_path: Path) -> None:
    """Its results are not mixed with those of the bot that it was; one line says what to do."""
    bot = (
        "import quillmap as qm\nclass Mine(qm.Bot):\n    def choose(self, view, options):\n        return options[0]\n"
    )
    arguments = ["--games", "2", "--jobs", "1", "--bots", "mine:Mine", "--resume", "kept"]
    command = [sys.executable, "-m", "quillmap", "simulate", *arguments]
    outcomes = []
    for text in (bot, bot, bot.replace("[0]", "[-1]")):
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        found = subprocess.run(
            [*command, "--resume", "kept"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        outcomes.append((found.returncode, found.stderr))
    said = "quillmap: mine:Mine has changed since kept was begun, and results of two bots can’t be mixed: "
    assert outcomes == [(0, ""), (0, ""), (2, said + "name another file, or remove it.\n")]


def test_a_picture_is_drawn(run: Run, tmp_path: Path) -> None:
    """Its rows are the bots and the difference; it is a well-formed picture."""
    arguments = ("--games", 4, "--jobs", 1, "--bots", "random,apprentice", "--solo", "--plot", tmp_path / "plot.svg")
    assert run("simulate", *arguments).code == 0
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert all(name in text for name in (">random<", ">apprentice<", ">random − apprentice<"))


def test_a_bot_weaker_than_its_name_is_not_compared(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba the master plays like the surveyor: alone it is said and marked, beside others refused."""
    monkeypatch.setattr(readiness, "is_possible", lambda: False)
    monkeypatch.setattr(readiness, "is_ready", lambda: False)
    refused = run("simulate", "--games", 1, "--bots", "master,surveyor")
    assert (refused.code, refused.out) == (2, "")
    assert "master would only play like surveyor" in refused.err
    told = run("simulate", "--games", 1, "--jobs", 1, "--bots", "master", "--json")
    assert told.err == "Without numba master plays like surveyor.\n"
    found = json.loads(told.out)
    assert (found["seats"][0]["plays_as"], found["conditions"]["backend"]) == ("surveyor", "interpreted")


def test_nothing_left_to_play_has_no_speed(run: Run, tmp_path: Path) -> None:
    """Neither in the table nor in the JSON: a file was read."""
    arguments = ("simulate", "--games", 2, "--jobs", 1, "--resume", tmp_path / "kept")
    assert "per second" in run(*arguments).out
    assert "per second" not in run(*arguments).out
    assert json.loads(run(*arguments, "--json").out)["games_per_second"] is None
