"""``quillmap replay``: telling and verifying records."""

import json
from pathlib import Path

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.play.record import read_record, write_record
from quillmap.rules.events import CardRevealed, Drawn, GameEnded, SeasonScored
from quillmap.rules.setup import Setup
from unit.cli.conftest import Run


def _changed(record: str, event: str, **changes: object) -> str:
    """Return *record* with the first line of this kind changed."""
    lines = record.splitlines()
    place = next(place for place, line in enumerate(lines) if json.loads(line)["event"] == event)
    lines[place] = json.dumps(json.loads(lines[place]) | changes)
    return "\n".join(lines)


def test_story_tells_the_game(run: Run, record_file: Path, record_text: str) -> None:
    """Every card, drawing, score and the end are told, each after the number of its line."""
    outcome = run("replay", record_file)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].split(maxsplit=1) == ["1", "A game for 2 players begins."]
    told = {int(line.split()[0]) for line in lines if line[:4].strip().isdigit()}
    for number, event in enumerate(read_record(record_text), start=1):
        if isinstance(event, CardRevealed | Drawn | SeasonScored | GameEnded):
            assert number in told


def test_sheets_are_drawn_after_every_season(run: Run, record_file: Path) -> None:
    """``--ascii`` adds both maps side by side four times, and what the letters mean."""
    head = "    1  2  3  4  5  6  7  8  9 10 11"
    plain, drawn = run("replay", record_file).out, run("replay", record_file, "--ascii").out
    assert head not in plain
    assert sum(line.count(head) for line in drawn.splitlines()) == 4 * 2
    assert drawn.endswith("z zombie\n")


def test_only_the_beginning(run: Run, record_file: Path) -> None:
    """``--to`` stops after that event, and draws the maps as they are then."""
    whole = run("replay", record_file).out.splitlines()
    part = run("replay", record_file, "--to", 9).out.splitlines()
    # The numbers are set as wide as the last one needs.
    assert [line.strip() for line in part] == [line.strip() for line in whole[: len(part)]]
    assert part[-1].split()[0] in {"8", "9"}
    assert "A   ." in run("replay", record_file, "--to", 1, "--ascii").out


def test_solo_story_has_no_seats(run: Run) -> None:
    """Alone there is one cartographer, with a rating and a title at the end."""
    record = write_record(play_game(Setup(seed="solo"), [RandomBot()]).log)
    out = run("replay", "-", stdin=record).out
    assert "A solo game begins." in out
    assert "On the table: Map A." in out
    assert "Seat" not in out
    assert "The cartographer draws" in out
    assert ", rating −" in out
    assert "The queen grants a title: " in out


@pytest.mark.parametrize("box", ["base", "heroes", "mixed"])
@pytest.mark.parametrize("rulebook", ["standard", "de", "el"])
def test_every_kind_of_game_is_told_and_honest(run: Run, box: str, rulebook: str) -> None:
    """Games of all boxes, with skills, heroes and effects, can be told, drawn and verified."""
    for number in range(3):
        setup = Setup.of_box(box, seats=number + 1, seed=f"{number}", skills="drawn", rulebook=rulebook)
        record = write_record(play_game(setup, [RandomBot(f"{number}/{seat}") for seat in range(number + 1)]).log)
        outcome = run("replay", "-", "--ascii", "--verify", stdin=record)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.splitlines()[-1].startswith("Fair: ")


def test_honest_record(run: Run, record_file: Path) -> None:
    """An honest record gets one line and exit code 0."""
    outcome = run("replay", record_file, "--verify")
    assert outcome.code == 0
    assert outcome.out.startswith("Fair: every card is the one the seed deals")
    assert outcome.out.count("\n") == 1


def test_dishonest_record(run: Run, record_text: str) -> None:
    """A changed card gets exit code 1 and the line that is wrong."""
    changed = _changed(record_text, "card-revealed", card="kethras-gates")
    outcome = run("replay", "-", "--verify", stdin=changed)
    assert (outcome.code, outcome.err) == (1, "")
    assert "Not fair: event 3: this is not the card the seed deals" in outcome.out
    assert "found card kethras-gates" in outcome.out


def test_unfinished_record_is_not_verified(run: Run, record_text: str) -> None:
    """A game that goes on can be told but not yet verified, which is no success."""
    part = "\n".join(record_text.splitlines()[:20])
    assert run("replay", "-", stdin=part).code == 0
    outcome = run("replay", "-", "--verify", stdin=part)
    assert outcome.code == 1
    assert "can’t be verified yet" in outcome.out


def test_record_can_do_nothing_to_the_terminal(run: Run, record_text: str) -> None:
    """Control characters in somebody's record are not sent on."""
    changed = _changed(record_text, "game-ended", seed="\x1b[2J")
    for arguments in ([], ["--verify"]):
        assert "\x1b" not in run("replay", "-", *arguments, stdin=changed).out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1: the record is empty"),
        (b"{", "line 1: not JSON"),
        (b"[]", "line 1: "),
        (b'{"event": "asked"}', "line 1: "),
        (b"\xff", "not UTF-8 text"),
        (b'{"event": ' + b"9" * 5000 + b"}", "standard input: "),
        (
            b'{"event": "lasting-resolved", "card": "great-river"}',
            'lasting-resolved, card: "great-river" is not one of',
        ),
    ],
)
def test_bad_record_is_one_line(run: Run, text: bytes, words: str) -> None:
    """What is no record is refused, told or verified."""
    assert run("replay", "-", stdin=text).fails_with(words)
    assert run("replay", "-", "--verify", stdin=text).fails_with(words)


def test_record_that_makes_no_sense_is_one_line(run: Run, record_text: str) -> None:
    """A line that can't follow the others ends the story with its number."""
    first, second, *rest = record_text.splitlines()
    drawn = next(line for line in rest if '"drawn"' in line)
    outcome = run("replay", "-", stdin="\n".join([first, second, drawn]))
    assert outcome.code == 2
    assert (
        outcome.err
        == "quillmap: standard input: this is not a record of a game (event 3: no card has been revealed).\n"
    )


@pytest.mark.parametrize("changes", [{"ranks": [2, 3]}, {"rating": 5}, {"rating": 5, "title": "master-mapsmith"}])
def test_end_that_makes_no_sense_is_told_and_not_honest(run: Run, record_text: str, changes: dict[str, object]) -> None:
    """Nobody first, a rating without a title or at a table of two: the story is told to its end, the verdict is no."""
    changed = _changed(record_text, "game-ended", **changes)
    outcome = run("replay", "-", stdin=changed)
    assert (outcome.code, outcome.err) == (0, "")
    assert "The seed of this deal" in outcome.out.splitlines()[-1]
    assert run("replay", "-", "--verify", stdin=changed).code == 1


def test_bad_options_are_one_line(run: Run, record_file: Path, tmp_path: Path) -> None:
    """A missing file and an impossible ``--to`` are refused."""
    assert run("replay", tmp_path / "missing").fails_with("There is no such file.")
    assert run("replay", record_file, "--to", 0).fails_with("--to: It must be at least 1.")
    assert run("replay", record_file, "--to", "x").fails_with("--to")
    assert run("replay").fails_with("RECORD")
