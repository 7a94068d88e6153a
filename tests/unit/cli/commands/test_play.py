"""``quillmap play``: a solo game driven by lines."""

import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from quillmap.cli.solo_text import prospect_text
from quillmap.locales import catalogue
from quillmap.play.game import Game
from quillmap.play.prospects import prospect
from quillmap.play.record import read_record
from quillmap.play.verify import verify
from quillmap.rules.events import Ask, Asked, GameEnded
from quillmap.rules.ids import Seat
from quillmap.rules.options import Options
from unit.cli.conftest import Run

RIVER = "7"
"""A seed that begins with the Great River on map A of the mixed box."""


def test_end_of_input_leaves_politely(run: Run) -> None:
    """Without a line the situation is shown, and the game is left with exit code 0."""
    outcome = run("play", "--seed", RIVER, "--box", "mixed")
    assert (outcome.code, outcome.err) == (0, "")
    assert "    1  2  3  4  5  6  7  8  9 10 11" in outcome.out
    assert "Great River: water" in outcome.out
    assert "A Lost Barony: 3 (this season)" in outcome.out
    assert outcome.out.endswith("Until next time.\n")


def test_quit(run: Run) -> None:
    """``quit`` leaves at once; what comes after it is not read."""
    out = run("play", stdin="quit\nhelp\n").out
    assert out.endswith("Until next time.\n")
    assert "make the third move" not in out


def test_help_tells_all_commands(run: Run) -> None:
    """``help`` names what can be typed and what the letters mean."""
    out = run("play", stdin="help\n").out
    for word in ("moves", "try", "shapes", "sheet", "edicts", "quit", "F forest"):
        assert word in out


@pytest.mark.parametrize("line", ["C4 D4 E4 water", "1a at C4", "c4 d4 e4"])
def test_move_is_made(run: Run, line: str) -> None:
    """Spaces or a shape at a corner are drawn, and the game goes on."""
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin=f"{line}\n").out
    assert "The cartographer draws water: C4, D4, E4.\nThe cartographer gains 1 coin." in out
    assert "D   .  .  .  W  ." in out


def test_trying_changes_nothing(run: Run) -> None:
    """``try`` shows the map with the drawing in brackets and its points, and the card is still to be drawn."""
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin="try C4 D4 E4\nsheet\n").out
    assert "C   .  :  . [W]" in out
    assert "+4 for this season: B +3, Coins +1" in out
    assert out.count("Great River: water") == 2
    assert "The cartographer draws" not in out


def test_moves_are_listed_best_first(run: Run) -> None:
    """The list is sorted by points of this season; its first line can be made by its number."""
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin="moves\n1\n").out
    assert "  1.  +6  B5 C4 C5 D3 D4 water   A +3, B +3" in out
    assert "… and 394 more" in out
    assert "The cartographer draws water: B5, C4, C5, D3, D4." in out


def test_moves_can_be_narrowed(run: Run) -> None:
    """``moves A1 all`` lists just the drawings that cover A1."""
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin="moves A1 all\n").out
    listed = [line for line in out.splitlines() if " water   " in line]
    assert len(listed) == 4
    assert all(" A1 " in line for line in listed)


def test_too_many_moves_are_not_looked_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond some thousands, as Concentration can have, the player is asked to narrow the list."""
    monkeypatch.setattr("quillmap.cli.commands.play._MOST", 20)
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin="moves\nmoves A1\n").out
    assert "Those are too many to look at" in out
    assert "  1. " in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("B4 B5 B6 water", "This covers a filled space: B4."),
        ("C4 C5 D5 water", "These spaces are not a shape you can draw now."),
        ("C4 D4 E4 forest", "The shape can’t be filled with this terrain now: forest."),
        ("C4", "A shape on the card still fits"),
        ("C4 D4 E4 with lore", "This skill is not on the table: Lore."),
        ("dance", "“dance” is not understood here: a drawing is spaces"),
        ("1", "There is no move 1 in the list"),
        ("99999999999999999999", "There is no move 99999999999999999999 in the list"),
        ("moves lava", "After moves come spaces, a skill, or all."),
        ("moves L20", "“L20” is not a space"),
        ("moves B4", "There is no such move"),
        ("moves lore", "There is no such move"),
        ("try", "Name the spaces"),
        ("\x1b[2J", "is not understood"),
    ],
)
def test_mistakes_are_told_and_change_nothing(run: Run, line: str, words: str) -> None:
    """Whatever is typed wrongly gets a line of explanation, and the same card is still asked for."""
    outcome = run("play", "--seed", RIVER, "--box", "mixed", stdin=f"{line}\nsheet\n")
    assert outcome.code == 0
    assert words in outcome.out
    assert "\x1b" not in outcome.out
    assert outcome.out.count("Great River: water") == 2


def test_bytes_that_are_no_text_are_told(run: Run) -> None:
    """A line that is not UTF-8 is a mistake like another."""
    outcome = run("play", "--seed", RIVER, stdin=b"\xff\xff\n")
    assert outcome.code == 0
    assert "is not understood" in outcome.out


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
@pytest.mark.parametrize("rulebook", ["standard", "de"])
def test_whole_games_by_the_list(run: Run, tmp_path: Path, box: str, rulebook: str) -> None:
    """Taking the first listed move every time ends every kind of game, and the record of it is honest."""
    path = tmp_path / "game.jsonl"
    arguments = ("--box", box, "--rulebook", rulebook, "--seed", "whole", "--skills", "--record", path)
    outcome = run("play", *arguments, stdin="shapes\nmoves\n1\n" * 80)
    assert (outcome.code, outcome.err) == (0, "")
    assert "The year is over." in outcome.out
    events = read_record(path.read_text(encoding="utf-8"))
    assert isinstance(events[-1], GameEnded)
    assert verify(events).is_honest
    asked = {event.ask for event in events if isinstance(event, Asked)}
    assert Ask.DRAW in asked
    assert (Ask.HERO in asked) == (box != "base")


def test_unfinished_game_is_recorded_too(run: Run, tmp_path: Path) -> None:
    """Leaving early still writes what was played."""
    path = tmp_path / "part.jsonl"
    out = run("play", "--seed", RIVER, "--box", "mixed", "--record", path, stdin="C4 D4 E4\n").out
    assert out.endswith(f"The record is in {path}.\n")
    assert not verify(read_record(path.read_text(encoding="utf-8"))).is_honest


def test_interrupted_game_is_recorded_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at the prompt ends the game with the usual exit code, and the record is written."""

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    path = tmp_path / "part.jsonl"
    outcome = run("play", "--record", path)
    assert (outcome.code, outcome.err.strip()) == (130, "quillmap: interrupted")
    assert outcome.out.endswith(f"The record is in {path}.\n")
    assert read_record(path.read_text(encoding="utf-8"))


