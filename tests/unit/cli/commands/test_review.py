"""``quillmap review``: how well a recorded game was played."""

import json
import re
from pathlib import Path

import pytest

from quillmap.bots.bot_game import play_game
from quillmap.bots.random_bot import RandomBot
from quillmap.bots.surveyor import SurveyorBot
from quillmap.cli.language import speak
from quillmap.cli.review_report import report
from quillmap.locales import catalogue, languages
from quillmap.play.record import public_events, read_record, write_record
from quillmap.review.results import SeatReview
from quillmap.review.reviewing import review_seat
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from unit.cli.conftest import Run

ACCOUNT = ("expected", "luck", "loss", "remainder", "stars", "master")


@pytest.fixture(scope="module")
def solo() -> str:
    """Return the record of a surveyor's solo game."""
    return write_record(play_game(Setup(seed="review"), [SurveyorBot()]).log)


@pytest.fixture(scope="module")
def pair() -> str:
    """Return the record of a game of two."""
    return write_record(play_game(Setup(seats=2, seed="pair"), [RandomBot("a"), RandomBot("b")]).log)


@pytest.fixture(scope="module")
def heroes() -> SeatReview:
    """Return the review of a game of two with skills, whose cards have the longest names."""
    setup = Setup.of_box("heroes", seats=2, skills="drawn", seed="narrow")
    events = public_events(play_game(setup, [RandomBot("a"), RandomBot("b")]).log)
    *_, last = review_seat(events, Seat(0), playouts=1)
    assert isinstance(last.result, SeatReview)
    return last.result


def _check_report(out: str, language: str, solo: str) -> None:
    """Everything is there: the account, the curve, the cards and every decision by its line."""
    words = catalogue(language)
    for key in (*ACCOUNT, "curve", "accuracy", "figures.text", "account.text"):
        assert words.text(f"review.{key}") in out
    lines = solo.splitlines()
    drawn = [str(number) for number, line in enumerate(lines, start=1) if '"event": "drawn", "seat": 0' in line]
    told = {line.split()[0] for line in out.splitlines() if line}
    assert set(drawn) <= told


def test_command(run: Run, solo: str) -> None:
    """It prints the report, in the language that is spoken."""
    outcome = run("review", "-", "--budget", 1, "--lang", "el", stdin=solo)
    assert (outcome.code, outcome.err) == (0, "")
    _check_report(outcome.out, "el", solo)


def test_report_in_every_language(solo: str) -> None:
    """With the words of each."""
    *_, last = review_seat(read_record(solo), Seat(0), playouts=1)
    assert isinstance(last.result, SeatReview)
    for language in languages():
        speak(language)
        _check_report("\n".join(report(last.result, has_others=False, words=catalogue(language))), language, solo)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("columns", [60, 80])
def test_narrow_terminals_hold_everything(
    monkeypatch: pytest.MonkeyPatch, heroes: SeatReview, language: str, columns: int
) -> None:
    """No line is longer and no word broken; a table with long heads has numbers for them, told above it."""
    words = catalogue(language)
    speak(language)
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = "\n".join(report(heroes, has_others=True, words=words))
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = "\n".join(report(heroes, has_others=True, words=words))
    assert max(map(len, narrow.splitlines())) < columns
    assert narrow.count("(6)") == 2
    numbers = {f"({number})" for number in range(1, 7)}
    told = [each for each in narrow.split() if each not in numbers]
    heads = " ".join(words.text(f"review.{each}") for each in ACCOUNT).split()
    assert sorted(told + heads) == sorted(wide.split())


def test_a_better_answer_and_why_stand_below_a_decision(run: Run, pair: str) -> None:
    """The parts that are named and everything else together make up what was lost."""
    out = run("review", "-", "--seat", 0, "--budget", 4, stdin=pair).out
    lost = re.findall(r"(\d+\.\d) +\d+\.\d\n    Best: .+\n    (The best answer .+)\n", out)
    assert any("Everything else together" in why for _, why in lost)
    for loss, why in lost:
        parts = [float(each.replace("−", "-")) for each in re.findall(r"[+−]\d+\.\d", why)]
        assert sum(parts) == pytest.approx(float(loss), abs=0.11), "all but rounding"
    coins = next(line for line in out.splitlines() if line.startswith("coins")).split()
    assert [each[0] in "+−" for each in coins[2:5]] == [True] * 3, "luck, loss and remainder are changes"


def test_json(run: Run, solo: str) -> None:
    """The same whenever it is asked for, with the budget and the seed that were given."""
    first, second = (run("review", "-", "--budget", 2, "--seed", "x", "--json", stdin=solo) for _ in range(2))
    assert first.out == second.out
    found = json.loads(first.out)
    assert (found["playouts"], found["seed"], len(found["seats"])) == (2, "x", 1)


@pytest.mark.thorough
def test_one_seat_of_several(run: Run, pair: str) -> None:
    """``--seat`` reviews that one; a table says whom it is about."""
    found = json.loads(run("review", "-", "--seat", 1, "--budget", 1, "--json", stdin=pair).out)
    assert [seat["seat"] for seat in found["seats"]] == [1]
    assert run("review", "-", "--seat", 1, "--budget", 1, stdin=pair).out.startswith("Player 1\n")


@pytest.mark.parametrize("seat", ["2", "-1"])
def test_seats_that_are_not_there(run: Run, record_file: Path, seat: str) -> None:
    """One line, as with any other mistake."""
    assert run("review", record_file, f"--seat={seat}").fails_with(f"There is no seat {seat}")


def test_unfinished_and_forged_games(run: Run, solo: str) -> None:
    """A game that goes on is refused; so is a record with a score that nobody had."""
    lines = solo.splitlines()
    assert run("review", "-", stdin="\n".join(lines[:-1])).fails_with("The game is not over.")
    last = json.loads(lines[-1]) | {"totals": [200]}
    forged = "\n".join([*lines[:-1], json.dumps(last)])
    assert run("review", "-", stdin=forged).fails_with(f"not that of a fair game: event {len(lines)}")


def test_a_hundred_seats(run: Run) -> None:
    """All at once would take half an hour: one has to be chosen."""
    record = write_record(play_game(Setup(seats=9, seed="many"), [RandomBot(str(seat)) for seat in range(9)]).log)
    assert run("review", "-", stdin=record).fails_with("There are 9 seats, and 8 can be reviewed at once.")
    assert run("review", "-", "--seat", 8, "--budget", 1, stdin=record).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--budget", "0"], "at least 1"),
        (["--budget", "100001"], "from 1 to 100000"),
        (["--seat", "first"], "first"),
    ],
)
def test_bad_options(run: Run, solo: str, arguments: list[str], words: str) -> None:
    """One line each, exit code 2."""
    assert run("review", "-", *arguments, stdin=solo).fails_with(words)


def test_not_a_record(run: Run) -> None:
    """Neither a file that is not there nor one that holds something else."""
    assert run("review", "no-such-file").fails_with("no-such-file")
    assert run("review", "-", stdin="{}").fails_with("standard input")