def test_welcome_tells_how_to_play_the_same_deal_again(run: Run) -> None:
    """The command in the first line leads to the same table, whatever its seed is."""
    arguments = ["--seed", "two words", "--box", "mixed", "--map", "D", "--rulebook", "el", "--skills"]
    first = run("play", *arguments).out
    again = shlex.split(first.splitlines()[0].partition(": ")[2])
    assert again[:2] == ["quillmap", "play"]
    assert run(*again[1:]).out == first


def test_the_end_shows_the_map(run: Run) -> None:
    """After the title the finished map is shown once more."""
    out = run("play", "--seed", 1, stdin="moves\n1\n" * 50).out
    assert out.splitlines()[-11:][0].startswith("A  ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--box", "attic"], "--box: There is no “attic”: choose base, heroes, mixed."),
        (["--map", "Z"], "--map: There is no “Z”"),
        (["--rulebook", "fr"], "--rulebook: There is no “fr”"),
        (["--seed", ""], "A game needs a seed"),
    ],
)
def test_bad_option_is_one_line(run: Run, arguments: list[str], words: str) -> None:
    """A table that can't be is refused before anything is shown."""
    assert run("play", *arguments).fails_with(words)


def test_unwritable_record_is_told_before_the_game(run: Run, tmp_path: Path) -> None:
    """Nobody plays a whole game whose record can't be written then."""
    assert run("play", "--record", tmp_path, stdin="quit\n").fails_with("This is a folder.")
    missing = run("play", "--record", tmp_path / "missing" / "game", stdin="quit\n")
    assert missing.fails_with(f"{tmp_path / 'missing'}: There is no such folder.")


def test_the_last_move_is_taken_back(run: Run) -> None:
    """The map is as it was and the same card is asked for; at the beginning there is nothing to take back."""
    out = run("play", "--seed", RIVER, "--box", "mixed", stdin="undo\nC4 D4 E4 water\nundo\n").out
    assert "There is no move to take back." in out
    assert "The last move is taken back." in out
    assert out.count("Great River: water") == 2
    assert "W" not in out[out.rindex("11\nA") : out.rindex("A Lost Barony")]


def test_a_hint_shows_a_move_and_what_it_brings(run: Run) -> None:
    """It can be typed as it is written, and it is not made."""
    played = ("play", "--seed", RIVER, "--box", "mixed")
    out = run(*played, stdin="hint\n").out
    found = re.search(r"A bot would play (.*) \(.*\)", out)
    assert found is not None
    assert "[W]" in out
    assert "The cartographer draws" not in out
    assert "The cartographer draws" in run(*played, stdin=f"{found[1]}\n").out


@pytest.mark.parametrize("language", ["en", "de", "pl", "hu", "el"])
def test_narrow_terminals_hold_everything(run: Run, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """At 60 columns no line is longer and no word broken, whatever is asked for."""
    words = catalogue(language)
    lines = [words.text(f"command.word.{each}") for each in ("guide", "moves", "shapes", "edicts", "hint")]
    played = ("play", "--seed", RIVER, "--box", "mixed", "--skills", "--lang", language)
    typed = "\n".join([*lines, "1", "nonsense", ""])
    wide = run(*played, stdin=typed).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run(*played, stdin=typed).out
    assert max(map(len, narrow.splitlines())) <= 61  # the prompt stands before some
    assert sorted(narrow.split()) == sorted(wide.split())  # what stood beside the map stands below it


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("environment", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals_that_want_them(environment: dict[str, str], is_coloured: bool) -> None:
    """On a terminal the map is coloured, unless the environment says no."""
    import pty  # noqa: PLC0415  # not on Windows

    reader, writer = pty.openpty()
    variables = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"} | environment
    command = [sys.executable, "-m", "quillmap", "play", "--seed", RIVER]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=writer, env=variables, check=True)
    os.close(writer)
    shown = b""
    with suppress(OSError):
        while part := os.read(reader, 65536):
            shown += part
    os.close(reader)
    assert (b"\x1b[90m ^ \x1b[0m" in shown) is is_coloured
    assert (b"\x1b" in shown) is is_coloured


def test_what_counts_this_season_is_told_apart_from_what_does_later() -> None:
    """The parts before *later* add up to the points of the season."""
    told = []
    states = [Game("mixed", seed=str(seed)).state for seed in range(6)]
    for state, answer in [(each, answer) for each in states for answer in Options(each, Seat(0))]:
        found = prospect(state, answer)
        told.append(prospect_text(found, state))
        now = told[-1].partition("; later ")[0].replace("−", "-")
        assert sum(map(int, re.findall(r"[+-]\d+", now))) == found.season
    assert any("; later " in each for each in told)
